package crosscheck

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/scanner"
)

// A value is the canonical text of a value of TLA+, on one line: equal values have equal texts. A function on 1..n is
// written as a sequence, a function on names as a record, an interval as a set.
type value string

type (
	function = map[value]value
	fields   = map[string]value
)

func boolean(truth bool) value           { return value(strings.ToUpper(strconv.FormatBool(truth))) }
func integer[N ~int | ~int32](n N) value { return value(strconv.Itoa(int(n))) }
func quoted(s string) value              { return value(strconv.Quote(s)) }
func textOf(v value) string              { return string(v) }

// set is the set of the elements. Their order and repetitions do not matter.
func set(elements ...value) value {
	return value("{" + each(slices.Compact(slices.Sorted(slices.Values(elements))), ", ", textOf) + "}")
}

// tuple is <<elements[0], elements[1], ...>>, which is a sequence too.
func tuple(elements ...value) value { return value("<<" + each(elements, ", ", textOf) + ">>") }

// record is [name |-> value, ...].
func record(f fields) value {
	all := function{}
	for name, v := range f {
		all[quoted(name)] = v
	}
	return mapping(all)
}

// field matches the string of a name that a record may have.
var field = regexp.MustCompile(`^"[A-Za-z]\w*"$`)

// mapping is the function from arguments to values.
func mapping(f function) value {
	var sequence []value
	for i := range len(f) {
		if v, has := f[integer(i+1)]; has {
			sequence = append(sequence, v)
		}
	}
	if len(sequence) == len(f) {
		return tuple(sequence...)
	}
	arguments := slices.Sorted(maps.Keys(f))
	if slices.ContainsFunc(arguments, func(a value) bool { return !field.MatchString(string(a)) }) {
		return value("(" + each(arguments, " @@ ", func(a value) string { return string(a + " :> " + f[a]) }) + ")")
	}
	return value("[" + each(arguments, ", ", func(a value) string {
		return strings.Trim(string(a), `"`) + " |-> " + string(f[a])
	}) + "]")
}

// A parser reads what TLC prints. At the first fault it panics, which parseState recovers.
type parser struct {
	scanner.Scanner
	token rune // the next one
}

type fault struct{ error }

// parseState reads a state as TLC prints it: "/\ x = 1" on a line for each variable, or "x = 1" if there is one. A value
// may take several lines. The result is a record without empty channels: the modules have a channel between any two
// processes that may need one.
func parseState(text string) (state value, err error) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case fault:
			err = f
		default:
			panic(f)
		}
	}()
	p := new(parser)
	p.Init(strings.NewReader(text))
	p.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanStrings
	p.Error = func(_ *scanner.Scanner, why string) { p.fail(why) }
	p.next()
	all := fields{}
	p.take(`/\`)
	for more := true; more; more = p.take(`/\`) {
		name := p.word(scanner.Ident)
		p.must("=")
		if name == "channel" && p.take("(") {
			channels := p.pairs(":>", "@@", ")")
			maps.DeleteFunc(channels, func(_, content value) bool { return content == tuple() })
			all[name] = mapping(channels)
		} else {
			all[name] = p.value()
		}
	}
	if p.token != scanner.EOF {
		p.fail("expected the end")
	}
	return record(all), nil
}

func (p *parser) next() { p.token = p.Scan() }

func (p *parser) fail(why string) {
	panic(fault{fmt.Errorf("%v: %s, found %q", p.Pos(), why, p.TokenText())})
}

// take reads a symbol if its first character comes next.
func (p *parser) take(symbol string) bool {
	if p.token != rune(symbol[0]) {
		return false
	}
	for _, char := range symbol {
		if p.token != char {
			p.fail("expected " + symbol)
		}
		p.next()
	}
	return true
}

func (p *parser) must(symbol string) {
	if !p.take(symbol) {
		p.fail("expected " + symbol)
	}
}

// word reads a token of that kind.
func (p *parser) word(kind rune) string {
	word := p.TokenText()
	if p.token != kind {
		p.fail("expected " + scanner.TokenString(kind))
	}
	p.next()
	return word
}

func (p *parser) value() value {
	switch {
	case p.take("{"):
		return set(p.list("}")...)
	case p.take("<<"):
		return tuple(p.list(">>")...)
	case p.take("["):
		return mapping(p.pairs("|->", ",", "]"))
	case p.take("("):
		return mapping(p.pairs(":>", "@@", ")"))
	case p.token == scanner.String:
		return value(p.word(scanner.String))
	case p.token == scanner.Ident: // TRUE, FALSE or a model value
		return value(p.word(scanner.Ident))
	}
	lowest := p.integer()
	if !p.take("..") {
		return integer(lowest)
	}
	var interval []value
	for n, highest := lowest, p.integer(); n <= highest; n++ {
		interval = append(interval, integer(n))
	}
	return set(interval...)
}

func (p *parser) integer() int {
	sign := ""
	if p.take("-") {
		sign = "-"
	}
	n, err := strconv.ParseInt(sign+p.word(scanner.Int), 10, 32) // TLC's have 32 bits
	if err != nil {
		p.fail(err.Error())
	}
	return int(n)
}

// list reads values with commas between them up to a closing symbol.
func (p *parser) list(closing string) (values []value) {
	if p.take(closing) {
		return nil
	}
	for values = append(values, p.value()); !p.take(closing); values = append(values, p.value()) {
		p.must(",")
	}
	return values
}

// pairs reads a record, whose arguments are names, or a function, up to the closing symbol.
func (p *parser) pairs(maps, between, closing string) function {
	f := function{}
	for more := true; more; more = p.take(between) {
		argument := p.value()
		if maps == "|->" {
			argument = quoted(string(argument))
		}
		p.must(maps)
		f[argument] = p.value()
	}
	p.must(closing)
	return f
}
