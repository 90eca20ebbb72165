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
	lines  *bufio.Scanner
	line   int
	header *Header // of the incarnation that is being read
	events uint64  // that have been read of it
	ended  bool    // it has its end
	torn   bool    // the last line of the file was not written whole
}

// piece is how much is read at once: a trace may have a thousand files, and all are open.
const piece = 16 << 10

// NewReader reads a file of that name.
func NewReader(name string, from io.Reader) *Reader {
	r := &Reader{name: name, lines: bufio.NewScanner(from)}
	r.lines.Buffer(make([]byte, piece), LongestLine+1)
	r.lines.Split(func(data []byte, atEOF bool) (int, []byte, error) { // as ScanLines, with the newline
		end := bytes.IndexByte(data, '\n') + 1
		if end == 0 && atEOF {
			end = len(data)
		}
		if end == 0 {
			return 0, nil, nil
		}
		return end, data[:end], nil
	})
	return r
}

// Next gives the next line. At the end of the file it is io.EOF; all other errors but those of
// reading are an [*Error].
func (r *Reader) Next() (Line, error) {
	isThere := r.lines.Scan()
	text, isWhole := bytes.CutSuffix(r.lines.Bytes(), []byte("\n"))
	if isThere && !isWhole && !json.Valid(text) { // a valid line lacks nothing but its newline
		isThere, r.torn = false, true
	}
	switch err := r.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		r.line++
		return Line{}, r.fault("a line of more than %d bytes", LongestLine)
	case err != nil:
		return Line{}, err
	case !isThere && r.line == 0:
		return Line{}, r.fault("want a header: there is no whole line")
	case !isThere:
		return Line{}, io.EOF
	}
	r.line++
	l, err := ParseLine(text)
	if err != nil {
		return Line{}, &Error{r.name, r.line, err}
	}
	return l, r.fits(l)
}

// At names the line that was read last: FILE:LINE.
func (r *Reader) At() string { return fmt.Sprintf("%s:%d", r.name, r.line) }

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
		if id <= 0 || id > math.MaxInt32 || slices.Contains(h.IDs[:i], id) {
			return r.fault("ids %v: each is from 1 to 2147483647, and there once", h.IDs)
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
