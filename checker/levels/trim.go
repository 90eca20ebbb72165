package levels

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"math/bits"
	"path"
	"slices"

	"interrex/checker"
)

// What is part of no fair cycle is trimmed by passes over files, in the manner of OWCTY ("one way catch them young"; Černá and Pelánek,
// "Distributed explicit fair cycle detection", 2003). A state goes from which no step leads to one that is left, or to which none does, until
// no more go. If still too many are left, it is looked what is left for each property: of the states in which a run that violates it
// may stay, one goes, too, from which there is no way to what it owes, through states that are left: to a step that discharges it or,
// under weak fairness, to a state where it is not owed.
//
// The candidates are the states that steps leave that may be part of a cycle, numbered in the order of their ranks. Such a step is an
// edge, from number to number: the rows to which steps lead are sorted, and merged with the sorted candidates, which tell their
// numbers. A pass goes over all edges, and keeps some bits for each candidate, and one for each duty if there is room for that. For all
// of them it takes no more memory than the states take for which there is room.

// A trimming is one under way.
type trimming struct {
	*doing
	cycles checker.Recurrence
	room   int    // for states
	states sorter // the candidates, each with its number
	steps  sorter // where steps lead, each with the number of the state that it leaves, and its duty
	pairs  sorter // edges, and what is owed besides
	edges  string // the object of all of them, by the numbers that they leave
	count  int    // of candidates
	left   bitset // of them
}

// nowhere is where an edge leads that says only what is owed.
const nowhere = 1<<32 - 1

// An edge is a record of two words.
type edge struct {
	from, to uint64
	duty     int // -1: none
}

func edgeOf(record []uint64) edge {
	return edge{record[0], record[1] >> 32, int(record[1]>>16&0xffff) - 1}
}

func (e edge) append(to []uint64) []uint64 { return append(to, e.from, e.to<<32|uint64(e.duty+1)<<16) }

// trim returns what is left of the states that steps leave that may be part of a cycle, or all where there is room for all, and how many that
// are. If there is no room for trimming it counts them only.
func (d *driver) trim(cycles checker.Recurrence, room int) (left bitset, n int, err error) {
	own := &doing{Hands: d.own, Task: Task{Result: passing + "trim", Settings: d.settings}, ctx: d.ctx, layout: d.own.names.layout, attempt: rand.Text()[:8]}
	pairs := *own
	pairs.layout, pairs.attempt = newLayout([]uint8{32, 16}), own.attempt+"-edges"
	t := &trimming{doing: own, cycles: cycles, room: room}
	t.states, t.steps, t.pairs = sorter{doing: own, form: rowOrigin}, sorter{doing: own, form: rowOrigin}, sorter{doing: &pairs, form: originRow}
	defer t.clean()
	if err := d.eachCandidate(cycles, t.collect); err != nil || t.count > room && !t.hasRoom(1) {
		return nil, t.count, err
	}
	t.left = newBitset(t.count)
	for v := range t.count {
		t.left.set(uint64(v))
	}
	if t.count > room {
		err = t.join()
		if err == nil {
			err = t.among(t.left, nil, 0)
		}
		if err == nil && t.left.count() > room {
			err = t.byProperties(d)
		}
	}
	return t.left, t.left.count(), err
}

// mostSets is how many sets of candidates there are at a time.
const mostSets = 8

// hasRoom reports whether there is room for these sets, and for some bits more of each candidate.
func (t *trimming) hasRoom(bits int) bool {
	return t.count*(mostSets+bits) <= t.room*8*checker.StateBytes
}

// byProperties leaves only what is left for some property.
func (t *trimming) byProperties(d *driver) error {
	duties := t.part.Duties() + 1
	if !t.hasRoom(64 * wordsOf(duties)) {
		duties = 1
	}
	all, left, again := newBitset(t.count), newBitset(t.count), newBitset(t.count)
	for n, p := range d.properties {
		if !p.IsLiveness() {
			continue
		}
		clear(left)
		clear(again)
		err := d.eachCandidate(t.cycles, func(state int, number uint64) error {
			if !t.left.has(number) {
				return nil
			}
			isInside, isAgain, err := t.part.MayStay(n, state)
			if isInside {
				left.set(number)
			}
			if isAgain {
				again.set(number)
			}
			return err
		})
		if err == nil {
			err = t.among(left, again, duties)
		}
		if err != nil {
			return err
		}
		for i := range left {
			all[i] |= left[i]
		}
	}
	t.left = all
	return nil
}

// eachCandidate goes over the states that steps leave that may be part of a cycle: which of those held each is, and its number.
func (d *driver) eachCandidate(cycles checker.Recurrence, do func(state int, number uint64) error) error {
	number := uint64(0)
	return d.each(func(states int) error {
		for n := range states {
			if !cycles.Leaves(d.own.part.Held(n)) {
				continue
			}
			if err := do(n, number); err != nil {
				return err
			}
			number++
		}
		return nil
	})
}

// clean removes the objects of the trimming.
func (t *trimming) clean() {
	names, _ := t.store.List(t.prefix(path.Dir(t.Result)))
	for _, name := range names {
		_ = t.store.Remove(name)
	}
}

// collect takes down a candidate, and the steps out of it.
func (t *trimming) collect(state int, number uint64) error {
	if number >= nowhere {
		return fmt.Errorf("more than %d states may be part of a cycle: they cannot be numbered", uint64(nowhere))
	}
	words := t.layout.words
	t.count++
	t.states.records = append(append(t.states.records, t.rows[state*words:(state+1)*words]...), number)
	err := t.part.Onward(t.cycles, state, func(duty int, to checker.Row) error {
		if to == nil {
			t.pairs.records = edge{number, nowhere, duty}.append(t.pairs.records)
			return t.pairs.end()
		}
		row, _, err := t.canonical(state, to)
		if row == nil {
			return cmp.Or(err, errors.New("the system does something else than when the store was begun"))
		}
		t.steps.records = append(append(t.steps.records, row...), number<<16|uint64(duty+1))
		return t.steps.end()
	})
	return cmp.Or(err, t.states.end())
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
	words := t.layout.words
	for is := states.next(); steps.next(); {
		step := steps.now()
		for is && slices.Compare(states.now()[:words], step[:words]) < 0 {
			is = states.next()
		}
		e := edge{step[words] >> 16, nowhere, int(step[words]&0xffff) - 1}
		if is && slices.Equal(states.now()[:words], step[:words]) {
			e.to = states.now()[words]
		}
		t.pairs.records = e.append(t.pairs.records)
		if err := t.pairs.end(); err != nil {
			return err
		}
	}
	if err := cmp.Or(states.err, steps.err, t.pairs.flush()); err != nil {
		return err
	}
	t.edges = t.pairs.object(path.Dir(t.Result))
	return t.pairs.mergeInto(t.edges, t.pairs.segments, 0, 1, originRow)
}

// among lets go of some candidates until no more go. The last of the duties is no one's: runs that count come again and again to some
// candidate of those in again, and to that there must be a way, as there must be to what the others owe. If there is but one duty, nothing
// is asked of what is owed, and if there is none, nothing of ways.
func (t *trimming) among(left, again bitset, duties int) error {
	for before := 0; before != left.count(); {
		before = left.count()
		back, err := t.letGo(left, again, duties)
		if err == nil {
			err = t.letGoUnreached(left, back)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// letGo lets go, from the last candidate to the first, those from which no step leads to one that is left, or nothing to what is owed. So
// a way without a cycle goes at once, unless it has steps to lower numbers. It returns to which ones there are steps from a number that is no lower.
func (t *trimming) letGo(left, again bitset, duties int) (back bitset, err error) {
	l := &look{trimming: t, left: left, again: again, duties: duties, owed: newBitset(duties), now: newBitset(duties)}
	l.onward, l.stays, l.back, l.ways = newBitset(t.count), newBitset(t.count), newBitset(t.count), newWays(t.count, duties)
	for l.more = true; l.more && err == nil; err = cmp.Or(err, t.ctx.Err()) {
		clear(l.onward)
		clear(l.stays)
		clear(l.back)
		l.more, l.at = false, nowhere
		err = t.eachEdge((*rowReader).backwards, l.see)
		l.end()
	}
	copy(left, l.stays)
	return l.back, err
}

// A look is one at all candidates that are left, from the last to the first: as often as there are more ways to be found to what is owed.
type look struct {
	*trimming
	left, again bitset
	duties      int
	ways        ways // of each candidate, to what discharges duties
	more        bool // there are more ways than at the last look

	onward, stays, back bitset
	at                  uint64 // the candidate at hand
	owed, now           bitset // duties of it, and those to whose discharge there is a way
}

// begin begins with a candidate.
func (l *look) begin(v uint64) {
	l.at = v
	clear(l.owed)
	clear(l.now)
	if l.duties > 0 {
		last := uint64(l.duties - 1)
		if l.owed.set(last); l.again.has(v) {
			l.now.set(last)
		}
	}
}

// see looks at an edge.
func (l *look) see(e edge) {
	if e.from != l.at {
		l.end()
		l.begin(e.from)
	}
	if !l.left.has(e.from) {
		return
	}
	isAsked := 0 <= e.duty && e.duty < l.duties-1
	if isAsked {
		l.owed.set(uint64(e.duty))
	}
	if e.to == nowhere || !l.left.has(e.to) || e.to > e.from && !l.onward.has(e.to) {
		return
	}
	l.onward.set(e.from)
	if e.to <= e.from {
		l.back.set(e.to)
	}
	if isAsked {
		l.now.set(uint64(e.duty))
	}
	for i := range l.now {
		l.now[i] |= l.ways.of(e.to, i)
	}
}

// weak are the duties under weak fairness.
const weak = 0x5555_5555_5555_5555

// end comes to a conclusion about the candidate at hand.
func (l *look) end() {
	if l.at == nowhere || !l.onward.has(l.at) {
		return
	}
	stays := true
	for i, owed := range l.owed {
		l.more = l.ways.add(l.at, i, l.now[i]|weak&^owed) || l.more
		stays = stays && owed&^l.ways.of(l.at, i) == 0
	}
	if stays {
		l.stays.set(l.at)
	}
}

// Ways are duties of each candidate, in whole words if there are several.
type ways struct {
	bits  bitset
	words int // of a candidate; 0: it has one bit
}

func wordsOf(duties int) int { return (duties + 63) / 64 }

func newWays(candidates, duties int) ways {
	if duties == 1 {
		return ways{bits: newBitset(candidates)}
	}
	words := wordsOf(duties)
	return ways{make(bitset, candidates*words), words}
}

// of is a word of the duties of a candidate.
func (w *ways) of(v uint64, i int) uint64 {
	if w.words == 0 {
		return w.bits[v/64] >> (v % 64) & 1
	}
	return w.bits[int(v)*w.words+i]
}

// add adds duties to such a word. It reports whether there are more now.
func (w *ways) add(v uint64, i int, duties uint64) bool {
	word := &w.bits[v/64]
	if w.words > 0 {
		word = &w.bits[int(v)*w.words+i]
	} else {
		duties = duties & 1 << (v % 64)
	}
	more := duties&^*word != 0
	*word |= duties
	return more
}

// letGoUnreached lets go, from the first candidate to the last, those to which no step leads from one that is left.
func (t *trimming) letGoUnreached(left, back bitset) error {
	reached := newBitset(t.count)
	err := t.eachEdge((*rowReader).forwards, func(e edge) {
		if e.to != nowhere && left.has(e.from) && (reached.has(e.from) || back.has(e.from)) {
			reached.set(e.to)
		}
	})
	for i := range left {
		left[i] &= reached[i]
	}
	return err
}

// eachEdge goes over all edges.
func (t *trimming) eachEdge(all func(*rowReader, func(record []uint64)) error, do func(edge)) error {
	x, err := readRows(t.store, t.edges, 0, 1, &t.pairs.layout)
	if err != nil {
		return err
	}
	defer x.close()
	return all(x, func(record []uint64) { do(edgeOf(record)) })
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
