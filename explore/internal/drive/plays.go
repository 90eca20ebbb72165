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
	Property   string      `json:"property"`
	Steps      int         `json:"steps"`
	Driven     []driven    `json:"driven"`
	Shown      bool        `json:"shown"`
	Divergence *divergence `json:"divergence"`
}

type driven struct {
	Action     string          `json:"action"`
	Process    *model.ID       `json:"process"`
	Peer       *model.ID       `json:"peer"`
	Message    *string         `json:"message"`
	CrashAfter *int            `json:"crash_after"`
	Sends      []check.Sending `json:"sends"`
	Aside      bool            `json:"aside"`
}

type divergence struct {
	Path []string `json:"path"`
	Step string   `json:"step"`
	What string   `json:"what"`
	Diff string   `json:"diff"`
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

// JSON writes one object.
func (p *Plays) JSON(out io.Writer) error {
	c := p.request.World
	d := struct {
		Interrex  string         `json:"interrex"`
		Algorithm string         `json:"algorithm"`
		IDs       []model.ID     `json:"ids"`
		World     map[string]any `json:"world"`
		Plays     []playJSON     `json:"plays"`
		Exit      int            `json:"exit"`
	}{check.Version, c.Algorithm.Name, c.IDs, check.JSONWorld(c), []playJSON{}, p.Exit()}
	for _, one := range p.request.Plays {
		j := playJSON{one.Property, len(one.Schedule.Stem) + len(one.Schedule.Cycle), []driven{}, one.Run.Divergence == nil, jsonDivergence(one.Run.Divergence)}
		for _, done := range one.Run.Done {
			j.Driven = append(j.Driven, jsonDriven(done))
		}
		d.Plays = append(d.Plays, j)
	}
	return prose.JSON(out, d)
}
