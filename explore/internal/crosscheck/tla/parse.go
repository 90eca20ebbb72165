package tla

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	// deepest is how deep values may be nested: far deeper than any useful state.
	deepest = 1000
	// widest is the largest interval that is expanded, TLC's own limit for a set.
	widest = 1_000_000
)

// Parse reads a value as TLC prints it, on one or more lines. The error is a *[SyntaxError].
func Parse(text string) (Value, error) { return parse(text, (*reader).value) }

func (r *reader) value() Value {
	if r.depth++; r.depth > deepest {
		r.fail(fmt.Sprintf("a value nested at most %d deep", deepest))
	}
	defer func() { r.depth-- }()
	switch c := r.next(); {
	case c == '{':
		r.must("{")
		return setOf(r.list("}"))
	case c == '<':
		r.must("<<")
		return Value{kind: Mapping, members: r.list(">>")}
	case c == '[':
		return r.record()
	case c == '(':
		return r.function()
	case c == '"':
		return Value{kind: Text, name: r.quoted()}
	case c == '-' || isDigit(c):
		return r.number()
	case isNamed(c):
		return r.word()
	}
	r.fail("a value")
	return Value{}
}

// list reads values with commas between them up to a closing symbol.
func (r *reader) list(closing string) (values []Value) {
	if r.skip(closing) {
		return nil
	}
	for {
		values = append(values, r.value())
		if r.skip(closing) {
			return values
		}
		if !r.skip(",") {
			r.fail(`"," or ` + strconv.Quote(closing))
		}
	}
}

// record reads [name |-> value, ...]. A record has at least one field.
func (r *reader) record() Value {
	var pairs []Pair
	begin := r.at
	for r.must("["); ; r.must(",") {
		r.space()
		at := r.at
		name := r.name()
		if name == "" {
			r.fail("the name of a field")
		}
		if !isName(name) {
			r.failAt(at, "the name of a field", strconv.Quote(name))
		}
		r.must("|->")
		pairs = append(pairs, Pair{Value{kind: Text, name: name}, r.value()})
		if r.skip("]") {
			return r.functionOf(pairs, begin)
		}
		if r.next() != ',' {
			r.fail(`"," or "]"`)
		}
	}
}

// function reads (argument :> value @@ ...). This notation has at least one argument.
func (r *reader) function() Value {
	var pairs []Pair
	begin := r.at
	for r.must("("); ; {
		argument := r.value()
		r.must(":>")
		pairs = append(pairs, Pair{argument, r.value()})
		if r.skip(")") {
			return r.functionOf(pairs, begin)
		}
		if !r.skip("@@") {
			r.fail(`"@@" or ")"`)
		}
	}
}

// functionOf refuses an argument that occurs twice. TLA+ gives it a meaning with @@, but TLC never prints it, so
// it must be a mistake.
func (r *reader) functionOf(pairs []Pair, begin int) Value {
	v, twice := functionOf(pairs)
	if twice.kind != 0 {
		r.failAt(begin, "a function with every argument once", twice.String()+" twice")
	}
	return v
}

// quoted reads a string. Most strings have no escape and are returned as a part of the text.
func (r *reader) quoted() string {
	r.must(`"`)
	var unescaped []byte
	begin := r.at
	for ; r.at < len(r.text) && r.text[r.at] != '"'; r.at++ {
		switch c := r.text[r.at]; {
		case c == '\\':
			unescaped = append(unescaped, r.text[begin:r.at]...)
			r.at++
			unescaped = append(unescaped, r.escape())
			begin = r.at + 1
		case c < ' ' || c > '~':
			r.fail("a printable character of ASCII, or an escape")
		}
	}
	rest := r.text[begin:r.at]
	if r.at == len(r.text) {
		r.fail("a closing quote")
	}
	r.at++
	if unescaped == nil {
		return rest
	}
	return string(unescaped) + rest
}

// escape returns the meaning of the letter here after a backslash.
func (r *reader) escape() byte {
	if r.at < len(r.text) {
		if e := strings.IndexByte(escaped, r.text[r.at]); e >= 0 {
			return escapes[e]
		}
	}
	r.fail("one of " + escaped + " after the backslash")
	return 0
}

// number reads an integer, or the interval that begins with one.
func (r *reader) number() Value {
	lowest := r.integer()
	if !r.skip("..") {
		return Int(lowest)
	}
	r.space()
	at := r.at
	highest := r.integer()
	if highest >= lowest && uint(highest)-uint(lowest) >= widest {
		r.failAt(at, fmt.Sprintf("an interval of at most %d elements", widest), strconv.Itoa(highest))
	}
	return Interval(lowest, highest)
}

// integer reads an optional minus and digits, with nothing between them.
func (r *reader) integer() int {
	r.space()
	begin := r.at
	if r.text[begin:] != "" && r.text[begin] == '-' {
		r.at++
	}
	if r.at == len(r.text) || !isDigit(r.text[r.at]) {
		r.fail("a digit")
	}
	r.name()
	n, err := strconv.Atoi(r.text[begin:r.at])
	if err != nil {
		r.failAt(begin, "an integer that fits the machine", strconv.Quote(r.text[begin:r.at]))
	}
	return n
}

// word reads TRUE, FALSE or a model value.
func (r *reader) word() Value {
	at := r.at
	switch name := r.name(); {
	case name == "TRUE":
		return Bool(true)
	case name == "FALSE":
		return Bool(false)
	case isName(name):
		return Value{kind: ModelValue, name: name}
	default:
		r.failAt(at, "a value that TLC has enumerated", strconv.Quote(name))
	}
	return Value{}
}
