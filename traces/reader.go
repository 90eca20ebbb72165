package traces

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// LongestLine is how many bytes a line may have.
const LongestLine = 1 << 20

// MostNodes is how many members a run may have.
const MostNodes = 1000

// mostIncarnations is how many incarnations a clock has room for.
const mostIncarnations = 1 << 63 / Era

// An Error is the place of a fault in a trace, and the expected input.
type Error struct {
	File string
	Line int
	Err  error
}

// Error implements error: FILE:LINE: text, or FILE: text for the whole file.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// A Reader reads the file of one node, and holds it to its format.
type Reader struct {
	name   string
	from   *bufio.Reader
	line   int
	header *Header // of the incarnation that is being read
	events uint64  // that have been read of it
	ended  bool    // it has its end
	torn   bool
	parser parser
	long   []byte // a line longer than the buffer
}

// piece is how much is read at once: a trace may have a thousand files, and all are open.
const piece = 16 << 10

// NewReader reads a file of that name.
func NewReader(name string, from io.Reader) *Reader {
	return &Reader{name: name, from: bufio.NewReaderSize(from, piece), parser: parser{words: map[string]string{}}}
}

// Next gives the next line. At the end of the file it is io.EOF; all other errors but those of
// reading are an [*Error].
func (r *Reader) Next() (Line, error) {
	text, err := r.text()
	if errors.Is(err, io.EOF) && json.Valid(text) { // it lacks nothing but its newline
		err = nil
	}
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		r.line++
		return Line{}, r.fault("a line of more than %d bytes", LongestLine)
	case err != nil && !errors.Is(err, io.EOF):
		return Line{}, err
	case err != nil && r.line == 0:
		return Line{}, r.fault("want a header: there is no whole line")
	case err != nil:
		r.torn = r.torn || len(text) > 0
		return Line{}, io.EOF
	}
	r.line++
	r.parser = parser{line: bytes.TrimSuffix(text, []byte("\n")), open: r.parser.open[:0], words: r.parser.words}
	l, err := r.parser.parse()
	if err != nil {
		return Line{}, &Error{r.name, r.line, err}
	}
	return l, r.fits(l)
}

// text reads a line with its newline. It is valid until the next is read; one that is too long is not
// read to its end.
func (r *Reader) text() ([]byte, error) {
	text, err := r.from.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return text, err
	}
	for r.long = r.long[:0]; errors.Is(err, bufio.ErrBufferFull); text, err = r.from.ReadSlice('\n') {
		r.long = append(r.long, text...)
		if len(r.long) > LongestLine+1 {
			return nil, err
		}
	}
	r.long = append(r.long, text...)
	if len(r.long) > LongestLine+1 {
		return nil, bufio.ErrBufferFull
	}
	return r.long, err
}

// At names the line that was read last: FILE:LINE.
func (r *Reader) At() string { return fmt.Sprintf("%s:%d", r.name, r.line) }

// Torn reports, at the end of the file, whether its last line was not written whole.
func (r *Reader) Torn() bool { return r.torn }

// Ended reports whether the incarnation that was read last has its end.
func (r *Reader) Ended() bool { return r.ended }

func (r *Reader) fault(format string, args ...any) error {
	return &Error{r.name, max(1, r.line), fmt.Errorf(format, args...)}
}

// fits holds a line to those before it.
func (r *Reader) fits(l Line) error {
	switch {
	case l.Header != nil:
		return r.fitsHeader(l.Header)
	case r.header == nil:
		return r.fault("want a header first")
	case r.ended:
		return r.fault("want a header, after an end")
	case l.End && l.Count != r.events:
		return r.fault("the end counts %d events: there are %d", l.Count, r.events)
	case l.End:
		r.ended = true
		return nil
	}
	return r.fitsEvent(l.Event)
}

func (r *Reader) fitsEvent(e *Event) error {
	if e.Seq != r.events+1 {
		return r.fault("event %d: want %d", e.Seq, r.events+1)
	}
	r.events++
	if len(e.Clock) != len(r.header.IDs) {
		return r.fault("the clock has %d entries: want %d", len(e.Clock), len(r.header.IDs))
	}
	if own := r.header.Incarnation*Era + e.Seq; e.Clock[slices.Index(r.header.IDs, r.header.Node)] != own {
		return r.fault("the clock's own entry: want %d, which is 10^10 × incarnation %d + seq %d", own, r.header.Incarnation, e.Seq)
	}
	named := []int{r.header.Node}
	if m := e.Message; m != nil {
		named = append(named, m.From)
		if m.To != r.header.Node {
			return r.fault("a message to %d: want one to %d", m.To, r.header.Node)
		}
	}
	if e.Peer != 0 {
		named = append(named, e.Peer)
	}
	for _, s := range e.Sends {
		named = append(named, s.To)
	}
	for _, id := range named {
		if !slices.Contains(r.header.IDs, id) {
			return r.fault("%d is not among %v", id, r.header.IDs)
		}
	}
	return nil
}

func (r *Reader) fitsHeader(h *Header) error {
	if len(h.IDs) > MostNodes {
		return r.fault("%d ids: want %d at most", len(h.IDs), MostNodes)
	}
	for i, id := range h.IDs {
		if id == 0 || slices.Contains(h.IDs[:i], id) {
			return r.fault("ids %v: each is positive, and there once", h.IDs)
		}
	}
	was := r.header
	switch {
	case !slices.Contains(h.IDs, h.Node):
		return r.fault("node %d is not among %v", h.Node, h.IDs)
	case h.Incarnation == 0 || h.Incarnation > mostIncarnations:
		return r.fault("incarnation %d: they are counted from 1 to %d", h.Incarnation, uint64(mostIncarnations))
	case was == nil:
	case h.Run != was.Run || h.Algorithm != was.Algorithm || h.Node != was.Node || !slices.Equal(h.IDs, was.IDs):
		return r.fault("another run, algorithm or node than that of the header before")
	case h.Incarnation <= was.Incarnation:
		return r.fault("incarnation %d after %d", h.Incarnation, was.Incarnation)
	}
	r.header, r.events, r.ended = h, 0, false
	return nil
}

// A Line is the content of a line: one of the three.
type Line struct {
	Header *Header
	Event  *Event
	End    bool
	Count  uint64 // of events, at an end
}

// ParseLine reads a line, without its newline.
func ParseLine(text []byte) (Line, error) { return (&parser{line: text}).parse() }

func (p *parser) parse() (Line, error) {
	var l Line
	p.object(func(name string) {
		switch {
		case l != Line{}:
			l.field(p, name)
		case name == "interrex":
			p.version()
			l.Header = &Header{}
		case name == "seq":
			l.Event = &Event{Seq: p.serial()}
		case name == "end":
			l.End, l.Count = true, p.serial()
		default:
			p.fail(`a line begins with "interrex", "seq" or "end", and not with %q`, name)
		}
	})
	p.require(l.required()...)
	if p.peek() != 0 {
		p.fail("there is something after the object")
	}
	if p.err == nil && l == (Line{}) {
		p.fail(`a line begins with "interrex", "seq" or "end"`)
	}
	if p.err != nil {
		return Line{}, p.err
	}
	return l, nil
}

// version reads the version of the format.
func (p *parser) version() {
	switch v := p.serial(); {
	case v == 1:
		p.fail("version 1 has no suspicions; record the run again")
	case v != Version:
		p.fail("trace of version %d; this program reads version %d", v, Version)
	}
}

// required names the fields that a line of its kind must have.
func (l *Line) required() []string {
	switch {
	case l.Header != nil:
		return []string{"run", "algorithm", "ids", "node", "incarnation", "configuration"}
	case l.Event != nil:
		return []string{"clock", "action", "after"}
	}
	return nil
}

func (l *Line) field(p *parser, name string) {
	switch {
	case l.Header != nil:
		l.Header.field(p, name)
	case l.Event != nil:
		l.Event.field(p, name)
	default:
		p.fail("an end has no %q", name)
	}
}

func (h *Header) field(p *parser, name string) {
	switch name {
	case "run":
		h.Run = p.text()
	case "algorithm":
		h.Algorithm = p.text()
	case "ids":
		p.array(func() { h.IDs = append(h.IDs, p.id()) })
	case "node":
		h.Node = p.id()
	case "incarnation":
		h.Incarnation = p.serial()
	case "configuration":
		h.Configuration = p.variables()
	case "note":
		h.Note = p.note()
	default:
		p.fail("a header has no %q", name)
	}
}

func (e *Event) field(p *parser, name string) {
	switch name {
	case "clock":
		p.array(func() { e.Clock = append(e.Clock, p.serial()) })
	case "action":
		e.Action = p.word()
	case "message":
		e.Message = p.message()
	case "timer":
		e.Timer = p.word()
	case "peer":
		if e.Peer = p.id(); e.Peer == 0 {
			p.fail("peer 0: where there is none, the field is left out")
		}
	case "aside":
		e.Aside = p.yes()
	case "sends":
		p.array(func() { e.Sends = append(e.Sends, p.send()) })
	case "after":
		e.After = p.variables()
	case "at":
		if e.At = p.natural(latest); e.At == 0 {
			p.fail("at 0: where the time is unknown, the field is left out")
		}
	case "note":
		e.Note = p.note()
	default:
		p.fail("an event has no %q", name)
	}
}

// latest is the last time of an event, in the year 2255: all programs read it as the same number.
const latest = 1<<53 - 1

func (p *parser) note() string {
	note := p.text()
	switch {
	case note == "":
		p.fail("an empty note: where there is none, the field is left out")
	case len(note) > LongestNote:
		p.fail("a note of %d bytes: want %d at most", len(note), LongestNote)
	}
	return note
}

func (p *parser) message() *Message {
	m := &Message{}
	p.object(func(name string) {
		switch name {
		case "id":
			m.ID = p.text()
		case "type":
			m.Type = p.word()
		case "from":
			m.From = p.id()
		case "to":
			m.To = p.id()
		case "text":
			m.Text = p.word()
		default:
			p.fail("a message has no %q", name)
		}
	})
	p.require("id", "type", "from", "to", "text")
	return m
}

func (p *parser) send() (s Send) {
	p.object(func(name string) {
		switch name {
		case "id":
			s.ID = p.text()
		case "to":
			s.To = p.id()
		case "message":
			s.Message = p.word()
		default:
			p.fail("a send has no %q", name)
		}
	})
	p.require("id", "to", "message")
	return s
}

func (p *parser) variables() (list []Variable) {
	p.object(func(name string) { list = append(list, Variable{name, p.word()}) })
	return list
}

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

// mostWords is how many words are remembered; any further word is allocated each time.
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

// yes reads true: false is omitted.
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

// bytes reads a string. The bytes are valid as long as the line is.
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

// escape appends the character of an escape sequence.
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
