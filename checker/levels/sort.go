package levels

import (
	"cmp"
	"path"
	"slices"

	"interrex/checker/internal/records"
)

// A sorter sorts records into objects, no more than Words words at a time.
type sorter struct {
	*taskRun
	stride, columns int        // words of a record, and of its key: of records with equal keys the first is kept
	parts           [][]uint64 // records to sort
	words           int        // of all parts
	count           int        // number of records put
	names           []string   // of the objects
}

// sorter returns an empty sorter in one of two places.
func (r *taskRun) sorter(place, stride, columns int) *sorter {
	s := &r.sorters[place]
	for part := range s.parts {
		s.parts[part] = s.parts[part][:0]
	}
	*s = sorter{taskRun: r, stride: stride, columns: columns, parts: s.parts}
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

// end writes the last object, and returns the names of all.
func (s *sorter) end() ([]string, error) {
	err := s.flush()
	return s.names, err
}

// fanIn is the most objects that are merged at a time.
const fanIn = 64

// merge calls do for the records of a part of some objects, in their order. do may change the record.
func (r *taskRun) merge(names []string, part, stride int, do func(record []uint64) error) error {
	for len(names) > fanIn {
		name := r.object(path.Dir(r.Result))
		if err := r.mergeInto(name, names[:fanIn], part, stride); err != nil {
			return err
		}
		names = append(slices.Clone(names[fanIn:]), name)
	}
	var sorted []*rowReader // those with a record, the least record first
	for _, name := range names {
		x, err := readRows(r.store, name, part, stride)
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

// mergeInto merges a part of some objects into one object.
func (r *taskRun) mergeInto(name string, names []string, part, stride int) error {
	return create(r.store, name, stride, func(w *objectWriter) error {
		return r.merge(names, part, stride, func(record []uint64) error {
			w.put(part, record)
			return nil
		})
	})
}

// minRuns is the least number of runs to compact. Searching fewer runs costs less than writing them again.
const minRuns = 4

// compact merges the runs at the end that are less than twice as long as those behind them.
func (r *taskRun) compact() ([]Chunk, error) {
	runs := slices.Clone(r.Runs)
	first, rows := len(runs)-1, 0
	for ; first > 0; first-- {
		if rows += runs[first].Rows; runs[first-1].Rows >= 2*rows {
			break
		}
	}
	if len(runs)-first < minRuns {
		return runs, nil
	}
	var names []string
	made := Chunk{Name: r.object("runs")}
	for _, run := range runs[first:] {
		names = append(names, run.Name)
		made.Rows += run.Rows
	}
	return append(runs[:first], made), r.mergeInto(made.Name, names, 0, r.width)
}
