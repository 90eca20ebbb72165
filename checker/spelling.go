package checker

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
)

// Spelling is implemented by a System in whose states numbers stand for something else, and are given out in the order of
// asking: another process gives out others. It says what they stand for, so that states can go from one process to another.
type Spelling interface {
	// Places lists what the cells of a state hold, in their order.
	Places() []Place

	// Spell says what a number of a kind stands for: in every process the same of the same, and different of different ones.
	// The error says what it is that only one process knows.
	Spell(kind int, n uint32) (string, error)
}

// A Place is where a state has one number.
type Place struct {
	Cells int // one, or two with the lower half in the first
	Kind  int // numbers of a kind stand for the same; 0: the number stands for itself
}

// In returns the number that begins with a cell.
func (p Place) In(s State, cell int) uint32 {
	if p.Cells == 2 {
		return uint32(s[cell]) | uint32(s[cell+1])<<16
	}
	return uint32(s[cell])
}

// Put puts a number where In finds it.
func (p Place) Put(s State, cell int, n uint32) {
	if s[cell] = Cell(n); p.Cells == 2 {
		s[cell+1] = Cell(n >> 16)
	}
}

// PlacesOf lists what the cells of the states of a system hold. Without a Spelling, numbers stand for themselves.
func PlacesOf(system System) []Place {
	if s, ok := system.(Spelling); ok {
		return s.Places()
	}
	places := make([]Place, system.Width())
	for i := range places {
		places[i].Cells = 1
	}
	return places
}

// Spell spells a comparable value: equal ones alike and different ones differently, in every process. A pointer or a channel
// that is not nil cannot be spelt, for it is equal to nothing anywhere else.
func Spell(value any) (string, error) {
	text, err := spell(nil, reflect.ValueOf(value))
	return string(text), err
}

func spell(to []byte, v reflect.Value) (_ []byte, err error) {
	switch v.Kind() {
	case reflect.Invalid:
		return append(to, 0), nil
	case reflect.Bool:
		return append(to, byte(btoi(v.Bool()))), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(to, v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return binary.AppendUvarint(to, v.Uint()), nil
	case reflect.Float32, reflect.Float64: // 0 and -0 are equal
		return binary.AppendUvarint(to, math.Float64bits(v.Float()+0)), nil
	case reflect.Complex64, reflect.Complex128:
		to = binary.AppendUvarint(to, math.Float64bits(real(v.Complex())+0))
		return binary.AppendUvarint(to, math.Float64bits(imag(v.Complex())+0)), nil
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

// Places is part of Spelling.
func (v *ValueSystem[S]) Places() []Place { return []Place{{Cells: 2, Kind: 1}} }

// Spell is part of Spelling.
func (v *ValueSystem[S]) Spell(_ int, n uint32) (string, error) {
	return Spell(struct{ value any }{v.Value(State{Cell(n), Cell(n >> 16)})})
}
