package levels

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
)

// A rowReader reads a part of an object of records, a block at a time.
type rowReader struct {
	*object          // with the blocks of the part
	bytes   []byte   // the block at hand
	page    []uint64 // and its records
	loaded  int      // its number, from 1; 0: none
	ahead   int      // the block after it
	at      int      // in page: the record behind the one at hand
	record  []uint64
	err     error
}

// readRows opens a part of an object with records of a number of words.
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
	x.loaded, x.page = n+1, x.page[:0]
	if x.bytes, x.err = x.read(n, x.bytes); x.err == nil {
		x.decode(int(x.Blocks[n].Records))
	}
	return x.err == nil
}

// decode makes the records of a block.
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
		x, err := readRows(r.store, c.Name, 0, r.stride)
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
