package tla

import (
	"maps"
	"slices"
	"strconv"
)

// A State maps every variable to its value.
type State map[string]Value

// ParseState reads a state as TLC prints it: "/\ x = 1" on a line, "/\ y = 2" on another, or
// "x = 1" if there is one variable; a value may take several lines. The error is a *[SyntaxError].
func ParseState(text string) (State, error) { return parse(text, (*reader).state) }

func (r *reader) state() State {
	s := State{}
	if !r.skip(`/\`) {
		r.assignment(s)
		return s
	}
	for r.assignment(s); r.next() != 0; r.assignment(s) {
		r.must(`/\`)
	}
	return s
}

func (r *reader) assignment(s State) {
	r.space()
	at := r.at
	name := r.name()
	if name == "" {
		r.fail("the name of a variable")
	}
	if _, twice := s[name]; twice || !isName(name) {
		r.failAt(at, "the name of another variable", strconv.Quote(name))
	}
	r.must("=")
	s[name] = r.value()
}

// Variables lists the variables in the order of their names.
func (s State) Variables() []string { return slices.Sorted(maps.Keys(s)) }

// String returns the canonical text of a state: a line "/\ x = 1" for each variable, in the order
// of their names, the values in their canonical text. [ParseState] reads it back; two states are
// equal exactly if their texts are. The state without variables is TRUE.
func (s State) String() string {
	if len(s) == 0 {
		return "TRUE"
	}
	var b []byte
	for i, name := range s.Variables() {
		if i > 0 {
			b = append(b, '\n')
		}
		b = append(b, `/\ `+name+" = "...)
		b = s[name].Append(b)
	}
	return string(b)
}
