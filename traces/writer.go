package traces

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"unicode/utf8"
)

// A Writer writes what one incarnation of a node does. It is for one goroutine.
type Writer struct {
	to     io.WriteCloser
	line   []byte
	events uint64
	err    error
}

// FileName is the name of a node's file in the folder of a trace.
func FileName(node int) string { return fmt.Sprintf("%d.ndjson", node) }

// Open begins an incarnation in the file of its node, in a folder that it makes if need be. A line
// that a kill has torn is cut off first: its step was the last one, and no other node has heard of it.
//
// Folder and file are for their owner's eyes only.
func Open(folder string, h *Header) (*Writer, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(folder, FileName(h.Node)), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := mend(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	w, err := NewWriter(f, h)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return w, nil
}

// mend leaves a file at the end of its last whole line.
func mend(f *os.File) error {
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	piece := make([]byte, 4096)
	for end > 0 {
		from := max(0, end-int64(len(piece)))
		part := piece[:end-from]
		if _, err := f.ReadAt(part, from); err != nil {
			return err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			end = from + int64(i) + 1
			break
		}
		end = from
	}
	if err := f.Truncate(end); err != nil {
		return err
	}
	_, err = f.Seek(end, io.SeekStart)
	return err
}

// NewWriter begins an incarnation anywhere.
func NewWriter(to io.WriteCloser, h *Header) (*Writer, error) {
	w := &Writer{to: to}
	return w, w.write(AppendHeader(nil, h))
}

// Write numbers an event and writes it with a single system call. After an error it writes no more, so no gap
// can arise.
func (w *Writer) Write(e *Event) error {
	e.Seq = w.events + 1
	err := w.write(AppendEvent(w.line[:0], e))
	if err == nil {
		w.events++
	}
	return err
}

func (w *Writer) write(line []byte) error {
	w.line = line
	if w.err == nil {
		_, w.err = w.to.Write(line)
	}
	return w.err
}

// End records that the incarnation has ended normally, and closes.
func (w *Writer) End() error {
	return errors.Join(w.write(AppendEnd(w.line[:0], w.events)), w.to.Close())
}

// Close closes without an end, as a kill would.
func (w *Writer) Close() error { return w.to.Close() }

// AppendHeader appends a header's line.
func AppendHeader(b []byte, h *Header) []byte {
	b = append(b, `{"interrex":`...)
	b = strconv.AppendInt(b, Version, 10)
	b = appendString(append(b, `,"run":`...), h.Run)
	b = appendString(append(b, `,"algorithm":`...), h.Algorithm)
	b = append(b, `,"ids":[`...)
	for i, id := range h.IDs {
		b = strconv.AppendInt(comma(b, i), int64(id), 10)
	}
	b = strconv.AppendInt(append(b, `],"node":`...), int64(h.Node), 10)
	b = strconv.AppendUint(append(b, `,"incarnation":`...), h.Incarnation, 10)
	b = appendVariables(append(b, `,"configuration":`...), h.Configuration)
	return append(appendNote(b, h.Note), "}\n"...)
}

// AppendEvent appends an event's line.
func AppendEvent(b []byte, e *Event) []byte {
	b = strconv.AppendUint(append(b, `{"seq":`...), e.Seq, 10)
	b = append(b, `,"clock":[`...)
	for i, c := range e.Clock {
		b = strconv.AppendUint(comma(b, i), c, 10)
	}
	b = appendString(append(b, `],"action":`...), e.Action)
	if m := e.Message; m != nil {
		b = appendString(append(b, `,"message":{"id":`...), m.ID)
		b = appendString(append(b, `,"type":`...), m.Type)
		b = strconv.AppendInt(append(b, `,"from":`...), int64(m.From), 10)
		b = strconv.AppendInt(append(b, `,"to":`...), int64(m.To), 10)
		b = append(appendString(append(b, `,"text":`...), m.Text), '}')
	}
	if e.Timer != "" {
		b = appendString(append(b, `,"timer":`...), e.Timer)
	}
	if e.Peer != 0 {
		b = strconv.AppendInt(append(b, `,"peer":`...), int64(e.Peer), 10)
	}
	if e.Aside {
		b = append(b, `,"aside":true`...)
	}
	if len(e.Sends) > 0 {
		b = appendSends(append(b, `,"sends":[`...), e.Sends)
	}
	b = appendVariables(append(b, `,"after":`...), e.After)
	if e.At != 0 {
		b = strconv.AppendUint(append(b, `,"at":`...), e.At, 10)
	}
	return append(appendNote(b, e.Note), "}\n"...)
}

func appendNote(b []byte, note string) []byte {
	if note == "" {
		return b
	}
	return appendString(append(b, `,"note":`...), note)
}

// AppendEnd appends the line that ends an incarnation, with its number of events.
func AppendEnd(b []byte, events uint64) []byte {
	return append(strconv.AppendUint(append(b, `{"end":`...), events, 10), "}\n"...)
}

func appendSends(b []byte, sends []Send) []byte {
	for i, s := range sends {
		b = appendString(append(comma(b, i), `{"id":`...), s.ID)
		b = strconv.AppendInt(append(b, `,"to":`...), int64(s.To), 10)
		b = append(appendString(append(b, `,"message":`...), s.Message), '}')
	}
	return append(b, ']')
}

func appendVariables(b []byte, list []Variable) []byte {
	b = append(b, '{')
	for i, v := range list {
		b = append(appendString(comma(b, i), v.Name), ':')
		b = appendString(b, v.Value)
	}
	return append(b, '}')
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

// appendString quotes a JSON string. Invalid UTF-8 becomes U+FFFD.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(append(b, s[from:i]...), '\\', c)
			i++
			from = i
		case c < ' ':
			const hex = "0123456789abcdef"
			b = append(append(b, s[from:i]...), '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			i++
			from = i
		case c < utf8.RuneSelf:
			i++
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(append(b, s[from:i]...), "\uFFFD"...)
				from = i + 1
			}
			i += size
		}
	}
	return append(append(b, s[from:]...), '"')
}
