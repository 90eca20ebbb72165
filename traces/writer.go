package traces

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// mend leaves a file at the end of its last whole line. What a kill has torn is at most one line.
func mend(f *os.File) error {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	from := max(0, size-LongestLine-1)
	tail := make([]byte, size-from)
	if _, err := f.ReadAt(tail, from); err != nil {
		return err
	}
	end := from + int64(bytes.LastIndexByte(tail, '\n')) + 1
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
func AppendHeader(b []byte, h *Header) []byte { return appendLine(b, versioned{Version, h}) }

// AppendEvent appends an event's line.
func AppendEvent(b []byte, e *Event) []byte { return appendLine(b, e) }

// AppendEnd appends the line that ends an incarnation, with its number of events.
func AppendEnd(b []byte, events uint64) []byte { return appendLine(b, ended{events}) }

func appendLine(b []byte, line any) []byte { return append(appendJSON(b, line), '\n') }

// appendJSON appends a value. Invalid UTF-8 becomes U+FFFD.
func appendJSON(b []byte, value any) []byte {
	into := bytes.NewBuffer(b)
	encoder := json.NewEncoder(into)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic("traces: a line is no JSON: " + err.Error())
	}
	return bytes.TrimSuffix(into.Bytes(), []byte("\n"))
}
