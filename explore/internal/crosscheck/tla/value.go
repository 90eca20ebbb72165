package tla

import (
	"iter"
	"slices"
	"sort"
)

// A Kind tells apart the values that are never equal.
type Kind uint8

const (
	Boolean Kind = iota + 1
	Integer
	Text       // a string
	ModelValue // equal to itself and to nothing else
	FiniteSet
	Mapping // a function: also a sequence, a tuple, a record
)

func (k Kind) String() string {
	switch k {
	case Boolean:
		return "boolean"
	case Integer:
		return "integer"
	case Text:
		return "string"
	case ModelValue:
		return "model value"
	case FiniteSet:
		return "set"
	case Mapping:
		return "function"
	}
	return "no value"
}

// A Value is a value of TLA+. It does not change once made, and may be shared between goroutines.
// The zero Value is none: it has no kind, and equals only itself.
type Value struct {
	kind   Kind
	number int    // of an Integer; 1 of TRUE, 0 of FALSE
	name   string // of a Text, a ModelValue
	// members are the elements of a set, ascending, or the values of a function in the order of
	// its arguments.
	members []Value
	// arguments are the domain of a function, ascending; nil if it is 1..len(members).
	arguments []Value
}

// Kind returns the kind of v, and 0 if v is no value.
func (v Value) Kind() Kind { return v.kind }

// Bool returns the truth of v; ok tells whether v is a boolean.
func (v Value) Bool() (truth, ok bool) { return v.number == 1, v.kind == Boolean }

// Int returns the number that v is; ok tells whether v is an integer.
func (v Value) Int() (n int, ok bool) { return v.number, v.kind == Integer }

// Text returns the string that v is, without quotes; ok tells whether v is a string.
func (v Value) Text() (s string, ok bool) { return v.name, v.kind == Text }

// Model returns the name of v; ok tells whether v is a model value.
func (v Value) Model() (name string, ok bool) { return v.name, v.kind == ModelValue }

// Len counts the elements of a set, or the arguments of a function: the length of a sequence. It
// is 0 for any other value.
func (v Value) Len() int { return len(v.members) }

// Elements returns the elements of a set in ascending order; ok tells whether v is a set.
func (v Value) Elements() (elements []Value, ok bool) {
	return slices.Clone(v.members), v.kind == FiniteSet
}

// Sequence returns the elements of a sequence, in its order; ok tells whether v is a function on
// 1..n.
func (v Value) Sequence() (elements []Value, ok bool) {
	if !v.isSequence() {
		return nil, false
	}
	return slices.Clone(v.members), true
}

func (v Value) isSequence() bool { return v.kind == Mapping && v.arguments == nil }

// Pairs goes through the arguments of a function, ascending, with their values. Other values have
// none.
func (v Value) Pairs() iter.Seq2[Value, Value] {
	return func(yield func(argument, value Value) bool) {
		if v.kind != Mapping {
			return
		}
		for i, value := range v.members {
			if !yield(v.argument(i), value) {
				return
			}
		}
	}
}

// argument returns the argument of a function that is number i, from 0, in ascending order.
func (v Value) argument(i int) Value {
	if v.arguments == nil {
		return Int(i + 1)
	}
	return v.arguments[i]
}

// Apply returns v[argument]; ok tells whether v is a function with the argument in its domain.
func (v Value) Apply(argument Value) (value Value, ok bool) {
	if v.kind != Mapping {
		return Value{}, false
	}
	i, found := sort.Find(len(v.members), func(i int) int { return Compare(argument, v.argument(i)) })
	if !found {
		return Value{}, false
	}
	return v.members[i], true
}

// Field returns v.name, which is v["name"]; ok tells whether there is such a field.
func (v Value) Field(name string) (value Value, ok bool) {
	return v.Apply(Value{kind: Text, name: name})
}

// Has reports whether v is a set with that element.
func (v Value) Has(element Value) bool {
	_, found := slices.BinarySearchFunc(v.members, element, Compare)
	return found && v.kind == FiniteSet
}
