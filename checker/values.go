package checker

import (
	"fmt"
	"sync"
)

// Values makes a System with comparable Go values as states. It is convenient, not fast.
//
// init lists the initial states. next emits the steps out of a state, in an order that depends on the state alone: the name of the
// step, its class, and the state to which it leads.
func Values[S comparable](init []S, next func(s S, emit func(name string, fairness FairnessClass, to S))) *ValueSystem[S] {
	return &ValueSystem[S]{init: init, next: next, numbers: make(map[S]uint32)}
}

// A ValueSystem is a System with numbers of values as states.
type ValueSystem[S comparable] struct {
	init []S
	next func(S, func(string, FairnessClass, S))

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

// Steps is part of System. The code of a step is its place.
func (v *ValueSystem[S]) Steps(s State, emit func(Step, State)) {
	n := uint64(0)
	v.next(v.Value(s), func(_ string, fairness FairnessClass, to S) {
		emit(Step{Code: n, Fairness: fairness}, v.state(to))
		n++
	})
}

// Value returns the value of a state.
func (v *ValueSystem[S]) Value(s State) S {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.values[s[0]]
}

// On makes a predicate of states of a predicate of values.
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
	v.next(v.Value(from), func(called string, _ FairnessClass, _ S) {
		if n == step.Code {
			name = called
		}
		n++
	})
	return name
}
