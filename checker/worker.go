package checker

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"
)

// A successor is one step out of the block of states that a worker expands in a round.
type successor struct {
	tag    uint32
	parent uint32 // rank of the state it was reached from
	slot   uint32 // where it sits in its shard, if it is new
	fresh  bool   // new, and this is the first step that reached it
}

// A worker expands one stretch of the frontier in each round, and owns one shard of the
// visited set. Its buffers hold the round's successors in the order of their generation,
// which is that of (parent's rank, step).
type worker struct {
	run   *run
	index int
	shard *shard

	vectors    []Cell
	successors []successor
	routes     [][]uint32 // by owner of the shard: which successors
	steps      int
	left       [2]int // steps left out by sets, and by confluent steps
	tried      [2]int // steps of the states in which that was tried
	terminal   int
	quiet      []uint32 // states in which nothing is owed
	met        []Bound  // the bounds that altered or disabled a step
	violations []violation
	duties     int  // the highest number of a duty
	backward   bool // some step led to a state of no higher rank
	actions    []activity
	counts     []int // of each property that is counted, the new states in which it is true
	pick       pick  // where the graph is reduced, the steps of the state being expanded

	call    barrier // where it waits for the next task
	base    uint32  // the rank of the first of the round's new states
	now     expanding
	emit    func(Step, State) // take, made once
	hold    func(Step, State) // keep, made once
	inSteps bool              // the system's Steps is running
	busy    string            // other foreign code that is running, "" if ours
	failure *failure
	sink    uint64 // keeps the compiler from dropping the loads of touch
}

func newWorker(r *run, index int) *worker {
	w := &worker{run: r, index: index, call: newBarrier(), shard: newShard(), routes: make([][]uint32, r.workers)}
	w.actions, w.counts = make([]activity, len(r.actions)), make([]int, len(r.counts))
	w.emit, w.hold = w.take, w.keep
	return w
}

// expand emits the steps of all states in [from, to) into the worker's buffers.
func (w *worker) expand(from, to uint32) {
	w.vectors, w.successors = w.vectors[:0], w.successors[:0]
	for i := range w.routes {
		w.routes[i] = w.routes[i][:0]
	}
	w.quiet, w.met, w.violations = w.quiet[:0], w.met[:0], w.violations[:0]
	w.steps, w.left, w.tried, w.terminal = 0, [2]int{}, [2]int{}, 0
	clear(w.actions)
	clear(w.counts)
	one := w.expandOne
	if w.run.reducer != nil {
		one = w.expandReduced
	}
	for rank := from; rank < to; rank++ {
		one(rank)
	}
}

// An activity is how often an action was enabled and taken in the states of a stretch.
type activity struct {
	enabled, taken int
	last           uint32 // the state in which it was enabled last, by its rank and one
}

// An expanding is what is known of the state that a worker is expanding.
type expanding struct {
	rank          uint32
	state         State
	blocked, owed bool // some step was disabled by a bound, some step is owed
}

// first marks an action as enabled in the state, and returns 1 if it was not marked yet. It has no branch:
// no processor could guess which way it goes.
func (e *expanding) first(a *activity) int {
	first := 0
	if a.last != e.rank+1 {
		first = 1
	}
	a.last = e.rank + 1
	return first
}

func (w *worker) expandOne(rank uint32) {
	s, before := w.run.arena.at(rank), w.steps
	w.now = expanding{rank: rank, state: s}
	w.inSteps = true
	w.run.system.Steps(s, w.emit)
	w.inSteps = false
	if rank < lawSample {
		w.checkLaws(rank, s, w.steps-before)
	}
	if !w.now.owed {
		w.quiet = append(w.quiet, rank)
	}
	if w.steps == before {
		w.terminal++
		if !w.now.blocked {
			w.checkRest(rank, s)
		}
	}
}

// take is what Steps emits to.
func (w *worker) take(step Step, to State) {
	w.inSteps = false
	if w.note(step, to) {
		w.follow(step, to)
	}
	w.inSteps = true
}

// keep is what Steps emits to if the graph is reduced: which steps to follow is not known before all
// have been emitted.
func (w *worker) keep(step Step, to State) {
	w.inSteps = false
	if w.note(step, to); to != nil && len(to) != w.run.arena.width {
		panic(brokenLaw("a state of %d cells was emitted; Width is %d", len(to), w.run.arena.width))
	}
	w.busy = "Operation"
	op := w.run.reducer.system.Operation(step)
	w.busy = ""
	w.pick.add(step, op, to)
	w.inSteps = true
}

// note records what a step says about the state that it leaves, and reports whether it leads anywhere.
func (w *worker) note(step Step, to State) bool {
	if int(step.Action) >= len(w.actions) {
		w.meetAction(step.Action)
	}
	action := &w.actions[step.Action]
	action.enabled += w.now.first(action)
	if step.Owed != None {
		w.now.owed = true
		w.duties = max(w.duties, step.Owed.number())
	}
	if step.Bound != 0 {
		w.meet(step.Bound)
	}
	if to == nil && step.Bound == 0 {
		panic(brokenLaw("Steps of %v emitted neither a state nor a bound", w.now.state))
	}
	w.now.blocked = w.now.blocked || to == nil
	return to != nil
}

// follow goes on to where a step leads.
func (w *worker) follow(step Step, to State) {
	w.steps++
	w.actions[step.Action].taken++
	w.collect(w.now.rank, to)
	if w.run.between != nil {
		w.checkStep(w.now.rank, w.now.state, step, to)
	}
}

// collect files one successor of the state called parent.
func (w *worker) collect(parent uint32, to State) {
	if len(to) != w.run.arena.width {
		panic(brokenLaw("a state of %d cells was emitted; Width is %d", len(to), w.run.arena.width))
	}
	tag := uint32(hash(w.run.seed, to) >> 32)
	number := len(w.successors)
	w.successors = append(w.successors, successor{tag: tag, parent: parent})
	w.vectors = append(w.vectors, to...)
	at := owner(tag, w.run.workers)
	w.routes[at] = append(w.routes[at], uint32(number))
}

func (w *worker) vector(i uint32) State {
	first := int(i) * w.run.arena.width
	return w.vectors[first : first+w.run.arena.width]
}

func (w *worker) meet(b Bound) {
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

// stopWorkers ends them.
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
	}
	if f.during == "" {
		panic(f.value)
	}
	return &ModelPanic{During: f.during, Value: f.value, Stack: f.stack}
}
