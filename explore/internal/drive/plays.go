package drive

import (
	"fmt"
	"io"
	"strings"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/traces/drive"
)

// Plays reports on counterexamples along which the implementation was driven.
type Plays struct{ request *asked }

// NewPlays makes a report of them.
func NewPlays(r *asked) *Plays { return &Plays{r} }

// Exit is 0 if the implementation shows each counterexample, and otherwise the code of a divergence.
func (p *Plays) Exit() int {
	for _, play := range p.request.Plays {
		if play.Run.Divergence != nil {
			return check.ExitSafety
		}
	}
	return check.ExitHolds
}

// Verdict is the last line.
func (p *Plays) Verdict() string {
	verdict := fmt.Sprintf("the implementation shows %s of the model", prose.Plural(len(p.request.Plays), "counterexample"))
	if p.Exit() != check.ExitHolds {
		verdict = "the implementation diverges from the model"
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, p.Exit())
}

// Text writes each run, step by step.
func (p *Plays) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("interrex %s   drive: the implementation along counterexamples of %s", check.Version, p.request.World.Algorithm.Name)
	w.Line("world: %s", p.request.WorldLine())
	for _, play := range p.request.Plays {
		w.Line("")
		w.Line("%s is violated", play.Property)
		for i, done := range play.Run.Done {
			w.Line("  %3d  %-44s %s", i+1, done.Step, sent(done.Deed))
		}
		d := play.Run.Divergence
		switch {
		case d != nil:
			w.Line("  %3d  %s", len(play.Run.Done)+1, d.Step)
			w.Line("it diverges here: %s", d.What)
			for line := range strings.Lines(d.Diff) {
				w.Line("  %s", strings.TrimRight(line, "\n"))
			}
		case len(play.Schedule.Cycle) > 0:
			w.Line("after each step the states are equal, and after the last %s as before them", prose.Plural(len(play.Schedule.Cycle), "step"))
		default:
			w.Line("after each step the states are equal")
		}
	}
	w.Line("")
	w.Line("%s", p.Verdict())
	return w.Err
}

// sent lists the messages sent in a step.
func sent(d drive.Deed) string {
	if d.Aside {
		return "(a note of its own)"
	}
	var words []string
	for _, s := range d.Sends {
		text := fmt.Sprintf("%s to P%d", s.Message, s.To)
		if s.Lost {
			text += " (lost)"
		}
		words = append(words, text)
	}
	return strings.Join(words, ", ")
}

type playJSON struct {
	// The property that is violated.
	Property string `json:"property"`
	// How many steps the counterexample has, stem and cycle.
	Steps int `json:"steps"`
	// The steps that the implementation has done, before it diverged if it did.
	Driven []driven `json:"driven"`
	// Whether the implementation shows the counterexample.
	Shown bool `json:"shown"`
	// Where it diverges, if it does.
	Divergence *divergence `json:"divergence"`
}

type driven struct {
	// The action, as in a counterexample.
	Action string `json:"action"`
	// Who acts, or is acted upon; null where time passes.
	Process *model.ID `json:"process"`
	// The sender, the suspected, the leader; null if there is none.
	Peer *model.ID `json:"peer"`
	// What is delivered or lost; null if nothing is.
	Message *string `json:"message"`
	// The number of messages after which the process dies in this step; null if it does not.
	CrashAfter *int `json:"crash_after"`
	// The messages that left, in order.
	Sends []check.Sending `json:"sends"`
	// Whether this is no step of the model: a note that the implementation makes of its own.
	Aside bool `json:"aside"`
}

type divergence struct {
	// The steps that lead there.
	Path []string `json:"path"`
	// The first step that only one of the two can do, or that they do differently.
	Step string `json:"step"`
	// What is different.
	What string `json:"what"`
	// The difference of the states afterwards; empty where there is none.
	Diff string `json:"diff"`
}

func jsonDivergence(d *drive.Divergence) *divergence {
	if d == nil {
		return nil
	}
	j := &divergence{Path: []string{}, Step: d.Step.String(), What: d.What, Diff: d.Diff}
	for _, s := range d.Path {
		j.Path = append(j.Path, s.String())
	}
	return j
}

func jsonDriven(done drive.Done) driven {
	s := done.Step
	j := driven{Action: s.Action, Message: prose.UnlessEmpty(s.Message), Sends: []check.Sending{}, Aside: done.Aside}
	if s.Process != model.Nobody {
		j.Process = &s.Process
	}
	if s.Peer != model.Nobody {
		j.Peer = &s.Peer
	}
	if s.CrashAfter > 0 {
		j.CrashAfter = &s.CrashAfter
	}
	for _, one := range done.Sends {
		j.Sends = append(j.Sends, check.Sending(one))
	}
	return j
}

// playsDocument is the JSON of a counterexample that was driven.
type playsDocument struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The name of the algorithm, as in -algo.
	Algorithm string `json:"algorithm"`
	// The processes, in ring order.
	IDs []model.ID `json:"ids"`
	// The flags in force, as in a report of check.
	World check.World `json:"world"`
	// The counterexamples, in the order of the file.
	Plays []playJSON `json:"plays"`
	// The exit code: 0 if the implementation shows each, 12 if it diverges.
	Exit int `json:"exit"`
}

// JSON writes one object.
func (p *Plays) JSON(out io.Writer) error {
	c := p.request.World
	d := playsDocument{check.Version, c.Algorithm.Name, c.IDs, check.JSONWorld(c), []playJSON{}, p.Exit()}
	for _, one := range p.request.Plays {
		j := playJSON{one.Property, len(one.Schedule.Stem) + len(one.Schedule.Cycle), []driven{}, one.Run.Divergence == nil, jsonDivergence(one.Run.Divergence)}
		for _, done := range one.Run.Done {
			j.Driven = append(j.Driven, jsonDriven(done))
		}
		d.Plays = append(d.Plays, j)
	}
	return prose.JSON(out, d)
}
