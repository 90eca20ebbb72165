package levels

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

// An object is blocks of bytes, their index as JSON, and a tail: the length of the index, and its checksum. The index
// has the name of the object, so its contents are refused under another name.

// An index describes an object.
type index struct {
	Format int
	Name   string
	Stride int      `json:",omitempty"` // words of a record; 0: the object is one block of JSON
	Blocks []block  // in the order of their parts
	Firsts []uint64 `json:",omitempty"` // the first record of each block
}

// A block is some records of a part, or a record of JSON.
type block struct {
	Part, Bytes, Records, Sum uint32
	At                        uint64
}

const (
	blockBytes = 1 << 13 // of a block, or little more
	tailBytes  = 12
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// first is the first record of a block.
func (x *index) first(block int) []uint64 { return x.Firsts[block*x.Stride : (block+1)*x.Stride] }

// An objectWriter writes an object.
//
// Records are rows of states, with an origin or label before or behind them, or none. The records of a part are sorted.
// Each is stored as its difference to the one before in its block: the place of the first word that differs, the
// difference, and the words behind it.
type objectWriter struct {
	index
	out    Writer
	last   []uint64
	buffer []byte
	at     uint64
	err    error
}

// create begins an object with records of a number of words.
func create(s Store, name string, stride int) (*objectWriter, error) {
	out, err := s.Create(name)
	return &objectWriter{index: index{Format: format, Name: name, Stride: stride}, out: out, last: make([]uint64, stride)}, err
}

// put writes a record of a part. Parts and, within them, records come in their order.
func (w *objectWriter) put(part int, record []uint64) {
	if n := len(w.Blocks); n > 0 && (part != int(w.Blocks[n-1].Part) || len(w.buffer) > blockBytes) {
		w.flush()
	}
	if len(w.buffer) == 0 {
		w.Blocks, w.Firsts = append(w.Blocks, block{Part: uint32(part), At: w.at}), append(w.Firsts, record...)
		clear(w.last)
	}
	w.Blocks[len(w.Blocks)-1].Records++
	i := 0
	for i < len(record)-1 && record[i] == w.last[i] {
		i++
	}
	w.buffer = binary.AppendUvarint(binary.AppendUvarint(w.buffer, uint64(i)), record[i]-w.last[i])
	for _, word := range record[i+1:] { // most have two small numbers
		w.buffer = binary.AppendUvarint(binary.AppendUvarint(w.buffer, word>>32), word&(1<<32-1))
	}
	copy(w.last[i:], record[i:])
}

// putAll writes records. partOf returns the part of a record by its first word.
func (w *objectWriter) putAll(records []uint64, partOf func(first uint64) int) {
	for at := 0; at < len(records); at += w.Stride {
		w.put(partOf(records[at]), records[at:at+w.Stride])
	}
}

func (w *objectWriter) write(bytes []byte) {
	_, err := w.out.Write(bytes)
	w.err = cmp.Or(w.err, err)
	w.at += uint64(len(bytes))
}

// flush ends a block.
func (w *objectWriter) flush() {
	if len(w.buffer) > 0 {
		b := &w.Blocks[len(w.Blocks)-1]
		b.Bytes, b.Sum = uint32(len(w.buffer)), crc32.Checksum(w.buffer, castagnoli)
		w.write(w.buffer)
		w.buffer = w.buffer[:0]
	}
}

// close ends the object and makes it last, unless err says that something went wrong.
func (w *objectWriter) close(err error) error {
	w.flush()
	text, failed := json.Marshal(w.index)
	w.write(text)
	tail := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	w.write(binary.LittleEndian.AppendUint32(tail, crc32.Checksum(text, castagnoli)))
	if err = cmp.Or(err, failed, w.err); err != nil {
		w.out.Abort()
		return err
	}
	return w.out.Commit()
}

// writeRecord writes an object of JSON.
func writeRecord(s Store, name string, record any) error {
	body, err := json.Marshal(record)
	if err != nil {
		return err
	}
	w, err := create(s, name, 0)
	if err != nil {
		return err
	}
	w.Blocks, w.buffer = []block{{}}, body
	return w.close(nil)
}

// readRecord reads what writeRecord has written.
func readRecord(s Store, name string, record any) error {
	o, err := open(s, name)
	if err != nil {
		return err
	}
	defer func() { _ = o.Close() }()
	if len(o.Blocks) == 0 {
		return damaged(name, "it is empty")
	}
	body, err := o.read(0, nil)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, record)
}

// An object is open for reading.
type object struct {
	Object
	index
}

// open opens an object and checks its index.
func open(s Store, name string) (*object, error) {
	o, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	x := &object{Object: o}
	if err := x.readIndex(name); err != nil {
		_ = o.Close()
		return nil, err
	}
	return x, nil
}

func (x *object) readIndex(name string) error {
	tail, end := make([]byte, tailBytes), x.Size()-tailBytes
	if end < 0 {
		return damaged(name, "it is too short")
	}
	if _, err := x.ReadAt(tail, end); err != nil && err != io.EOF {
		return err
	}
	length := binary.LittleEndian.Uint64(tail)
	if length > uint64(end) {
		return damaged(name, "it has no index")
	}
	text := make([]byte, length)
	if _, err := x.ReadAt(text, end-int64(length)); err != nil && err != io.EOF {
		return err
	}
	if crc32.Checksum(text, castagnoli) != binary.LittleEndian.Uint32(tail[8:]) {
		return mismatch(name)
	}
	err := json.Unmarshal(text, &x.index)
	switch {
	case err != nil:
		return damaged(name, err.Error())
	case x.Format != format:
		return &damage{name, fmt.Sprintf("store of format %d; this program reads format %d: name a new folder", x.Format, format)}
	case x.Name != name:
		return &damage{name, fmt.Sprintf("holds %s, not %s", x.Name, name)}
	case !x.fits(uint64(end) - length):
		return damaged(name, "its index is not that of its blocks")
	}
	return nil
}

// fits reports whether the blocks lie within room bytes, and each has a first record. A record takes at least one byte.
func (x *index) fits(room uint64) bool {
	for _, b := range x.Blocks {
		if b.At > room || uint64(b.Bytes) > room-b.At || b.Records > b.Bytes {
			return false
		}
	}
	return x.Stride >= 0 && len(x.Firsts) == len(x.Blocks)*x.Stride
}

// read reads a block. It uses the room of another one.
func (x *object) read(n int, room []byte) ([]byte, error) {
	b := &x.Blocks[n]
	bytes := slices.Grow(room[:0], int(b.Bytes))[:b.Bytes]
	if _, err := x.ReadAt(bytes, int64(b.At)); err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s: %w", x.Name, err)
	}
	if crc32.Checksum(bytes, castagnoli) != b.Sum {
		return nil, mismatch(x.Name)
	}
	return bytes, nil
}

// A damage says what is wrong with an object that is not as it was written, or is under another name.
type damage struct{ name, why string }

var errDamaged = errors.New("it is damaged, or of an earlier version")

func damaged(name, why string) error { return &damage{name, errDamaged.Error() + ": " + why} }
func mismatch(name string) error {
	return &damage{name, "holds contents that do not match their checksum"}
}

func (d *damage) Error() string { return d.name + ": " + d.why }
func (d *damage) Unwrap() error { return errDamaged }
