package drive

import (
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/impl"
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

// A Foreign step is one of a schedule that is none of the model's: the schedule is wrong.
type Foreign struct {
	Index   int // of the step in stem and cycle, from 0
	Step    Step
	Enabled []Step // what the model can do instead
}

func (f Foreign) Error() string {
	var words []string
	for _, s := range f.Enabled {
		words = append(words, s.String())
	}
	return fmt.Sprintf("step %d, %v: the model cannot do that here; it can do %s", f.Index+1, f.Step, strings.Join(words, "; "))
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

// Follow drives a stage along a schedule of a world, until it diverges from the model. An error is a
// Foreign step, or an Open cycle, or says what is wrong with the world.
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
		return nil, Open{len(s.Stem) + len(s.Cycle) - 1}
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
		return Foreign{i, want, m.enabled}
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

// prepare lets the member whose Q is to fire suspect those whom it does not hear.
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
