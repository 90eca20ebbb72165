package traces

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Line is the content of a line: one of the three.
type Line struct {
	Header *Header
	Event  *Event
	End    bool
	Count  uint64 // of events, at an end
}

// ParseLine reads a line, without its newline.
func ParseLine(text []byte) (Line, error) {
	p := &parser{from: json.NewDecoder(bytes.NewReader(text))}
	p.from.UseNumber()
	if !utf8.Valid(text) {
		p.fail("the line is no UTF-8")
	}
	if p.token() != json.Delim('{') {
		p.fail("want an object")
	}
	l := p.line()
	if _, err := p.from.Token(); !errors.Is(err, io.EOF) {
		p.fail("there is something after the object")
	}
	if p.err != nil {
		return Line{}, p.err
	}
	return l, nil
}

// A parser reads the one JSON object of a line, and is stricter than encoding/json: a field stands in an object once, in
// this spelling, and is not empty where it may be left out; numbers are natural. After the first failure it reads no further.
type parser struct {
	from *json.Decoder
	err  error
}

// mostFields is how many fields an object may have: a line must not cost more than its length.
const mostFields = 100

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("column %d: %w", p.from.InputOffset()+1, fmt.Errorf(format, args...))
	}
}

// token returns the next token; nil after a failure.
func (p *parser) token() json.Token {
	if p.err != nil {
		return nil
	}
	token, err := p.from.Token()
	switch {
	case errors.Is(err, io.EOF):
		p.fail("the line ends too early")
	case err != nil:
		p.fail("%w", err)
	}
	return token
}

// line reads the rest of the object, whose first field tells what it is.
func (p *parser) line() (l Line) {
	switch name := p.token(); name {
	case "interrex":
		p.version()
		l.Header = &Header{}
		p.object("a header", reflect.ValueOf(l.Header).Elem())
		p.note(l.Header.Note)
	case "seq":
		l.Event = &Event{}
		p.value(reflect.ValueOf(&l.Event.Seq).Elem())
		p.object("an event", reflect.ValueOf(l.Event).Elem(), "seq")
		p.note(l.Event.Note)
		if l.Event.At > latest {
			p.fail("at %d: want %d at most", l.Event.At, latest)
		}
	case "end":
		l.End = true
		p.value(reflect.ValueOf(&l.Count).Elem())
		p.object("an end", reflect.ValueOf(&struct{}{}).Elem())
	default:
		p.fail(`a line begins with "interrex", "seq" or "end"`)
	}
	return l
}

// version reads the version of the format.
func (p *parser) version() {
	var v uint64
	switch p.value(reflect.ValueOf(&v).Elem()); {
	case v == 1:
		p.fail("version 1 has no suspicions; record the run again")
	case v != Version:
		p.fail("trace of version %d; this program reads version %d", v, Version)
	}
}

func (p *parser) note(note string) {
	if len(note) > LongestNote {
		p.fail("a note of %d bytes: want %d at most", len(note), LongestNote)
	}
}

// object reads the rest of an object into a struct. Some fields have been read already.
func (p *parser) object(what string, to reflect.Value, seen ...string) {
	form := forms[to.Type()]
	p.each(seen, func(name string) {
		i := slices.IndexFunc(form, func(f field) bool { return f.name == name })
		if i < 0 {
			p.fail("%s has no %q", what, name)
			return
		}
		seen = append(seen, name)
		if p.value(to.Field(i)); form[i].optional && to.Field(i).IsZero() {
			p.fail("an empty %s: where there is none, the field is left out", name)
		}
	})
	for _, f := range form {
		if !f.optional && !slices.Contains(seen, f.name) {
			p.fail("there is no %q", f.name)
		}
	}
}

// each reads the rest of an object. The function is called for each name, and reads its value.
func (p *parser) each(seen []string, value func(name string)) {
	for seen = slices.Clone(seen); p.err == nil && p.from.More(); {
		name, _ := p.token().(string)
		switch {
		case len(seen) == mostFields:
			p.fail("an object of more than %d fields", mostFields)
		case slices.Contains(seen, name):
			p.fail("%q is there twice", name)
		default:
			seen = append(seen, name)
			value(name)
		}
	}
	p.token()
}

// value reads a value of the kind of a variable.
func (p *parser) value(to reflect.Value) {
	token, kind, isNamed := p.token(), to.Kind(), to.Type() == reflect.TypeFor[Variables]()
	switch token {
	case json.Delim('{'):
		switch {
		case isNamed:
			p.each(nil, func(name string) {
				to.Set(reflect.Append(to, reflect.ValueOf(Variable{Name: name})))
				p.value(to.Index(to.Len() - 1).FieldByName("Value"))
			})
			return
		case kind == reflect.Pointer:
			to.Set(reflect.New(to.Type().Elem()))
			p.object("a message", to.Elem())
			return
		case kind == reflect.Struct:
			p.object("a send", to)
			return
		}
	case json.Delim('['):
		if kind == reflect.Slice && !isNamed {
			for p.err == nil && p.from.More() {
				to.Set(reflect.Append(to, reflect.Zero(to.Type().Elem())))
				p.value(to.Index(to.Len() - 1))
			}
			if p.token(); to.Len() == 0 {
				p.fail("an empty array")
			}
			return
		}
	}
	p.scalar(token, to)
}

// scalar puts a token into a string, a number or a switch.
func (p *parser) scalar(token json.Token, to reflect.Value) {
	switch to.Kind() {
	case reflect.String:
		text, is := token.(string)
		if !is {
			p.fail("want a string")
		}
		to.SetString(text)
	case reflect.Bool:
		if token != true {
			p.fail("want true")
		}
		to.SetBool(true)
	case reflect.Int:
		to.SetInt(int64(p.natural(token, math.MaxInt32)))
	case reflect.Uint64:
		to.SetUint(p.natural(token, math.MaxUint64))
	default:
		if to.Kind() == reflect.Slice && to.Type() != reflect.TypeFor[Variables]() {
			p.fail("want an array")
		}
		p.fail("want an object")
	}
}

func (p *parser) natural(token json.Token, most uint64) uint64 {
	digits, _ := token.(json.Number)
	n, err := strconv.ParseUint(digits.String(), 10, 64)
	if err != nil || n > most {
		p.fail("want a number from 0 to %d", most)
	}
	return n
}

// A field is one of an object, which may lack it if it is optional.
type field struct {
	name     string
	optional bool
}

// forms are the objects of a line, by their types.
var forms = map[reflect.Type][]field{
	reflect.TypeFor[Header]():  fieldsOf(reflect.TypeFor[Header]()),
	reflect.TypeFor[Event]():   fieldsOf(reflect.TypeFor[Event]()),
	reflect.TypeFor[Message](): fieldsOf(reflect.TypeFor[Message]()),
	reflect.TypeFor[Send]():    fieldsOf(reflect.TypeFor[Send]()),
}

func fieldsOf(t reflect.Type) (all []field) {
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		all = append(all, field{name, options == "omitempty"})
	}
	return all
}
