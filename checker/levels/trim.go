package levels

import (
	"cmp"
	"crypto/rand"
	"errors"
	"math/bits"
	"path"
	"slices"

	"interrex/checker"
)

// What is part of no cycle is trimmed by passes over files, in the manner of OWCTY ("one way catch them young"; Černá and Pelánek, "Distributed
// explicit fair cycle detection", 2003): a state from which no step leads to one that is left, or to which none does, goes; until few
// enough are left, or hardly any more go.
//
// The candidates are the states that steps leave that may be part of a cycle, numbered in the order of their ranks. Such a step is an
// edge, from number to number: the rows to which steps lead are sorted, and merged with the sorted candidates, which tell their
// numbers. A pass goes over all edges, and keeps three bits for each candidate.

// A trimming is one under way.
type trimming struct {
	*doing
	may    checker.Recurrence
	states sorter // the candidates, each with its number
	steps  sorter // where steps lead, each with the number of the state that it leaves
	count  int    // of candidates
	edges  string // the object of all edges, by the numbers that they leave
	pairs  layout // of an edge, behind the number that it leaves
	left   bitset // of the candidates, by number
}

// trim returns what is left of the states that steps leave that may be part of a cycle, once there is room for it, or hardly any more go.
func (d *driver) trim(may checker.Recurrence, room int) (t *trimming, err error) {
	own := &doing{Hands: d.own, Task: Task{Result: passing + "trim", Settings: d.settings}, ctx: d.ctx, layout: d.own.names.layout, attempt: rand.Text()[:8]}
	t = &trimming{doing: own, may: may, pairs: newLayout([]uint8{32})}
	t.states, t.steps = sorter{doing: own, form: rowOrigin}, sorter{doing: own, form: rowOrigin}
	defer t.clean()
	if err := d.each(t.collect); err != nil {
		return nil, err
	}
	t.left = newBitset(t.count)
	for v := range t.count {
		t.left.set(uint64(v))
	}
	if t.count <= room {
		return t, nil
	}
	if err := t.join(); err != nil {
		return nil, err
	}
	for before, left := 0, t.count; left > room && left != before; {
		if before, err = left, cmp.Or(d.ctx.Err(), t.pass()); err != nil {
			return nil, err
		}
		if left = t.left.count(); left > before-before/hardly {
			break
		}
	}
	return t, nil
}

// hardly any go if it is less than one of so many.
const hardly = 100

// clean removes the objects of the trimming.
func (t *trimming) clean() {
	names, _ := t.store.List(t.prefix(path.Dir(t.Result)))
	for _, name := range names {
		_ = t.store.Remove(name)
	}
}

// collect takes down the candidates among the states that the Part holds, and the steps out of them.
func (t *trimming) collect(states int) error {
	words := t.layout.words
	for n := range states {
		if !t.may.Leaves(t.part.Held(n)) {
			continue
		}
		from := uint64(t.count)
		t.count++
		t.states.records = append(append(t.states.records, t.rows[n*words:(n+1)*words]...), from)
		err := t.part.Onward(t.may, n, func(to checker.Row) error {
			row, _, err := t.canonical(n, to)
			if row == nil {
				return cmp.Or(err, errors.New("the system does something else than when the store was begun"))
			}
			t.steps.records = append(append(t.steps.records, row...), from)
			return t.steps.end()
		})
		if err := cmp.Or(err, t.states.end()); err != nil {
			return err
		}
	}
	return nil
}

// join finds out between which candidates steps lead.
func (t *trimming) join() error {
	states, err := t.states.merged()
	if err != nil {
		return err
	}
	defer states.close()
	steps, err := t.steps.merged()
	if err != nil {
		return err
	}
	defer steps.close()
	own := *t.doing
	own.layout, own.attempt = t.pairs, own.attempt+"-edges"
	edges, words := sorter{doing: &own, form: originRow}, t.layout.words
	for is := states.next(); is && steps.next(); {
		to := steps.now()
		for is && slices.Compare(states.now()[:words], to[:words]) < 0 {
			is = states.next()
		}
		if is && slices.Equal(states.now()[:words], to[:words]) {
			edges.records = append(edges.records, to[words], states.now()[words]<<32)
			if err := edges.end(); err != nil {
				return err
			}
		}
	}
	if err := cmp.Or(states.err, steps.err, edges.flush()); err != nil {
		return err
	}
	t.edges = own.object(path.Dir(own.Result))
	return own.mergeInto(t.edges, edges.segments, 0, 1, originRow)
}

// pass lets go, from the last candidate to the first, those from which no step leads to one that is left, and then from the first to the last those
// to which none does. So a way without a cycle goes at once, unless it has steps to lower numbers.
func (t *trimming) pass() error {
	onward, back := newBitset(t.count), newBitset(t.count) // from it a step leads on; to it one leads from a number no lower
	err := t.eachEdge((*rowReader).backwards, func(from, to uint64) {
		if !t.left.has(from) {
			return
		}
		if to > from && onward.has(to) || to <= from && t.left.has(to) {
			onward.set(from)
		}
		if to <= from {
			back.set(to)
		}
	})
	if err != nil {
		return err
	}
	t.left = onward
	reached := newBitset(t.count)
	err = t.eachEdge((*rowReader).forwards, func(from, to uint64) {
		if t.left.has(from) && (reached.has(from) || back.has(from)) {
			reached.set(to)
		}
	})
	for i := range t.left {
		t.left[i] &= reached[i]
	}
	return err
}

// eachEdge goes over all edges.
func (t *trimming) eachEdge(all func(*rowReader, func(record []uint64)) error, do func(from, to uint64)) error {
	x, err := readRows(t.store, t.edges, 0, 1, &t.pairs)
	if err != nil {
		return err
	}
	defer x.close()
	return all(x, func(record []uint64) { do(record[0], record[1]>>32) })
}

// A sorter sorts records in pieces.
type sorter struct {
	*doing
	form     form
	records  []uint64
	segments []string
}

// end is called when a record has been appended.
func (s *sorter) end() error {
	if len(s.records) < s.Words/4 {
		return nil
	}
	return s.flush()
}

// flush writes the records at hand.
func (s *sorter) flush() error {
	if len(s.records) == 0 {
		return nil
	}
	name := s.object(path.Dir(s.Result))
	w, err := newRowWriter(s.store, name, s.form, &s.layout)
	if err != nil {
		return err
	}
	sorted := s.sort(&s.records, w.stride, columnsOf(0, w.stride))
	for at := 0; at < len(sorted); at += w.stride {
		w.put(0, sorted[at:at+w.stride])
	}
	s.records, s.segments = s.records[:0], append(s.segments, name)
	return w.close(nil)
}

// merged opens all records.
func (s *sorter) merged() (*merger, error) {
	if err := s.flush(); err != nil {
		return nil, err
	}
	return s.merge(s.segments, 0, 1, s.form)
}

// A bitset is a set of numbers.
type bitset []uint64

func newBitset(numbers int) bitset { return make(bitset, (numbers+63)/64) }

func (b bitset) has(n uint64) bool { return b[n/64]>>(n%64)&1 != 0 }
func (b bitset) set(n uint64)      { b[n/64] |= 1 << (n % 64) }

func (b bitset) count() (n int) {
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}
