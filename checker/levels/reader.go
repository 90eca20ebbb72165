package levels

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"sort"
)

// A rowReader reads some parts of an object of rows, a block at a time.
type rowReader struct {
	index  // of the blocks that are wanted
	name   string
	object *contents
	bytes  []byte   // the block at hand, as it was read
	page   []uint64 // and its records
	loaded int      // its number, from 1; 0: none
	ahead  int      // the block after it
	at     int      // in page: the record behind the one at hand
	record []uint64
	err    error
}

// readRows opens parts [from, to) of an object of rows, with records of a number of words.
func readRows(s Store, name string, from, to, stride int) (*rowReader, error) {
	o, err := open(s, name)
	if err != nil {
		return nil, err
	}
	i, err := readIndex(name, o)
	if err == nil && i.Stride != stride {
		err = damaged(name, "it holds other records")
	}
	if err != nil {
		_ = o.Close()
		return nil, err
	}
	first := sort.Search(len(i.Blocks), func(n int) bool { return int(i.Blocks[n].Part) >= from })
	end := sort.Search(len(i.Blocks), func(n int) bool { return int(i.Blocks[n].Part) >= to })
	i.Blocks, i.Firsts = i.Blocks[first:end], i.Firsts[first*stride:]
	return &rowReader{name: name, object: o, index: i}, nil
}

func (x *rowReader) close() { _ = x.object.Close() }

// next goes on to the next record. It reports false if there is none, or reading has failed.
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
	b := &x.Blocks[n]
	x.loaded, x.page, x.bytes = n+1, x.page[:0], slices.Grow(x.bytes[:0], int(b.Bytes))[:b.Bytes]
	if _, err := x.object.ReadAt(x.bytes, int64(b.At)); err != nil && err != io.EOF {
		x.err = fmt.Errorf("%s: %w", x.name, err)
	} else if x.object.checksum(x.bytes) != b.Sum {
		x.err = mismatch(x.name)
	} else {
		x.page = slices.Grow(x.page, int(b.Records)*x.Stride)
		x.decode(int(b.Records))
	}
	return x.err == nil
}

// decode makes the records of a block.
func (x *rowReader) decode(records int) {
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

// rewind begins anew.
func (x *rowReader) rewind() { x.at, x.ahead = len(x.page), 0 }

// backwards calls do for all records, the last one first.
func (x *rowReader) backwards(do func(record []uint64)) error {
	for n := len(x.Blocks) - 1; n >= 0 && x.load(n); n-- {
		for at := len(x.page) - x.Stride; at >= 0; at -= x.Stride {
			do(x.page[at : at+x.Stride])
		}
	}
	return x.err
}

// has reports whether there is a record. It is asked for records in their order.
func (x *rowReader) has(record []uint64) bool {
	n := x.ahead
	for n < len(x.Blocks) && slices.Compare(x.first(n), record) <= 0 {
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
	open   *rowReader // a chunk; nil: none
	chunk  int        // which
}

// record returns the record of a state: the rank of its parent, and its row. It is valid until the next call.
func (r *rankedReader) record(rank int) ([]uint64, error) {
	i := sort.Search(len(r.chunks), func(i int) bool { return r.chunks[i].Rank > rank }) - 1
	if i < 0 || rank >= r.chunks[i].Rank+r.chunks[i].Rows {
		return nil, fmt.Errorf("the store has no state %d", rank)
	}
	c := r.chunks[i]
	if r.open == nil || r.chunk != i {
		r.close()
		x, err := readRows(r.store, c.Name, 0, 1, r.stride)
		if err != nil {
			return nil, err
		}
		r.open, r.chunk = x, i
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

// A merger goes over the records of several readers in their order.
type merger struct {
	readers []*rowReader
	sorted  []*rowReader // those with a record, the least record first
	begun   bool
	err     error
}

// now is the record at hand.
func (m *merger) now() []uint64 { return m.sorted[0].record }

func (m *merger) close() {
	for _, x := range m.readers {
		x.close()
	}
}

// next goes on to the next record. It reports false if there is none, or reading has failed.
func (m *merger) next() bool {
	if !m.begun {
		m.begun = true
		for _, x := range m.readers {
			m.advance(x)
		}
	} else if len(m.sorted) > 0 {
		x := m.sorted[0]
		m.sorted = slices.Delete(m.sorted, 0, 1)
		m.advance(x)
	}
	return len(m.sorted) > 0 && m.err == nil
}

// advance moves a reader on, and to its place.
func (m *merger) advance(x *rowReader) {
	if !x.next() {
		m.err = cmp.Or(m.err, x.err)
		return
	}
	at, _ := slices.BinarySearchFunc(m.sorted, x.record, func(y *rowReader, record []uint64) int { return slices.Compare(y.record, record) })
	m.sorted = slices.Insert(m.sorted, at, x)
}
