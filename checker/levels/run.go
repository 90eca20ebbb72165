package levels

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/bits"
	"slices"
)

// An object of rows has records in blocks. A record is the row of a state, with an origin before or behind it, or none. The records of a
// part are sorted. Each is stored as its difference to the one before in its block: the index of the first word that differs, the
// difference, and the words behind it. An index has the places of the blocks.

// A form is the layout of a record.
type form int

const (
	plain     form = iota // a row
	rowOrigin             // a row and an origin, sorted by row
	originRow             // an origin and a row, sorted by origin
)

// extra is how many words a record has beside its row.
func (f form) extra() int { return min(int(f), 1) }

// rowAt is where in a record the row begins.
func (f form) rowAt() int {
	return int(f) / 2
}

// lows are how many bits at the lower end of each word of a record are never used.
func (f form) lows(l *layout) []uint8 {
	lows := make([]uint8, l.words+f.extra())
	copy(lows[f.rowAt():], l.low)
	return lows
}

// An index lists the blocks of an object of rows.
type index struct {
	form   form
	bits   []uint8 // of the layout of the rows
	blocks []block
	firsts []uint64 // of plain rows, the first of each block
}

// A block is some records, the first of them whole.
type block struct {
	part    int
	at      int64
	bytes   int
	records int
	sum     uint32
}

const (
	plainBytes = 1 << 13 // of a block of plain rows, or little more
	blockBytes = 1 << 15 // of another
	tailBytes  = 12      // length and checksum of the index
	mostInHead = 15      // the last word that can be said to be the first that differs
)

// A rowWriter writes an object of rows.
type rowWriter struct {
	out    Writer
	sum    uint32 // from which checksums go on
	index  index
	lows   []uint8
	stride int
	most   int // bytes of a block, or little more
	last   []uint64
	buffer []byte
	part   int
	at     int64
	err    error
}

func newRowWriter(s Store, name string, f form, l *layout) (*rowWriter, error) {
	out, sum, err := create(s, name)
	if err != nil {
		return nil, err
	}
	stride, most := l.words+f.extra(), blockBytes
	if f == plain {
		most = plainBytes
	}
	w := &rowWriter{out: out, sum: sum, index: index{form: f, bits: l.bits}, lows: f.lows(l), stride: stride, most: most}
	w.last = make([]uint64, stride)
	return w, nil
}

// put writes a record of a part. Parts and, within them, records come in their order.
func (w *rowWriter) put(part int, record []uint64) {
	if part != w.part || len(w.buffer) > w.most {
		w.flush()
		w.part = part
	}
	if len(w.buffer) == 0 {
		w.index.blocks = append(w.index.blocks, block{part: part, at: w.at})
		if w.index.form == plain {
			w.index.firsts = append(w.index.firsts, record...)
		}
		clear(w.last)
	}
	w.index.blocks[len(w.index.blocks)-1].records++
	last, lows := w.last[:len(record)], w.lows[:len(record)]
	i := 0
	for i < min(len(record)-1, mostInHead) && record[i] == last[i] {
		i++
	}
	more := (record[i] - last[i]) >> (lows[i] & 63)
	n := (bits.Len64(more) + 7) / 8
	w.buffer = append(w.buffer, byte(i<<4|n))
	w.buffer = binary.LittleEndian.AppendUint64(w.buffer, more)
	w.buffer = w.buffer[:len(w.buffer)-8+n]
	last[i] = record[i]
	for i++; i < len(record); i++ {
		word := record[i] >> (lows[i] & 63)
		n := (bits.Len64(word) + 7) / 8
		w.buffer = append(w.buffer, byte(n))
		w.buffer = binary.LittleEndian.AppendUint64(w.buffer, word)
		w.buffer = w.buffer[:len(w.buffer)-8+n]
		last[i] = record[i]
	}
}

// write writes some bytes, and returns their checksum.
func (w *rowWriter) write(bytes []byte) (sum uint32) {
	_, err := w.out.Write(bytes)
	w.err = cmp.Or(w.err, err)
	w.at += int64(len(bytes))
	return crc32.Update(w.sum, castagnoli, bytes)
}

// flush ends a block.
func (w *rowWriter) flush() {
	if len(w.buffer) == 0 {
		return
	}
	b := &w.index.blocks[len(w.index.blocks)-1]
	b.bytes, b.sum = len(w.buffer), w.write(w.buffer)
	w.buffer = w.buffer[:0]
}

// close ends the object and makes it last, unless err says that something went wrong.
func (w *rowWriter) close(err error) error {
	w.flush()
	text := w.index.append(nil)
	tail := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	tail = binary.LittleEndian.AppendUint32(tail, w.write(text))
	w.write(tail)
	if err = cmp.Or(err, w.err); err != nil {
		w.out.Abort()
		return err
	}
	return w.out.Commit()
}

// append appends the encoding of an index.
func (x *index) append(text []byte) []byte {
	text = binary.AppendUvarint(append(text, byte(x.form)), uint64(len(x.bits)))
	text = append(text, x.bits...)
	text = binary.AppendUvarint(text, uint64(len(x.blocks)))
	for _, b := range x.blocks {
		for _, n := range []int{b.part, int(b.at), b.bytes, b.records} {
			text = binary.AppendUvarint(text, uint64(n))
		}
		text = binary.LittleEndian.AppendUint32(text, b.sum)
	}
	for _, word := range x.firsts {
		text = binary.LittleEndian.AppendUint64(text, word)
	}
	return text
}

// readIndex reads and checks the index of an object of rows.
func readIndex(name string, o *contents) (*index, error) {
	tail := make([]byte, tailBytes)
	if o.Size() < tailBytes {
		return nil, damaged(name, "it is too short")
	}
	if _, err := o.ReadAt(tail, o.Size()-tailBytes); err != nil && err != io.EOF {
		return nil, err
	}
	length := binary.LittleEndian.Uint64(tail)
	if length > uint64(o.Size()-tailBytes) {
		return nil, damaged(name, "it has no index")
	}
	text := make([]byte, length)
	end := o.Size() - tailBytes - int64(length)
	if _, err := o.ReadAt(text, end); err != nil && err != io.EOF {
		return nil, err
	}
	if o.checksum(text) != binary.LittleEndian.Uint32(tail[8:]) {
		return nil, mismatch(name)
	}
	if x, ok := parseIndex(text, end); ok {
		return x, nil
	}
	return nil, damaged(name, "its index makes no sense")
}

// parseIndex decodes an index. The second argument is its offset in bytes.
func parseIndex(text []byte, bytes int64) (x *index, ok bool) {
	ok = true
	number := func(most int64) int64 {
		n, size := binary.Uvarint(text)
		if size <= 0 || n > uint64(most) {
			text, ok = nil, false
			return 0
		}
		text = text[size:]
		return int64(n)
	}
	x = &index{form: form(number(int64(originRow)))}
	places := number(min(1<<12, int64(len(text))))
	if !ok || int(places) > len(text) {
		return nil, false
	}
	x.bits, text = slices.Clone(text[:places]), text[places:]
	if slices.ContainsFunc(x.bits, func(b uint8) bool { return b > 32 }) {
		return nil, false
	}
	part := int64(0)
	for range number(int64(len(text))) {
		b := block{part: int(number(1 << 31)), at: number(bytes), bytes: int(number(2 * blockBytes)), records: int(number(2 * blockBytes))}
		if !ok || len(text) < 4 || int64(b.part) < part || b.records < 1 || b.records > b.bytes || b.at+int64(b.bytes) > bytes {
			return nil, false
		}
		b.sum, text = binary.LittleEndian.Uint32(text), text[4:]
		part, x.blocks = int64(b.part), append(x.blocks, b)
	}
	words := 0
	if x.form == plain {
		words = len(x.blocks) * newLayout(x.bits).words
	}
	if !ok || len(text) != 8*words {
		return nil, false
	}
	x.firsts = make([]uint64, words)
	for i := range x.firsts {
		x.firsts[i] = binary.LittleEndian.Uint64(text[8*i:])
	}
	return x, true
}
