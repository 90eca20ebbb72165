package checker

import (
	"cmp"
	"encoding/binary"
	"io"
	"iter"
	"os"
	"slices"
)

// compare orders rows by their words.
func compare(a, b Row) int {
	for i := range a {
		switch {
		case a[i] < b[i]:
			return -1
		case a[i] > b[i]:
			return 1
		}
	}
	return 0
}

// A sortedRun is a file of different rows in their order. Of each row there is the difference to the row before: the first
// word that differs, if rows have several, by how much it is more, and the words behind it.
type sortedRun struct {
	file  *os.File
	words int
	rows  int
	bytes int64
	marks []place // where one can begin to read, one in each chunk
}

// A place is one in a run.
type place struct {
	last Row // the row before it
	at   int64
	left int // rows behind it
}

// chunk is how much of a run is read or written at a time, in bytes.
const chunk = 1 << 16

// writeRun writes rows, which come in their order.
func (d *disk) writeRun(words int, rows iter.Seq[Row]) (*sortedRun, error) {
	f, err := d.file()
	if err != nil {
		return nil, err
	}
	r := &sortedRun{file: f, words: words}
	last, buffer := make(Row, words), make([]byte, 0, chunk)
	for row := range rows {
		i := 0
		for ; i < words-1 && row[i] == last[i]; i++ {
		}
		if words > 1 {
			buffer = append(buffer, byte(i))
		}
		buffer = binary.AppendUvarint(buffer, row[i]-last[i])
		for _, w := range row[i+1:] {
			buffer = binary.AppendUvarint(buffer, w)
		}
		copy(last, row)
		if r.rows++; len(buffer) > chunk-mostEncoded(words) {
			if err = r.write(d, &buffer); err != nil {
				break
			}
			r.marks = append(r.marks, place{slices.Clone(last), r.bytes, r.rows}) // counted from the beginning, until all are known
		}
	}
	for i := range r.marks {
		r.marks[i].left = r.rows - r.marks[i].left
	}
	if err == nil {
		err = r.write(d, &buffer)
	}
	if err != nil {
		r.drop(d)
		return nil, err
	}
	return r, nil
}

// mostEncoded is the most that a row takes in a run, in bytes.
func mostEncoded(words int) int { return 1 + words*binary.MaxVarintLen64 }

func (r *sortedRun) write(d *disk, buffer *[]byte) error {
	if err := d.allow(int64(len(*buffer))); err != nil {
		return err
	}
	n, err := r.file.WriteAt(*buffer, r.bytes)
	r.bytes += int64(n)
	d.take(int64(n))
	d.tell()
	*buffer = (*buffer)[:0]
	return err
}

// drop gives the file back.
func (r *sortedRun) drop(d *disk) {
	d.take(-r.bytes)
	_ = r.file.Close()
}

// A runReader goes over a run.
type runReader struct {
	run    *sortedRun
	row    Row // the current one
	left   int // rows behind it
	passed int // marks that are not ahead
	at     int64
	chunk  []byte // what has been read
	rest   []byte // of it, what comes next
	err    error
}

func (r *sortedRun) read() *runReader {
	return &runReader{run: r, row: make(Row, r.words), left: r.rows, chunk: make([]byte, min(int64(chunk), r.bytes))}
}

// skip goes on to the last mark before a row, if that is farther on.
func (x *runReader) skip(row Row) {
	marks := x.run.marks[x.passed:]
	if len(marks) == 0 || compare(marks[0].last, row) >= 0 {
		return
	}
	n, _ := slices.BinarySearchFunc(marks, row, func(m place, row Row) int { return compare(m.last, row) })
	m := marks[n-1]
	x.passed += n
	if m.left < x.left {
		copy(x.row, m.last)
		x.left, x.at, x.rest = m.left, m.at, nil
	}
}

// next goes on to the next row. It reports false if there is none, or reading has failed.
func (x *runReader) next() bool {
	if x.left == 0 || x.err != nil {
		return false
	}
	if len(x.rest) < mostEncoded(len(x.row)) && x.at < x.run.bytes {
		x.fill()
	}
	i := 0
	if len(x.row) > 1 && len(x.rest) > 0 {
		i, x.rest = min(int(x.rest[0]), len(x.row)-1), x.rest[1:]
	}
	x.row[i] += x.number()
	for i++; i < len(x.row); i++ {
		x.row[i] = x.number()
	}
	x.left--
	return x.err == nil
}

func (x *runReader) number() uint64 {
	n, size := binary.Uvarint(x.rest)
	if size <= 0 {
		x.err = cmp.Or(x.err, io.ErrUnexpectedEOF)
		return 0
	}
	x.rest = x.rest[size:]
	return n
}

// fill reads on.
func (x *runReader) fill() {
	n := copy(x.chunk, x.rest)
	got, err := x.run.file.ReadAt(x.chunk[n:min(int64(len(x.chunk)), int64(n)+x.run.bytes-x.at)], x.at)
	if err != nil && err != io.EOF {
		x.err = err
	}
	x.at += int64(got)
	x.rest = x.chunk[:n+got]
}

// subtract drops the records, sorted by row, whose rows are in the run, and returns what is left, in place.
func (r *sortedRun) subtract(records []uint64, stride int) ([]uint64, error) {
	x, n := r.read(), 0
	more := x.next()
	for at := 0; at < len(records); at += stride {
		row := Row(records[at : at+stride-1])
		if more && compare(x.row, row) < 0 {
			x.skip(row)
		}
		for more && compare(x.row, row) < 0 {
			more = x.next()
		}
		if more && equal(x.row, row) {
			continue
		}
		copy(records[n:n+stride], records[at:at+stride])
		n += stride
	}
	return records[:n], x.err
}

// mergeRuns makes one run of two, which have no row in common, and drops them, if nothing fails.
func (d *disk) mergeRuns(a, b *sortedRun) (*sortedRun, error) {
	x, y := a.read(), b.read()
	merged, err := d.writeRun(a.words, func(yield func(Row) bool) {
		moreX, moreY := x.next(), y.next()
		for moreX || moreY {
			least, more := x, &moreX
			if !moreX || moreY && compare(y.row, x.row) < 0 {
				least, more = y, &moreY
			}
			if !yield(least.row) {
				return
			}
			*more = least.next()
		}
	})
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(x.err, y.err); err != nil {
		merged.drop(d)
		return nil, err
	}
	a.drop(d)
	b.drop(d)
	return merged, nil
}

// Runs are different rows in sorted runs, the longest first. Of two runs of which one is less than twice as long as the other one is
// made, so that there are few.
type runs []*sortedRun

// enter adds records in the order of their rows.
func (rs *runs) enter(d *disk, records []uint64, stride int) error {
	if len(records) == 0 {
		return nil
	}
	now, err := d.writeRun(stride-1, func(yield func(Row) bool) {
		for at := 0; at < len(records) && yield(Row(records[at:at+stride-1])); at += stride {
		}
	})
	if err != nil {
		return err
	}
	for len(*rs) > 0 && (*rs)[len(*rs)-1].rows < 2*now.rows {
		merged, err := d.mergeRuns((*rs)[len(*rs)-1], now)
		if err != nil {
			*rs = append(*rs, now) // both are there still, to be dropped
			return err
		}
		*rs, now = (*rs)[:len(*rs)-1], merged
	}
	*rs = append(*rs, now)
	return nil
}

// subtract drops the records, sorted by row, whose rows are in one of the runs, and returns what is left, in place.
func (rs runs) subtract(records []uint64, stride int) (left []uint64, err error) {
	for _, r := range rs {
		if records, err = r.subtract(records, stride); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// drop gives the files back.
func (rs *runs) drop(d *disk) {
	for _, r := range *rs {
		r.drop(d)
	}
	*rs = nil
}
