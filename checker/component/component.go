// Package component checks systems of components. A system says in plain code what each component may do; the package
// memoizes this code, so that it becomes fast without a second description of the system.
//
// A state is one value for each component. The values of a component are interned: each gets a number. A state is a row of
// these numbers, packed into machine words. A step belongs to one component. It replaces that component's value and sends
// messages to others; each message replaces its receiver's value at once. Of other components a step may know only the
// answers to questions about their values.
//
// For each class of steps, and each part of a value that the class may read, the package keeps a decision tree: inner nodes are
// the questions of the plain code, leaves are its steps. Expanding a state walks these trees. The plain code runs only where a
// walk leaves what is known.
// What the properties may read of a state is treated alike: it is what each value shows.
//
// Numbers of values, questions and classes depend on the order of discovery. They find things; they never order or choose.
package component

import "fmt"

// A Value is the state of one component: any comparable value but nil.
type Value = any

// A Message is what a step sends to a component: any comparable value.
type Message = any

// A System is a set of components. Its methods depend on their arguments and on the answers of ask alone.
type System interface {
	// Initial returns the initial value of each component.
	Initial() []Value

	// Classes lists the classes of steps. The steps of a state are in the order of their classes.
	Classes() []Class

	// Steps lists the steps of a class from value v of its component.
	Steps(class Class, v Value, ask Ask) []Step

	// Receive returns the value that a message makes of value v of a component.
	Receive(component int, v Value, m Message) Value

	// Lasting lists the classes of fairness that last in value v of a component although no step of theirs may be enabled.
	Lasting(component int, v Value) []Fairness

	// Shown returns what the properties may read of value v of a component: a comparable value, and bits below 8 that a
	// state shows if any of its components does.
	Shown(component int, v Value) (own any, common uint8)
}

// Divided is an optional interface of a System. A class of steps may read and replace a part of a value alone. Values with equal parts
// share their memoized steps. Steps then gets the part in the place of the value, and Step.Next is a part, too. Given the whole
// value, Steps must list the same steps, with whole values.
type Divided interface {
	// Part returns the part of value v for a class: a comparable value, or nil if the class has no step from v. isShared is false
	// if few other values have the part; its steps are then kept with the value.
	Part(class Class, v Value) (part Value, isShared bool)

	// Whole returns what value v becomes when next replaces its part for a class.
	Whole(class Class, v, next Value) Value
}

// undivided is Divided for all other systems: the part is the whole value.
type undivided struct{}

func (undivided) Part(_ Class, v Value) (Value, bool) { return v, false }
func (undivided) Whole(_ Class, _, next Value) Value  { return next }

// dividedOf returns how a system divides its values.
func dividedOf(s System) Divided {
	if d, is := s.(Divided); is {
		return d
	}
	return undivided{}
}

// A View is what the properties may read of a state.
type View struct {
	Own    []any // of each component
	Common uint8 // of all components together
}

// A Class is some of the steps of one component. Index is a number of the system.
type Class struct{ Component, Index int }

// A Step is a step of a component. The sends take effect after the change of value, one by one.
type Step struct {
	Code     uint64 // the system's own name of the step, unique in a state
	Next     Value
	Sends    []Send
	Fairness Fairness
	Bound    int    // the bound of the system, from 1, that altered or disabled the step; 0 for none
	Action   string // the name of the action that the step is an occurrence of; "" for none

	// Disabled: a bound has disabled the step. It leads nowhere.
	Disabled bool
}

// A Send is a message to a component.
type Send struct {
	To      int
	Message Message
}

// A Fairness is a class of steps under weak or strong fairness. The zero value is no class: its steps may be ignored forever.
type Fairness struct {
	Class  any // a comparable name; nil for no class
	Strong bool
}

// Ask answers questions about the present values of components.
type Ask interface {
	// Is reports whether a predicate is true of the value of a component.
	Is(component int, q Question) bool

	// About returns an aspect of the value of a component.
	About(component int, a Aspect) any
}

// A Question is a predicate of a value. It is comparable: equal questions share their answers.
type Question interface{ Holds(v Value) bool }

// An Aspect is a part of a value. It is comparable, and so are its answers.
type Aspect interface{ Of(v Value) any }

// is is the question whether an aspect has a certain answer.
type is struct {
	aspect Aspect
	answer any
}

func (q is) Holds(v Value) bool { return q.aspect.Of(v) == q.answer }

// A Limit is the error of a system that is too large for this package.
type Limit struct{ What string }

func (l Limit) Error() string { return "too many " + l.What }

// Overflow is what a System panics with when its numbers outgrow their room. The exploration then ends with the bound that it
// names.
type Overflow struct{ What string }

func (o Overflow) Error() string { return "too many different " + o.What }

// An Impure is the error of a system that breaks a law: its plain code depends on more than its arguments and the answers to its
// questions, or a step leads nowhere for no reason.
type Impure struct{ What string }

func (i Impure) Error() string { return "a law of the system is broken: " + i.What }

// A Panic is the error of a system that panicked.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("the system panicked: %v", p.Value) }
