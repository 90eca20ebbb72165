package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"interrex/explore/internal/request"
	"interrex/model"
	"interrex/traces/drive"
)

// Plays are counterexamples along which the implementation was driven.
type Plays struct{ request *request.Request }

// NewPlays makes a summary of them.
func NewPlays(r *request.Request) *Plays { return &Plays{r} }

// Exit is 0 if the implementation shows each, and otherwise that of a trace that diverges.
func (p *Plays) Exit() int {
	for _, play := range p.request.Plays {
		if play.Run.Divergence != nil {
			return ExitSafety
		}
	}
	return ExitHolds
}

// Verdict is the last line.
func (p *Plays) Verdict() string {
	verdict := fmt.Sprintf("the implementation shows %s of the model", plural(len(p.request.Plays), "counterexample"))
	if p.Exit() != ExitHolds {
		verdict = "the implementation diverges from the model"
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, p.Exit())
}

// Text tells each run, step by step.
func (p *Plays) Text(out io.Writer) error {
	w := &writer{out: out}
	w.line("interrex %s   drive: the implementation along counterexamples of %s", Version, p.request.World.Algorithm.Name)
	w.line("world: %s", (&Findings{Request: p.request}).worldLine())
	for _, play := range p.request.Plays {
		w.line("")
		w.line("%s is violated", play.Property)
		for i, done := range play.Run.Done {
			w.line("  %3d  %-44s %s", i+1, done.Step, sent(done.Deed))
		}
		d := play.Run.Divergence
		switch {
		case d != nil:
			w.line("  %3d  %s", len(play.Run.Done)+1, d.Step)
			w.line("it diverges here: %s", d.What)
			for line := range strings.Lines(d.Diff) {
				w.line("  %s", strings.TrimRight(line, "\n"))
			}
		case len(play.Schedule.Cycle) > 0:
			w.line("after each step the states are equal, and after the last %s as before them", plural(len(play.Schedule.Cycle), "step"))
		default:
			w.line("after each step the states are equal")
		}
	}
	w.line("")
	w.line("%s", p.Verdict())
	return w.err
}

// sent lists what left in a step.
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

type play struct {
	Property   string      `json:"property"`
	Steps      int         `json:"steps"`
	Driven     []driven    `json:"driven"`
	Shown      bool        `json:"shown"`
	Divergence *divergence `json:"divergence"`
}

type driven struct {
	Action     string    `json:"action"`
	Process    *model.ID `json:"process"`
	Peer       *model.ID `json:"peer"`
	Message    *string   `json:"message"`
	CrashAfter *int      `json:"crash_after"`
	Sends      []sending `json:"sends"`
	Aside      bool      `json:"aside"`
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
	j := driven{Action: s.Action, Message: unlessEmpty(s.Message), Sends: []sending{}, Aside: done.Aside}
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
		j.Sends = append(j.Sends, sending(one))
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
		Plays     []play         `json:"plays"`
		Exit      int            `json:"exit"`
	}{Version, c.Algorithm.Name, c.IDs, jsonWorld(c), []play{}, p.Exit()}
	for _, one := range p.request.Plays {
		j := play{one.Property, len(one.Schedule.Stem) + len(one.Schedule.Cycle), []driven{}, one.Run.Divergence == nil, jsonDivergence(one.Run.Divergence)}
		for _, done := range one.Run.Done {
			j.Driven = append(j.Driven, jsonDriven(done))
		}
		d.Plays = append(d.Plays, j)
	}
	return writeJSON(out, d)
}

func writeJSON(out io.Writer, d any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}
