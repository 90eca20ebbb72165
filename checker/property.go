package checker

import (
	"cmp"

	"interrex/checker/component"
)

// A Predicate is a pure function of one state.
type Predicate func(State) bool

// kind is how a property is decided.
type kind int

const (
	invariant kind = iota
	stepInvariant
	atRest
	reachable
	eventually
	eventuallyAlways
	alwaysEventually
	leadsTo
	settles
	recurs
)

// A Property is a question about all runs of a System. Make one with the functions below.
//
// A run is a finite or infinite sequence of steps from an initial state. A liveness property
// is a statement about fair runs: a duty under weak fairness that stays enabled for ever is
// discharged again and again; one under strong fairness already if it is enabled again and
// again; one that outlasts its steps (Outlasting) if it lasts for ever and is enabled again and again. A run may stay for ever in a state in which nothing is owed.
type Property struct {
	Name string

	kind    kind
	p, q    Predicate
	between func(before, after State) bool
	value   func(State) int

	judge  *Judge // decided by predicates of views, by their bits; nil: by closures
	across func(before, after component.View) bool

	facts   *Facts // told together with others; nil: p is asked
	bit     uint64 // of what facts tells; of a predicate told alone the lowest
	goal    uint64 // of what facts tells: q; or the digits of value, of which bit is the lowest
	counted bool
	alike   func(s, first State) bool // of states that violate it, which are violations like the first; nil: all

	refused error // it is no question
	aside   bool  // it is asked aside: Property.Aside
	unasked bool  // its violation does not stop the exploration: Property.Unasked
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

// Aside makes a Recurs a question aside. Check answers it at little cost, at last, if the exploration was complete: it is violated by a run
// along the shortest path to a state where the run may stay, or there is no such run and q is not false for ever. It may miss a run to a
// state to which that path does not pass p. It never changes what the report says of completeness and bounds.
func (p Property) Aside() Property {
	p.aside = true
	return p
}

// title is the name in messages.
func (p Property) title() string { return cmp.Or(p.Name, "a property without a name") }

// IsLiveness reports whether only an infinite run can violate the property.
func (p Property) IsLiveness() bool { return p.kind >= eventually }

// isOfStates reports whether the property is tried on each state as it is found.
func (p Property) isOfStates() bool { return p.kind == invariant || p.kind == reachable }

// Invariant: p is true in every reachable state.
func Invariant(name string, p Predicate) Property {
	return Property{Name: name, kind: invariant, p: p, bit: 1}
}

// StepInvariant: p is true across every step from a reachable state.
func StepInvariant(name string, p func(before, after State) bool) Property {
	return Property{Name: name, kind: stepInvariant, between: p}
}

// AtRest: p is true in every reachable state that has no step. Where p is false the system
// is stuck; where it is true it has terminated.
func AtRest(name string, p Predicate) Property {
	return Property{Name: name, kind: atRest, p: p}
}

// Reachable: p is true in some reachable state. Its counterexample is the absence of one, so
// the path that a report shows for it is a shortest witness.
func Reachable(name string, p Predicate) Property {
	return Property{Name: name, kind: reachable, p: p, bit: 1}
}

// Counted is Reachable, and the Result says in how many of the states found p is true.
func Counted(name string, p Predicate) Property {
	property := Reachable(name, p)
	property.counted = true
	return property
}

// Eventually: every fair run reaches a state where p is true.
func Eventually(name string, p Predicate) Property {
	return Property{Name: name, kind: eventually, q: p}
}

// EventuallyAlways: every fair run has a moment from which on p is true for ever.
func EventuallyAlways(name string, p Predicate) Property {
	return Property{Name: name, kind: eventuallyAlways, p: p}
}

// AlwaysEventually: in every fair run p is true again and again.
func AlwaysEventually(name string, p Predicate) Property {
	return Property{Name: name, kind: alwaysEventually, q: p}
}

// LeadsTo: in every fair run, whenever p is true, q is true then or later.
func LeadsTo(name string, p, q Predicate) Property {
	return Property{Name: name, kind: leadsTo, p: p, q: q}
}

// Settles: every fair run has a moment from which on value is constant and not zero.
func Settles(name string, value func(State) int) Property {
	return Property{Name: name, kind: settles, value: value}
}

// Recurs: in every fair run in which p is ever true, q is true again and again.
func Recurs(name string, p, q Predicate) Property {
	return Property{Name: name, kind: recurs, p: p, q: q}
}

// Refused is no question of the system, for a reason: Check answers with err instead of a report.
func Refused(name string, err error) Property { return Property{Name: name, refused: err} }
