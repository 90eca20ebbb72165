package checker

import (
	"math"
	mathbits "math/bits"
	"slices"
	"sort"
	"sync/atomic"
)

// A stretch is a part of the frontier that one worker expands in a round, and what comes of it: the rows that its states lead
// to, but for those that the worker knows, in the order of (parent's rank, step).
type stretch struct {
	from, to uint32 // the states of it
	place    int32  // of the stretch among those of the round
	words    int    // of a row

	ends   []uint32  // of each state that is expanded, where its rows end
	keys   []uint64  // the rows
	hashes []uint64  // of each row
	made   int       // rows that were made, of which some may be known
	places []uint32  // of each row, which of those made of its state it is
	asleep []uint64  // of each row, the classes of steps that sleep there; if the dormitory is open
	fresh  []claimed // the rows that are new, in their order

	offset uint32       // of the first row among all rows of the round
	stolen atomic.Int32 // rows among fresh that are not new after all: a stretch before this one leads there too
	lost   []uint32     // a bit for each row: it is one of those
	base   uint32       // the rank of the first new state

	steps      int
	terminal   int
	quiet      []uint32 // states in which nothing is owed
	met        []Bound  // the bounds that altered or disabled a step
	violations []violation
	duties     int  // the highest number of a duty
	backward   bool // some step led to a state of no higher rank, or may have
	actions    []activity
	counts     []int    // of each property that is counted, the new states in which it is true
	_          [64]byte // what another worker writes is in another line of its cache
}

// A claimed is a row that is new, and the slot of the table that it has got.
type claimed struct{ row, slot uint32 }

// begin takes up a stretch.
func (w *worker) begin(from, to uint32) {
	if w.taken == len(w.own) {
		w.own = append(w.own, &stretch{actions: make([]activity, len(w.run.actions)), counts: make([]int, len(w.run.counts))})
	}
	w.stretch = w.own[w.taken]
	w.taken++
	w.empty()
	w.dropBundles()
	w.from, w.to, w.words, w.backward = from, to, w.run.store.words, w.run.backward
	if w.stale {
		w.late.clear(w.words, w.run.base+w.run.store.log.len)
		w.stale = false
	}
}

// empty forgets what has come of a stretch.
func (s *stretch) empty() {
	s.ends, s.keys, s.hashes, s.places, s.asleep, s.fresh = s.ends[:0], s.keys[:0], s.hashes[:0], s.places[:0], s.asleep[:0], s.fresh[:0]
	s.quiet, s.met, s.violations, s.duties = s.quiet[:0], s.met[:0], s.violations[:0], 0
	s.steps, s.made, s.terminal = 0, 0, 0
	s.stolen.Store(0)
	clear(s.actions)
	clear(s.counts)
}

// complete makes the stretch ready for what the others may write to it.
func (s *stretch) complete() {
	n := len(s.hashes)/32 + 1
	s.lost = slices.Grow(s.lost[:0], n)[:n]
	clear(s.lost)
}

// end is the state before which the expansion has stopped.
func (s *stretch) end() uint32 { return s.from + uint32(len(s.ends)) }

// key returns row i.
func (s *stretch) key(i uint32) Row { return s.keys[int(i)*s.words : (int(i)+1)*s.words] }

// found counts the new states.
func (s *stretch) found() int { return len(s.fresh) - int(s.stolen.Load()) }

// A cursor finds the states that rows were reached from, if it is asked about them in their order.
type cursor struct {
	*stretch
	at int
}

func (c *cursor) parentOf(i uint32) uint32 {
	for c.at < len(c.ends) && c.ends[c.at] <= i {
		c.at++
	}
	return c.from + uint32(c.at)
}

const (
	leastShared  = 64 // states for each worker: with fewer, one alone is done sooner
	leastStretch = 32 // states
)

// spread lets the workers do a task on stretches of [from, to), each of which goes to the next one who has time: so none waits
// for another for longer than a short stretch takes. If there is little to do, or something to learn, the first does it alone,
// as one stretch.
func (r *run) spread(from, to int, t task) {
	r.alone = r.workers == 1 || r.solo > 0 || to-from < leastShared*r.workers
	r.divide(from, to)
	r.handed.Store(0)
	r.halt.Store(math.MaxInt32)
	for _, w := range r.pool {
		w.taken = 0
	}
	r.work(func(w *worker) {
		for w.take() {
			t(w)
		}
	})
}

// divide divides [from, to) into stretches, which get shorter towards the end.
func (r *run) divide(from, to int) {
	r.bounds = append(r.bounds[:0], uint32(from))
	for left := to - from; left > 0; {
		some := left
		if !r.alone {
			some = min(left, max(left/(2*r.workers), leastStretch))
		}
		left -= some
		r.bounds = append(r.bounds, uint32(to-left))
	}
	n := len(r.bounds) - 1
	r.stretches = slices.Grow(r.stretches[:0], n)[:n]
	clear(r.stretches)
}

// take gives the worker the next stretch. It reports false if there is none left.
func (w *worker) take() bool {
	r := w.run
	place := r.handed.Add(1) - 1
	if int(place) >= len(r.stretches) || place > r.halt.Load() {
		return false
	}
	w.begin(r.bounds[place], r.bounds[place+1])
	w.place, r.stretches[place] = place, w.stretch
	return true
}

// stopBehind ends the round behind the stretch at a place.
func (r *run) stopBehind(place int32) {
	for {
		halt := r.halt.Load()
		if halt <= place || r.halt.CompareAndSwap(halt, place) {
			return
		}
	}
}

// work lets those who have taken stretches do a task.
func (r *run) work(t task) {
	if r.alone {
		r.pool[0].perform(t)
		return
	}
	r.together(t)
}

// Rounds of learning: so many states the first worker expands alone, at least and at most, after one of several has met what is
// not known yet.
const (
	leastSolo = 128
	mostSolo  = 1 << 14
)

// expand lets the workers take down the steps of the states in [from, to), and returns how far they came: to, unless the
// next state has a successor for which rows have no room, or which takes Learn. What is new to one of several workers is learnt
// by the first alone, in the order of ranks, so that numbers do not depend on how many there are.
func (r *run) expand(from, to int) int {
	r.spread(from, to, (*worker).expand)
	if r.failed.Load() {
		return to
	}
	reached := r.drop(to)
	switch {
	case r.alone:
		r.outgrown = reached < to
		r.solo = max(r.solo-(reached-from), 0)
	case reached == to:
		r.lesson = leastSolo
	default:
		if reached-from < r.lesson { // where there is always something to learn, several would only disturb
			r.lesson = min(2*r.lesson, mostSolo)
		}
		r.solo = r.lesson
	}
	return reached
}

// drop forgets the stretches behind the first that has come to a stop, and returns where that was.
func (r *run) drop(to int) int {
	halt := int(r.halt.Load())
	if halt >= len(r.stretches) {
		return to
	}
	for _, w := range r.pool {
		for _, s := range w.own[:w.taken] {
			if int(s.place) > halt {
				s.empty()
				w.stale = r.cached
			}
		}
	}
	r.stretches = r.stretches[:halt+1]
	return int(r.stretches[halt].end())
}

// number gives all rows of the round their places, and counts them.
func (r *run) number() int {
	n := 0
	for _, s := range r.stretches {
		s.offset = uint32(n)
		n += len(s.hashes)
	}
	return n
}

// rowAt returns which row of which stretch is at a place among those of the round.
func (r *run) rowAt(place uint32) (s *stretch, row uint32) {
	i := sort.Search(len(r.stretches), func(i int) bool { return r.stretches[i].offset > place }) - 1
	return r.stretches[i], place - r.stretches[i].offset
}

// insert looks up all rows of the stretches that the worker has taken. A row that is new claims a slot of the table; if several
// are the same, the first of them in the order of (parent's rank, step) does, whoever comes first.
func (w *worker) insert() {
	for _, w.stretch = range w.own[:w.taken] {
		if w.words == 1 {
			w.claimAllWords()
			continue
		}
		for first := 0; first < len(w.hashes); first += batch {
			w.claimSome(uint32(first), uint32(min(first+batch, len(w.hashes))))
		}
	}
}

// claimAllWords is insert for rows of one word.
func (w *worker) claimAllWords() {
	var home, seen [batch]uint32
	s, t := w.run.store, &w.run.store.table
	w.fresh = slices.Grow(w.fresh, len(w.keys))[:len(w.keys)]
	slots, rows, known, fresh, n := t.slots, s.log.rows.all, uint32(s.log.len), w.fresh, 0
	for first := 0; first < len(w.keys); first += batch {
		keys := w.keys[first:min(first+batch, len(w.keys))]
		hashes := w.hashes[first : first+len(keys)]
		for k, hash := range hashes {
			at, _ := mathbits.Mul64(hash, uint64(t.size))
			home[k%batch], seen[k%batch] = uint32(at), atomic.LoadUint32(&slots[at])
		}
		sink := uint64(0)
		for _, entry := range seen[:len(keys)] {
			sink += rows[min(t.numberOf(entry), known)]
		}
		w.sink += sink
		for k, key := range keys {
			tag, at, i := t.tag(hashes[k]), home[k%batch], uint32(first+k)
			for {
				entry := atomic.LoadUint32(&slots[at])
				if entry == 0 {
					if !atomic.CompareAndSwapUint32(&slots[at], 0, pending|tag|(w.offset+i)) {
						continue
					}
					fresh[n] = claimed{i, at}
					n++
					break
				}
				if t.isTagged(entry, tag) {
					if entry&pending != 0 {
						w.fresh = fresh[:n]
						w.claim(i)
						n = len(w.fresh)
						break
					}
					if number := t.numberOf(entry) - 1; number < known && rows[number] == key {
						w.seeBack(number, i)
						break
					}
				}
				if at++; int(at) == t.size {
					at = 0
				}
			}
		}
	}
	w.fresh = fresh[:n]
}

// claimSome loads what the look-ups of the rows in [first, end) will need, their home slots and then the rows that these point
// to, before it does any of them. The loads of each loop do not wait for one another, and there is no branch to guess wrong.
func (w *worker) claimSome(first, end uint32) {
	var home [batch]uint32
	s := w.run.store
	for k, hash := range w.hashes[first:end] {
		home[k%batch] = atomic.LoadUint32(&s.table.slots[s.table.home(hash)])
	}
	if known := uint32(s.log.len); known > 0 {
		sink := uint64(0)
		for _, entry := range home[:end-first] {
			sink += s.log.at(min(s.table.numberOf(entry)-1, known-1))[0]
		}
		w.sink += sink
	}
	for i := first; i < end; i++ {
		w.claim(i)
	}
}

// claim finds row i in the table, or claims a slot for it.
func (w *worker) claim(i uint32) {
	t, row, hash := &w.run.store.table, w.key(i), w.hashes[i]
	tag, at := t.tag(hash), t.home(hash)
	mine := pending | tag | (w.offset + i)
	for {
		entry := atomic.LoadUint32(&t.slots[at])
		switch {
		case entry == 0:
			if !atomic.CompareAndSwapUint32(&t.slots[at], 0, mine) {
				continue // look what is there now
			}
			w.fresh = append(w.fresh, claimed{i, uint32(at)})
			return
		case !t.isTagged(entry, tag):
		case entry&pending == 0:
			if number := t.numberOf(entry); number != t.dropped && equal(w.run.store.log.at(number-1), row) {
				w.seeBack(number-1, i)
				return
			}
		default:
			s, other := w.run.rowAt(t.numberOf(entry))
			if !equal(s.key(other), row) {
				break
			}
			if entry > mine {
				if !atomic.CompareAndSwapUint32(&t.slots[at], entry, mine) {
					continue
				}
				s.lose(other)
				w.fresh = append(w.fresh, claimed{i, uint32(at)})
			}
			return
		}
		at = t.after(at)
	}
}

// lose lets another stretch have what row i has claimed.
func (s *stretch) lose(i uint32) {
	atomic.OrUint32(&s.lost[i/32], 1<<(i%32))
	s.stolen.Add(1)
}

// hasLost reports whether another stretch has what row i has claimed.
func (s *stretch) hasLost(i uint32) bool { return s.lost[i/32]>>(i%32)&1 != 0 }

// seeBack takes notice that row i is a known state. One within the level may lead back from another state of the level, of
// which the cache of late rows says nothing.
func (w *worker) seeBack(to, i uint32) {
	w.backward = w.backward || int(to) < w.run.levelEnd
}

// parentOf is the state that row i was reached from.
func (s *stretch) parentOf(i uint32) uint32 {
	return s.from + uint32(sort.Search(len(s.ends), func(at int) bool { return s.ends[at] > i }))
}

// commit gives the new states of the worker's stretches their ranks, and then looks at them: all are entered, whatever fails there.
func (w *worker) commit() {
	for _, w.stretch = range w.own[:w.taken] {
		w.enterFresh()
	}
	for _, w.stretch = range w.own[:w.taken] {
		w.checkStates(w.base, w.base+uint32(len(w.fresh)))
	}
}

// enterFresh enters the new states of a stretch into the log, and their ranks into the table.
func (w *worker) enterFresh() {
	s, rank, n, c := w.run.store, w.base, 0, cursor{stretch: w.stretch}
	for _, f := range w.fresh {
		if w.hasLost(f.row) {
			continue
		}
		if w.words == 1 {
			s.log.rows.all[rank] = w.keys[f.row]
		} else {
			copy(s.log.at(rank), w.key(f.row))
		}
		if w.run.dormitory.isOpen {
			w.run.dormitory.put(rank, w.asleep[f.row])
		}
		if rank%parentEvery == 0 {
			s.parents.put(rank, c.parentOf(f.row))
		}
		rank++
		s.table.settle(f.slot, rank)
		w.fresh[n] = f
		n++
	}
	w.fresh = w.fresh[:n]
}

// giveUp forgets the new states of a stretch but for the first few: a bound cuts the round.
func (r *run) giveUp(s *stretch, few int) {
	n := 0
	for _, f := range s.fresh {
		switch {
		case s.hasLost(f.row):
		case n < few:
			s.fresh[n] = f
			n++
		default:
			r.store.table.settle(f.slot, r.store.table.dropped)
		}
	}
	s.fresh = s.fresh[:n]
	s.stolen.Store(0)
}
