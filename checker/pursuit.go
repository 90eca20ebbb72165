package checker

import (
	"cmp"
	"slices"
)

// A pursuit is a System whose runs are those of another one, step for real step, as an automaton follows them: a state has one more cell,
// which says whether the run is armed. It emits what a stemSearch enters, in the same order. So a shortest counterexample of it, found
// as those of safety are, is the stem of a lasso, wherever the states are kept.
type pursuit struct {
	System
	automaton automaton[State]
}

// pursuing is what a pursuit is known by.
type pursuing interface{ pursues() }

func (p *pursuit) pursues() {}

// An attributedPursuit pursues the runs of a system whose steps are someone's doing.
type attributedPursuit struct {
	*pursuit
	Attributed
}

func pursue(system System, h automaton[State]) System {
	p := &pursuit{system, h}
	if attributed, ok := system.(Attributed); ok {
		return attributedPursuit{p, attributed}
	}
	return p
}

// Width is part of System.
func (p *pursuit) Width() int { return p.System.Width() + 1 }

// Init is part of System.
func (p *pursuit) Init(emit func(State)) {
	next := make(State, p.Width())
	p.System.Init(func(s State) { p.enter(s, false, true, next, emit) })
}

// Steps is part of System.
func (p *pursuit) Steps(s State, emit func(Step, State)) {
	next, from, armed := make(State, len(s)), s[:len(s)-1], isArmed(s)
	p.System.Steps(from, func(step Step, to State) {
		if to != nil && step.Bound == 0 {
			p.enter(to, armed, false, next, func(next State) { emit(step, next) })
		}
	})
}

// enter emits, in next, the ways in which a run goes on in a state, the armed one first.
func (p *pursuit) enter(s State, armed, initial bool, next State, emit func(State)) {
	asArmed, asNot := p.automaton.enter(s, armed, initial)
	copy(next, s)
	for _, way := range []struct {
		is   bool
		cell Cell
	}{{asArmed, 1}, {asNot, 0}} {
		if next[len(s)] = way.cell; way.is {
			emit(next)
		}
	}
}

// isArmed reports whether a run is armed in a state of a pursuit.
func isArmed(s State) bool { return s[len(s)-1] == 1 }

// Actions is part of Acting.
func (p *pursuit) Actions() []NamedAction {
	if acting, ok := p.System.(Acting); ok {
		return acting.Actions()
	}
	return nil
}

// Kinds is part of Spelling.
func (p *pursuit) Kinds() []int { return append(slices.Clone(KindsOf(p.System)), 0) }

// Spell is part of Spelling. It is asked only where the pursued System spells.
func (p *pursuit) Spell(kind int, n uint32) (string, error) {
	return p.System.(Spelling).Spell(kind, n)
}

// unarmedFirst is the order in which a stemSearch tries paths from initial states: of one, the path that is not armed comes first.
func (r *run) unarmedFirst(rank, other uint32) int {
	a, b := r.state(rank), r.state(other)
	if last := len(a) - 1; slices.Equal(a[:last], b[:last]) {
		return cmp.Compare(a[last], b[last])
	}
	return cmp.Compare(rank, other)
}
