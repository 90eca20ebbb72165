package levels

import (
	"cmp"
	"path"
	"slices"

	"interrex/checker/internal/records"
)

// A sorter sorts records into objects, no more than Words words at a time.
type sorter struct {
	*doing
	stride, columns int        // words of a record; by the first of them it is sorted, and the first of equals is kept
	parts           [][]uint64 // records to sort
	words           int        // of all parts
	count           int        // records that were put
	names           []string   // of the objects
}

// sorter begins to sort, in the room of one of two sorters.
func (d *doing) sorter(place, stride, columns int) *sorter {
	s := &d.sorters[place]
	for part := range s.parts {
		s.parts[part] = s.parts[part][:0]
	}
	*s = sorter{doing: d, stride: stride, columns: columns, parts: s.parts}
	return s
}

// put adds a record to a part.
func (s *sorter) put(part int, record ...uint64) error {
	for len(s.parts) <= part {
		s.parts = append(s.parts, nil)
	}
	s.parts[part] = append(s.parts[part], record...)
	s.count++
	if s.words += s.stride; s.words < s.Words {
		return nil
	}
	return cmp.Or(s.ctx.Err(), s.flush())
}

// flush writes the records as an object.
func (s *sorter) flush() error {
	if s.words == 0 {
		return nil
	}
	s.words = 0
	s.names = append(s.names, s.object(path.Dir(s.Result)))
	return create(s.store, s.names[len(s.names)-1], s.stride, func(w *objectWriter) error {
		for part := range s.parts {
			for record := range slices.Chunk(s.sorted(part), s.stride) {
				w.put(part, record)
			}
			s.parts[part] = s.parts[part][:0]
		}
		return nil
	})
}

// sorted returns the records of a part, sorted.
func (s *sorter) sorted(part int) []uint64 {
	all, by := s.parts[part], []int(nil)
	for column := range s.columns {
		by = append(by, column)
	}
	other := slices.Grow(s.other[:0], len(all))[:len(all)]
	s.parts[part], s.other = records.Sort(all, other, s.stride, by...)
	return records.Unique(s.parts[part], s.stride, s.columns)
}

// end returns the names of the objects, when the last one is written.
func (s *sorter) end() ([]string, error) {
	err := s.flush()
	return s.names, err
}

// fan is how many objects are merged at a time.
const fan = 64

// merge calls do for the records in a part of each of some objects, in their order. do may change the record.
func (d *doing) merge(names []string, part, stride int, do func(record []uint64) error) error {
	for len(names) > fan {
		name := d.object(path.Dir(d.Result))
		if err := d.mergeInto(name, names[:fan], part, stride); err != nil {
			return err
		}
		names = append(slices.Clone(names[fan:]), name)
	}
	var sorted []*rowReader // those with a record, the least record first
	for _, name := range names {
		x, err := readRows(d.store, name, part, stride)
		if err != nil {
			return err
		}
		defer x.close()
		if x.next() {
			sorted = append(sorted, x)
		} else if x.err != nil {
			return x.err
		}
	}
	byRecord := func(a, b *rowReader) int { return slices.Compare(a.record, b.record) }
	slices.SortFunc(sorted, byRecord)
	for len(sorted) > 0 {
		x := sorted[0]
		if err := do(x.record); err != nil {
			return err
		}
		if x.next() {
			at, _ := slices.BinarySearchFunc(sorted[1:], x, byRecord)
			copy(sorted, sorted[1:1+at])
			sorted[at] = x
		} else if sorted = sorted[1:]; x.err != nil {
			return x.err
		}
	}
	return nil
}

// mergeInto makes one object of a part of each of others.
func (d *doing) mergeInto(name string, names []string, part, stride int) error {
	return create(d.store, name, stride, func(w *objectWriter) error {
		return d.merge(names, part, stride, func(record []uint64) error {
			w.put(part, record)
			return nil
		})
	})
}

// few runs at the end are not compacted: looking for rows in them costs less than writing them again.
const few = 4

// compact merges the runs at the end that are less than twice as long as those behind them.
func (d *doing) compact() ([]Chunk, error) {
	runs := slices.Clone(d.Runs)
	first, rows := len(runs)-1, 0
	for ; first > 0; first-- {
		if rows += runs[first].Rows; runs[first-1].Rows >= 2*rows {
			break
		}
	}
	if len(runs)-first < few {
		return runs, nil
	}
	var names []string
	made := Chunk{Name: d.object("runs")}
	for _, r := range runs[first:] {
		names = append(names, r.Name)
		made.Rows += r.Rows
	}
	return append(runs[:first], made), d.mergeInto(made.Name, names, 0, d.width)
}
