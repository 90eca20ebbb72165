package tla

import (
	"fmt"
	"slices"
)

// Bool is TRUE or FALSE.
func Bool(truth bool) Value {
	if truth {
		return Value{kind: Boolean, number: 1}
	}
	return Value{kind: Boolean}
}

// Int is a number. TLC itself knows only those of 32 bits.
func Int(n int) Value { return Value{kind: Integer, number: n} }

// String is a string. TLA+ can spell the printable characters of ASCII, and tab, line feed, form
// feed and carriage return: String panics if s has any other.
func String(s string) Value {
	for i := range len(s) {
		if !spellable(s[i]) {
			panic(fmt.Sprintf("tla: a string of TLA+ cannot have the byte %#02x of %q", s[i], s))
		}
	}
	return Value{kind: Text, name: s}
}

// Model is a model value. Model panics if the name is not an identifier of TLA+, or has a meaning already.
func Model(name string) Value {
	if !isName(name) {
		panic(fmt.Sprintf("tla: %q cannot be the name of a model value", name))
	}
	return Value{kind: ModelValue, name: name}
}

// Set is the set of the elements. Their order and repetitions do not matter.
func Set(elements ...Value) Value { return setOf(slices.Clone(elements)) }

// setOf keeps and reorders the slice.
func setOf(elements []Value) Value {
	if !slices.IsSortedFunc(elements, Compare) {
		slices.SortFunc(elements, Compare)
	}
	return Value{kind: FiniteSet, members: slices.CompactFunc(elements, Equal)}
}

// Interval is lowest..highest, which is empty if lowest > highest.
func Interval(lowest, highest int) Value {
	v := Value{kind: FiniteSet}
	for n := lowest; n <= highest; n++ {
		v.members = append(v.members, Int(n))
	}
	return v
}

// Tuple is <<elements[0], elements[1], ...>>, which is a sequence too.
func Tuple(elements ...Value) Value {
	return Value{kind: Mapping, members: slices.Clone(elements)}
}

// A Pair is an argument of a function and its value.
type Pair struct{ Argument, Value Value }

// A Field is a field of a record.
type Field struct {
	Name  string
	Value Value
}

// Record is [name |-> value, ...]. It panics if a name occurs twice.
func Record(fields ...Field) Value {
	pairs := make([]Pair, len(fields))
	for i, f := range fields {
		pairs[i] = Pair{String(f.Name), f.Value}
	}
	return Function(pairs...)
}

// Function is (argument :> value @@ ...). The order of the pairs does not matter. It panics if an argument occurs
// twice.
func Function(pairs ...Pair) Value {
	v, twice := functionOf(slices.Clone(pairs))
	if twice.kind != 0 {
		panic(fmt.Sprintf("tla: a function with %v twice", twice))
	}
	return v
}

// functionOf keeps and reorders the slice. It returns an argument that occurs twice, if any.
func functionOf(pairs []Pair) (v, twice Value) {
	byArgument := func(a, b Pair) int { return Compare(a.Argument, b.Argument) }
	if !slices.IsSortedFunc(pairs, byArgument) {
		slices.SortFunc(pairs, byArgument)
	}
	v = Value{kind: Mapping, members: make([]Value, len(pairs))}
	sequence := true
	for i, p := range pairs {
		if i > 0 && Equal(pairs[i-1].Argument, p.Argument) {
			return Value{}, p.Argument
		}
		v.members[i] = p.Value
		sequence = sequence && p.Argument.kind == Integer && p.Argument.number == i+1
	}
	if sequence {
		return v, Value{}
	}
	v.arguments = make([]Value, len(pairs))
	for i, p := range pairs {
		v.arguments[i] = p.Argument
	}
	return v, Value{}
}
