package checker

import "interrex/checker/component"

// Composed is implemented by a System of components. A cell of a state is the number of the value of a component. Check and
// Explore then use package component.
type Composed interface {
	System

	// Components returns the system as one of components. The names of its actions are those of Actions, its bounds those of
	// Bounds, and the codes of its steps those of Steps. of is the System that is to be explored: if it embeds this one and has
	// other steps, it is not composed, and Components returns nil.
	Components(of System) component.System

	// ValuesOf returns the values that the cells of a state stand for. StateOf is the inverse. Both are called from any goroutine.
	ValuesOf(s State) []component.Value
	StateOf(values []component.Value) State
}

// A Judge evaluates up to 64 predicates of what the components of a Composed system show. Equal views are judged once. All
// properties of one Check that need a Judge need the same one.
type Judge struct {
	system Composed
	bits   func(component.View) uint64
	facts  *Facts // the same of states
}

// NewJudge makes a Judge of a pure function: bit i of its result is predicate i.
func NewJudge(system Composed, bits func(component.View) uint64) *Judge {
	j := &Judge{system: system, bits: bits}
	j.facts = NewFacts(func(s State) uint64 { return bits(j.view(s)) })
	return j
}

// view is what the components show in a state.
func (j *Judge) view(s State) (v component.View) {
	parts := j.system.Components(j.system)
	for c, value := range j.system.ValuesOf(s) {
		own, common := parts.Shown(c, value)
		v.Own, v.Common = append(v.Own, own), v.Common|common
	}
	return v
}

// Invariant is the property Invariant of predicate i.
func (j *Judge) Invariant(name string, i int) Property {
	return j.judged(j.facts.Invariant(name, i), i)
}

// AtRest is the property AtRest of predicate i.
func (j *Judge) AtRest(name string, i int) Property {
	return j.judged(AtRest(name, j.facts.Predicate(i)), i)
}

// StepInvariant is the property StepInvariant of what the components show before and after a step.
func (j *Judge) StepInvariant(name string, p func(before, after component.View) bool) Property {
	property := j.judged(StepInvariant(name, func(before, after State) bool { return p(j.view(before), j.view(after)) }), 0)
	property.across = p
	return property
}

// Counted is the property Counted of predicate i.
func (j *Judge) Counted(name string, i int) Property { return j.judged(j.facts.Counted(name, i), i) }

// Eventually is the property Eventually of predicate i.
func (j *Judge) Eventually(name string, i int) Property {
	return j.judged(j.facts.Eventually(name, i), i)
}

// LeadsTo is the property LeadsTo of predicates i and k.
func (j *Judge) LeadsTo(name string, i, k int) Property {
	return j.judged(j.facts.LeadsTo(name, i, k), i)
}

// EventuallyAlways is the property EventuallyAlways of predicate i.
func (j *Judge) EventuallyAlways(name string, i int) Property {
	return j.judged(j.facts.EventuallyAlways(name, i), i)
}

// Recurs is the property Recurs of predicates i and k.
func (j *Judge) Recurs(name string, i, k int) Property {
	return j.judged(j.facts.Recurs(name, i, k), i)
}

// Settles is the property Settles of a number. Its binary digits are the predicates from i on.
func (j *Judge) Settles(name string, i, digits int) Property {
	return j.judged(j.facts.Settles(name, i, digits), i)
}

func (j *Judge) judged(p Property, i int) Property {
	p.judge, p.bit = j, 1<<i
	return p
}
