package checker

import "slices"

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
	terminal   int
	quiet      []uint32 // states in which nothing is owed
	met        []Bound  // the bounds that altered or disabled a step
	violations []violation
	duties     int  // the highest number of a duty
	backward   bool // some step led to a state of no higher rank

	call    bell   // where it waits for the next task
	base    uint32 // the rank of the first of the round's new states
	busy    string // the foreign code that is running, "" if ours
	failure *failure
	sink    uint64 // keeps the compiler from dropping the loads of touch
}

func newWorker(r *run, index int) *worker {
	return &worker{run: r, index: index, call: newBell(), shard: newShard(), routes: make([][]uint32, r.workers)}
}

// expand emits the steps of all states in [from, to) into the worker's buffers.
func (w *worker) expand(from, to uint32) {
	w.vectors, w.successors = w.vectors[:0], w.successors[:0]
	for i := range w.routes {
		w.routes[i] = w.routes[i][:0]
	}
	w.quiet, w.met, w.violations = w.quiet[:0], w.met[:0], w.violations[:0]
	w.steps, w.terminal = 0, 0
	for rank := from; rank < to; rank++ {
		w.expandOne(rank)
	}
}

func (w *worker) expandOne(rank uint32) {
	s := w.run.arena.at(rank)
	before, blocked, owed := w.steps, false, false
	w.busy = "Steps"
	w.run.system.Steps(s, func(step Step, to State) {
		w.busy = ""
		if step.Bound != 0 {
			w.meet(step.Bound)
		} else if to == nil {
			panic(brokenLaw("Steps of %v emitted neither a state nor a bound", s))
		}
		if step.Owed != None {
			owed = true
			w.duties = max(w.duties, step.Owed.number())
		}
		if to == nil {
			blocked = true
		} else {
			w.steps++
			w.collect(rank, to)
			if w.run.between != nil {
				w.checkStep(rank, s, step, to)
			}
		}
		w.busy = "Steps"
	})
	w.busy = ""
	if rank < lawSample {
		w.checkLaws(rank, s, w.steps-before)
	}
	if !owed {
		w.quiet = append(w.quiet, rank)
	}
	if w.steps == before {
		w.terminal++
		if !blocked {
			w.checkRest(rank, s)
		}
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
	width := uint32(w.run.arena.width)
	return w.vectors[i*width : (i+1)*width]
}

func (w *worker) meet(b Bound) {
	if !slices.Contains(w.met, b) {
		w.met = append(w.met, b)
	}
}

// batch is how many look-ups are in the air together: enough that the cache misses of one
// overlap with those of the others.
const batch = 64

// insert looks up, in this worker's shard, all successors of the round that belong there, in
// the order of (parent's rank, step), so that the first to claim a state is its parent.
func (w *worker) insert() {
	total := 0
	for _, from := range w.run.crew {
		total += len(from.routes[w.index])
	}
	w.shard.reserve(total)
	base := uint32(0)
	for _, from := range w.run.crew {
		route := from.routes[w.index]
		for len(route) > 0 {
			n := min(batch, len(route))
			w.touch(from, route[:n])
			for _, i := range route[:n] {
				w.claim(from, i, base)
			}
			route = route[n:]
		}
		base += uint32(len(from.successors))
	}
}

// touch loads what claim will need: the home slots of a batch, then the vectors they point to.
// The loads of each loop do not wait for one another, and there is no branch to guess wrong.
func (w *worker) touch(from *worker, route []uint32) {
	var home [batch]slot
	slots := w.shard.slots
	mask := uint32(len(slots) - 1)
	for k, i := range route {
		home[k] = slots[from.successors[i].tag&mask]
	}
	known := uint32(w.run.arena.len)
	if known == 0 {
		return
	}
	for k, i := range route {
		rank := uint32(home[k]) - 1
		if uint32(home[k]>>32) != from.successors[i].tag {
			rank = 0
		}
		vector := w.run.arena.at(min(rank, known-1))
		w.sink += uint64(vector[0]) + uint64(vector[len(vector)-1]) // it may lie across two lines
	}
}

// claim finds successor i of the worker from in the shard, or enters it as new.
func (w *worker) claim(from *worker, i, base uint32) {
	next := &from.successors[i]
	mask := uint32(len(w.shard.slots) - 1)
	for at := next.tag & mask; ; at = (at + 1) & mask {
		s := w.shard.slots[at]
		entry := uint32(s)
		if entry == 0 {
			w.shard.slots[at] = uint64(next.tag)<<32 | uint64(pending|(base+i))
			w.shard.used++
			next.slot, next.fresh = at, true
			return
		}
		if uint32(s>>32) != next.tag || text(w.run.entry(entry)) != text(from.vector(i)) {
			continue
		}
		if entry&pending == 0 && entry-1 <= next.parent {
			w.backward = true
		}
		return
	}
}

// commit gives the worker's new states their ranks, from base on.
func (w *worker) commit(base uint32) {
	rank := base
	for i := range w.successors {
		next := &w.successors[i]
		if !next.fresh {
			continue
		}
		w.run.arena.put(rank, w.vector(uint32(i)), next.parent)
		w.settle(next, rank+1)
		rank++
	}
	w.checkInvariants(base, rank)
}

// giveUp forgets the worker's new states but for the first few: a bound cuts the round.
func (w *worker) giveUp(few int) {
	for i := range w.successors {
		next := &w.successors[i]
		if next.fresh && few == 0 {
			w.settle(next, dropped)
			next.fresh = false
		} else if next.fresh {
			few--
		}
	}
}

// settle replaces the pending entry of a new state.
func (w *worker) settle(next *successor, entry uint32) {
	slots := w.run.crew[owner(next.tag, w.run.workers)].shard.slots
	slots[next.slot] = uint64(next.tag)<<32 | uint64(entry)
}

// fresh counts the worker's new states.
func (w *worker) fresh() int {
	n := 0
	for i := range w.successors {
		if w.successors[i].fresh {
			n++
		}
	}
	return n
}
