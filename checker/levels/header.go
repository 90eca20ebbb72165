package levels

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// Each object begins with a line: a mark, the format of the store, the name of the object in the whole store, and the checksum of the line up to
// there. All other checksums of the object go on from that one, so they match under no other name.

const (
	headerMark = "interrex"
	mostHeader = 1 << 12 // bytes
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// headerOf is the header of an object, and the checksum in it.
func headerOf(name string, format int) (header string, sum uint32) {
	header = fmt.Sprintf("%s %d %s", headerMark, format, name)
	sum = crc32.Checksum([]byte(header), castagnoli)
	return fmt.Sprintf("%s %08x\n", header, sum), sum
}

// whole returns the store that holds an object, and the name that the object has there.
func whole(s Store, name string) (Store, string) {
	switch of := s.(type) {
	case part:
		return whole(of.Store, of.name+name)
	case *memory:
		if of.behind != nil {
			return whole(of.behind, name)
		}
	}
	return s, name
}

// create begins an object with its header. The checksums of the contents go on from sum.
func create(s Store, name string) (w Writer, sum uint32, err error) {
	if w, err = s.Create(name); err != nil {
		return nil, 0, err
	}
	_, full := whole(s, name)
	header, sum := headerOf(full, format)
	return &headed{w, header}, sum, nil
}

// A headed writer writes a header with the first bytes of the contents.
type headed struct {
	Writer
	header string
}

// Write is part of Writer.
func (w *headed) Write(p []byte) (int, error) {
	if w.header == "" {
		return w.Writer.Write(p)
	}
	n, err := w.Writer.Write(append([]byte(w.header), p...))
	n, w.header = max(n-len(w.header), 0), ""
	return n, err
}

// Contents are those of an object, without its header.
type contents struct {
	Object
	begin int64
	sum   uint32 // from which the checksums of the contents go on
}

// ReadAt is part of Object.
func (c *contents) ReadAt(p []byte, at int64) (int, error) { return c.Object.ReadAt(p, c.begin+at) }

// Size is part of Object.
func (c *contents) Size() int64 { return c.Object.Size() - c.begin }

func (c *contents) checksum(of []byte) uint32 { return crc32.Update(c.sum, castagnoli, of) }

// open opens an object and checks its header.
func open(s Store, name string) (*contents, error) {
	o, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	_, full := whole(s, name)
	want, sum := headerOf(full, format)
	begin := make([]byte, min(int64(len(want)), o.Size()))
	if _, err = o.ReadAt(begin, 0); err == io.EOF {
		err = nil
	}
	if err == nil && string(begin) != want {
		err = wrongHeader(o, name, full)
	}
	if err != nil {
		_ = o.Close()
		return nil, err
	}
	return &contents{o, int64(len(want)), sum}, nil
}

// wrongHeader says what is wrong with a header.
func wrongHeader(o Object, name, full string) error {
	text := make([]byte, min(mostHeader, o.Size()))
	if _, err := o.ReadAt(text, 0); err != nil && err != io.EOF {
		return err
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	var mark, holds string
	var version int
	var sum uint32
	if n, err := fmt.Sscanf(string(line), "%s %d %s %08x", &mark, &version, &holds, &sum); n < 4 || err != nil || mark != headerMark {
		return damaged(name, "it has no header")
	}
	switch header, _ := headerOf(holds, version); {
	case header != string(line)+"\n":
		return mismatch(name)
	case version != format:
		return otherFormat(version)
	}
	return &misplaced{full, holds}
}

// An otherFormat is the error of a store of another version.
type otherFormat int

func (f otherFormat) Error() string {
	return fmt.Sprintf("it has format %d, and this program reads format %d", int(f), format)
}

// A misplaced object is another one than its name says. Both names are those in the whole store.
type misplaced struct{ name, holds string }

func (m *misplaced) Error() string {
	return fmt.Sprintf("%s: holds %s, not %s", m.name, m.holds, m.name)
}

// A damage is what is wrong with which object.
type damage struct {
	name string
	why  string // "": its contents do not match their checksum
}

// errDamaged is what is wrong with an object that is not as it was written.
var errDamaged = errors.New("it is damaged")

func damaged(name, why string) error { return &damage{name, why} }
func mismatch(name string) error     { return &damage{name: name} }

const mismatches = "holds contents that do not match their checksum"

func (d *damage) Error() string {
	if d.why == "" {
		return d.name + ": " + mismatches
	}
	return fmt.Sprintf("%s: %v: %s", d.name, errDamaged, d.why)
}

func (d *damage) Unwrap() error { return errDamaged }

// Unusable is what an error says that is wrong with an object for good: it is another one than its name says, or it is damaged and no driver
// makes it again. It is nil if the error says none of that.
func Unusable(err error) error {
	var other *misplaced
	if errors.As(err, &other) {
		return other
	}
	var which *damage
	if errors.As(err, &which) && !strings.HasPrefix(which.name, passing) {
		return which
	}
	return nil
}

// WriteObject writes a small object at once: its header, a line with the checksum of what is behind it, and that.
func WriteObject(s Store, name string, body []byte) error {
	w, sum, err := create(s, name)
	if err != nil {
		return err
	}
	text := append(fmt.Appendf(nil, "%08x\n", crc32.Update(sum, castagnoli, body)), body...)
	if _, err := w.Write(text); err != nil {
		w.Abort()
		return err
	}
	return w.Commit()
}

// ReadObject reads what WriteObject has written.
func ReadObject(s Store, name string) ([]byte, error) {
	o, err := open(s, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = o.Close() }()
	text := make([]byte, o.Size())
	if _, err := o.ReadAt(text, 0); err != nil && err != io.EOF {
		return nil, err
	}
	line, body, _ := bytes.Cut(text, []byte("\n"))
	if string(line) != fmt.Sprintf("%08x", o.checksum(body)) {
		return nil, mismatch(name)
	}
	return body, nil
}
