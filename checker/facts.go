package checker

import "interrex/checker/component"

// Facts are up to 64 predicates that are evaluated together, as the bits of one word: once in a state for all properties.
type Facts struct {
	tell func(State) uint64

	// Of a Composed system, the same of what its components show. Equal views are judged once. nil: tell alone decides.
	judge func(component.View) uint64
	view  func(State) component.View
}

// NewFacts makes Facts of a pure function: bit i of its result is predicate i.
func NewFacts(tell func(State) uint64) *Facts { return &Facts{tell: tell} }

// NewShownFacts makes Facts of a pure function of what the components of a system show. All properties of one Check that need such
// Facts need the same ones.
func NewShownFacts(system Composed, judge func(component.View) uint64) *Facts {
	view := func(s State) (v component.View) {
		parts := system.Components(system)
		for c, value := range system.ValuesOf(s) {
			own, common := parts.Shown(c, value)
			v.Own, v.Common = append(v.Own, own), v.Common|common
		}
		return v
	}
	return &Facts{func(s State) uint64 { return judge(view(s)) }, judge, view}
}

// Property makes a property of predicate i; of is Invariant, AtRest, Counted, Eventually or EventuallyAlways.
func (f *Facts) Property(of func(string, Predicate) Property, name string, i int) Property {
	return f.decide(of(name, nil), 1<<i, 1<<i)
}

// Pair makes a property of predicates i and k; of is LeadsTo or Recurs.
func (f *Facts) Pair(of func(string, Predicate, Predicate) Property, name string, i, k int) Property {
	return f.decide(of(name, nil, nil), 1<<i, 1<<k)
}

// Settles makes the property Settles of a number. Its binary digits are the predicates from i on.
func (f *Facts) Settles(name string, i, digits int) Property {
	return f.decide(Settles(name, nil), 1<<i, (1<<digits-1)<<i)
}

// StepInvariant makes the property StepInvariant of what the components show before and after a step.
func (f *Facts) StepInvariant(name string, p func(before, after component.View) bool) Property {
	property := StepInvariant(name, func(before, after State) bool { return p(f.view(before), f.view(after)) })
	property.across = p
	return f.decide(property, 0, 0)
}

func (f *Facts) decide(p Property, bit, goal uint64) Property {
	p.facts, p.bit, p.goal = f, bit, goal
	return p
}
