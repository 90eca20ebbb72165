package traces

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
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

// ParseLine reads a line, without its newline. It is stricter than encoding/json: a field stands in an object once, in
// this spelling, and is not empty where it may be left out. So the line has the names that Go would write for its content.
func ParseLine(text []byte) (l Line, err error) {
	var same []byte
	switch {
	case !utf8.Valid(text):
		return l, errors.New("the line is no UTF-8")
	case begins(text, "interrex"):
		h := versioned{Header: &Header{}}
		if err := read(text, &h); err != nil {
			return l, err
		}
		if err := h.check(); err != nil {
			return l, err
		}
		l.Header, same = h.Header, AppendHeader(nil, h.Header)
	case begins(text, "seq"):
		e := &Event{}
		if err := cmp.Or(read(text, e), checkNote(e.Note)); err != nil {
			return l, err
		}
		if e.At > latest {
			return l, fmt.Errorf("at %d: want %d at most", e.At, latest)
		}
		l.Event, same = e, AppendEvent(nil, e)
	case begins(text, "end"):
		var e ended
		if err := read(text, &e); err != nil {
			return l, err
		}
		l.End, l.Count, same = true, e.End, AppendEnd(nil, e.End)
	default:
		return l, errors.New(`want an object that begins with "interrex", "seq" or "end"`)
	}
	return l, compareNames(text, same)
}

// begins reports whether a text is an object with a first field of this name.
func begins(text []byte, name string) bool {
	object, isObject := bytes.CutPrefix(bytes.TrimSpace(text), []byte("{"))
	return isObject && bytes.HasPrefix(bytes.TrimSpace(object), []byte(`"`+name+`"`))
}

// A versioned header is the content of its line.
type versioned struct {
	Interrex int `json:"interrex"`
	*Header
}

func (h versioned) check() error {
	switch h.Interrex {
	case Version:
		return checkNote(h.Note)
	case 1:
		return errors.New("version 1 has no suspicions; record the run again")
	}
	return fmt.Errorf("trace of version %d; this program reads version %d", h.Interrex, Version)
}

// An ended line is the last of an incarnation.
type ended struct {
	End uint64 `json:"end"`
}

func checkNote(note string) error {
	if len(note) > LongestNote {
		return fmt.Errorf("a note of %d bytes: want %d at most", len(note), LongestNote)
	}
	return nil
}

// wanted has the values of the fields that are no objects.
var wanted = map[reflect.Kind]string{reflect.Uint64: "a whole number from 0", reflect.Int: "a whole number", reflect.String: "a string",
	reflect.Bool: "true", reflect.Slice: "an array"}

// read reads the one JSON value of a text.
func read(text []byte, into any) error {
	err := json.Unmarshal(text, into)
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		return fmt.Errorf("column %d: %s is a %s: want %s", wrong.Offset, wrong.Field, wrong.Value, cmp.Or(wanted[wrong.Type.Kind()], "an object"))
	}
	if wrong, is := errors.AsType[*json.SyntaxError](err); is {
		return fmt.Errorf("column %d: %w", wrong.Offset, err)
	}
	return err
}

// compareNames reports a field that one text has more often than the other.
func compareNames(text, same []byte) error {
	if bytes.Equal(text, bytes.TrimSuffix(same, []byte("\n"))) { // the line is of our own making
		return nil
	}
	got, err := namesIn(text)
	if err != nil {
		return err
	}
	want, _ := namesIn(same)
	slices.Sort(got)
	slices.Sort(want)
	for i := 0; i < max(len(got), len(want)); i++ {
		switch {
		case i == len(got) || i < len(want) && want[i] < got[i]:
			return fmt.Errorf("there is no %q", want[i])
		case i == len(want) || got[i] < want[i]:
			return fmt.Errorf("%q is unknown, empty, or there twice", got[i])
		}
	}
	return nil
}

// namesIn lists the names in all objects of a JSON text, in their order. null is refused.
func namesIn(text []byte) (names []string, err error) {
	for i := 0; i < len(text); i++ {
		if text[i] == 'n' {
			return nil, fmt.Errorf("column %d: null is no value of a trace", i+1)
		}
		if text[i] != '"' {
			continue
		}
		end := i + 1
		for ; text[end] != '"'; end++ {
			if text[end] == '\\' {
				end++
			}
		}
		if after := bytes.TrimLeft(text[end+1:], " \t\r\n"); bytes.HasPrefix(after, []byte(":")) {
			name := string(text[i+1 : end])
			if strings.Contains(name, `\`) {
				err = json.Unmarshal(text[i:end+1], &name)
			}
			names = append(names, name)
		}
		i = end
	}
	return names, err
}

// UnmarshalJSON reads the object, each name of which stands there once.
func (list *Variables) UnmarshalJSON(text []byte) error {
	values := map[string]string{}
	if err := json.Unmarshal(text, &values); err != nil {
		return errors.New("want an object of strings")
	}
	names, _ := namesIn(text) // a null is found in the whole line
	if len(names) > len(values) {
		return errors.New("a variable is there twice")
	}
	for _, name := range names {
		*list = append(*list, Variable{name, values[name]})
	}
	return nil
}
