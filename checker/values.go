package checker

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"sync"
)

// Values makes a System with comparable Go values as states. It is convenient, not fast.
//
// init lists the initial states. next emits the steps out of a state, in an order that depends on the state alone: the name of the
// step, its class, and the state to which it leads.
func Values[S comparable](init []S, next func(s S, emit func(name string, fairness FairnessClass, to S))) *ValueSystem[S] {
	return &ValueSystem[S]{init: init, next: next, numbers: make(map[S]uint32)}
}

// A ValueSystem is a System with numbers of values as states. The numbers are given in the order of discovery, which depends on the
// workers.
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

// Spelling is implemented by a System with cells that are numbers of values, given in the order of discovery. Such numbers differ
// between programs. Spellings of the values do not, so that programs can exchange states.
type Spelling interface {
	// Kinds lists the kind of number of each cell of a state. Equal numbers of one kind stand for equal values. A number of kind 0
	// stands for itself.
	Kinds() []int

	// Spell spells the value of a number of a kind: equal values alike, and different ones differently, in each program. The error
	// is the reason why a value cannot be spelt.
	Spell(kind int, n uint32) (string, error)
}

// Spell spells a comparable value: equal values alike, and different ones differently, in each program. A pointer or a channel can
// only be spelt if it is nil.
func Spell(value any) (string, error) {
	text, err := spell(nil, reflect.ValueOf(value))
	return string(text), err
}

func spell(to []byte, v reflect.Value) (_ []byte, err error) {
	switch {
	case v.CanInt():
		return binary.AppendVarint(to, v.Int()), nil
	case v.CanUint():
		return binary.AppendUvarint(to, v.Uint()), nil
	case v.CanFloat(): // 0 and -0 are equal
		return binary.AppendUvarint(to, math.Float64bits(v.Float()+0)), nil
	case v.CanComplex():
		to = binary.AppendUvarint(to, math.Float64bits(real(v.Complex())+0))
		return binary.AppendUvarint(to, math.Float64bits(imag(v.Complex())+0)), nil
	}
	switch v.Kind() {
	case reflect.Invalid:
		return append(to, 0), nil
	case reflect.Bool:
		return append(to, byte(btoi(v.Bool()))), nil
	case reflect.String:
		return append(binary.AppendUvarint(to, uint64(v.Len())), v.String()...), nil
	case reflect.Array:
		for i := 0; i < v.Len() && err == nil; i++ {
			to, err = spell(to, v.Index(i))
		}
		return to, err
	case reflect.Struct:
		for i := 0; i < v.NumField() && err == nil; i++ {
			if v.Type().Field(i).Name != "_" { // which no comparison sees
				to, err = spell(to, v.Field(i))
			}
		}
		return to, err
	case reflect.Interface:
		if v.IsNil() {
			return append(to, 0), nil
		}
		t := v.Elem().Type()
		name := t.PkgPath() + " " + t.String()
		return spell(append(binary.AppendUvarint(to, uint64(len(name))), name...), v.Elem())
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		if v.IsNil() {
			return append(to, 0), nil
		}
	}
	return nil, fmt.Errorf("a %v cannot be told to another process", v.Type())
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Kinds is part of Spelling.
func (v *ValueSystem[S]) Kinds() []int { return []int{1} }

// Spell is part of Spelling.
func (v *ValueSystem[S]) Spell(_ int, n uint32) (string, error) {
	return Spell(struct{ value any }{v.Value(State{n})})
}
