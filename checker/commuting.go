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

// Visible says what a step may undo that a property can see: a bit for each kind of thing, of the system's
// own choosing. A property sees some of them (Property.Seeing).
type Visible uint32

// Commuting is implemented by a System that says which of its steps commute. Each step belongs to an
// operation, such as taking from one channel or the death of one process. An operation is enabled
// in a state if it has a step there that leads somewhere.
//
// Both laws are about all paths of the unreduced system. In both, s is a state, and w any path from
// it to a state s1 that consists of steps of operations outside a set.
//
// Dependencies. The set respects an operation t at s if it contains t and Dependencies(s, t, set). Then for each
// step of t from s1 to s2 there is one of t, carrying the same Bound, from s to some state from which
// s2 is reached by a path no longer than w.
//
// KeyTransition. Suppose that ok is true, and that the set contains with and respects t and each of its other
// operations. Then the first step of t in s is a key: the same step is enabled in s1, and owed there if it is
// owed in s; it leads to the state that s reaches by it and then the steps of w; and if a property that sees
// none of visible is violated in s1, it is also violated in s or where the key leads from s1.
type Commuting interface {
	System

	// Operations is the number of operations. 0: nothing is known to commute.
	Operations() int

	// Operation returns the operation that a step, emitted by Steps, belongs to. Its code decides.
	Operation(step Step) Operation

	// HasKeyTransitions reports whether there may be a key anywhere. If not, no sets are tried.
	HasKeyTransitions() bool

	// Dependencies returns operations that a set must contain because it contains op. If one of
	// several will do, held, which the set already contains, may guide the choice; a larger held
	// must not make the answer unsound.
	Dependencies(s State, op Operation, held Operations) Operations

	// KeyTransition says whether the first step of an enabled operation can be a key.
	KeyTransition(s State, op Operation) (with Operations, visible Visible, ok bool)
}

// Summing is implemented by a Commuting system that can tell in a few words what its laws look at.
type Summing interface {
	Commuting

	// Summary appends words, as many for each state of which it has any. If two states have the same, KeyTransition says the
	// same of both about each operation that is enabled in both and, if any of these may be a key, so does Dependencies
	// about each operation. ok is false if there is nothing shorter than the state.
	Summary(s State, to []uint64) (summary []uint64, ok bool)
}

// Confluent is implemented by a Commuting system that knows single steps that are enough on their own.
type Confluent interface {
	Commuting

	// Confluence returns what is known, for one Check; nil if nothing is.
	Confluence() Confluence
}

// A Confluence knows which steps are confluent, under an assumption about what never happens.
//
// Law. If ok is true, the operation has a single step in s, the confluent one, and no bound alters it. Let
// w be a path as in the laws of Commuting, of steps of other operations, that leads to a state s1 and in which
// nothing happens that is assumed never to happen. Then one of two things is true. Either the same step is
// enabled in s1, owed if it is owed in s, and leads to the state that s reaches by it and then the steps of w,
// except for some that would change nothing then, of which no run has infinitely many. Or the confluent step
// and then the steps of w also lead to s1. In both cases, if a property that sees none of visible is violated
// in s1, it is also violated in s or where that leads; and if something that is assumed never to happen may
// happen in s1, it may also happen there or on the way.
type Confluence interface {
	// Confluent reports whether the step of an enabled operation is confluent.
	Confluent(s State, op Operation) (visible Visible, ok bool)

	// Observe is called for each expanded state, with what is enabled there.
	Observe(state func() State, enabled Operations)

	// Refine reports whether anything was observed that had been assumed never to happen. From then on
	// it is no longer assumed.
	Refine() bool
}

// Lasting is implemented by a Confluence whose assumptions can be written down, so that a checkpoint can keep them.
type Lasting interface {
	Confluence

	// Assumed returns what is no longer assumed, and what has been observed since Refine, as JSON. It depends on nothing but
	// what was observed.
	Assumed() []byte

	// Assume takes over what Assumed has returned.
	Assume(text []byte) error
}

// Learning is implemented by a Confluence that remembers why a step is confluent, or is not.
type Learning interface {
	Confluence

	// Learner returns what one worker asks about the rows of a packing, as long as these are what is explored; nil if nothing is
	// worth to be remembered.
	Learner(packing Packing) Learner
}

// A Learner tells confluent steps.
type Learner interface {
	// First returns the first of some operations that are enabled in a state that Confluent says is confluent, and of which
	// nothing is visible that is minded. The row tells the same as the state, which takes longer to make.
	First(row Row, state func() State, ops Operations, minded Visible) (op Operation, ok bool)
}

// asking is the Learner of a Confluence that has none.
type asking struct{ Confluence }

func (a asking) First(_ Row, state func() State, ops Operations, minded Visible) (op Operation, ok bool) {
	for s := state(); !ops.IsEmpty(); ops = ops.Minus(Operations{}.With(op)) {
		op = ops.First()
		if visible, ok := a.Confluent(s, op); ok && visible&minded == 0 {
			return op, true
		}
	}
	return 0, false
}

// learnerOf returns what one worker asks of a Confluence.
func learnerOf(c Confluence, packing Packing) Learner {
	if learning, ok := c.(Learning); ok {
		if learner := learning.Learner(packing); learner != nil {
			return learner
		}
	}
	return asking{c}
}
