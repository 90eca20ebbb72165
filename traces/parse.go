package traces

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// A parser reads the one JSON object of a line, and is stricter than JSON: a name stands in an object
// once, and numbers are natural. After the first failure it reads no further.
type parser struct {
	line []byte
	at   int
	err  error

	names []string // of the fields of the object that was read last
	open  []string // of the fields of all objects that are being read

	words map[string]string // that have been read before; nil: they are not remembered
}

// mostWords is how many words are remembered: of a trace that has more each is made anew.
const mostWords = 1 << 12

// mostFields is how many fields an object may have: each name is looked for among those before it, and
// a line must not cost more than its length.
const mostFields = 100

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("column %d: %s", p.at+1, fmt.Sprintf(format, args...))
	}
}

// peek is the next character that is no space, or 0.
func (p *parser) peek() byte {
	for p.at < len(p.line) && (p.line[p.at] == ' ' || p.line[p.at] == '\t' || p.line[p.at] == '\r') {
		p.at++
	}
	if p.err != nil || p.at >= len(p.line) {
		return 0
	}
	return p.line[p.at]
}

// eat passes over a character if it is the next.
func (p *parser) eat(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.at++
	return true
}

func (p *parser) want(c byte) {
	if !p.eat(c) {
		p.fail("want %q", string(c))
	}
}

// object reads an object. The function is called for each name, and reads its value.
func (p *parser) object(value func(name string)) {
	p.want('{')
	base := len(p.open)
	for first := true; p.err == nil && !p.eat('}'); first = false {
		if !first {
			p.want(',')
		}
		name := p.word()
		if len(p.open)-base == mostFields {
			p.fail("an object of more than %d fields", mostFields)
		} else if slices.Contains(p.open[base:], name) {
			p.fail("%q is there twice", name)
		}
		p.open = append(p.open, name)
		p.want(':')
		if p.err == nil {
			value(name)
		}
	}
	p.names, p.open = p.open[base:], p.open[:base]
}

// require fails unless the object that was read last had fields of these names.
func (p *parser) require(names ...string) {
	for _, name := range names {
		if !slices.Contains(p.names, name) {
			p.fail("there is no %q", name)
		}
	}
}

// array reads an array. The function reads an element.
func (p *parser) array(element func()) {
	p.want('[')
	for first := true; p.err == nil && !p.eat(']'); first = false {
		if !first {
			p.want(',')
		}
		element()
	}
}

// natural reads a number 0, 1, 2, … of at most so much.
func (p *parser) natural(most uint64) uint64 {
	p.peek()
	from := p.at
	for p.at < len(p.line) && p.line[p.at] >= '0' && p.line[p.at] <= '9' {
		p.at++
	}
	digits := string(p.line[from:p.at])
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || n > most || len(digits) > 1 && digits[0] == '0' {
		p.at = from
		p.fail("want a number from 0 to %d", most)
	}
	return n
}

func (p *parser) id() int { return int(p.natural(math.MaxInt32)) }

func (p *parser) serial() uint64 { return p.natural(math.MaxUint64) }

// yes reads true: what is false is left out.
func (p *parser) yes() bool {
	p.peek()
	if p.err == nil && bytes.HasPrefix(p.line[p.at:], []byte("true")) {
		p.at += 4
		return true
	}
	p.fail("want true")
	return false
}

// text reads a string.
func (p *parser) text() string { return string(p.bytes()) }

// word reads a string that is likely to come again.
func (p *parser) word() string {
	text := p.bytes()
	if known, is := p.words[string(text)]; is {
		return known
	}
	word := string(text)
	if p.words != nil && len(p.words) < mostWords {
		p.words[word] = word
	}
	return word
}

// bytes reads a string. They are good until the line is.
func (p *parser) bytes() []byte {
	p.want('"')
	var b []byte
	for from := p.at; p.err == nil; {
		if p.at >= len(p.line) {
			p.fail("a string has no end")
			break
		}
		switch c := p.line[p.at]; {
		case c == '"':
			whole := p.line[from:p.at]
			if b != nil {
				whole = append(b, whole...)
			}
			if !utf8.Valid(whole) {
				p.fail("a string is no UTF-8")
			}
			p.at++
			return whole
		case c < ' ':
			p.fail("a string has a control character")
		case c == '\\':
			b = append(b, p.line[from:p.at]...)
			b = p.escape(b)
			from = p.at
		default:
			p.at++
		}
	}
	return nil
}

// escape appends what an escape sequence stands for.
func (p *parser) escape(b []byte) []byte {
	const from, to = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	p.at++
	if p.at < len(p.line) {
		if i := slices.Index([]byte(from), p.line[p.at]); i >= 0 {
			p.at++
			return append(b, to[i])
		}
	}
	r := p.unit()
	if utf16.IsSurrogate(r) {
		if p.at < len(p.line) && p.line[p.at] == '\\' {
			p.at++
			r = utf16.DecodeRune(r, p.unit())
		}
		if utf16.IsSurrogate(r) || r == utf8.RuneError {
			p.fail("half a surrogate pair")
		}
	}
	return utf8.AppendRune(b, r)
}

// unit reads u and four hexadecimal digits.
func (p *parser) unit() rune {
	if p.at+5 <= len(p.line) && p.line[p.at] == 'u' {
		if n, err := strconv.ParseUint(string(p.line[p.at+1:p.at+5]), 16, 16); err == nil {
			p.at += 5
			return rune(n)
		}
	}
	p.fail("no such escape")
	return 0
}
