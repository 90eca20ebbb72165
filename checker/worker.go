package checker

import (
	"cmp"
	mathbits "math/bits"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"
)

// A worker expands one stretch of the frontier in each round, and owns a part of the table. Its buffers hold the
// rows that the round has led to, but for those that it knows, in the order of (parent's rank, step).
type worker struct {
	run   *run
	index int

	expander Expander
	out      Successors // of the state being expanded
	late     lately
	glancing Glancing // nil: the packing is not
	glances  []glanced
	from     uint32     // the first state of the stretch
	ends     []uint32   // of each state of the stretch, where its rows end in keys
	keys     []uint64   // the rows
	hashes   []uint64   // of each row
	fresh    []int      // of each row that is new, its slot and one; else 0
	places   []uint32   // of each row, which of the steps it is; if that is kept
	routes   [][]uint32 // by owner, the rows that belong to it, if there are several workers

	steps      int
	left       [2]int // steps left out by sets, and by confluent steps
	tried      [2]int // steps of the states in which that was tried
	terminal   int
	quiet      []uint32 // states in which nothing is owed
	met        []Bound  // the bounds that altered or disabled a step
	violations []violation
	duties     int  // the highest number of a duty
	backward   bool // some step led to a state of no higher rank, or may have
	actions    []activity
	counts     []int  // of each property that is counted, the new states in which it is true
	pick       picker // where the graph is reduced

	call     barrier // where it waits for the next task
	base     uint32  // the rank of the first of the round's new states
	now      expanding
	one, two State // room for states being looked at
	row      Row
	inSteps  bool   // the system's Steps is running
	busy     string // other foreign code that is running, "" if ours
	failure  *failure
	sink     uint64 // keeps the compiler from dropping the loads of claimSome
}

func newWorker(r *run, index int) *worker {
	w := &worker{run: r, index: index, call: newBarrier()}
	w.actions, w.counts = make([]activity, len(r.actions)), make([]int, len(r.counts))
	w.one, w.two = make(State, r.system.Width()), make(State, r.system.Width())
	w.pick = picker{run: r, all: &w.out}
	if r.workers > 1 {
		w.routes = make([][]uint32, r.workers)
	}
	w.settleIn()
	return w
}

// settleIn takes notice of how rows are laid out now.
func (w *worker) settleIn() {
	w.expander, w.row = w.run.store.packing.Expander(), make(Row, w.run.store.words)
	w.glancing, _ = w.run.store.packing.(Glancing)
	w.empty(0)
}

// empty forgets a round, and begins another one with the state called from.
func (w *worker) empty(from uint32) {
	w.from, w.ends, w.keys, w.hashes, w.fresh = from, w.ends[:0], w.keys[:0], w.hashes[:0], w.fresh[:0]
	w.places = w.places[:0]
	for i := range w.routes {
		w.routes[i] = w.routes[i][:0]
	}
	w.quiet, w.met, w.violations = w.quiet[:0], w.met[:0], w.violations[:0]
	w.steps, w.left, w.tried, w.terminal = 0, [2]int{}, [2]int{}, 0
	clear(w.actions)
	clear(w.counts)
}

// expand takes down the steps of all states in [from, to), or of those before the first one that needs Learn or, if
// learn says that this may be called, for whose successors rows have no room.
func (w *worker) expand(from, to uint32, learn bool) {
	w.empty(from)
	one := w.expandOne
	switch {
	case w.run.script != nil:
		one = w.retraceOne
	case w.run.reducer != nil:
		one = w.expandReduced
	}
	for rank := from; rank < to; rank++ {
		if !one(rank, learn) {
			break
		}
		w.ends = append(w.ends, uint32(len(w.hashes)))
	}
	w.makeFresh()
}

// makeFresh makes fresh say that no row is new.
func (w *worker) makeFresh() {
	n := len(w.hashes)
	w.fresh = slices.Grow(w.fresh[:0], n)[:n]
	clear(w.fresh)
}

// enter files the initial states.
func (w *worker) enter(states []State) {
	w.empty(0)
	for _, s := range states {
		for !w.run.store.packing.Pack(s, w.row) {
			w.run.store.packing.See(s)
			w.widen()
		}
	}
	w.out.Clear(w.run.store.words)
	for i, s := range states {
		w.run.store.packing.Pack(s, w.row)
		w.out.Add(Step{}, w.row)
		w.collect(i)
	}
	w.ends = append(w.ends, uint32(len(w.hashes)))
	w.makeFresh()
}

// again makes the steps out of a state once more, alone.
func (w *worker) again(rank uint32) {
	w.inSteps = true
	for done := false; !done; {
		w.out.Clear(w.run.store.words)
		if done = w.expander.Learn(w.run.store.log.at(rank), &w.out); !done {
			w.widen()
		}
	}
	w.inSteps = false
}

// widen makes room in all rows where they cannot be on disk: before the exploration, or where all steps are known.
func (w *worker) widen() {
	if err := w.run.widen(); err != nil {
		panic(err)
	}
}

// stopped is the state before which the last expand has stopped.
func (w *worker) stopped() int { return int(w.from) + len(w.ends) }

// An activity is how often an action was enabled and taken in the states of a stretch.
type activity struct {
	enabled, taken int
	last           uint32 // the state in which it was enabled last, by its rank and one
}

// An expanding is what is known of the state that a worker is expanding.
type expanding struct {
	rank          uint32
	blocked, owed bool // some step was disabled by a bound, some step is owed
}

// make makes the steps out of a state. It reports false if that takes Learn or more room.
func (w *worker) make(rank uint32, learn bool) bool {
	row := w.run.store.log.at(rank)
	w.out.Clear(len(row))
	w.inSteps = true
	fits := w.expander.Expand(row, &w.out)
	if !fits && learn {
		w.out.Clear(len(row))
		fits = w.expander.Learn(row, &w.out)
	}
	w.inSteps = false
	return fits
}

// expandOne takes down the steps of one state. It reports false, and has done nothing, if that takes Learn or more room.
func (w *worker) expandOne(rank uint32, learn bool) bool {
	if !w.make(rank, learn) {
		return false
	}
	w.now = expanding{rank: rank}
	if w.isSample(rank) {
		w.checkLaws(rank)
	}
	w.note(w.out.Blocked, 0)
	w.note(w.out.Steps, 1)
	w.now.blocked = len(w.out.Blocked) > 0
	w.collectAll()
	w.steps += len(w.out.Steps)
	if w.run.between != nil {
		w.checkSteps()
	}
	if !w.now.owed {
		w.quiet = append(w.quiet, rank)
	}
	if len(w.out.Steps) == 0 {
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
	owed, mark, actions := uint16(0), w.now.rank+1, w.actions
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
		action.enabled += first
		action.taken += times
		owed = max(owed, step.Owed.rotated())
		if step.Bound != 0 {
			w.meet(step.Bound)
		}
	}
	if owed != 0 {
		w.now.owed = true
		w.duties = max(w.duties, int(owed)-2)
	}
}

// collectAll files where the steps lead, unless that is known.
func (w *worker) collectAll() {
	if w.run.store.words == 1 && w.run.cached && !w.run.keepsPlaces() {
		w.collectWords()
		return
	}
	for i := range w.out.Steps {
		w.collect(i)
	}
}

// collectWords is collectAll for rows of one word, without a branch that no processor could guess: each row is written where
// the next one overwrites it if it is known.
func (w *worker) collectWords() {
	n, more := len(w.keys), len(w.out.Rows)
	w.keys, w.hashes = slices.Grow(w.keys, more), slices.Grow(w.hashes, more)
	keys, hashes, rows, mask := w.keys[:n+more], w.hashes[:n+more], w.late.rows, w.late.mask
	for _, key := range w.out.Rows {
		hash := mix(key ^ w.run.store.seed)
		old := &rows[hash>>8&mask]
		keys[n], hashes[n] = key, hash
		differs, isZero := *old^key, key|-key
		n += int((differs|-differs)>>63 | (isZero>>63 ^ 1))
		*old = key
	}
	first := len(w.hashes)
	w.keys, w.hashes = keys[:n], hashes[:n]
	for i := first; i < n && w.run.workers > 1; i++ {
		w.route(i)
	}
}

// route tells the owner of a row of it.
func (w *worker) route(i int) {
	if w.run.workers > 1 {
		at := w.run.store.table.owner(w.hashes[i])
		w.routes[at] = append(w.routes[at], uint32(i))
	}
}

// keepsPlaces reports whether it matters which step of a state leads to a row.
func (r *run) keepsPlaces() bool { return r.keeper != nil || r.spill != nil }

// collect files where step i leads, unless that is known.
func (w *worker) collect(i int) {
	row := w.out.Row(i)
	hash := w.run.store.hash(row)
	if w.run.cached && w.late.knows(row, hash) {
		return
	}
	w.keys = append(w.keys, row...)
	w.hashes = append(w.hashes, hash)
	if w.run.keepsPlaces() {
		w.places = append(w.places, uint32(i))
	}
	w.route(len(w.hashes) - 1)
}

// key returns row i of the round.
func (w *worker) key(i uint32) Row {
	words := w.run.store.words
	return w.keys[int(i)*words : (int(i)+1)*words]
}

// A cursor finds the states that rows were reached from, if it is asked about them in their order.
type cursor struct {
	*worker
	at int
}

func (c *cursor) parentOf(i uint32) uint32 {
	for c.at < len(c.ends) && c.ends[c.at] <= i {
		c.at++
	}
	return c.from + uint32(c.at)
}

// batch is how many look-ups are in the air together: enough that the cache misses of one
// overlap with those of the others.
const batch = 128

// insert looks up all rows of the round that belong to this worker, in the order of (parent's rank, step), so that the
// first to claim a state is its parent.
func (w *worker) insert() {
	base := uint32(0)
	for _, from := range w.run.pool {
		if w.run.workers == 1 {
			w.claimAll(from)
		} else {
			c := cursor{worker: from}
			for route := from.routes[w.index]; len(route) > 0; {
				n := min(batch, len(route))
				w.claimSome(&c, route[:n], base)
				route = route[n:]
			}
		}
		base += uint32(len(from.hashes))
	}
}

// claimAll is insert for a worker who is alone.
func (w *worker) claimAll(from *worker) {
	var some [batch]uint32
	c := cursor{worker: from}
	for first := 0; first < len(from.hashes); first += batch {
		n := min(batch, len(from.hashes)-first)
		for i := range n {
			some[i] = uint32(first + i)
		}
		w.claimSome(&c, some[:n], 0)
	}
}

// claimWords is insert and commit in one, for a worker who is alone and rows of one word: what is new gets its rank at once.
// Nothing can go wrong meanwhile, and there must be room for all.
func (w *worker) claimWords() {
	var home, seen [batch]uint32
	s, t := w.run.store, &w.run.store.table
	known, c := s.log.len, cursor{worker: w}
	s.log.reserve(len(w.keys))
	s.parents.reserve(known + len(w.keys))
	slots, rows, rank := t.slots, s.log.rows.all, uint32(known)
	for first := 0; first < len(w.keys); first += batch {
		keys := w.keys[first:min(first+batch, len(w.keys))]
		hashes := w.hashes[first : first+len(keys)]
		for k, hash := range hashes {
			at, _ := mathbits.Mul64(hash, uint64(t.size))
			home[k%batch], seen[k%batch] = uint32(at), slots[at]
		}
		sink := uint64(0)
		for _, entry := range seen[:len(keys)] {
			sink += rows[t.numberOf(entry)]
		}
		w.sink += sink
		for k, key := range keys {
			tag, at := t.tag(hashes[k]), home[k%batch]
			for {
				entry := slots[at]
				if entry == 0 {
					slots[at], rows[rank] = tag|(rank+1), key
					if rank%parentEvery == 0 {
						s.parents.put(rank, c.parentOf(uint32(first+k)))
					}
					w.fresh[first+k] = int(at) + 1
					rank++
					break
				}
				if number := t.numberOf(entry) - 1; t.isTagged(entry, tag) && rows[number] == key {
					if !w.backward {
						w.seeBack(number, c.parentOf(uint32(first+k)))
					}
					break
				}
				if at++; int(at) == t.size {
					at = 0
				}
			}
		}
	}
	fresh := int(rank) - known
	t.used[0] += fresh
	s.log.len += fresh
}

// claimSome loads what the look-ups will need, the home slots of a batch and then the rows that these point to, before
// it does any of them. The loads of each loop do not wait for one another, and there is no branch to guess wrong.
func (w *worker) claimSome(from *cursor, some []uint32, base uint32) {
	var home [batch]uint32
	s := w.run.store
	for k, i := range some {
		home[k] = s.table.slots[s.table.home(from.hashes[i])]
	}
	if known := uint32(s.log.len); known > 0 {
		sink := uint64(0)
		for k := range some {
			sink += s.log.at(min(s.table.numberOf(home[k])-1, known-1))[0]
		}
		w.sink += sink
	}
	for _, i := range some {
		w.claim(from, i, base)
	}
}

// claim finds row i of the worker from in the table, or enters it as new.
func (w *worker) claim(from *cursor, i, base uint32) {
	t, row, hash := &w.run.store.table, from.key(i), from.hashes[i]
	tag := t.tag(hash)
	for at := t.home(hash); ; at = t.after(at) {
		entry := t.slots[at]
		if entry == 0 {
			t.slots[at] = pending | tag | (base + i)
			t.used[w.index]++
			from.fresh[i] = at + 1
			return
		}
		if !t.isTagged(entry, tag) || !w.run.isAt(entry, row) {
			continue
		}
		if entry&pending == 0 && !w.backward {
			w.seeBack(t.numberOf(entry)-1, from.parentOf(i))
		}
		return
	}
}

// seeBack takes notice of a step to a known state. One within the level may lead back from another state of the level,
// of which the cache of late rows says nothing.
func (w *worker) seeBack(to, parent uint32) {
	w.backward = to <= parent || w.run.reducer == nil && int(to) < w.run.levelEnd
}

// commit gives the worker's new states their ranks, from base on.
func (w *worker) commit(base uint32) {
	s, rank := w.run.store, base
	c := cursor{worker: w}
	for i, slot := range w.fresh {
		if slot == 0 {
			continue
		}
		copy(s.log.at(rank), w.key(uint32(i)))
		s.parents.put(rank, c.parentOf(uint32(i)))
		w.settle(i, rank+1)
		rank++
	}
	if w.run.script == nil {
		w.checkStates(base, rank)
	}
}

// giveUp forgets the worker's new states but for the first few: a bound cuts the round.
func (w *worker) giveUp(few int) {
	for i, slot := range w.fresh {
		switch {
		case slot == 0:
		case few > 0:
			few--
		default:
			w.settle(i, w.run.store.table.dropped)
			w.fresh[i] = 0
		}
	}
}

// settle replaces the pending entry of a new state.
func (w *worker) settle(i int, number uint32) {
	t := &w.run.store.table
	t.slots[w.fresh[i]-1] = t.tag(w.hashes[i]) | number
}

// found counts the worker's new states.
func (w *worker) found() int {
	n := 0
	for _, slot := range w.fresh {
		if slot != 0 {
			n++
		}
	}
	return n
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

// A task is what one worker does in one phase of a round.
type task func(w *worker)

// A failure is a panic on its way from a worker to the goroutine that called Check.
type failure struct {
	during string // the foreign code that was running, "" if ours
	value  any
	stack  []byte
}

// together lets every worker do its task and waits for all. Small rounds are done in turn on
// this goroutine: the result is the same.
func (r *run) together(small bool, t task) {
	if small || len(r.pool) == 1 {
		for _, w := range r.pool {
			w.perform(t)
		}
		return
	}
	r.task = t
	r.busy.Store(int32(len(r.pool) - 1))
	r.phase.Add(1)
	for _, w := range r.pool[1:] {
		w.call.wake()
	}
	defer r.finished.await(func() bool { return r.busy.Load() == 0 })
	r.pool[0].perform(t)
}

// startWorkers starts the workers but the first, which is the goroutine that calls together.
func (r *run) startWorkers() {
	for _, w := range r.pool[1:] {
		go w.serve(1)
	}
}

// close ends the workers, and lets go of the checkpoint.
func (r *run) close() {
	r.stopWorkers()
	r.keeper.close()
}

// stopWorkers ends the workers.
func (r *run) stopWorkers() {
	r.over.Store(true)
	r.together(len(r.pool) == 1, func(*worker) {})
}

// serve does one task in each phase, from the given one on, until the run is over. If a task ends
// its goroutine, as t.FailNow in a property does, another one goes on.
func (w *worker) serve(phase int64) {
	over := false
	defer func() {
		if !over {
			go w.serve(phase + 1)
		}
	}()
	for ; !over; phase++ {
		over = w.phaseDone(phase)
	}
}

// phaseDone does the task of one phase and tells whether it was the last.
func (w *worker) phaseDone(phase int64) (over bool) {
	r := w.run
	w.call.await(func() bool { return r.phase.Load() >= phase })
	defer func() {
		if r.busy.Add(-1) == 0 {
			r.finished.wake()
		}
	}()
	w.perform(r.task)
	return r.over.Load()
}

// A barrier is where one goroutine waits for another. Phases are short, some tens of microseconds, and
// putting a thread to sleep and waking it takes longer: so the waiting goroutine spins for a while
// before it sleeps.
type barrier struct {
	asleep atomic.Bool
	ring   chan struct{}
}

func newBarrier() barrier { return barrier{ring: make(chan struct{}, 1)} }

// patience is how often a waiting goroutine looks before it sleeps.
const patience = 1 << 14

// await returns when come is true. The goroutine that makes it true calls wake afterwards.
func (b *barrier) await(come func() bool) {
	for look := range patience {
		if come() {
			return
		}
		if look%64 == 63 {
			runtime.Gosched() // there may be more workers than cores
		}
	}
	for !come() {
		b.asleep.Store(true)
		if come() && b.asleep.CompareAndSwap(true, false) {
			return
		}
		<-b.ring
	}
}

// wake wakes the goroutine that awaits, if it sleeps.
func (b *barrier) wake() {
	if b.asleep.CompareAndSwap(true, false) {
		b.ring <- struct{}{}
	}
}

// perform does t and keeps what it panics with. A goroutine that exits within t has failed too.
func (w *worker) perform(t task) {
	done := false
	defer func() {
		value := recover()
		if value == nil && !done {
			value = "it has ended its goroutine (runtime.Goexit)"
		}
		if value != nil {
			if w.inSteps {
				w.busy = "Steps"
			}
			w.failure = &failure{w.busy, value, debug.Stack()}
			w.busy, w.inSteps = "", false
		}
	}()
	t(w)
	done = true
}

// firstPanic returns the failure of the first worker that has one, in the words of Check: a
// ModelPanic, or an Overflow. It panics for a broken law, and for a bug of ours.
func (r *run) firstPanic() error {
	var first *failure
	for _, w := range r.pool {
		first = cmp.Or(first, w.failure)
		w.failure = nil
	}
	if first == nil {
		return nil
	}
	return first.explain()
}

func (f *failure) explain() error {
	switch value := f.value.(type) {
	case BrokenLaw:
		panic(value)
	case Overflow:
		return value
	case *CheckpointError:
		return value
	}
	if f.during == "" {
		panic(f.value)
	}
	return &ModelPanic{During: f.during, Value: f.value, Stack: f.stack}
}
