package levels

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// An object of rows has records in blocks. A record is the row of a state, with an origin before or behind it, or none. The
// records of a part are sorted. Each is stored as its difference to the one before in its block: the index of the first word
// that differs, the difference, and the words behind it. An index has the places of the blocks.

// A form is the layout of a record.
type form int

const (
	plain     form = iota // a row
	rowOrigin             // a row and an origin, sorted by row
	originRow             // an origin and a row, sorted by origin
)

// extra is the number of words of a record beside its row.
func (f form) extra() int { return min(int(f), 1) }

// rowAt is the place of the row in a record.
func (f form) rowAt() int { return int(f) / 2 }

// An index lists the blocks of an object of rows.
type index struct {
	form   form
	words  int // of a row
	blocks []block
	firsts []uint64 // of plain rows, the first of each block
}

// A block is some records, the first of them whole. It is stored as it is.
type block struct {
	Part, Bytes, Records, Sum uint32
	At                        uint64
}

const (
	plainBytes = 1 << 13 // of a block of plain rows, or little more
	blockBytes = 1 << 15 // of another
	tailBytes  = 12      // length and checksum of the index
	blockEntry = 24      // bytes of a block in an index
	mostWords  = 1 << 12 // of a row
	mostBlocks = 1 << 26
)

// A rowWriter writes an object of rows.
type rowWriter struct {
	out    Writer
	sum    uint32 // from which checksums go on
	index  index
	stride int
	most   int // bytes of a block, or little more
	last   []uint64
	buffer []byte
	part   int
	at     uint64
	err    error
}

func newRowWriter(s Store, name string, f form, words int) (*rowWriter, error) {
	out, sum, err := create(s, name)
	if err != nil {
		return nil, err
	}
	w := &rowWriter{out: out, sum: sum, index: index{form: f, words: words}, stride: words + f.extra(), most: blockBytes}
	if f == plain {
		w.most = plainBytes
	}
	w.last = make([]uint64, w.stride)
	return w, nil
}

// put writes a record of a part. Parts and, within them, records come in their order.
func (w *rowWriter) put(part int, record []uint64) {
	if part != w.part || len(w.buffer) > w.most {
		w.flush()
		w.part = part
	}
	if len(w.buffer) == 0 {
		w.index.blocks = append(w.index.blocks, block{Part: uint32(part), At: w.at})
		if w.index.form == plain {
			w.index.firsts = append(w.index.firsts, record...)
		}
		clear(w.last)
	}
	w.index.blocks[len(w.index.blocks)-1].Records++
	i := 0
	for i < len(record)-1 && record[i] == w.last[i] {
		i++
	}
	w.buffer = binary.AppendUvarint(binary.AppendUvarint(w.buffer, uint64(i)), record[i]-w.last[i])
	for at := i + 1; at < len(record); at++ {
		if word := record[at]; w.index.isOfRow(at) {
			w.buffer = binary.AppendUvarint(binary.AppendUvarint(w.buffer, word>>32), word&(1<<32-1))
		} else {
			w.buffer = binary.AppendUvarint(w.buffer, word)
		}
	}
	copy(w.last[i:], record[i:])
}

// isOfRow reports whether a word of a record is of the row.
func (x *index) isOfRow(at int) bool { return at >= x.form.rowAt() && at < x.form.rowAt()+x.words }

// write writes some bytes, and returns their checksum.
func (w *rowWriter) write(bytes []byte) (sum uint32) {
	_, err := w.out.Write(bytes)
	w.err = cmp.Or(w.err, err)
	w.at += uint64(len(bytes))
	return crc32.Update(w.sum, castagnoli, bytes)
}

// flush ends a block.
func (w *rowWriter) flush() {
	if len(w.buffer) > 0 {
		b := &w.index.blocks[len(w.index.blocks)-1]
		b.Bytes, b.Sum = uint32(len(w.buffer)), w.write(w.buffer)
		w.buffer = w.buffer[:0]
	}
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

// append appends the encoding of an index: three numbers, the blocks, and the first rows.
func (x *index) append(text []byte) []byte {
	for _, part := range []any{[]uint32{uint32(x.form), uint32(x.words), uint32(len(x.blocks))}, x.blocks, x.firsts} {
		text, _ = binary.Append(text, binary.LittleEndian, part) // it has a size
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
	if x, ok := parseIndex(text, uint64(end)); ok {
		return x, nil
	}
	return nil, damaged(name, "its index makes no sense")
}

// parseIndex decodes an index, which is behind the blocks: it has that offset in bytes.
func parseIndex(text []byte, offset uint64) (x *index, ok bool) {
	var head [3]uint32
	size, _ := binary.Decode(text, binary.LittleEndian, &head)
	x = &index{form: form(head[0]), words: int(head[1])}
	blocks, words := int(head[2]), 0
	if size == 0 || x.form > originRow || x.words < 1 || x.words > mostWords || blocks > mostBlocks {
		return nil, false
	}
	if x.form == plain {
		words = blocks * x.words
	}
	if len(text) != size+blocks*blockEntry+words*8 {
		return nil, false
	}
	x.blocks, x.firsts = make([]block, blocks), make([]uint64, words)
	_, _ = binary.Decode(text[size:], binary.LittleEndian, x.blocks)
	_, _ = binary.Decode(text[size+blocks*blockEntry:], binary.LittleEndian, x.firsts)
	part := uint32(0)
	for _, b := range x.blocks {
		if b.Part < part || b.Records < 1 || b.Records > b.Bytes || b.Bytes > 2*blockBytes || b.At > offset || b.At+uint64(b.Bytes) > offset {
			return nil, false
		}
		part = b.Part
	}
	return x, true
}
