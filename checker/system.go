package checker

import (
	mathbits "math/bits"

	"interrex/checker/component"
)

// A Cell is one small integer of a state.
type Cell = uint32

// A State is a global state: a vector of small integers, as wide as its System says.
// Two states are the same state exactly when their vectors are equal.
type State []Cell

// A System is a transition system over vectors of small integers.
//
// Laws. Methods are pure: called again with an equal state they emit the same things in the
// same order, from any goroutine. The order in which Steps emits depends on what the state
// means, never on how or when its numbers came about. Every emitted State has Width cells.
// Check panics with an explanation when it catches a System breaking these laws.
type System interface {
	// Width is the number of cells of every state, at least 1.
	Width() int

	// Init emits the initial states.
	Init(emit func(State))

	// Steps emits each step enabled in s with the state it leads to. The callee may reuse
	// the emitted State as soon as emit returns; it must not change s.
	//
	// A step that some bound of the modeller's has switched off is emitted with a nil State
	// and its Bound: it is no step, but the explorer must know of it to be honest.
	Steps(s State, emit func(Step, State))
}

// A Step is one occurrence of an action.
type Step struct {
	// Code says which step it is, in the system's own words. Codes must not depend on
	// numbers that are given out in the order of discovery.
	Code uint64

	// Owed is the obligation that the step discharges, None for a step that nobody owes:
	// the adversary's.
	Owed Duty

	// Bound is the bound that altered the step or, where there is no successor, disabled it.
	// Zero: none.
	Bound Bound

	// Action is the action of which this is an occurrence, zero for one without a name.
	Action Action
}

// An Action numbers the actions of a System, from 1. A number may depend on who asked first: it finds
// an action, and orders nothing.
type Action uint32

// Acting is implemented by a System that names its actions, so that a report can say how often
// each was enabled and taken.
type Acting interface {
	// Actions lists the actions in the order of a report, which depends on nothing but their names.
	// An action may be listed only once a Step has carried it. It is called from any goroutine.
	Actions() []NamedAction
}

// A NamedAction is an action that Steps may carry.
type NamedAction struct {
	Action Action
	Name   string

	// Expected: a report lists it even if it was never enabled. One that is not expected is listed
	// where it was: what else a System has met depends on how far its workers were ahead.
	Expected bool
}

// A Duty is an obligation of fairness: the steps of one duty are owed together.
// The zero Duty owes nothing.
type Duty uint16

// None is the duty of the adversary.
const None Duty = 0

// strong changes the duties under strong fairness.
const strong Duty = 1 << 15

// Weak is duty number n (from 0 to 32766) under weak fairness: enabled for ever, it is
// discharged again and again.
func Weak(n int) Duty { return duty(n) }

// Strong is duty number n (from 0 to 32766) under strong fairness: enabled again and again, it
// is discharged again and again. It has nothing to do with Weak(n).
func Strong(n int) Duty { return duty(n) | strong }

// IsStrong reports whether the duty is under strong fairness.
func (d Duty) IsStrong() bool { return d&strong != 0 }

// duty panics rather than let a number wrap and become another duty, or None.
func duty(n int) Duty {
	if n < 0 || n >= int(strong)-1 {
		panic("checker: a duty has a number from 0 to 32766")
	}
	return Duty(n + 1)
}

// Outlasting is implemented by a System in which duties under weak fairness outlast their enabled
// steps, as a timer stays armed while it may not fire. A duty lasts in the states in which it is
// enabled and in those of which Lasts emits it. One that lasts for ever and is enabled again and
// again is discharged again and again. So under weak fairness proper a duty lasts only while it is
// enabled; one that always lasts is under strong fairness.
type Outlasting interface {
	System

	// Lasts emits duties under weak fairness that last in s. It must not change s.
	Lasts(s State, emit func(Duty))
}

// number tells all duties apart, Weak(n) and Strong(n) too, by small numbers.
func (d Duty) number() int { return int(d.rotated()) - 2 }

// rotated is the number and two, and 0 for None.
func (d Duty) rotated() uint16 { return mathbits.RotateLeft16(uint16(d), 1) }

// A Bound numbers the bounds of the modeller's own: Bound(1) is the first name of Bounded.
type Bound uint8

// Bounded is implemented by a System that cuts its own behaviour short somewhere.
type Bounded interface {
	// Bounds names the bounds that a Step can carry, Bound(1) first.
	Bounds() []string
}

// Describer is implemented by a System that can put itself into words.
type Describer interface {
	// DescribeState puts a state into one line.
	DescribeState(s State) string

	// DescribeStep names a step out of a state.
	DescribeStep(from State, step Step) string
}

// Overflow is what a System panics with when its numbers outgrow a Cell. The run then ends
// inconclusive with the bound that the Overflow names; nothing ever wraps.
type Overflow = component.Overflow
