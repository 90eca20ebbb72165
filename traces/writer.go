package traces

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
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
// that a kill has torn is cut off first: its step was the last one, and nobody has heard of it.
//
// Folder and file are for their owner's eyes only.
func Open(folder string, h *Header) (*Writer, error) { return OpenWithin(folder, h, 0) }

// OpenWithin is Open for a file that is to have no more than so many bytes: it is written in parts, of which the oldest are
// dropped. 0: any number.
func OpenWithin(folder string, h *Header, most int64) (*Writer, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	f, err := openParts(folder, h.Node, most)
	if err != nil {
		return nil, err
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

// Write writes an event with a single call of the system, and gives it its number. After an error
// nothing more is written, so that no gap can arise.
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

// End says that the incarnation has ended well, and closes.
func (w *Writer) End() error {
	return errors.Join(w.write(AppendEnd(w.line[:0], w.events)), w.to.Close())
}

// Close closes without an end, as a kill would.
func (w *Writer) Close() error { return w.to.Close() }
