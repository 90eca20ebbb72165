package checker

import (
	"fmt"
	"sync"
)

// Values makes a System of one whose whole states are comparable Go values: literal graphs in
// tests, small systems of one's own. It is convenient rather than fast.
//
// init lists the initial states. next emits the steps out of a state in an order that depends
// on the state alone: the step's name, for people, what it owes, and where it leads.
func Values[S comparable](init []S, next func(s S, emit func(name string, owed Duty, to S))) *ValueSystem[S] {
	return &ValueSystem[S]{init: init, next: next, numbers: make(map[S]uint32)}
}

// A ValueSystem numbers the values it meets; a state is such a number.
type ValueSystem[S comparable] struct {
	init []S
	next func(S, func(string, Duty, S))

	mu      sync.RWMutex
	numbers map[S]uint32
	values  []S
}

func (v *ValueSystem[S]) Width() int { return 1 }

func (v *ValueSystem[S]) Init(emit func(State)) {
	for _, s := range v.init {
		emit(v.state(s))
	}
}

// Steps numbers the steps in the order in which next emits them.
func (v *ValueSystem[S]) Steps(s State, emit func(Step, State)) {
	n := uint64(0)
	v.next(v.Value(s), func(_ string, owed Duty, to S) {
		emit(Step{Code: n, Owed: owed}, v.state(to))
		n++
	})
}

// Value returns the value that a state stands for.
func (v *ValueSystem[S]) Value(s State) S {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.values[s[0]]
}

// On makes a predicate on states of one on values.
func (v *ValueSystem[S]) On(p func(S) bool) Predicate {
	return func(s State) bool { return p(v.Value(s)) }
}

func (v *ValueSystem[S]) state(value S) State {
	if value != value {
		panic(brokenLaw("the value %v is not equal to itself", value))
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	n, known := v.numbers[value]
	if !known {
		n = uint32(len(v.values))
		v.numbers[value] = n
		v.values = append(v.values, value)
	}
	return State{n}
}

func (v *ValueSystem[S]) DescribeState(s State) string { return fmt.Sprint(v.Value(s)) }

func (v *ValueSystem[S]) DescribeStep(from State, step Step) string {
	name, n := "", uint64(0)
	v.next(v.Value(from), func(called string, _ Duty, _ S) {
		if n == step.Code {
			name = called
		}
		n++
	})
	return name
}
