package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/draw"
)

// Drawing makes a drawable run from a path through a world, like those of a report. A terminal state ends it.
func Drawing(w *world.World, p *checker.Path) draw.Run {
	d := Decision{}.Along(w, p)
	d.Story.Lasso = d.Story.Lasso || d.Ended
	return Told(w.Config(), d)
}

// Told makes a drawable run from a counterexample. If only the adversary could continue, the run is left open.
func Told(c world.Config, d Decision) draw.Run {
	run, story, time := draw.Run{Cycle: draw.NoCycle}, d.Story, 0
	lane := func(id model.ID) int { return slices.Index(c.IDs, id) } // draw.Nobody for model.Nobody
	for _, person := range story.Initial {
		run.Lanes = append(run.Lanes, draw.Lane{Name: fmt.Sprintf("P%d", person.ID), Note: note(person)})
	}
	for i, o := range slices.Concat(story.Stem, story.Cycle) {
		step := draw.Step{
			Action: o.Action, Lane: lane(o.Process), Message: o.Message, From: lane(o.Peer), Lost: o.Action == "lose",
			Crash: o.Action == "crash" || o.CrashAfter > 0, CrashAfter: o.CrashAfter, Restart: o.Action == "restart",
			Words: o.Words(), Note: remark(o, resends(c)),
		}
		for _, s := range o.Sends {
			step.Sends = append(step.Sends, draw.Send{To: lane(s.To), Message: s.Message, Lost: s.Lost})
		}
		if o.Action == "tick" && i < len(story.Stem) { // a cycle has no time: it comes again
			time++
			step.Note = strings.TrimSuffix(fmt.Sprintf("time %d; %s", time, step.Note), "; ")
		}
		for _, change := range o.Changes {
			if change.Variable != "live" {
				text := fmt.Sprintf("%s %s → %s", change.Variable, change.From, change.To)
				step.Changes = append(step.Changes, draw.Change{Lane: lane(change.Process), Text: text})
			}
		}
		run.Steps = append(run.Steps, step)
	}
	if d.Rest != nil || story.Lasso && (d.Ended || len(story.Cycle) > 0) {
		run.Cycle = len(story.Stem)
	}
	return run
}

// resends reports whether the messages on their way to a dead process are sent on.
func resends(c world.Config) bool { return c.Repair == world.Resent && c.Algorithm.Topology.IsRing() }

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
		about := map[string]string{"detect": "finds P%d dead", "suspect": "believes P%d dead, which lives"}[o.Action]
		parts = append(parts, fmt.Sprintf(cmp.Or(about, "of P%d"), o.Peer))
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

// Run puts a decision's run together with its states.
func (f *Findings) Run(d Decision) *draw.Run {
	c, r := f.Question.World, Told(f.Question.World, d)
	r.Title, r.Command = fmt.Sprintf("%s: %s", c.Algorithm.Name, c.Algorithm.Title), f.Question.Reproduce()
	r.Property, r.Ring = d.Name, c.Algorithm.Topology.IsRing()
	for _, s := range d.Path.States() {
		r.States = append(r.States, f.state(s))
	}
	if d.Name != "" {
		r.Words = f.Explain(d)
	}
	return &r
}

func (f *Findings) state(s checker.State) (state draw.State) {
	snapshot := f.World.Snapshot(s)
	for _, m := range snapshot.Members {
		state.Members = append(state.Members, draw.Member{Dead: !m.Live, Variables: m.Variables})
	}
	ids := f.Question.World.IDs
	for _, m := range snapshot.InFlight {
		state.Under = append(state.Under, draw.Message{From: slices.Index(ids, m.From), To: slices.Index(ids, m.To), Text: m.Message})
	}
	return state
}

// Walked is a run through a world that a person has walked step by step. It has no verdict.
func Walked(r Question, w *world.World, p *checker.Path) *draw.Run {
	story := w.Tell(p)
	return (&Findings{Question: r, World: w}).Run(Decision{Path: p, Story: &story})
}

// Title is the name of an algorithm, and where it is from.
func Title(r Question) string {
	a := r.World.Algorithm
	return fmt.Sprintf("%s: %s (%s)", a.Name, a.Title, a.Source)
}
