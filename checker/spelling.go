package checker

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
)

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
