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
	form   form
	blocks []block // that are wanted
	ahead  int     // the first of them that has not been begun
	left   int     // records in the block at hand
	part   int     // of it
	room   []byte  // what has been read, and room behind it for a record
	roomAt int64   // where in the object that is, and how much
	bytes  int
	at     int // in room: the next record
	end    int // and where the block ends
	last   []uint64
	record []uint64 // that is wanted; if it is as it was written, the same array
	lows   []uint8
	from   layout
	to     *layout
	same   bool
	moves  []move
	err    error

	looking // for rows
}

// readRows opens parts [from, to) of an object of rows, in a layout that is not narrower than its own.
func readRows(s Store, name string, from, to int, l *layout) (*rowReader, error) {
	o, err := open(s, name)
	if err != nil {
		return nil, err
	}
	i, err := readIndex(name, o)
	if err == nil && len(i.bits) != len(l.bits) {
		err = damaged(name, "it holds other states")
	}
	if err != nil {
		_ = o.Close()
		return nil, err
	}
	x := &rowReader{name: name, object: o, form: i.form, from: newLayout(i.bits), to: l, same: slices.Equal(i.bits, l.bits)}
	x.last, x.lows = make([]uint64, x.from.words+i.form.extra()), i.form.lows(&x.from)
	if x.record = x.last; !x.same {
		x.moves = x.from.movesTo(l)
		x.record = make([]uint64, l.words+i.form.extra())
	}
	first, end := 0, len(i.blocks)
	for first < end && i.blocks[first].part < from {
		first++
	}
	for end > first && i.blocks[end-1].part >= to {
		end--
	}
	x.blocks = i.blocks[first:end]
	for place, most := range i.bits {
		if most > l.bits[place] {
			x.err = damaged(name, "its rows are wider than they can be")
		}
	}
	if x.form == plain {
		x.firsts = i.firsts[first*x.from.words:]
	}
	return x, nil
}

func (x *rowReader) close() { _ = x.object.Close() }

// next goes on to the next record. It reports false if there is none, or reading has failed.
func (x *rowReader) next() bool {
	if x.left == 0 && !x.load() {
		return false
	}
	x.left--
	if x.decode(); x.err != nil {
		return false
	}
	if !x.same {
		x.translate()
	}
	return true
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
		for is := x.begin(n, 0); is && x.left > 0 && x.next(); {
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

// mask[n] selects the n lowest bytes; n is at most 8.
var mask = [16]uint64{0, 1<<8 - 1, 1<<16 - 1, 1<<24 - 1, 1<<32 - 1, 1<<40 - 1, 1<<48 - 1, 1<<56 - 1, 1<<64 - 1}

// decode reads a record. For any bytes it stays within the room that load has left behind the block.
func (x *rowReader) decode() {
	room, at, last, lows := x.room, x.at, x.last, x.lows
	if at >= x.end {
		x.err = damaged(x.name, "a record ends too soon")
		return
	}
	head := room[at]
	i, n := int(head>>4), int(head&15)
	if i >= len(last) {
		x.err = damaged(x.name, "a record makes no sense")
		return
	}
	last[i] += binary.LittleEndian.Uint64(room[at+1:]) & mask[n] << (lows[i] & 63)
	at += 1 + n
	for i++; i < len(last); i++ {
		n := int(room[at] & 15)
		last[i] = binary.LittleEndian.Uint64(room[at+1:]) & mask[n] << (lows[i] & 63)
		at += 1 + n
	}
	if x.at = at; at > x.end {
		x.err = damaged(x.name, "a record ends too soon")
	}
}

// translate makes the record of one in another layout.
func (x *rowReader) translate() {
	at, words := x.form.rowAt(), len(x.record)-x.form.extra()
	copy(x.record[:at], x.last)
	moved(x.last[at:at+x.from.words], x.moves, x.record[at:at+words])
	copy(x.record[at+words:], x.last[at+x.from.words:])
}

// row is the row of the record at hand.
func (x *rowReader) row() []uint64 {
	at := x.form.rowAt()
	return x.record[at : at+x.to.words]
}

// readAhead is how much is read at once, or little more.
const readAhead = 1 << 15

// load begins the next block.
func (x *rowReader) load() bool {
	if x.err != nil || x.ahead == len(x.blocks) {
		return false
	}
	x.ahead++
	return x.begin(x.ahead-1, readAhead)
}

// begin begins a block. It reads at least the given number of bytes, or all that remain.
func (x *rowReader) begin(n, ahead int) bool {
	b := &x.blocks[n]
	if from := int(b.at - x.roomAt); from < 0 || from+b.bytes > x.bytes {
		x.bytes = b.bytes
		for _, next := range x.blocks[n+1:] {
			if x.bytes >= ahead || next.at != b.at+int64(x.bytes) {
				break
			}
			x.bytes += next.bytes
		}
		behind := 9*len(x.last) + 16 // of a record that begins within the block
		x.room, x.roomAt = slices.Grow(x.room[:0], x.bytes+behind)[:x.bytes+behind], b.at
		if _, err := x.object.ReadAt(x.room[:x.bytes], b.at); err != nil && err != io.EOF {
			x.err, x.bytes = fmt.Errorf("%s: %w", x.name, err), 0
			return false
		}
	}
	x.at = int(b.at - x.roomAt)
	x.end, x.left, x.part = x.at+b.bytes, b.records, b.part
	if x.object.checksum(x.room[x.at:x.end]) != b.sum {
		x.err = mismatch(x.name)
		return false
	}
	clear(x.last)
	return true
}

// Looking is the state of a reader of plain rows that is asked for rows in their order.
type looking struct {
	firsts   []uint64 // the first row of each block
	inLayout bool     // they are in the layout that is wanted
	here     int      // blocks that begin before the row, or with it
	loaded   int      // how many there were when one was loaded; 0: none
}

// has reports whether the object has a row.
func (x *rowReader) has(row []uint64) bool {
	if !x.inLayout {
		x.layFirsts()
	}
	words := x.to.words
	for x.here < len(x.blocks) && slices.Compare(x.firsts[x.here*words:(x.here+1)*words], row) <= 0 {
		x.here++
	}
	if x.here == 0 || x.err != nil {
		return false
	}
	if x.loaded != x.here {
		if x.loaded = x.here; !x.begin(x.here-1, readAhead) || !x.next() {
			return false
		}
	}
	order := slices.Compare(x.record, row)
	for order < 0 && x.left > 0 && x.next() {
		order = slices.Compare(x.record, row)
	}
	return order == 0 && x.err == nil
}

// layFirsts translates the first rows into the layout that is wanted.
func (x *rowReader) layFirsts() {
	if x.inLayout = true; x.same {
		return
	}
	old, words := x.firsts, x.from.words
	x.firsts = make([]uint64, len(x.blocks)*x.to.words)
	for i := range x.blocks {
		moved(old[i*words:(i+1)*words], x.moves, x.firsts[i*x.to.words:(i+1)*x.to.words])
	}
}
