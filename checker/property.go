package checker

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	mathbits "math/bits"

	"interrex/checker/component"
	"interrex/checker/internal/liveness"
)

// A Predicate is a pure function of one state.
type Predicate func(State) bool

// A kind determines how a property is decided.
type kind int

const (
	invariant kind = iota
	stepInvariant
	atRest
	reachable
	eventually
	leadsTo
	settles
	recurs
)

// A Property is a statement about all runs of a System. The functions below make properties.
//
// A run is a sequence of steps from an initial state. A liveness property is a statement about fair runs (Weak, Strong, and the
// method Lasts of a System). A run may rest forever in a state in which no class has a step.
type Property struct {
	Name string

	kind     kind
	facts    *Facts // of states; nil: it is of steps alone
	bit      uint64 // of the word of facts: p, or the lowest digit of value
	goal     uint64 // bits of the word of facts: q, or the digits of value
	isJudged bool   // decided by what components show
	between  func(before, after State) bool
	across   func(before, after component.View) bool // the same of what components show, if it is judged
	counted  bool

	refused error // the reason why it cannot be checked
	lacks   bool  // a function that it needs is nil
	aside   bool  // see Property.Aside
	unasked bool  // see Property.Unasked
}

// Unasked makes a property that is decided like any other; Options.StopFirst and Progress ignore that it is violated.
func (p Property) Unasked() Property {
	p.unasked = true
	return p
}

// IsUnasked reports whether Options.StopFirst and Progress ignore it.
func (p Property) IsUnasked() bool { return p.unasked }

// stops reports whether its violation stops an exploration with Options.StopFirst.
func (p Property) stops() bool { return p.kind != reachable && !p.unasked }

// Aside makes a Recurs property that is decided at little cost, and only if the exploration was complete. Check looks for a violating
// run along the path on which a state was found, and may miss others: the property is then inconclusive. It does not change
// Report.Complete and Report.Bound.
func (p Property) Aside() Property {
	p.aside = true
	return p
}

// IsAside reports whether the property was made by Aside.
func (p Property) IsAside() bool { return p.aside }

// title is the name in messages.
func (p Property) title() string { return cmp.Or(p.Name, "a property without a name") }

// fault is the reason why the property cannot be checked, or nil.
func (p Property) fault() error {
	if p.refused == nil && (p.lacks || p.facts == nil && p.kind != stepInvariant) {
		return fmt.Errorf("%s: a function of the property is nil; the functions of package checker make properties", p.title())
	}
	return p.refused
}

// IsLiveness reports whether only an infinite run can violate the property.
func (p Property) IsLiveness() bool { return p.kind >= eventually }

// isOfStates reports whether the property is evaluated in each state.
func (p Property) isOfStates() bool { return p.kind == invariant || p.kind == reachable }

// of is a property of one predicate. As the value of Settles, it is 1 if the predicate is true.
func of(name string, k kind, p Predicate) Property {
	return Property{Name: name, kind: k, facts: NewFacts(p.word), bit: 1, goal: 1, lacks: p == nil}
}

func ofTwo(name string, k kind, p, q Predicate) Property {
	both := func(s State) uint64 { return p.word(s) | q.word(s)<<1 }
	return Property{Name: name, kind: k, facts: NewFacts(both), bit: 1, goal: 2, lacks: p == nil || q == nil}
}

// word returns 1 if a predicate is true, else 0.
func (p Predicate) word(s State) uint64 { return uint64(btoi(p(s))) }

// Invariant: p is true in every reachable state.
func Invariant(name string, p Predicate) Property {
	return of(name, invariant, p)
}

// StepInvariant: p is true across every step from a reachable state.
func StepInvariant(name string, p func(before, after State) bool) Property {
	return Property{Name: name, kind: stepInvariant, between: p, lacks: p == nil}
}

// AtRest: p is true in every reachable state without a step. Where p is false, the system is stuck.
func AtRest(name string, p Predicate) Property {
	return of(name, atRest, p)
}

// Reachable: p is true in some reachable state. The path in the report is a shortest witness.
func Reachable(name string, p Predicate) Property {
	return of(name, reachable, p)
}

// Counted is Reachable, and Result.Count is the number of states in which p is true.
func Counted(name string, p Predicate) Property {
	property := Reachable(name, p)
	property.counted = true
	return property
}

// Eventually: every fair run reaches a state where p is true.
func Eventually(name string, p Predicate) Property {
	return of(name, eventually, p)
}

// EventuallyAlways: every fair run has a moment from which on p is true forever.
func EventuallyAlways(name string, p Predicate) Property {
	return of(name, settles, p)
}

// AlwaysEventually: in every fair run p is true again and again.
func AlwaysEventually(name string, p Predicate) Property {
	return LeadsTo(name, func(State) bool { return true }, p)
}

// LeadsTo: in every fair run, whenever p is true, q is true then or later.
func LeadsTo(name string, p, q Predicate) Property {
	return ofTwo(name, leadsTo, p, q)
}

// Settles: every fair run has a moment from which on value is constant and not zero.
func Settles(name string, value func(State) int) Property {
	word := func(s State) uint64 { return uint64(value(s)) }
	return Property{Name: name, kind: settles, facts: NewFacts(word), bit: 1, goal: math.MaxUint64, lacks: value == nil}
}

// Recurs: in every fair run in which p is ever true, q is true again and again.
func Recurs(name string, p, q Predicate) Property {
	return ofTwo(name, recurs, p, q)
}

// Refused is a property that cannot be checked: Check returns err.
func Refused(name string, err error) Property { return Property{Name: name, refused: err} }

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

// Property makes a property of predicate i; of is Invariant, AtRest, Counted, Eventually or EventuallyAlways. Check refuses a property
// of predicates that do not exist.
func (f *Facts) Property(of func(string, Predicate) Property, name string, i int) Property {
	return f.decide(of(name, nil), i, i, 1)
}

// Pair makes a property of predicates i and k; of is LeadsTo or Recurs.
func (f *Facts) Pair(of func(string, Predicate, Predicate) Property, name string, i, k int) Property {
	return f.decide(of(name, nil, nil), i, k, 1)
}

// Settles makes the property Settles of a number. Its binary digits are the predicates from i on.
func (f *Facts) Settles(name string, i, digits int) Property {
	return f.decide(Settles(name, nil), i, i, digits)
}

// StepInvariant makes the property StepInvariant of what the components show before and after a step.
func (f *Facts) StepInvariant(name string, p func(before, after component.View) bool) Property {
	property := StepInvariant(name, func(before, after State) bool { return p(f.view(before), f.view(after)) })
	property.across = p
	return f.decide(property, 0, 0, 0)
}

// decide makes a property of predicate i and of some predicates from k on.
func (f *Facts) decide(p Property, i, k, n int) Property {
	if min(i, k, n) < 0 || max(i, k+n-1) > 63 {
		return Refused(p.Name, component.Limit{What: "predicates in Facts: numbers from 0 to 63 are possible"})
	}
	p.facts, p.bit, p.goal, p.lacks = f, 1<<i, (1<<n-1)<<k, p.kind == stepInvariant && p.across == nil || f.tell == nil
	return p
}

// violationOf describes the runs that violate a liveness property. word returns the word of its facts in a state.
func violationOf[S any](p Property, word func(S) uint64) liveness.Violation[S] {
	bit, goal := p.bit, p.goal
	anywhere := func(S) bool { return true }
	always := func(S, bool) bool { return true }
	isBad := func(s S) bool { return word(s)&goal == 0 }
	v := liveness.Violation[S]{Inside: isBad, Lasts: isBad, Arms: func(s S, _ bool) bool { return word(s)&bit != 0 },
		Visits: func(iter.Seq[S]) ([]func(S) bool, bool) { return nil, true }}
	switch p.kind {
	case eventually:
		v.Arms = func(_ S, isInitial bool) bool { return isInitial }
	case recurs:
		v.Inside = anywhere
	case settles:
		value := func(s S) uint64 { return word(s) & goal >> mathbits.TrailingZeros64(bit) }
		v.Inside, v.Lasts, v.Arms = anywhere, anywhere, always
		v.Visits = func(states iter.Seq[S]) ([]func(S) bool, bool) { return unsettled(value, states) }
	}
	return v
}

// unsettled demands a state with value 0 if there is one, and else two states with different values.
func unsettled[S any](value func(S) uint64, states iter.Seq[S]) (must []func(S) bool, ok bool) {
	is := func(wanted uint64) func(S) bool { return func(s S) bool { return value(s) == wanted } }
	first, other := uint64(0), uint64(0)
	for s := range states {
		switch v := value(s); {
		case v == 0:
			return []func(S) bool{is(0)}, true
		case first == 0:
			first = v
		case v != first && other == 0:
			other = v
		}
	}
	return []func(S) bool{is(first), is(other)}, other != 0
}
