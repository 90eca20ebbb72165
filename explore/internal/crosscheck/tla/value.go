package tla

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Value is the canonical text of a value of TLA+.
type Value string

// Bool is TRUE or FALSE.
func Bool(truth bool) Value { return Value(strings.ToUpper(strconv.FormatBool(truth))) }

// Int is a number.
func Int(n int) Value { return Value(strconv.Itoa(n)) }

// String is a string of printable ASCII characters.
func String(s string) Value { return Value(strconv.Quote(s)) }

// Set is the set of the elements. Their order and repetitions do not matter.
func Set(elements ...Value) Value {
	sorted := slices.SortedFunc(slices.Values(elements), compare)
	return Value("{" + join(slices.Compact(sorted), ", ") + "}")
}

// Tuple is <<elements[0], elements[1], ...>>, which is a sequence too.
func Tuple(elements ...Value) Value { return Value("<<" + join(elements, ", ") + ">>") }

// Record is [name |-> value, ...].
func Record(fields map[string]Value) Value {
	f := map[Value]Value{}
	for name, value := range fields {
		f[String(name)] = value
	}
	return Function(f)
}

// field matches the string of a name that a record may have.
var field = regexp.MustCompile(`^"[A-Za-z]\w*"$`)

// Function maps arguments to values. It is written as a sequence or as a record if it is one.
func Function(f map[Value]Value) Value {
	arguments := slices.SortedFunc(maps.Keys(f), compare)
	isSequence, isRecord := true, true
	var values, fields, pairs []Value
	for i, a := range arguments {
		isSequence, isRecord = isSequence && a == Int(i+1), isRecord && field.MatchString(string(a))
		values = append(values, f[a])
		fields = append(fields, Value(strings.Trim(string(a), `"`))+" |-> "+f[a])
		pairs = append(pairs, a+" :> "+f[a])
	}
	switch {
	case isSequence:
		return Tuple(values...)
	case isRecord:
		return Value("[" + join(fields, ", ") + "]")
	}
	return Value("(" + join(pairs, " @@ ") + ")")
}

// compare orders numbers by size, strings by their bytes, and other values by length first.
func compare(a, b Value) int {
	if a[0] == '"' && b[0] == '"' {
		return cmp.Compare(a, b)
	}
	if isNumber(a) && isNumber(b) {
		x, _ := strconv.Atoi(string(a))
		y, _ := strconv.Atoi(string(b))
		return cmp.Compare(x, y)
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

func isNumber(v Value) bool { return v[0] == '-' || '0' <= v[0] && v[0] <= '9' }

func join(values []Value, separator string) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(string(v))
	}
	return b.String()
}

// A State maps every variable to its value.
type State map[string]Value

// String writes a line "/\ x = 1" for each variable, in the order of their names.
func (s State) String() string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		lines = append(lines, `/\ `+name+" = "+string(s[name]))
	}
	return strings.Join(lines, "\n")
}
