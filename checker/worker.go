package checker

import (
	mathbits "math/bits"
	"slices"
)

// A worker expands stretches of the frontier, one after another.
type worker struct {
	*stretch // the one that it is busy with
	own      []*stretch
	taken    int // of its own, how many it has used in this round

	run   *run
	index int

	expander Expander
	out      Successors // of the state being expanded
	late     lately
	stale    bool     // late is to be cleared before it is used again
	glancing Glancing // nil: the packing is not
	glances  []glanced
	sleep    Sleep
	bundles  []*Bundle // that have been met in the stretch
	marks    []uint64  // of each state that has any, the actions of its bundles
	learnt   []uint32  // in a Part: the states that have taken Learn, since it was asked

	now      expanding
	one, two State // room for states being looked at
	row      Row
	inSteps  bool   // the system's Steps is running
	busy     string // other foreign code that is running, "" if ours
	failure  *failure
	sink     uint64  // keeps the compiler from dropping loads
	call     barrier // where it waits for the next task
	_        [64]byte
}

func newWorker(r *run, index int) *worker {
	w := &worker{run: r, index: index, call: newBarrier()}
	w.one, w.two = make(State, r.system.Width()), make(State, r.system.Width())
	w.settleIn()
	w.begin(0, 0)
	return w
}

// settleIn takes notice of how rows are laid out now.
func (w *worker) settleIn() {
	w.expander, w.row = w.run.store.packing.Expander(), make(Row, w.run.store.words)
	w.glancing, _ = w.run.store.packing.(Glancing)
}

// expand takes down the steps of all states of the stretch, or of those before the first one that needs Learn or, if the
// worker is alone and may call this, for whose successors rows have no room. It gives up if a stretch before this one has
// ended so.
func (w *worker) expand() {
	learn, halt := w.run.alone, &w.run.halt
	for rank := w.from; rank < w.to && halt.Load() >= w.place; rank++ {
		if !w.expandOne(rank, learn) {
			break
		}
		w.ends = append(w.ends, uint32(len(w.hashes)))
	}
	if end := w.end(); end < w.to {
		w.run.stopBehind(w.place)
	}
	w.countBundles()
	w.complete()
}

// enter files the initial states.
func (w *worker) enter(states []State) {
	for _, s := range states {
		for !w.run.store.packing.Pack(s, w.row) {
			w.run.store.packing.See(s)
			w.run.widen()
		}
	}
	w.words = w.run.store.words
	w.out.Clear(w.words)
	for i, s := range states {
		w.run.store.packing.Pack(s, w.row)
		w.out.Add(Step{}, w.row)
		w.collect(i)
	}
	w.ends = append(w.ends, uint32(len(w.hashes)))
	w.complete()
}

// again makes the steps out of a state once more, alone.
func (w *worker) again(rank uint32) {
	w.inSteps = true
	for done := false; !done; {
		w.out.Clear(w.run.store.words)
		if done = w.expander.Learn(w.run.store.log.at(rank), &w.out); !done {
			w.run.widen()
		}
	}
	w.inSteps = false
}

// An expanding is what is known of the state that a worker is expanding.
type expanding struct {
	rank          uint32
	blocked, owed bool   // some step was disabled by a bound, some step is owed
	noted         uint64 // a bit for each action that has been noted, if it is one of those that bundles have
}

// make makes the steps out of a state, of which those of some classes sleep, if any may. It reports false if that takes Learn or more
// room.
func (w *worker) make(rank uint32, learn, maySleep bool, asleep uint64) bool {
	row := w.run.store.log.at(rank)
	w.ready(maySleep, asleep)
	w.inSteps = true
	fits := w.expander.Expand(row, &w.out)
	if !fits && learn {
		if w.run.isPart {
			w.learnt = append(w.learnt, rank)
		}
		w.ready(maySleep, asleep)
		fits = w.expander.Learn(row, &w.out)
	}
	w.inSteps = false
	return fits
}

// ready makes ready for the steps out of a state.
func (w *worker) ready(maySleep bool, asleep uint64) {
	w.out.Clear(w.run.store.words)
	if maySleep {
		w.sleep.clear(asleep)
		w.out.Sleep = &w.sleep
	}
}

// expandOne takes down the steps of one state. It reports false, and has done nothing, if that takes Learn or more room.
func (w *worker) expandOne(rank uint32, learn bool) bool {
	maySleep, asleep, isSample := w.run.dormitory.isOpen, w.run.dormitory.of(rank), w.isSample(rank)
	if !w.make(rank, learn, maySleep && !isSample, asleep) {
		return false
	}
	if isSample {
		w.checkLaws(rank)
		if maySleep && !w.make(rank, learn, true, asleep) {
			return false
		}
	}
	w.now = expanding{rank: rank}
	w.note(w.out.Blocked, 0)
	w.note(w.out.Steps, 1)
	w.now.blocked = len(w.out.Blocked) > 0
	steps := len(w.out.Steps)
	if w.out.Sleep != nil {
		steps += w.noteBundles()
		w.backward = w.backward || w.sleep.LeadsBack
	}
	w.collectAll()
	w.steps += steps
	if w.run.between != nil {
		w.checkSteps()
	}
	if !w.now.owed {
		w.quiet = append(w.quiet, rank)
	}
	if steps == 0 {
		w.terminal++
		if !w.now.blocked {
			w.checkRest(rank)
		}
	}
	return true
}

// checkSteps tries the step invariants across the steps out of the state that has been expanded.
func (w *worker) checkSteps() {
	from := w.look(w.now.rank)
	for i, step := range w.out.Steps {
		w.run.store.packing.Unpack(w.out.Row(i), w.two)
		w.checkStep(w.now.rank, from, step, w.two)
	}
}

// look returns a state, until the next look.
func (w *worker) look(rank uint32) State {
	w.run.store.packing.Unpack(w.run.store.log.at(rank), w.one)
	return w.one
}

// note records what steps say about the state that they leave. Each is taken so many times: once, or only enabled. But for what is
// met for the first time there is no branch: no processor could guess which way it goes.
func (w *worker) note(steps []Step, times int) {
	owed, mark, noted, actions := uint16(0), w.now.rank+1, w.now.noted, w.actions
	for i := range steps {
		step := &steps[i]
		if int(step.Action) >= len(actions) {
			w.meetAction(step.Action)
			actions = w.actions
		}
		action, first := &actions[step.Action], 0
		if action.last != mark {
			first = 1
		}
		action.last = mark
		noted |= 1 << step.Action
		action.enabled += first
		action.taken += times
		owed = max(owed, step.Owed.rotated())
		if step.Bound != 0 {
			w.meet(step.Bound)
		}
	}
	w.now.noted = noted
	if owed != 0 {
		w.now.owed = true
		w.duties = max(w.duties, int(owed)-2)
	}
}

// collectAll files where the steps lead, and what sleeps there, unless that is known.
func (w *worker) collectAll() {
	w.made += w.out.len()
	switch {
	case !w.run.cached:
		w.collectUnseen()
	case w.run.store.words == 1:
		w.collectWords()
	default:
		for i := range w.out.len() {
			if w.collect(i); w.run.dormitory.isOpen && len(w.asleep) < len(w.hashes) {
				w.asleep = append(w.asleep, w.sleep.Of[i])
			}
		}
	}
}

// collectUnseen is collectAll where nothing is known.
func (w *worker) collectUnseen() {
	for i := range w.out.len() {
		w.hashes, w.places = append(w.hashes, w.run.store.hash(w.out.Row(i))), append(w.places, uint32(i))
	}
	w.keys = append(w.keys, w.out.Rows...)
	if w.run.dormitory.isOpen {
		w.asleep = append(w.asleep, w.sleep.Of...)
	}
}

// collectWords is collectAll for rows of one word, without a branch that no processor could guess: each row is written where
// the next one overwrites it if it is known.
func (w *worker) collectWords() {
	n, end, classes := len(w.keys), len(w.keys)+len(w.out.Rows), []uint64(nil)
	if end > min(cap(w.keys), cap(w.hashes), cap(w.places)) {
		w.keys, w.hashes, w.places = slices.Grow(w.keys, end-n), slices.Grow(w.hashes, end-n), slices.Grow(w.places, end-n)
	}
	if w.run.dormitory.isOpen {
		if classes = w.sleep.Of; end > cap(w.asleep) {
			w.asleep = slices.Grow(w.asleep, end-n)
		}
	}
	keys, hashes, places, asleep := w.keys[:end], w.hashes[:end], w.places[:end], w.asleep[:cap(w.asleep)]
	rows, mask, seed := w.late.rows, w.late.mask, w.run.store.seed
	for i, key := range w.out.Rows {
		hash := mix(key ^ seed)
		old := &rows[hash>>8&mask]
		keys[n], hashes[n], places[n] = key, hash, uint32(i)
		if i < len(classes) { // of each row, or of none
			asleep[n] = classes[i]
		}
		differs, isZero := *old^key, key|-key
		n += int((differs|-differs)>>63 | (isZero>>63 ^ 1))
		*old = key
	}
	w.keys, w.hashes, w.places = keys[:n], hashes[:n], places[:n]
	if classes != nil {
		w.asleep = asleep[:n]
	}
}

// collect files where step i leads, unless that is known.
func (w *worker) collect(i int) {
	row := w.out.Row(i)
	hash := w.run.store.hash(row)
	if w.run.cached && w.late.knows(row, hash) {
		return
	}
	w.keys = append(w.keys, row...)
	w.hashes, w.places = append(w.hashes, hash), append(w.places, uint32(i))
}

// batch is how many look-ups are in the air together: enough that the cache misses of one
// overlap with those of the others.
const batch = 128

// claimWords is insert and commit in one, for a worker who is alone and rows of one word: what is new gets its rank at once.
// Nothing can go wrong meanwhile, and there must be room for all.
func (w *worker) claimWords() {
	var home, seen [batch]uint32
	s, t := w.run.store, &w.run.store.table
	known, c := s.log.len, cursor{stretch: w.stretch}
	s.log.reserve(len(w.keys))
	s.parents.reserve(known + len(w.keys))
	w.fresh = slices.Grow(w.fresh, len(w.keys))[:len(w.keys)]
	slots, rows, fresh, rank, dormitory := t.slots, s.log.rows.all, w.fresh, uint32(known), &w.run.dormitory
	size, entries := uint64(t.size), t.entries
	dormitory.reserve(known + len(w.keys))
	for first := 0; first < len(w.keys); first += batch {
		keys := w.keys[first:min(first+batch, len(w.keys))]
		hashes := w.hashes[first : first+len(keys)]
		for k, hash := range hashes {
			at, _ := mathbits.Mul64(hash, size)
			home[k%batch], seen[k%batch] = uint32(at), slots[at]
		}
		sink := uint64(0)
		for _, entry := range seen[:len(keys)] {
			sink += rows[entries.numberOf(entry)]
		}
		w.sink += sink
		for k, key := range keys {
			tag, at := entries.tag(hashes[k]), home[k%batch]
			for {
				entry := slots[at]
				if entry == 0 {
					slots[at], rows[rank] = tag|(rank+1), key
					if dormitory.isOpen {
						dormitory.put(rank, w.asleep[first+k])
					}
					if rank%parentEvery == 0 {
						s.parents.put(rank, c.parentOf(uint32(first+k)))
					}
					fresh[int(rank)-known] = claimed{uint32(first + k), at}
					rank++
					break
				}
				if number := entries.numberOf(entry) - 1; entries.isTagged(entry, tag) && rows[number] == key {
					w.seeBack(number, uint32(first+k))
					break
				}
				if at++; uint64(at) == size {
					at = 0
				}
			}
		}
	}
	w.fresh = fresh[:int(rank)-known]
	t.used += len(w.fresh)
	s.log.len += len(w.fresh)
}

func (w *worker) meet(b Bound) {
	if len(w.met) > 0 && w.met[0] == b {
		return // as nearly always
	}
	if !slices.Contains(w.met, b) {
		w.met = append(w.met, b)
	}
}

// meetAction makes room for the actions that the system has named so far, after a step has carried a new one.
func (w *worker) meetAction(action Action) {
	last := Action(0)
	for _, a := range w.run.known() {
		last = max(last, a.Action)
	}
	if action > last {
		panic(w.run.nameless(action))
	}
	w.actions = append(w.actions, make([]activity, int(last)+1-len(w.actions))...)
}
