package checker

import mathbits "math/bits"

// An Operation numbers the operations of a Commuting system, from 0 to MostOperations-1.
type Operation uint8

// MostOperations is how many operations a system may have to be reduced.
const MostOperations = 128

// Operations is a set of operations.
type Operations [MostOperations / 64]uint64

// With returns the set with one operation more.
func (o Operations) With(op Operation) Operations {
	o[op/64] |= 1 << (op % 64)
	return o
}

// Has reports whether an operation is in the set.
func (o Operations) Has(op Operation) bool { return o[op/64]>>(op%64)&1 != 0 }

// Or returns the union of two sets.
func (o Operations) Or(p Operations) Operations {
	for i := range o {
		o[i] |= p[i]
	}
	return o
}

// And returns the intersection of two sets.
func (o Operations) And(p Operations) Operations {
	for i := range o {
		o[i] &= p[i]
	}
	return o
}

// Minus returns what is in o and not in p.
func (o Operations) Minus(p Operations) Operations {
	for i := range o {
		o[i] &^= p[i]
	}
	return o
}

// IsEmpty reports whether nothing is in the set.
func (o Operations) IsEmpty() bool { return o == Operations{} }

// Count is how many operations are in the set.
func (o Operations) Count() int {
	n := 0
	for _, word := range o {
		n += mathbits.OnesCount64(word)
	}
	return n
}

// First is the lowest operation of a set that is not empty.
func (o Operations) First() Operation {
	for i, word := range o {
		if word != 0 {
			return Operation(64*i + mathbits.TrailingZeros64(word))
		}
	}
	panic("checker: the first of no operations")
}

// Visible is what a step may take back that a property can see: a bit for each kind of thing, in the system's own words.
// A property sees some of them (Property.Seeing).
type Visible uint32

// Commuting is implemented by a System that says which of its steps commute. Its steps are those
// of operations: to take from one channel, to let one process die. An operation is enabled in a
// state if it has a step there that leads somewhere.
//
// Both laws are about all paths of the unreduced system. In both, s is a state, and w any path from
// it to a state s1 that consists of steps of operations outside a set.
//
// Dependencies. The set respects an operation t at s if it contains t and Dependencies(s, t, set). Then for each
// step of t from s1 to s2 there is one of t, carrying the same Bound, from s to some state from which
// s2 is reached by a path no longer than w.
//
// KeyTransition. Where ok is true, and the set contains with and respects t and each of its other operations,
// the first step of t in s is a key: in s1 there is the same step, owed if it is owed in s; it leads
// to where one gets from s by it and then by the steps of w; and no property that sees none of
// visible is violated in s1, and neither in s nor where the key leads from s1.
type Commuting interface {
	System

	// Operations is how many operations there are. 0: nothing is said to commute.
	Operations() int

	// Operation is the operation of which a step, emitted by Steps, is one.
	Operation(step Step) Operation

	// HasKeyTransitions reports whether there may be a key anywhere. Where there is none, no sets are tried.
	HasKeyTransitions() bool

	// Dependencies returns operations that a set must contain because it contains op. Where one of
	// several will do, held, which the set contains already, may guide the choice; it must not
	// need less for it.
	Dependencies(s State, op Operation, held Operations) Operations

	// KeyTransition says whether the first step of an enabled operation can be a key.
	KeyTransition(s State, op Operation) (with Operations, visible Visible, ok bool)
}

// Confluent is implemented by a Commuting system that knows of single steps that they are enough.
type Confluent interface {
	Commuting

	// Confluence is what is known, for one Check; nil if nothing is.
	Confluence() Confluence
}

// A Confluence knows of steps that they are confluent, given an assumption of what never happens.
//
// Law. Where ok is true, the operation has a single step in s, the confluent one, and no bound alters it. Let
// w be a path as in the laws of Commuting, of steps of other operations, in which nothing happens that is
// assumed not to, to a state s1. Then either the same step is enabled in s1, owed if it is owed in s, and
// leads to where one gets from s by it and then by the steps of w, but for some that would change nothing
// then, and of which no run has infinitely many; or the confluent step and then the steps of w, too, lead to s1.
// In either case, no property that sees none of visible is violated in s1, and neither in s nor where that
// leads; and what is assumed not to happen, and may happen in s1, may happen there too, or on the way.
type Confluence interface {
	// Confluent says whether the step of an enabled operation is confluent.
	Confluent(s State, op Operation) (visible Visible, ok bool)

	// Observe is told of each state that is expanded, and what is enabled there.
	Observe(s State, enabled Operations)

	// Refine reports whether anything noticed was assumed not to happen. It is not assumed any more.
	Refine() bool
}
