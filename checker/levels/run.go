package levels

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

// An object of rows has records in blocks: rows of states, with an origin before or behind them, or none. Records of a part
// are sorted by their words, and of each there is the difference to the one before in its block: the first word that differs,
// by how much it is more, and the words behind it. A footer says what lies where.

// A form says what a record consists of.
type form int

const (
	plain     form = iota // a row
	rowOrigin             // a row and an origin, sorted by row
	originRow             // an origin and a row, sorted by origin
)

// extra is how many words a record has beside its row.
func (f form) extra() int { return min(int(f), 1) }

// rowAt is where in a record the row begins.
func (f form) rowAt() int { return int(f) / 2 }

// A footer says what an object of rows holds.
type footer struct {
	Form   form
	Bits   []uint8 // of the layout of the rows
	Blocks []block
}

// A block is some records, the first of them whole.
type block struct {
	Part    int
	Bytes   int
	Records int
	Sum     uint32
	First   []uint64 // row of the first record
}

const (
	blockBytes = 1 << 15
	tailBytes  = 16 // length and checksum of the footer, and the mark
	mark       = "ixlevels"
)

// A rowWriter writes an object of rows.
type rowWriter struct {
	out    Writer
	footer footer
	stride int
	last   []uint64
	buffer []byte
	part   int
	err    error
}

func newRowWriter(s Store, name string, f form, l *layout) (*rowWriter, error) {
	out, err := s.Create(name)
	if err != nil {
		return nil, err
	}
	stride := l.words + f.extra()
	return &rowWriter{out: out, footer: footer{Form: f, Bits: l.bits}, stride: stride, last: make([]uint64, stride)}, nil
}

// put writes a record of a part. Parts and, within them, records come in their order.
func (w *rowWriter) put(part int, record []uint64) {
	if part != w.part || len(w.buffer) > blockBytes {
		w.flush()
		w.part = part
	}
	n := len(w.footer.Blocks)
	if len(w.buffer) == 0 {
		at := w.footer.Form.rowAt()
		row := slices.Clone(record[at : at+w.stride-w.footer.Form.extra()])
		w.footer.Blocks = append(w.footer.Blocks, block{Part: part, First: row})
		clear(w.last)
		n++
	}
	w.footer.Blocks[n-1].Records++
	i := 0
	for i < w.stride-1 && record[i] == w.last[i] {
		i++
	}
	if w.stride > 1 {
		w.buffer = append(w.buffer, byte(i))
	}
	w.buffer = binary.AppendUvarint(w.buffer, record[i]-w.last[i])
	for _, word := range record[i+1:] {
		w.buffer = binary.AppendUvarint(w.buffer, word)
	}
	copy(w.last, record)
}

func (w *rowWriter) flush() {
	if len(w.buffer) == 0 {
		return
	}
	b := &w.footer.Blocks[len(w.footer.Blocks)-1]
	b.Bytes, b.Sum = len(w.buffer), crc32.Checksum(w.buffer, castagnoli)
	_, err := w.out.Write(w.buffer)
	w.err, w.buffer = cmp.Or(w.err, err), w.buffer[:0]
}

// close ends the object and makes it last, unless err says that something went wrong.
func (w *rowWriter) close(err error) error {
	w.flush()
	tail, failed := json.Marshal(w.footer)
	sum, length := crc32.Checksum(tail, castagnoli), len(tail)
	tail = binary.LittleEndian.AppendUint32(tail, uint32(length))
	tail = append(binary.LittleEndian.AppendUint32(tail, sum), mark...)
	if err = cmp.Or(err, w.err, failed); err == nil {
		_, err = w.out.Write(tail)
	}
	if err != nil {
		w.out.Abort()
		return err
	}
	return w.out.Commit()
}

// readFooter reads the footer of an object of rows, and checks all that it says about it.
func readFooter(name string, o Object) (*footer, error) {
	tail := make([]byte, tailBytes)
	if o.Size() < tailBytes {
		return nil, damaged(name, "it is too short")
	}
	if _, err := o.ReadAt(tail, o.Size()-tailBytes); err != nil {
		return nil, err
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if string(tail[8:]) != mark || length > o.Size()-tailBytes {
		return nil, damaged(name, "it has no footer")
	}
	text := make([]byte, length)
	if _, err := o.ReadAt(text, o.Size()-tailBytes-length); err != nil && err != io.EOF {
		return nil, err
	}
	if crc32.Checksum(text, castagnoli) != binary.LittleEndian.Uint32(tail[4:]) {
		return nil, damaged(name, "the checksum of its footer does not match")
	}
	f := &footer{}
	if err := json.Unmarshal(text, f); err != nil {
		return nil, damaged(name, err.Error())
	}
	return f, f.check(name, o.Size()-tailBytes-length)
}

// check says what is wrong with a footer.
func (f *footer) check(name string, bytes int64) error {
	if f.Form < plain || f.Form > originRow || slices.ContainsFunc(f.Bits, func(b uint8) bool { return b > 32 }) || len(f.Bits) > 1<<12 {
		return damaged(name, "its footer makes no sense")
	}
	words, part := newLayout(f.Bits).words, 0
	for _, b := range f.Blocks {
		if b.Part < part || b.Records < 1 || b.Records > b.Bytes || b.Bytes > 2*blockBytes || len(b.First) != words {
			return damaged(name, "its footer makes no sense")
		}
		part, bytes = b.Part, bytes-int64(b.Bytes)
	}
	if bytes != 0 {
		return damaged(name, "its footer does not fit its blocks")
	}
	return nil
}

// A rowReader goes over some parts of an object of rows.
type rowReader struct {
	name   string
	object Object
	form   form
	blocks []block // that are ahead
	at     int64   // of the first of them
	left   int     // records in the block at hand
	part   int     // of it
	room   []byte
	rest   []byte
	last   []uint64 // the record as it was written
	record []uint64 // and as it is wanted
	from   layout
	to     *layout
	same   bool
	words  []uint32
	err    error
}

// readRows opens parts [from, to) of an object of rows, in a layout that is not narrower than its own.
func readRows(s Store, name string, from, to int, l *layout) (*rowReader, error) {
	o, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	f, err := readFooter(name, o)
	if err == nil && len(f.Bits) != len(l.bits) {
		err = damaged(name, "it holds other states")
	}
	if err != nil {
		_ = o.Close()
		return nil, err
	}
	x := &rowReader{name: name, object: o, form: f.Form, from: newLayout(f.Bits), to: l, same: slices.Equal(f.Bits, l.bits)}
	x.last, x.record = make([]uint64, x.from.words+f.Form.extra()), make([]uint64, l.words+f.Form.extra())
	x.words = make([]uint32, len(l.bits))
	for i, b := range f.Blocks {
		if b.Part >= from && b.Part < to {
			x.blocks = append(x.blocks, f.Blocks[i])
		} else if b.Part < from {
			x.at += int64(b.Bytes)
		}
	}
	for i, most := range f.Bits {
		if most > l.bits[i] {
			x.err = damaged(name, "its rows are wider than they can be")
		}
	}
	return x, nil
}

func (x *rowReader) close() { _ = x.object.Close() }

// skip goes on to the last block that begins before a row, if that is farther on.
func (x *rowReader) skip(row []uint64) {
	n := 0
	for n < len(x.blocks) && slices.Compare(x.inLayout(x.blocks[n].First), row) <= 0 {
		n++
	}
	if n == 0 { // the block at hand may have it
		return
	}
	for _, b := range x.blocks[:n-1] {
		x.at += int64(b.Bytes)
	}
	x.blocks, x.left = x.blocks[n-1:], 0
}

// inLayout returns a row in the layout that is wanted.
func (x *rowReader) inLayout(row []uint64) []uint64 {
	if x.same {
		return row
	}
	wanted := make([]uint64, x.to.words)
	x.from.unpack(row, x.words)
	x.to.pack(x.words, wanted)
	return wanted
}

// next goes on to the next record. It reports false if there is none, or reading has failed.
func (x *rowReader) next() bool {
	if x.left == 0 && !x.load() {
		return false
	}
	i := 0
	if len(x.last) > 1 {
		if len(x.rest) == 0 || int(x.rest[0]) >= len(x.last) {
			x.err = damaged(x.name, "a record makes no sense")
			return false
		}
		i, x.rest = int(x.rest[0]), x.rest[1:]
	}
	x.last[i] += x.number()
	for i++; i < len(x.last); i++ {
		x.last[i] = x.number()
	}
	x.left--
	if x.same {
		copy(x.record, x.last)
		return x.err == nil
	}
	at, words := x.form.rowAt(), len(x.record)-x.form.extra()
	if clear(x.record); x.form == originRow {
		x.record[0] = x.last[0]
	}
	x.from.unpack(x.last[at:at+x.from.words], x.words)
	x.to.pack(x.words, x.record[at:at+words])
	if x.form == rowOrigin {
		x.record[words] = x.last[x.from.words]
	}
	return x.err == nil
}

func (x *rowReader) number() uint64 {
	n, size := binary.Uvarint(x.rest)
	if size <= 0 {
		x.err = cmp.Or(x.err, damaged(x.name, "a record ends too soon"))
		return 0
	}
	x.rest = x.rest[size:]
	return n
}

// load reads the next block.
func (x *rowReader) load() bool {
	if x.err != nil || len(x.blocks) == 0 {
		return false
	}
	b := x.blocks[0]
	x.room = slices.Grow(x.room[:0], b.Bytes)[:b.Bytes]
	if _, err := x.object.ReadAt(x.room, x.at); err != nil && err != io.EOF {
		x.err = fmt.Errorf("%s: %w", x.name, err)
		return false
	}
	if crc32.Checksum(x.room, castagnoli) != b.Sum {
		x.err = damaged(x.name, "the checksum of a block does not match")
		return false
	}
	x.blocks, x.at, x.left, x.rest, x.part = x.blocks[1:], x.at+int64(b.Bytes), b.Records, x.room, b.Part
	clear(x.last)
	return true
}

// A source gives records in their order.
type source interface {
	next() bool
	now() []uint64
	failed() error
	close()
}

func (x *rowReader) now() []uint64 { return x.record }
func (x *rowReader) failed() error { return x.err }

// A merger goes over the records of several sources in their order.
type merger struct {
	heap  []source // by what they have now
	all   []source
	begun bool
	err   error
}

func newMerger(all []source) *merger { return &merger{all: all} }

func (m *merger) now() []uint64 { return m.heap[0].now() }
func (m *merger) failed() error { return m.err }

func (m *merger) close() {
	for _, s := range m.all {
		s.close()
	}
}

func (m *merger) next() bool {
	if m.begun {
		m.advance()
	} else {
		for _, s := range m.all {
			if m.goOn(s) {
				m.heap = append(m.heap, s)
			}
		}
		for i := len(m.heap)/2 - 1; i >= 0; i-- {
			m.sink(i)
		}
		m.begun = true
	}
	return len(m.heap) > 0 && m.err == nil
}

// goOn moves a source on.
func (m *merger) goOn(s source) bool {
	more := s.next()
	m.err = cmp.Or(m.err, s.failed())
	return more
}

func (m *merger) advance() {
	if !m.goOn(m.heap[0]) {
		last := len(m.heap) - 1
		m.heap[0], m.heap = m.heap[last], m.heap[:last]
	}
	m.sink(0)
}

// sink puts the source at place i where it belongs among those behind it.
func (m *merger) sink(i int) {
	for {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(m.heap); c++ {
			if slices.Compare(m.heap[c].now(), m.heap[least].now()) < 0 {
				least = c
			}
		}
		if least == i {
			return
		}
		m.heap[i], m.heap[least] = m.heap[least], m.heap[i]
		i = least
	}
}
