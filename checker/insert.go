package checker

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
	w.checkStates(base, rank)
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
