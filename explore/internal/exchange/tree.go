package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
)

// A Mistake says what is wrong with a file, and where.
type Mistake struct {
	File string
	Line int // from 1
	Text string
}

func (m *Mistake) Error() string { return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.Text) }

// A node is a value of a JSON text that remembers its line. If a node is not what is asked for, its methods panic
// with a *Mistake, which Read recovers.
type node struct {
	line  int
	value any // nil, bool, json.Number, string, []*node or []member
}

type member struct {
	name  string
	value *node
}

// deepest is how deep a value may be nested.
const deepest = 100

// A treeReader builds nodes.
type treeReader struct {
	text    []byte
	decoder *json.Decoder
	counted int64 // bytes whose lines have been counted
	line    int
}

// parse reads one JSON value and nothing after it.
func parse(text []byte) *node {
	r := &treeReader{text: text, decoder: json.NewDecoder(bytes.NewReader(text)), line: 1}
	r.decoder.UseNumber()
	root := r.read(0)
	if _, err := r.decoder.Token(); !errors.Is(err, io.EOF) {
		r.fail("there is more after the end of the JSON value")
	}
	return root
}

// at is the line reached so far.
func (r *treeReader) at() int {
	reached := min(r.decoder.InputOffset(), int64(len(r.text)))
	r.line += bytes.Count(r.text[r.counted:reached], []byte("\n"))
	r.counted = reached
	return r.line
}

func (r *treeReader) fail(format string, args ...any) {
	panic(&Mistake{Line: r.at(), Text: fmt.Sprintf(format, args...)})
}

func (r *treeReader) token() json.Token {
	token, err := r.decoder.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(r.text[:min(max(syntax.Offset-1, 0), int64(len(r.text)))], []byte("\n"))
		panic(&Mistake{Line: line, Text: "it is not JSON: " + syntax.Error()})
	case err != nil:
		panic(&Mistake{Line: 1 + bytes.Count(r.text, []byte("\n")), Text: "it is not JSON: it ends too early"})
	}
	return token
}

func (r *treeReader) read(depth int) *node {
	if depth > deepest {
		r.fail("it is nested more than %d deep", deepest)
	}
	token := r.token()
	n := &node{line: r.at(), value: token}
	switch token {
	case json.Delim('['):
		list := []*node{}
		for r.decoder.More() {
			list = append(list, r.read(depth+1))
		}
		r.token()
		n.value = list
	case json.Delim('{'):
		members, known := []member{}, map[string]bool{}
		for r.decoder.More() {
			name, isName := r.token().(string)
			if !isName {
				r.fail("a key is expected")
			}
			if known[name] {
				r.fail("the key %q is there twice", name)
			}
			known[name] = true
			members = append(members, member{name, r.read(depth + 1)})
		}
		r.token()
		n.value = members
	}
	return n
}

func (n *node) fail(format string, args ...any) {
	panic(&Mistake{Line: n.line, Text: fmt.Sprintf(format, args...)})
}

// get returns a member of an object, or nil.
func (n *node) get(name string) *node {
	members, _ := n.value.([]member)
	for _, m := range members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// must returns a member that must exist.
func (n *node) must(name string) *node {
	n.members()
	if value := n.get(name); value != nil {
		return value
	}
	n.fail("the key %q is missing", name)
	return nil
}

func (n *node) members() []member {
	members, ok := n.value.([]member)
	if !ok {
		n.fail("an object is expected, it is %s", n.kind())
	}
	return members
}

func (n *node) list() []*node {
	list, ok := n.value.([]*node)
	if !ok {
		n.fail("a list is expected, it is %s", n.kind())
	}
	return list
}

func (n *node) text() string {
	text, ok := n.value.(string)
	if !ok {
		n.fail("a string is expected, it is %s", n.kind())
	}
	return text
}

func (n *node) truth() bool {
	truth, ok := n.value.(bool)
	if !ok {
		n.fail("true or false is expected, it is %s", n.kind())
	}
	return truth
}

// number reads a whole number, in JSON or in the form of ITF.
func (n *node) number() int {
	digits, ok := n.digits()
	value, isInt := new(big.Int).SetString(digits, 10)
	if !ok || !isInt || !value.IsInt64() || value.Int64() != int64(int(value.Int64())) {
		n.fail("a whole number is expected, it is %s", n.kind())
	}
	return int(value.Int64())
}

func (n *node) digits() (string, bool) {
	if big := n.get("#bigint"); big != nil {
		return big.text(), true
	}
	number, ok := n.value.(json.Number)
	return number.String(), ok
}

func (n *node) isNull() bool { return n == nil || n.value == nil }

func (n *node) kind() string {
	switch n.value.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case json.Number:
		return "a number"
	case string:
		return "a string"
	case []*node:
		return "a list"
	}
	return "an object"
}
