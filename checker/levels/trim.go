package levels

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"path"
	"slices"

	"interrex/checker"
)

// States on no fair cycle are trimmed by passes over files, as in OWCTY ("one way catch them young"; Černá and Pelánek, "Distributed explicit
// fair cycle detection", 2003): states without a predecessor or a successor that is left are removed, until no more are. If too many
// are left, the same is done for each property, among the states in which a violating run may stay. A state is then removed, too, if no path
// through states that are left meets each fairness class that it is owed: a step that discharges it or, for weak fairness, a state
// where it does not last.
//
// Candidates are the sources of steps that may be part of a cycle, numbered by rank. Such a step is an edge between numbers (survey.go).
// A pass keeps a few bits per candidate, and one per fairness class if there is room. Each time half of the candidates are removed,
// the edges of the rest are written, and a later driver continues from there.

// A trimming is the trimming of the candidates of one store.
type trimming struct {
	*driver
	found  *surveyed
	room   int      // for states
	edges  []string // the objects of all edges of what is left, by the numbers that they leave
	whole  int      // how many candidates were left when these were written
	kept   int      // how often they have been
	left   bitset   // of the candidates
	passes int      // over the edges, so far
}

// nowhere is the target of an edge that only has a duty; lasts is the target if that duty lasts.
const (
	nowhere = 1<<32 - 1
	lasts   = 1<<32 - 2
)

// edgeLayout is that of where an edge leads, and what it discharges.
func edgeLayout() *layout {
	l := newLayout([]uint8{32, dutyBits})
	return &l
}

// An edge is a record of two words.
type edge struct {
	from, to uint64
	duty     int // -1: none
}

func edgeOf(record []uint64) edge {
	return edge{record[0], record[1] >> 32, int(record[1]>>16&0xffff) - 1}
}

func (e edge) append(to []uint64) []uint64 { return append(to, e.from, e.to<<32|uint64(e.duty+1)<<16) }

// trim returns the candidates that are left, and their number: all candidates if there is room for all. Without room for trimming, it only
// counts them.
func (d *driver) trim(found *surveyed, room int) (left bitset, n int, err error) {
	if err := d.lead(found); err != nil {
		return nil, 0, err
	}
	t := &trimming{driver: d, found: found, room: room}
	if found.count > room && !t.hasRoom(1) {
		return nil, found.count, nil
	}
	if t.left = newBitset(found.count); found.count <= room {
		t.left.fill(found.count)
		return t.left, found.count, nil
	}
	if err = t.resume(); err == nil {
		err = t.among(t.left, nil, 0)
	}
	if err == nil && t.left.count() > room {
		err = t.byProperties()
	}
	return t.left, t.left.count(), err
}

// A trimmed is what is left after one more half was removed. Each candidate that is left has an edge.
type trimmed struct {
	Edges []string
	Left  int
}

func (d *driver) trimmedName(n int) string { return fmt.Sprintf("%strimmed-%06d", d.surveying(), n) }

// resume begins with the last trimmed, or with all candidates.
func (t *trimming) resume() error {
	var last trimmed
	for {
		err := readRecord(t.Store, t.trimmedName(t.kept), &last)
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return err
		}
		t.kept++
	}
	if t.kept == 0 {
		t.left.fill(t.found.count)
		edges, err := t.join(t.found)
		t.edges, t.whole = edges, t.found.count
		return err
	}
	t.edges, t.whole = last.Edges, last.Left
	return t.eachEdge(false, func(e edge) { t.left.set(e.from) })
}

// shrink writes the edges of the rest, if half of the candidates are removed.
func (t *trimming) shrink(left int) error {
	if left > t.whole/2 {
		return nil
	}
	name := fmt.Sprintf("%sedges-%s", t.surveying(), rand.Text()[:8])
	w, err := newRowWriter(t.Store, name, originRow, edgeLayout())
	if err != nil {
		return err
	}
	record := make([]uint64, 0, 2)
	err = t.eachEdge(false, func(e edge) {
		if t.left.has(e.from) && t.left.has(e.to) {
			w.put(0, e.append(record))
		}
	})
	if err := w.close(err); err != nil {
		return err
	}
	t.edges, t.whole = []string{name}, left
	err = writeRecord(t.Store, t.trimmedName(t.kept), trimmed{t.edges, left})
	t.kept++
	return ignore(err, fs.ErrExist)
}

// mostSets is how many sets of candidates there are at a time.
const mostSets = 8

// hasRoom reports whether there is room for these sets, and for some bits more of each candidate.
func (t *trimming) hasRoom(bits int) bool {
	return t.found.count*(mostSets+bits) <= t.room*8*checker.StateBytes
}

// byProperties keeps only the candidates that are left for some property.
func (t *trimming) byProperties() error {
	duties := t.own.part.Duties() + 1
	if !t.hasRoom(64 * wordsOf(duties)) {
		duties = 1
	}
	if err := t.owe(); err != nil {
		return err
	}
	all, left, again := newBitset(t.found.count), newBitset(t.found.count), newBitset(t.found.count)
	for n, p := range t.properties {
		if !p.IsLiveness() {
			continue
		}
		clear(left)
		clear(again)
		err := t.eachCandidate(t.found, t.left, func(state int, number uint64) error {
			isInside, isAgain, err := t.own.part.MayStay(n, state)
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

// owe adds records to the edges: the duties of steps that are part of no cycle, and the duties that last.
func (t *trimming) owe() error {
	d := &doing{Hands: t.own, Task: Task{Result: t.surveying() + "owe", Settings: t.settings}, ctx: t.ctx, attempt: rand.Text()[:8]}
	d.layout = *edgeLayout()
	owed, all := d.object(path.Dir(d.Result)), d.object(path.Dir(d.Result))
	w, err := newRowWriter(t.Store, owed, originRow, edgeLayout())
	if err != nil {
		return err
	}
	duties, lasting, record := newBitset(t.own.part.Duties()), newBitset(t.own.part.Duties()), make([]uint64, 0, 2)
	err = t.eachCandidate(t.found, t.left, func(state int, number uint64) error {
		clear(duties)
		clear(lasting)
		err := t.own.part.Onward(t.own.cycles, state, func(duty int, to checker.Row) error {
			if to == nil {
				duties.set(uint64(duty))
			}
			return nil
		})
		err = cmp.Or(err, t.own.part.Lasting(state, func(duty int) { lasting.set(uint64(duty)) }))
		for duty := range t.own.part.Duties() {
			if lasting.has(uint64(duty)) {
				w.put(0, edge{number, lasts, duty}.append(record))
			}
		}
		for duty := range t.own.part.Duties() {
			if duties.has(uint64(duty)) {
				w.put(0, edge{number, nowhere, duty}.append(record))
			}
		}
		return err
	})
	if err = w.close(err); err == nil {
		err = d.mergeInto(all, append(slices.Clone(t.edges), owed), 0, mostOrders, originRow)
		t.edges = []string{all}
	}
	return err
}

// among removes candidates until no more can be removed. The last duty stands for reaching a candidate in again, which violating runs visit
// infinitely often. With one duty, fairness is ignored. With none, paths are ignored too.
func (t *trimming) among(left, again bitset, duties int) error {
	for before := 0; before != left.count(); {
		before = left.count()
		back, err := t.letGo(left, again, duties)
		if err == nil {
			err = t.letGoUnreached(left, back)
		}
		if err == nil && duties == 0 {
			err = t.shrink(left.count())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// letGo removes, from the last candidate to the first, those without a successor that is left, or without a path to what is owed. So one
// pass removes a path without a cycle, unless it has steps to lower numbers. It returns the targets of steps from numbers not lower.
func (t *trimming) letGo(left, again bitset, duties int) (back bitset, err error) {
	l := &look{trimming: t, left: left, again: again, duties: duties, owed: newBitset(duties), now: newBitset(duties), lasting: newBitset(duties)}
	l.onward, l.stays, l.back = newBitset(t.found.count), newBitset(t.found.count), newBitset(t.found.count)
	l.ways = newWays(t.found.count, duties)
	for l.more = true; l.more && err == nil; err = cmp.Or(err, t.ctx.Err()) {
		clear(l.onward)
		clear(l.stays)
		clear(l.back)
		l.more, l.at = false, nowhere
		err = t.eachEdge(true, l.see)
		l.end()
	}
	copy(left, l.stays)
	return l.back, err
}

// A look is a pass over all candidates that are left, from the last to the first. It is repeated while it finds more ways.
type look struct {
	*trimming
	left, again bitset
	duties      int
	ways        ways // of each candidate, to what discharges duties
	more        bool // there are more ways than at the last look

	onward, stays, back bitset
	at                  uint64 // the candidate at hand
	owed, now           bitset // duties of it, and those to whose discharge there is a way
	lasting             bitset // duties that last in it and need not be owed
}

// begin begins with a candidate.
func (l *look) begin(v uint64) {
	l.at = v
	clear(l.owed)
	clear(l.now)
	clear(l.lasting)
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
	if e.to == lasts {
		if isAsked {
			l.lasting.set(uint64(e.duty))
		}
		return
	}
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

// end decides whether the candidate at hand stays.
func (l *look) end() {
	if l.at == nowhere || !l.onward.has(l.at) {
		return
	}
	stays := true
	for i, owed := range l.owed {
		l.more = l.ways.add(l.at, i, l.now[i]|weak&^(owed|l.lasting[i])) || l.more
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

// letGoUnreached removes, from the first candidate to the last, those without a predecessor that is left.
func (t *trimming) letGoUnreached(left, back bitset) error {
	reached := newBitset(t.found.count)
	err := t.eachEdge(false, func(e edge) {
		if e.to < lasts && left.has(e.from) && (reached.has(e.from) || back.has(e.from)) {
			reached.set(e.to)
		}
	})
	for i := range left {
		left[i] &= reached[i]
	}
	return err
}

// eachEdge goes over all edges of what is left, from the first to the last or backwards.
func (t *trimming) eachEdge(isBackwards bool, do func(edge)) error {
	names := slices.Clone(t.edges)
	if isBackwards {
		slices.Reverse(names)
	}
	for _, name := range names {
		t.say(checker.Tasks{Kind: "trim", Done: t.passes}) // the number of passes is unknown
		if err := cmp.Or(t.eachEdgeOf(name, isBackwards, do), t.ctx.Err()); err != nil {
			return err
		}
	}
	t.passes++
	return nil
}

func (t *trimming) eachEdgeOf(name string, isBackwards bool, do func(edge)) error {
	x, err := readRows(t.Store, name, 0, mostOrders, edgeLayout())
	if err != nil {
		return err
	}
	defer x.close()
	all := x.forwards
	if isBackwards {
		all = x.backwards
	}
	return all(func(record []uint64) { do(edgeOf(record)) })
}

// A bitset is a set of numbers.
type bitset []uint64

func newBitset(numbers int) bitset { return make(bitset, (numbers+63)/64) }

func (b bitset) has(n uint64) bool { return b[n/64]>>(n%64)&1 != 0 }
func (b bitset) set(n uint64)      { b[n/64] |= 1 << (n % 64) }

// fill makes it the set of all numbers below n.
func (b bitset) fill(n int) {
	for i := range b {
		b[i] = ^uint64(0)
	}
	if n%64 != 0 {
		b[len(b)-1] = 1<<(n%64) - 1
	}
}

// hasAny reports whether it has any of the numbers from one up to another.
func (b bitset) hasAny(from, to uint64) bool {
	for ; from < to; from++ {
		if from%64 == 0 && from+64 <= to && b[from/64] == 0 {
			from += 63
			continue
		}
		if b.has(from) {
			return true
		}
	}
	return false
}

func (b bitset) count() (n int) {
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}
