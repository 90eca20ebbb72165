package checker

import (
	"fmt"
	"slices"

	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
)

// Liveness of states that are kept elsewhere. A violating run is armed at some moment, stays inside from then on, and ends up in
// a place where it may stay: it rests, or goes round. A pursuit is a System with the runs of another one, and one more cell for
// whether the run is armed. A shortest way to such a place is the stem of a lasso.

// MayStay reports whether runs that violate a liveness property may stay in a state.
func (p *Part) MayStay(property int, s State) (may bool, err error) {
	defer p.guard(&err)
	p.busy = p.properties[property].title()
	return p.violations[property].Lasts(s), nil
}

// MayRest reports whether a run that violates a liveness property may rest in a state: no class of fairness has a step there.
func (p *Part) MayRest(property int, s State) (may bool, err error) {
	defer p.guard(&err)
	p.busy = p.properties[property].title()
	if !p.violations[property].Rests(s) {
		return false, nil
	}
	isOwed := false
	p.busy = "Steps"
	p.system.Steps(s, func(step Step, _ State) { isOwed = isOwed || step.Fairness != None })
	return !isOwed, nil
}

// Class is the number of a class of fairness; that of None is 0.
func (d FairnessClass) Class() digraph.Class {
	if d == None {
		return 0
	}
	return digraph.Class(d.number() + 1)
}

// IsStrongClass reports whether a class is one of a class under strong fairness.
func IsStrongClass(c digraph.Class) bool { return c > 0 && c%2 == 0 }

// Hop returns the first step from one state to another for which is is true.
func (p *Part) Hop(from, to State, is func(Step) bool) (hop Transition, err error) {
	defer p.guard(&err)
	p.busy = "Steps"
	err = fmt.Errorf("there is no such step from %v to %v", from, to)
	p.system.Steps(from, func(step Step, next State) {
		if err != nil && slices.Equal(next, to) && is(step) {
			hop, err = Transition{step, slices.Clone(to)}, nil
		}
	})
	return hop, err
}

// Onward emits the steps out of a state by their classes. Those that a bound has altered or disabled have no State. Then it emits
// the classes that last in the state.
func (p *Part) Onward(s State, step func(class digraph.Class, to State) error, lasts func(class digraph.Class)) (err error) {
	defer p.guard(&err)
	p.busy = "Steps"
	p.system.Steps(s, func(x Step, to State) {
		p.busy = ""
		if x.Bound != 0 {
			to = nil
		}
		if err == nil {
			err = step(x.Fairness.Class(), to)
		}
		p.busy = "Steps"
	})
	if outlasting, ok := p.system.(outlasting); ok {
		p.busy = "Lasts"
		outlasting.Lasts(s, func(d FairnessClass) { lasts(d.Class()) })
	}
	return err
}

// Violation describes the runs that violate a liveness property in a graph. state returns the states of the graph.
func (p *Part) Violation(property int, state func(id uint32) State) liveness.Violation[uint32] {
	of := p.properties[property]
	return violationOf(of, func(id uint32) uint64 { return of.facts.tell(state(id)) })
}

// Guarded calls do, which evaluates a property. A panic is a *ModelPanic.
func (p *Part) Guarded(property int, do func() error) (err error) {
	defer p.guard(&err)
	p.busy = p.properties[property].title()
	return do()
}

// Pursuit returns a System, and a property that is violated in it by runs that come to a place where they may stay and violate a
// liveness property. endAt returns the place that an armed run, or another, has come to in a state; nil if there is none. Of the shortest
// such runs, those to the place of the first are alike.
func (p *Part) Pursuit(property int, endAt func(s State, isArmed bool) any) (System, Property) {
	at := func(s State) any { return endAt(s[:len(s)-1], IsArmed(s)) }
	arrives := Invariant(p.properties[property].Name, func(s State) bool { return at(s) == nil })
	arrives.alike = func(s, first State) bool { return at(s) == at(first) && IsArmed(s) == IsArmed(first) }
	pursuit := &pursuit{p.system, p.violations[property]}
	if attributed, ok := p.system.(attributed); ok {
		return attributedPursuit{pursuit, attributed}, arrives
	}
	return pursuit, arrives
}

// IsArmed reports whether a run is armed in a state of a pursuit.
func IsArmed(s State) bool { return s[len(s)-1] == 1 }

type pursuit struct {
	System
	violation liveness.Violation[State]
}

// An attributedPursuit pursues the runs of a system with actors.
type attributedPursuit struct {
	*pursuit
	attributed
}

// Width is part of System.
func (p *pursuit) Width() int { return p.System.Width() + 1 }

// Init is part of System.
func (p *pursuit) Init(emit func(State)) {
	p.System.Init(func(s State) { p.enter(s, false, true, emit) })
}

// Steps is part of System.
func (p *pursuit) Steps(s State, emit func(Step, State)) {
	p.System.Steps(s[:len(s)-1], func(step Step, to State) {
		if to != nil && step.Bound == 0 {
			p.enter(to, IsArmed(s), false, func(next State) { emit(step, next) })
		}
	})
}

// enter emits the ways in which a run goes on in a state, the armed one first.
func (p *pursuit) enter(s State, isArmed, isInitial bool, emit func(State)) {
	asArmed, asNot := p.violation.Enter(s, isArmed, isInitial)
	if asArmed {
		emit(append(slices.Clone(s), 1))
	}
	if asNot {
		emit(append(slices.Clone(s), 0))
	}
}

// Actions is an optional method of System.
func (p *pursuit) Actions() []NamedAction {
	if acting, ok := p.System.(acting); ok {
		return acting.Actions()
	}
	return nil
}

// Kinds is part of Spelling.
func (p *pursuit) Kinds() []int { return append(slices.Clone(KindsOf(p.System)), 0) }

// Spell is part of Spelling. It is called only where the pursued System spells.
func (p *pursuit) Spell(kind int, n uint32) (string, error) {
	return p.System.(Spelling).Spell(kind, n)
}
