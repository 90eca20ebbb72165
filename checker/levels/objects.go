package levels

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sort"
)

// An object is blocks of records, their index as JSON, and a tail: the length of the index, and its checksum. The index
// has the name of the object, so its contents are refused under another name.

// An index describes an object.
type index struct {
	Format int
	Name   string
	Stride int             `json:",omitempty"` // words of a record
	Blocks []block         `json:",omitempty"` // in the order of their parts
	Value  json.RawMessage `json:",omitempty"` // of an object without blocks
}

// A block is a sequence of records of a part.
type block struct {
	Part, Bytes, Records, Sum uint32
	At                        uint64
	First                     []uint64 // record
}

const (
	blockBytes = 1 << 13 // of a block, or little more
	tailBytes  = 12
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// An objectWriter writes an object.
//
// Records are rows of states, with or without an origin or a label. The records of a part are sorted. Each is stored as
// its difference to the one before in its block. This is the index of the first different word, the difference, and the
// words after it.
type objectWriter struct {
	index
	out    *bufio.Writer // keeps the first error
	last   []uint64
	buffer []byte
	at     uint64
}

// create makes an object with records of stride words.
func create(s Store, name string, stride int, fill func(*objectWriter) error) error {
	return s.Create(name, func(out io.Writer) error {
		w := &objectWriter{index: index{Format: format, Name: name, Stride: stride}, out: bufio.NewWriter(out), last: make([]uint64, stride)}
		return cmp.Or(fill(w), w.end())
	})
}

// put writes a record of a part. Parts are put in their order, and so are the records of each part.
func (w *objectWriter) put(part int, record []uint64) {
	if n := len(w.Blocks); n > 0 && (part != int(w.Blocks[n-1].Part) || len(w.buffer) > blockBytes) {
		w.flush()
	}
	if len(w.buffer) == 0 {
		w.Blocks = append(w.Blocks, block{Part: uint32(part), At: w.at, First: slices.Clone(record)})
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

// flush ends a block.
func (w *objectWriter) flush() {
	if len(w.buffer) > 0 {
		b := &w.Blocks[len(w.Blocks)-1]
		b.Bytes, b.Sum = uint32(len(w.buffer)), crc32.Checksum(w.buffer, castagnoli)
		_, _ = w.out.Write(w.buffer)
		w.at += uint64(len(w.buffer))
		w.buffer = w.buffer[:0]
	}
}

// end ends the object.
func (w *objectWriter) end() error {
	w.flush()
	text, err := json.Marshal(w.index)
	tail := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	_, _ = w.out.Write(binary.LittleEndian.AppendUint32(append(text, tail...), crc32.Checksum(text, castagnoli)))
	return cmp.Or(err, w.out.Flush())
}

// writeValue writes an object of JSON.
func writeValue(s Store, name string, value any) error {
	return create(s, name, 0, func(w *objectWriter) (err error) {
		w.Value, err = json.Marshal(value)
		return err
	})
}

// readValue reads an object of writeValue.
func readValue(s Store, name string, value any) error {
	o, err := open(s, name)
	if err != nil {
		return err
	}
	defer func() { _ = o.Close() }()
	if err := json.Unmarshal(o.Value, value); err != nil {
		return damaged(name, err.Error())
	}
	return nil
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

// fits reports whether the blocks lie within room bytes, and each has a first record. A record takes at least a byte.
func (x *index) fits(room uint64) bool {
	for _, b := range x.Blocks {
		if b.At > room || uint64(b.Bytes) > room-b.At || b.Records > b.Bytes || len(b.First) != x.Stride {
			return false
		}
	}
	return true
}

// read reads a block into a slice, which grows if it is too small.
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

// A damage is the error of an object that has changed, or is under another name.
type damage struct{ name, why string }

var errDamaged = errors.New("it is damaged, or of an earlier version")

func damaged(name, why string) error { return &damage{name, errDamaged.Error() + ": " + why} }
func mismatch(name string) error {
	return &damage{name, "holds contents that do not match their checksum"}
}

func (d *damage) Error() string { return d.name + ": " + d.why }
func (d *damage) Unwrap() error { return errDamaged }

// A rowReader reads a part of an object of records, a block at a time.
type rowReader struct {
	*object          // with the blocks of the part
	bytes   []byte   // of the current block
	page    []uint64 // its records
	loaded  int      // its number, from 1; 0 means none
	ahead   int      // the index of the next block
	at      int      // the index of the next record in page
	record  []uint64
	err     error
}

// readRows opens a part of an object with records of stride words.
func readRows(s Store, name string, part, stride int) (*rowReader, error) {
	o, err := open(s, name)
	if err != nil {
		return nil, err
	}
	if o.Stride != stride {
		_ = o.Close()
		return nil, damaged(name, "it holds other records")
	}
	first := sort.Search(len(o.Blocks), func(n int) bool { return int(o.Blocks[n].Part) >= part })
	end := sort.Search(len(o.Blocks), func(n int) bool { return int(o.Blocks[n].Part) > part })
	o.Blocks = o.Blocks[first:end]
	return &rowReader{object: o}, nil
}

func (x *rowReader) close() { _ = x.Close() }

// next reads the next record. It reports false if there is none, or reading has failed.
func (x *rowReader) next() bool {
	if x.at == len(x.page) && (x.ahead == len(x.Blocks) || !x.load(x.ahead)) || x.err != nil {
		return false
	}
	x.record = x.page[x.at : x.at+x.Stride]
	x.at += x.Stride
	return true
}

// load reads a block. The next record is its first one.
func (x *rowReader) load(n int) bool {
	if x.at, x.ahead = 0, n+1; x.loaded == n+1 || x.err != nil {
		return x.err == nil
	}
	x.loaded, x.page = n+1, x.page[:0]
	if x.bytes, x.err = x.read(n, x.bytes); x.err == nil {
		x.decode(int(x.Blocks[n].Records))
	}
	return x.err == nil
}

// decode decodes the records of a block.
func (x *rowReader) decode(records int) {
	x.page = slices.Grow(x.page, records*x.Stride)
	rest, last := x.bytes, make([]uint64, x.Stride)
	number := func() uint64 {
		n, size := binary.Uvarint(rest)
		rest = rest[max(size, 0):]
		return n
	}
	for range records {
		i := int(min(number(), uint64(x.Stride-1)))
		last[i] += number()
		for i++; i < x.Stride; i++ {
			high := number()
			last[i] = high<<32 | number()
		}
		x.page = append(x.page, last...)
	}
}

// seek moves to the first record with a first word of at least this value. next reads it.
func (x *rowReader) seek(word uint64) {
	begins := func(n int) bool { return n < len(x.Blocks) && x.Blocks[n].First[0] < word }
	n := x.loaded // blocks that begin before the word
	if n == 0 || !begins(n-1) || begins(n) {
		n = sort.Search(len(x.Blocks), func(n int) bool { return !begins(n) })
	}
	x.at, x.ahead = len(x.page), 0
	if n > 0 && x.load(n-1) {
		x.at = sort.Search(len(x.page)/x.Stride, func(i int) bool { return x.page[i*x.Stride] >= word }) * x.Stride
	}
}

// backwards calls do for all records, the last one first.
func (x *rowReader) backwards(do func(record []uint64)) error {
	for n := len(x.Blocks) - 1; n >= 0 && x.load(n); n-- {
		for at := len(x.page) - x.Stride; at >= 0; at -= x.Stride {
			do(x.page[at : at+x.Stride])
		}
	}
	return x.err
}

// has reports whether the part has a record. Calls are in the order of records.
func (x *rowReader) has(record []uint64) bool {
	n := x.ahead
	for n < len(x.Blocks) && slices.Compare(x.Blocks[n].First, record) <= 0 {
		n++
	}
	if n == 0 || n != x.ahead && !x.load(n-1) {
		return false
	}
	order := -1
	for order < 0 && x.at < len(x.page) {
		if order = slices.Compare(x.page[x.at:x.at+x.Stride], record); order < 0 {
			x.at += x.Stride
		}
	}
	return order == 0
}

// A rankedReader finds states by their ranks.
type rankedReader struct {
	store  Store
	chunks []Chunk // in the order of ranks
	stride int
	open   *rowReader // of a chunk; nil means none
}

// record returns the record of a state: the rank of its parent, and its row. It is valid until the next call.
func (r *rankedReader) record(rank int) ([]uint64, error) {
	i := sort.Search(len(r.chunks), func(i int) bool { return r.chunks[i].Rank > rank }) - 1
	if i < 0 || rank >= r.chunks[i].Rank+r.chunks[i].Rows {
		return nil, fmt.Errorf("the store has no state %d", rank)
	}
	c := r.chunks[i]
	if r.open == nil || r.open.Name != c.Name {
		r.close()
		x, err := readRows(r.store, c.Name, 0, r.stride)
		if err != nil {
			return nil, err
		}
		r.open = x
	}
	x, left := r.open, rank-c.Rank
	for n, b := range x.Blocks {
		if left < int(b.Records) {
			if !x.load(n) {
				return nil, x.err
			}
			return x.page[left*x.Stride : (left+1)*x.Stride], nil
		}
		left -= int(b.Records)
	}
	return nil, damaged(c.Name, "it ends too soon")
}

func (r *rankedReader) close() {
	if r.open != nil {
		r.open.close()
		r.open = nil
	}
}
