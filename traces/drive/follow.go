package drive

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/impl"
	"interrex/model"
	"interrex/model/world"
)

// A Schedule is a path of the model, in steps: a stem, and a cycle that repeats for ever if there is one.
type Schedule struct{ Stem, Cycle []Step }

// A Run is what came of driving a stage along a schedule.
type Run struct {
	Done       []Done      // before it diverged, if it did
	Divergence *Divergence // nil: the implementation shows all of it
}

// A Done is a step that was driven. Aside: it is none of the schedule, but what the implementation must
// note first.
type Done struct {
	Step Step
	Deed
}

// Theatre is a Stage in memory.
type Theatre struct{ group *Group }

// NewTheatre is members in memory at their birth.
func NewTheatre(c world.Config) (*Theatre, error) {
	cast, err := NewCast(c)
	if err != nil {
		return nil, err
	}
	return &Theatre{cast.NewGroup()}, nil
}

// Play is part of Stage.
func (t *Theatre) Play(s Step) (Deed, error) {
	after, deed, err := t.group.Play(s)
	if err == nil {
		t.group = after
	}
	return deed, err
}

// View is part of Stage.
func (t *Theatre) View() View { return t.group.View() }

// Follow drives a stage along a schedule of a world, until it diverges from the model. An error says what is wrong
// with the schedule or the world.
func Follow(c world.Config, s Schedule, stage Stage) (*Run, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	f := &follower{twin: newTwin(world.New(c)), stage: stage}
	f.Init(func(s checker.State) { f.at = slices.Clone(s) })
	if diff := Difference(f.view(f.at), stage.View()); diff != "" {
		f.run.Divergence = &Divergence{Step: Step{Action: "boot"}, What: "they begin differently", Diff: diff}
	}
	var began checker.State
	for i, step := range slices.Concat(s.Stem, s.Cycle) {
		if i == len(s.Stem) {
			began = f.at
		}
		if err := f.step(i, step); err != nil {
			return nil, err
		}
		if f.run.Divergence != nil {
			return &f.run, nil
		}
	}
	if len(s.Cycle) > 0 && !slices.Equal(began, f.at) {
		return nil, errors.New("the cycle does not end where it began: it is no cycle of the model")
	}
	return &f.run, nil
}

// A follower is a Run in the making.
type follower struct {
	twin
	stage Stage
	at    checker.State
	run   Run
}

// step does one step of a schedule on both sides.
func (f *follower) step(i int, want Step) error {
	m := f.modelled(f.at, want)
	if m.next == nil && !m.bounded {
		return fmt.Errorf("step %d, %v: the model cannot do that here", i+1, want)
	}
	f.prepare(want)
	did, err := f.stage.Play(want)
	what := ""
	if err != nil {
		what = "the model does this, the implementation does not: " + err.Error()
	} else {
		what = did.differs(m.deed)
	}
	if m.bounded {
		f.diverge(want, "a bound of the model alters this step; the implementation has none", "")
		return nil
	}
	if what != "" {
		f.diverge(want, what, "")
		return nil
	}
	f.at = m.next
	if diff := Difference(f.view(f.at), f.stage.View()); diff != "" {
		f.diverge(want, "afterwards they differ (- model, + implementation)", diff)
		return nil
	}
	f.run.Done = append(f.run.Done, Done{want, did})
	return nil
}

// prepare lets the member whose Q must fire suspect the members that it does not hear.
func (f *follower) prepare(s Step) {
	if s.Action != timeout+quorumCheck {
		return
	}
	for p, id := range f.config.IDs {
		isCut := slices.Contains(f.config.Cut, world.Pair{From: s.Process, To: id}) || slices.Contains(f.config.Cut, world.Pair{From: id, To: s.Process})
		if id == s.Process || !f.IsDead(f.at, p) && !isCut {
			continue
		}
		note := Step{Action: "report", Process: s.Process, Peer: id}
		if deed, err := f.stage.Play(note); err == nil {
			f.run.Done = append(f.run.Done, Done{note, deed})
		}
	}
}

func (f *follower) diverge(s Step, what, diff string) {
	d := &Divergence{Step: s, What: what, Diff: diff}
	for _, done := range f.run.Done {
		d.Path = append(d.Path, done.Step)
	}
	f.run.Divergence = d
}

// Algorithms names those that the implementation has.
func Algorithms() []string {
	var names []string
	for _, a := range impl.Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

// A modelled step is the result of a step of the model.
type modelled struct {
	next    checker.State // nil: there is none
	deed    Deed
	bounded bool
}

// modelled finds a step among those of the model.
func (w twin) modelled(at checker.State, want Step) (m modelled) {
	w.Steps(at, func(step checker.Step, to checker.State) {
		o := w.Occurrence(at, step)
		if stepOf(o) != want || m.next != nil {
			return
		}
		m.bounded = step.Bound != 0
		m.next, m.deed = slices.Clone(to), Deed{Of: o.Of}
		for _, sent := range o.Sends {
			m.deed.Sends = append(m.deed.Sends, Sending(sent))
		}
	})
	return m
}

// A Step is one step of a schedule, in the words of a counterexample.
type Step struct {
	Action     string   // "deliver", "timeout T'", "crash"
	Process    model.ID // who acts, or is acted upon; Nobody where time passes
	Peer       model.ID // the sender, the suspected, the leader; Nobody if there is none
	Message    string   // what is delivered or lost, as the page prints it
	CrashAfter int      // the number of messages after which the process dies, 0 if it does not
}

// A Sending is a message that leaves in a step. Lost: nobody will take it.
type Sending struct {
	To      model.ID
	Message string
	Lost    bool
}

// A Deed is what came of a step.
type Deed struct {
	Sends []Sending // in the order in which they left
	Of    int       // how many would have left without a crash
	Aside bool      // nothing that the page speaks of has changed
}

// A Stage is where members of the implementation play a schedule: in memory, or as processes whose
// every input waits at a gate until it is called.
type Stage interface {
	// Play does a step. An error says why the members cannot do it; they are then as before.
	Play(Step) (Deed, error)

	// View shows the members and what is on its way.
	View() View
}

// stepOf is what a world calls a step.
func stepOf(o world.Occurrence) Step {
	return Step{o.Action, o.Process, o.Peer, o.Message, o.CrashAfter}
}

// String prints P2: deliver ELECTION(1) of P1, dies after 1.
func (s Step) String() string {
	text := s.Action
	if s.Process != model.Nobody {
		text = fmt.Sprintf("P%d: %s", s.Process, s.Action)
	}
	if s.Message != "" {
		text += " " + s.Message
	}
	if s.Peer != model.Nobody {
		text += fmt.Sprintf(" of P%d", s.Peer)
	}
	if s.CrashAfter > 0 {
		text += fmt.Sprintf(", dies after %d", s.CrashAfter)
	}
	return text
}

const timeout = "timeout "

// input is the member's input, nil if the step is not one of its own. The group itself knows which
// message is delivered.
func (s Step) input() impl.Input {
	peer := impl.ID(s.Peer)
	switch s.Action {
	case "start":
		return impl.Start{}
	case "recover":
		return impl.Recover{}
	case "detect", "suspect":
		return impl.Detect{Peer: peer}
	case "report":
		return impl.Suspect{Peer: peer}
	case "withdraw":
		return impl.Trust{Peer: peer}
	}
	if name, is := strings.CutPrefix(s.Action, timeout); is {
		return impl.Timeout{Timer: timerNamed(name)}
	}
	return nil
}

// timerNamed reads T, or timer(3).
func timerNamed(text string) impl.Timer {
	t := impl.Timer{Name: text}
	if name, of, found := strings.Cut(text, "("); found {
		if n, err := fmt.Sscanf(of, "%d)", &t.Of); n == 1 && err == nil {
			t.Name = name
		}
	}
	return t
}
