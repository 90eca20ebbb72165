package checker

import "interrex/checker/component"

// A Cell is a small integer, a part of a state.
type Cell = uint32

// A State is a global state: a vector of small integers. Two states are the same if their vectors are equal.
type State []Cell

// A System is a transition system over vectors of small integers.
//
// Laws. The methods are pure: for equal states they emit the same in the same order, on any goroutine. The order of steps does not
// depend on the order in which numbers were given to values. Each emitted State has Width cells. Check panics with a BrokenLaw if
// it detects that a law is broken.
//
// A System may have further methods:
//
//   - Lasts(s State, emit func(FairnessClass)) emits classes under weak fairness that last in s, as a timer stays armed while it may not
//     fire. If a class lasts from some moment on and is enabled again and again, a fair run takes its steps again and again.
//   - Actions() []NamedAction lists the actions in an order that depends on their names alone. An action may be missing as long as
//     no Step has had it. The report then counts how often each was enabled and taken.
//   - Bounds() []string lists the names of the bounds that a Step can have, Bound(1) first.
//   - Actor(step Step) int returns the number of the process that takes a step; a negative number means none. It depends on the code
//     of the step alone. Of the shortest counterexamples, one is shown in which the process changes least often.
//   - DescribeState(s State) string and DescribeStep(from State, step Step) string describe a state, and a step out of a state, in
//     one line.
type System interface {
	// Width is the number of cells of every state, at least 1.
	Width() int

	// Init emits the initial states.
	Init(emit func(State))

	// Steps emits each step enabled in s with the state it leads to. It must not change s. It may reuse an emitted State once emit
	// has returned.
	//
	// A step that a bound of the System has disabled is emitted with a nil State and its Bound. It is not counted as a step, and
	// makes the exploration incomplete.
	Steps(s State, emit func(Step, State))
}

// A Step is one occurrence of an action.
type Step struct {
	// Code identifies the step for the System. It does not depend on numbers that are given in the order of discovery.
	Code uint64

	// Fairness is the class of fairness to which the step belongs; None: it may be ignored forever.
	Fairness FairnessClass

	// Bound is the bound of the System that altered the step or, if it leads nowhere, disabled it; 0: none.
	Bound Bound

	// Action is the action that the step is an occurrence of; 0 means an action without a name.
	Action Action
}

// An Action is the number of an action of a System, from 1 to 65535. Numbers may be given in the order of discovery: they do not order.
type Action uint32

// A NamedAction is an action of a System.
type NamedAction struct {
	Action Action
	Name   string

	// Expected: a report lists the action even if it was never enabled.
	Expected bool
}

// A FairnessClass is a class of steps. A fair run takes a step of a class again and again, under the condition of Weak or Strong.
type FairnessClass uint16

// None is the class of steps that may be ignored forever.
const None FairnessClass = 0

// Weak is class number n, from 0 to 32766, under weak fairness. Its steps are taken again and again if one of them is enabled in each
// state from some moment on.
func Weak(n int) FairnessClass { return class(n) }

// Strong is class number n, from 0 to 32766, under strong fairness. Its steps are taken again and again if one of them is enabled
// again and again. It is another class than Weak(n).
func Strong(n int) FairnessClass { return class(n) + 1 }

// IsStrong reports whether the class is under strong fairness.
func (f FairnessClass) IsStrong() bool { return f != None && f%2 == 0 }

// class panics if the number would wrap.
func class(n int) FairnessClass {
	if n < 0 || n > 32766 {
		panic("checker: a class has a number from 0 to 32766")
	}
	return FairnessClass(2*n + 1)
}

// A Bound is the number of a bound of a System, from 1: the place of its name in the list of its method Bounds.
type Bound uint8

// Overflow is what a System panics with if its numbers do not fit into cells. The exploration then ends with the bound that the
// Overflow names.
type Overflow = component.Overflow

// The optional methods of a System, which its comment explains.
type (
	outlasting interface {
		Lasts(s State, emit func(FairnessClass))
	}
	acting     interface{ Actions() []NamedAction }
	bounding   interface{ Bounds() []string }
	attributed interface{ Actor(step Step) int }

	describer interface {
		DescribeState(s State) string
		DescribeStep(from State, step Step) string
	}
)

// actorOf returns the method Actor of a system, or nil.
func actorOf(system System) func(code uint64) int {
	if a, ok := system.(attributed); ok {
		return func(code uint64) int { return a.Actor(Step{Code: code}) }
	}
	return nil
}
