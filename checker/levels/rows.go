package levels

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"io"
)

// An object of rows has records of a number of words, in blocks. A record is the row of a state, with an origin or label before
// or behind it, or none. The records of a part are sorted. Each is stored as its difference to the one before in its block: the
// index of the first word that differs, the difference, and the words behind it. An index has the places of the blocks.

// An index lists the blocks of an object of rows.
type index struct {
	Stride int // words of a record
	Blocks []block
	Firsts []uint64 // the first record of each block
}

// A block is some records, the first of them whole.
type block struct {
	Part, Bytes, Records, Sum uint32
	At                        uint64
}

const (
	blockBytes = 1 << 13 // of a block, or little more
	tailBytes  = 12      // length and checksum of the index
)

// first is the first record of a block.
func (x *index) first(block int) []uint64 { return x.Firsts[block*x.Stride : (block+1)*x.Stride] }

// A rowWriter writes an object of rows.
type rowWriter struct {
	index
	out    Writer
	sum    uint32 // from which checksums go on
	last   []uint64
	buffer []byte
	at     uint64
	err    error
}

func newRowWriter(s Store, name string, stride int) (*rowWriter, error) {
	out, sum, err := create(s, name)
	if err != nil {
		return nil, err
	}
	return &rowWriter{index: index{Stride: stride}, out: out, sum: sum, last: make([]uint64, stride)}, nil
}

// put writes a record of a part. Parts and, within them, records come in their order.
func (w *rowWriter) put(part int, record []uint64) {
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
		b := &w.Blocks[len(w.Blocks)-1]
		b.Bytes, b.Sum = uint32(len(w.buffer)), w.write(w.buffer)
		w.buffer = w.buffer[:0]
	}
}

// close ends the object and makes it last, unless err says that something went wrong.
func (w *rowWriter) close(err error) error {
	w.flush()
	text, _ := json.Marshal(w.index) // numbers cannot fail
	tail := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	tail = binary.LittleEndian.AppendUint32(tail, w.write(text))
	w.write(tail)
	if err = cmp.Or(err, w.err); err != nil {
		w.out.Abort()
		return err
	}
	return w.out.Commit()
}

// readIndex reads and checks the index of an object of rows.
func readIndex(name string, o *contents) (x index, err error) {
	tail := make([]byte, tailBytes)
	end := o.Size() - tailBytes
	if end < 0 {
		return x, damaged(name, "it is too short")
	}
	if _, err := o.ReadAt(tail, end); err != nil && err != io.EOF {
		return x, err
	}
	length := binary.LittleEndian.Uint64(tail)
	if length > uint64(end) {
		return x, damaged(name, "it has no index")
	}
	text := make([]byte, length)
	if _, err := o.ReadAt(text, end-int64(length)); err != nil && err != io.EOF {
		return x, err
	}
	if o.checksum(text) != binary.LittleEndian.Uint32(tail[8:]) {
		return x, mismatch(name)
	}
	return x, json.Unmarshal(text, &x)
}
