package levels

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Each object begins with a line: a mark, the format of the store, and the name of the object. All checksums of the object go on from that
// of the line, so they match under no other name.

const (
	headerMark = "interrex"
	mostHeader = 1 << 12 // bytes
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// headerOf is the header of an object, and its checksum.
func headerOf(name string) (header string, sum uint32) {
	header = fmt.Sprintf("%s %d %s\n", headerMark, format, name)
	return header, crc32.Checksum([]byte(header), castagnoli)
}

// create begins an object with its header. The checksums of the contents go on from sum.
func create(s Store, name string) (w Writer, sum uint32, err error) {
	if w, err = s.Create(name); err != nil {
		return nil, 0, err
	}
	header, sum := headerOf(name)
	if _, err := w.Write([]byte(header)); err != nil {
		w.Abort()
		return nil, 0, err
	}
	return w, sum, nil
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
	want, sum := headerOf(name)
	begin := make([]byte, min(int64(len(want)), o.Size()))
	if _, err = o.ReadAt(begin, 0); err == io.EOF {
		err = nil
	}
	if err == nil && string(begin) != want {
		err = wrongHeader(o, name)
	}
	if err != nil {
		_ = o.Close()
		return nil, err
	}
	return &contents{o, int64(len(want)), sum}, nil
}

// wrongHeader returns the error of an object that begins with another header than its own.
func wrongHeader(o Object, name string) error {
	text := make([]byte, min(mostHeader, o.Size()))
	if _, err := o.ReadAt(text, 0); err != nil && err != io.EOF {
		return err
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	var version int
	var holds string
	if _, err := fmt.Sscanf(string(line), headerMark+" %d %s", &version, &holds); err != nil {
		return damaged(name, "it has no header")
	}
	if version != format {
		return &damage{name, fmt.Sprintf("store of format %d; this program reads format %d: name a new folder", version, format)}
	}
	return &damage{name, fmt.Sprintf("holds %s, not %s", holds, name)}
}

// A damage says what is wrong with an object that is not as it was written, or is under another name.
type damage struct{ name, why string }

var errDamaged = errors.New("it is damaged")

func damaged(name, why string) error { return &damage{name, errDamaged.Error() + ": " + why} }
func mismatch(name string) error {
	return &damage{name, "holds contents that do not match their checksum"}
}

func (d *damage) Error() string { return d.name + ": " + d.why }
func (d *damage) Unwrap() error { return errDamaged }

// writeRecord writes a small object at once: its header, a line with the checksum of what is behind it, and the JSON of the record.
func writeRecord(s Store, name string, record any) error {
	body, err := json.Marshal(record)
	if err != nil {
		return err
	}
	w, sum, err := create(s, name)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%08x\n%s", crc32.Update(sum, castagnoli, body), body); err != nil {
		w.Abort()
		return err
	}
	return w.Commit()
}

// readRecord reads what writeRecord has written.
func readRecord(s Store, name string, record any) error {
	o, err := open(s, name)
	if err != nil {
		return err
	}
	defer func() { _ = o.Close() }()
	text := make([]byte, o.Size())
	if _, err := o.ReadAt(text, 0); err != nil && err != io.EOF {
		return err
	}
	line, body, _ := bytes.Cut(text, []byte("\n"))
	if string(line) != fmt.Sprintf("%08x", o.checksum(body)) {
		return mismatch(name)
	}
	return json.Unmarshal(body, record)
}
