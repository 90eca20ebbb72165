package tla

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A reader goes through a text once. At the first fault it panics, which parse recovers.
type reader struct{ text, rest string }

type fault struct{ error }

// parse reads a whole text with the given function.
func parse[T any](text string, read func(*reader) T) (result T, err error) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case fault:
			err = f
		default:
			panic(f)
		}
	}()
	r := &reader{text, text}
	result = read(r)
	if r.next(); r.rest != "" {
		r.fail("the end")
	}
	return result, nil
}

func (r *reader) fail(expected string) {
	before := r.text[:len(r.text)-len(r.rest)]
	panic(fault{fmt.Errorf("line %d: expected %s, found %.40q", strings.Count(before, "\n")+1, expected, r.rest)})
}

// next skips blanks.
func (r *reader) next() { r.rest = strings.TrimLeft(r.rest, " \t\r\n") }

// skip reads a symbol if it comes next.
func (r *reader) skip(symbol string) (found bool) {
	r.next()
	r.rest, found = strings.CutPrefix(r.rest, symbol)
	return found
}

func (r *reader) must(symbol string) {
	if !r.skip(symbol) {
		r.fail(symbol)
	}
}

// word reads a name or a number, which must be there.
func (r *reader) word(form *regexp.Regexp, what string) string {
	r.next()
	word := form.FindString(r.rest)
	if word == "" {
		r.fail(what)
	}
	r.rest = r.rest[len(word):]
	return word
}

var (
	aName   = regexp.MustCompile(`^[A-Za-z]\w*`)
	aNumber = regexp.MustCompile(`^-?\d+`)
)

// value reads a value as TLC prints it, on one or more lines.
func (r *reader) value() Value {
	r.next()
	switch {
	case r.skip("{"):
		return Set(r.list("}")...)
	case r.skip("<<"):
		return Tuple(r.list(">>")...)
	case r.skip("["):
		return Function(r.pairs("|->", ",", "]"))
	case r.skip("("):
		return Function(r.pairs(":>", "@@", ")"))
	case strings.HasPrefix(r.rest, `"`):
		quoted, err := strconv.QuotedPrefix(r.rest)
		if err != nil {
			r.fail("a string")
		}
		r.rest = r.rest[len(quoted):]
		return Value(quoted)
	case aNumber.MatchString(r.rest):
		return r.number()
	}
	return Value(r.word(aName, "a value")) // TRUE, FALSE or a model value
}

// list reads values with commas between them up to a closing symbol.
func (r *reader) list(closing string) (values []Value) {
	if r.skip(closing) {
		return nil
	}
	for values = append(values, r.value()); !r.skip(closing); values = append(values, r.value()) {
		r.must(",")
	}
	return values
}

// pairs reads a record, whose arguments are names, or a function, up to the closing symbol.
func (r *reader) pairs(maps, between, closing string) map[Value]Value {
	f := map[Value]Value{}
	for {
		var argument Value
		if maps == "|->" {
			argument = String(r.word(aName, "the name of a field"))
		} else {
			argument = r.value()
		}
		r.must(maps)
		if _, twice := f[argument]; twice {
			r.fail("an argument other than " + string(argument))
		}
		if f[argument] = r.value(); r.skip(closing) {
			return f
		}
		r.must(between)
	}
}

// widest is the largest interval that is expanded, TLC's own limit for a set.
const widest = 1_000_000

// number reads an integer, or the interval that begins with one.
func (r *reader) number() Value {
	lowest := r.integer()
	if !r.skip("..") {
		return Int(lowest)
	}
	highest := r.integer()
	if highest-lowest >= widest {
		r.fail(fmt.Sprintf("an interval of at most %d elements", widest))
	}
	var all []Value
	for n := lowest; n <= highest; n++ {
		all = append(all, Int(n))
	}
	return Set(all...)
}

// integer reads a number of 32 bits, as TLC's are.
func (r *reader) integer() int {
	n, err := strconv.ParseInt(r.word(aNumber, "a number"), 10, 32)
	if err != nil {
		r.fail("a number of 32 bits")
	}
	return int(n)
}

// ParseState reads a state as TLC prints it: "/\ x = 1" on a line, "/\ y = 2" on another, or
// "x = 1" if there is one variable; a value may take several lines.
func ParseState(text string) (State, error) {
	return parse(text, func(r *reader) State {
		s, several := State{}, r.skip(`/\`)
		for {
			name := r.word(aName, "the name of a variable")
			r.must("=")
			if _, twice := s[name]; twice {
				r.fail("a variable other than " + name)
			}
			s[name] = r.value()
			if !several || !r.skip(`/\`) {
				return s
			}
		}
	})
}

// ParseFunction reads the arguments and values of a function that is no sequence of one value or more.
func ParseFunction(v Value) (map[Value]Value, error) {
	if v == Tuple() {
		return nil, nil
	}
	return parse(string(v), func(r *reader) map[Value]Value {
		r.must("(")
		return r.pairs(":>", "@@", ")")
	})
}
