package check

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// Drawing makes a drawable run from a path through a world, like those of a report. A terminal state ends it.
func Drawing(w *world.World, p *checker.Path) draw.Run {
	story, ended := w.Tell(p), IsTerminal(w, p)
	story.Lasso = story.Lasso || ended
	return Told(w.Config(), Decision{Story: &story, Ended: ended})
}

// Told makes a drawable run from a counterexample. If only the adversary could continue, the run is left open.
func Told(c world.Config, d Decision) draw.Run {
	run, story, time := draw.Run{Cycle: draw.NoCycle}, d.Story, 0
	lane := func(id model.ID) int {
		if id == model.Nobody {
			return draw.Nobody
		}
		return slices.Index(c.IDs, id)
	}
	for _, person := range story.Initial {
		run.Lanes = append(run.Lanes, draw.Lane{Name: fmt.Sprintf("P%d", person.ID), Note: note(person)})
	}
	for i, o := range slices.Concat(story.Stem, story.Cycle) {
		Step := draw.Step{Action: o.Action, Lane: lane(o.Process), Message: o.Message, From: lane(o.Peer), Lost: o.Action == "lose", CrashAfter: o.CrashAfter, Words: o.Words()}
		for _, s := range o.Sends {
			Step.Sends = append(Step.Sends, draw.Send{To: lane(s.To), Message: s.Message, Lost: s.Lost})
		}
		Step.Crash, Step.Restart = o.Action == "crash" || o.CrashAfter > 0, o.Action == "restart"
		Step.Note = remark(o, c.Repair == world.Resent && c.Algorithm.Topology.IsRing())
		if o.Action == "tick" && i < len(story.Stem) { // a cycle has no time: it comes again
			time++
			Step.Note = strings.TrimSuffix(fmt.Sprintf("time %d; %s", time, Step.Note), "; ")
		}
		for _, change := range o.Changes {
			if change.Variable != "live" {
				text := fmt.Sprintf("%s %s → %s", change.Variable, change.From, change.To)
				Step.Changes = append(Step.Changes, draw.Change{Lane: lane(change.Process), Text: text})
			}
		}
		run.Steps = append(run.Steps, Step)
	}
	if d.Rest != nil || story.Lasso && (d.Ended || len(story.Cycle) > 0) {
		run.Cycle = len(story.Stem)
	}
	return run
}

// note describes a process at the beginning: its elected.
func note(p world.Member) string {
	for _, v := range p.Variables {
		if v.Name == "elected" {
			return "elected " + v.Value
		}
	}
	if p.Live {
		return "elected " + model.Spell(p.Status.Elected) // by another name
	}
	return ""
}

// remark is what the drawing of a step does not show.
func remark(o world.Occurrence, resent bool) string {
	var parts []string
	if o.Message == "" && o.Peer != model.Nobody {
		switch o.Action {
		case "detect":
			parts = append(parts, fmt.Sprintf("finds P%d dead", o.Peer))
		case "suspect":
			parts = append(parts, fmt.Sprintf("believes P%d dead, which lives", o.Peer))
		default:
			parts = append(parts, fmt.Sprintf("of P%d", o.Peer))
		}
	}
	if o.Settles {
		parts = append(parts, "from now on the bounds hold")
	}
	if o.CrashAfter > 0 {
		parts = append(parts, fmt.Sprintf("dies after %d of its %d messages", o.CrashAfter, o.Of))
	}
	for _, m := range o.Wreck {
		fate := "is lost with it"
		if resent {
			fate = "is sent on"
		}
		parts = append(parts, fmt.Sprintf("%s from P%d %s", m.Message, m.From, fate))
	}
	return strings.Join(parts, "; ")
}

// first is the run for a file that holds only one.
func (f *Findings) first() *draw.Run {
	if f.Watched != nil {
		return f.Watched.Run()
	}
	return f.Run(f.Counterexamples()[0].Decision)
}

// Run puts a decision's run together with its states.
func (f *Findings) Run(d Decision) *draw.Run {
	c, r := f.Question.World, Told(f.Question.World, d)
	r.Title, r.Command = fmt.Sprintf("%s: %s", c.Algorithm.Name, c.Algorithm.Title), f.Question.Reproduce()
	r.Property, r.Ring = d.Name, c.Algorithm.Topology.IsRing()
	r.States = append(r.States, f.state(d.Path.Initial))
	for _, t := range slices.Concat(d.Path.Stem, d.Path.Cycle) {
		r.States = append(r.States, f.state(t.To))
	}
	if d.Name != "" {
		r.Words = f.Explain(d)
	}
	return &r
}

func (f *Findings) state(s checker.State) (state draw.State) {
	snapshot := f.World.Snapshot(s)
	for _, m := range snapshot.Members {
		member := draw.Member{Dead: !m.Live}
		for _, v := range m.Variables {
			member.Variables = append(member.Variables, draw.Variable(v))
		}
		state.Members = append(state.Members, member)
	}
	place := func(id model.ID) int { return slices.Index(f.Question.World.IDs, id) }
	for _, m := range snapshot.InFlight {
		state.Under = append(state.Under, draw.Message{From: place(m.From), To: place(m.To), Text: m.Message})
	}
	return state
}

// Exchange writes the findings in a format of another program, or as a picture. Watch has been called.
func (f *Findings) Exchange(format string) func(io.Writer) error {
	switch format {
	case "svg":
		return func(w io.Writer) error { return draw.SVG(w, *f.first()) }
	case "html":
		return func(w io.Writer) error { return stage.HTML(w, f.Page()) }
	case "itf":
		return func(w io.Writer) error { return f.first().ITF(w) }
	case "junit":
		return f.JUnit
	}
	return nil
}

// Page is the content of the HTML page: what was decided, and the run to watch or the counterexamples.
func (f *Findings) Page() stage.Page {
	page := stage.Page{Title: Title(f.Question), Verdict: strings.TrimPrefix(f.Verdict(), "verdict: ")}
	for _, d := range f.Decided {
		page.Properties = append(page.Properties, stage.Row{Name: d.Name, Verdict: d.Verdict.String(), Text: d.Statement})
	}
	if f.Watched != nil {
		page.Runs = append(page.Runs, f.Watched.Document())
		return page
	}
	for _, shown := range f.Counterexamples() {
		run := f.Document(shown.Decision)
		run.Title = shown.Name + " is violated" + shown.Again()
		page.Runs = append(page.Runs, run)
	}
	return page
}

// WritePictures writes counterexample.html and counterexample.svg into a folder, and returns the name of the page.
func (f *Findings) WritePictures(folder string) (page string, err error) {
	for _, format := range []string{"svg", "html"} {
		page = filepath.Join(folder, "counterexample."+format)
		file, failed := os.Create(page)
		if failed == nil {
			failed = errors.Join(f.Exchange(format)(file), file.Close())
		}
		err = errors.Join(err, failed)
	}
	return page, err
}

// A Shown is a counterexample as a page shows it.
type Shown struct {
	Decision
	Number int // among those of its property, from 1
}

// Again tells it from the first one of its property, in a title.
func (s Shown) Again() string {
	if s.Number == 1 {
		return ""
	}
	return fmt.Sprintf(", run %d", s.Number)
}

// Counterexamples are all runs of violated properties that are asked, in the order of the properties.
func (f *Findings) Counterexamples() (all []Shown) {
	for _, d := range f.asked() {
		if d.Story == nil {
			continue
		}
		for i, run := range append([]Decision{d}, d.Others...) {
			all = append(all, Shown{run, i + 1})
		}
	}
	return all
}

// Walked is a run through a world that a person has walked step by step. It has no verdict.
func Walked(r Question, w *world.World, p *checker.Path) *draw.Run {
	story := w.Tell(p)
	return (&Findings{Question: r, World: w}).Run(Decision{Path: p, Story: &story})
}

// PremiseIn is the number of states in which the premise is true, as text.
func (f *Findings) PremiseIn(d Decision) string {
	return premise(d.Premise, f.Counts.Complete || d.Vacuous)
}

// Said are the warnings in words, and a run that may end without a leader.
func (f *Findings) Said() (said []string) {
	said = joined(f.Warnings)
	if f.NoLeader != nil {
		said = append(said, f.NoLeader.Text())
	}
	return said
}

// Title is the name of an algorithm, and where it is from.
func Title(r Question) string {
	a := r.World.Algorithm
	return fmt.Sprintf("%s: %s (%s)", a.Name, a.Title, a.Source)
}
