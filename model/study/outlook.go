package study

import (
	"context"
	"slices"

	"interrex/checker"
	"interrex/model/world"
	"interrex/spec"
)

// An Answer says whether from a state it can come to an election: to a state in which all live
// processes have elected one and the same of them.
type Answer string

const (
	Elected Answer = "elected" // it has come to it
	Always  Answer = "always"  // every fair run from here comes to it
	Can     Answer = "can"     // some run does, and some fair run does not
	Maybe   Answer = "maybe"   // some run does; of the others a bound has left that open
	Never   Answer = "never"   // no run does: there is no such state
	Unknown Answer = "unknown" // a bound was hit before one was found
)

// An Outlook answers whether from a position it can still elect.
type Outlook struct {
	Answer Answer
	Bound  string // that was hit, "" if the exploration was complete
	States int    // reachable from here, or as far as the bound
	Run    *Walk  // on to a nearest election, at the position asked about; nil if none was found
	Dodge  *Walk  // of Can and Never: on along a fair run that never elects
}

// Outlook explores what can come from the present state, within bounds: at least one of states and
// time should be set. The error is a *checker.ModelPanic.
func (w *Walk) Outlook(ctx context.Context, o checker.Options) (*Outlook, error) {
	if w.hasElected(w.State()) {
		return &Outlook{Answer: Elected, Run: w}, nil
	}
	here := w.upTo()
	var copied *Walk // in a world of its own, whose tables grow and go
	_, report, err := world.Widening(w.world.Config(), func(other *world.World) (*checker.Report, error) {
		var err error
		if copied, err = Decode(other, here.String()); err != nil {
			panic("study: a walk is none in a world of the same config: " + err.Error())
		}
		elected := func(s checker.State) bool { return other.View(s).Trusted() != spec.Nobody }
		asked := []checker.Property{checker.Reachable("it can elect", elected), checker.Eventually("it elects", elected)}
		return checker.Check(ctx, from{other, copied.State()}, asked, o)
	})
	if err != nil {
		return nil, err
	}
	found := &Outlook{Bound: report.Bound, States: report.States}
	can, always := report.Results[0], report.Results[1]
	if can.Path != nil {
		found.Run = w.follow(copied, can.Path)
	}
	if always.Path != nil {
		found.Dodge = w.follow(copied, always.Path)
	}
	switch {
	case always.Verdict == checker.Holds:
		found.Answer = Always
	case can.Verdict == checker.Holds && always.Verdict == checker.Violated:
		found.Answer = Can
	case can.Verdict == checker.Holds:
		found.Answer = Maybe
	case can.Verdict == checker.Violated:
		found.Answer = Never
	default:
		found.Answer = Unknown
	}
	return found, nil
}

// follow is the walk up to its position and on along a path that was found from there in the world
// of a copy; it stays at the position.
func (w *Walk) follow(copied *Walk, p *checker.Path) *Walk {
	whole := copied.SoFar()
	whole.Stem, whole.Cycle, whole.Lasso = slices.Concat(whole.Stem, p.Stem), p.Cycle, p.Lasso
	walk, err := Decode(w.world, Along(copied.world, whole).end().String())
	if err != nil {
		panic("study: a walk is none in a world of the same config: " + err.Error())
	}
	walk.at = w.at
	return walk
}

// end stands at the end of the walk.
func (w *Walk) end() *Walk {
	other := *w
	other.at = len(w.taken)
	return &other
}

// A from is a world that begins in another state.
type from struct {
	*world.World
	state checker.State
}

// Init is part of checker.System.
func (f from) Init(emit func(checker.State)) { emit(slices.Clone(f.state)) }
