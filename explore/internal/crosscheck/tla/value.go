package tla

import (
	"iter"
	"slices"
	"sort"
)

// A Kind is a kind of values. Values of different kinds are never equal.
type Kind uint8

const (
	Boolean Kind = iota + 1
	Integer
	Text       // a string
	ModelValue // equal only to itself
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

// A Value is a value of TLA+. It is immutable and may be shared between goroutines. The zero Value is not a value
// of TLA+: it has no kind, and equals only itself.
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

// Kind returns the kind of v, or 0 for the zero Value.
func (v Value) Kind() Kind { return v.kind }

// Bool returns the truth of v; ok reports whether v is a boolean.
func (v Value) Bool() (truth, ok bool) { return v.number == 1, v.kind == Boolean }

// Int returns the number v; ok reports whether v is an integer.
func (v Value) Int() (n int, ok bool) { return v.number, v.kind == Integer }

// Text returns the string v without quotes; ok reports whether v is a string.
func (v Value) Text() (s string, ok bool) { return v.name, v.kind == Text }

// Model returns the name of v; ok reports whether v is a model value.
func (v Value) Model() (name string, ok bool) { return v.name, v.kind == ModelValue }

// Len is the number of elements of a set or of arguments of a function, which is the length of a sequence. It is 0
// for any other value.
func (v Value) Len() int { return len(v.members) }

// Elements returns the elements of a set in ascending order; ok reports whether v is a set.
func (v Value) Elements() (elements []Value, ok bool) {
	return slices.Clone(v.members), v.kind == FiniteSet
}

// Sequence returns the elements of a sequence in order; ok reports whether v is a function on 1..n.
func (v Value) Sequence() (elements []Value, ok bool) {
	if !v.isSequence() {
		return nil, false
	}
	return slices.Clone(v.members), true
}

func (v Value) isSequence() bool { return v.kind == Mapping && v.arguments == nil }

// Pairs yields the arguments of a function, ascending, with their values. For any other value it yields nothing.
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

// argument returns argument i of a function, from 0, in ascending order.
func (v Value) argument(i int) Value {
	if v.arguments == nil {
		return Int(i + 1)
	}
	return v.arguments[i]
}

// Apply returns v[argument]; ok reports whether v is a function with the argument in its domain.
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

// Field returns v.name, which is v["name"]; ok reports whether v has that field.
func (v Value) Field(name string) (value Value, ok bool) {
	return v.Apply(Value{kind: Text, name: name})
}

// Has reports whether v is a set with that element.
func (v Value) Has(element Value) bool {
	_, found := slices.BinarySearchFunc(v.members, element, Compare)
	return found && v.kind == FiniteSet
}
