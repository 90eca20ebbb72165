package levels

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// A rowReader reads some parts of an object of rows, or looks for rows in it.
type rowReader struct {
	name   string
	object *contents
	index         // of the blocks that are wanted
	ahead  int    // the first of them that has not been begun
	left   int    // records in the block at hand
	room   []byte // the block as it was read
	rest   []byte // of it
	record []uint64
	err    error

	here   int // looking for rows in their order: the blocks that begin before the row, or with it
	loaded int // their number when one was loaded; 0: none
}

// readRows opens parts [from, to) of an object of rows of a number of words.
func readRows(s Store, name string, from, to, words int) (*rowReader, error) {
	o, err := open(s, name)
	if err != nil {
		return nil, err
	}
	i, err := readIndex(name, o)
	if err == nil && i.words != words {
		err = damaged(name, "it holds other states")
	}
	if err != nil {
		_ = o.Close()
		return nil, err
	}
	first, end := 0, len(i.blocks)
	for first < end && int(i.blocks[first].Part) < from {
		first++
	}
	for end > first && int(i.blocks[end-1].Part) >= to {
		end--
	}
	if i.blocks = i.blocks[first:end]; i.form == plain {
		i.firsts = i.firsts[first*words:]
	}
	return &rowReader{name: name, object: o, index: *i, record: make([]uint64, words+i.form.extra())}, nil
}

func (x *rowReader) close() { _ = x.object.Close() }

// next goes on to the next record. It reports false if there is none, or reading has failed.
func (x *rowReader) next() bool {
	if x.left == 0 && !x.load() {
		return false
	}
	x.left--
	if !x.decode() {
		x.err = damaged(x.name, "a record makes no sense")
	}
	return x.err == nil
}

// forwards goes over all records.
func (x *rowReader) forwards(do func(record []uint64)) error {
	for x.next() {
		do(x.record)
	}
	return x.err
}

// backwards goes over all records, the last one first.
func (x *rowReader) backwards(do func(record []uint64)) error {
	var records []uint64
	stride := len(x.record)
	for n := len(x.blocks) - 1; n >= 0; n-- {
		records = records[:0]
		for is := x.begin(n); is && x.left > 0 && x.next(); {
			records = append(records, x.record...)
		}
		if x.err != nil {
			return x.err
		}
		for at := len(records) - stride; at >= 0; at -= stride {
			do(records[at : at+stride])
		}
	}
	return nil
}

// decode reads a record. It reports false if the bytes are none.
func (x *rowReader) decode() bool {
	i, ok := x.number()
	if !ok || i >= uint64(len(x.record)) {
		return false
	}
	more, ok := x.number()
	x.record[i] += more
	for i++; ok && i < uint64(len(x.record)); i++ {
		x.record[i], ok = x.number()
		if ok && x.isOfRow(int(i)) {
			more, ok = x.number()
			x.record[i] = x.record[i]<<32 | more
		}
	}
	return ok
}

// number reads a number.
func (x *rowReader) number() (n uint64, ok bool) {
	n, size := binary.Uvarint(x.rest)
	if size <= 0 {
		return 0, false
	}
	x.rest = x.rest[size:]
	return n, true
}

// row is the row of the record at hand.
func (x *rowReader) row() []uint64 {
	at := x.form.rowAt()
	return x.record[at : at+x.words]
}

// load begins the next block.
func (x *rowReader) load() bool {
	if x.err != nil || x.ahead == len(x.blocks) {
		return false
	}
	x.ahead++
	return x.begin(x.ahead - 1)
}

// begin reads a block.
func (x *rowReader) begin(n int) bool {
	b := &x.blocks[n]
	x.room = slices.Grow(x.room[:0], int(b.Bytes))[:b.Bytes]
	if _, err := x.object.ReadAt(x.room, int64(b.At)); err != nil && err != io.EOF {
		x.err = fmt.Errorf("%s: %w", x.name, err)
		return false
	}
	if x.rest, x.left = x.room, int(b.Records); x.object.checksum(x.rest) != b.Sum {
		x.err = mismatch(x.name)
		return false
	}
	clear(x.record)
	return true
}

// has reports whether an object of plain rows has a row. It is asked for rows in their order.
func (x *rowReader) has(row []uint64) bool {
	for x.here < len(x.blocks) && slices.Compare(x.firsts[x.here*x.words:(x.here+1)*x.words], row) <= 0 {
		x.here++
	}
	if x.here == 0 || x.err != nil {
		return false
	}
	if x.loaded != x.here {
		if x.loaded = x.here; !x.begin(x.here-1) || !x.next() {
			return false
		}
	}
	order := slices.Compare(x.record, row)
	for order < 0 && x.left > 0 && x.next() {
		order = slices.Compare(x.record, row)
	}
	return order == 0 && x.err == nil
}
