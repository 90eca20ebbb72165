package checker

import (
	"hash/maphash"
	"unsafe"
)

// A slot of the visited set is a 32-bit tag (part of the hash) above a 32-bit entry. The tag
// saves most look-ups in the arena; the vectors decide. An entry is 0 for an empty slot,
// rank+1 for a state, or pending|sequence for a state found in the current round.
type slot = uint64

const (
	pending  uint32 = 1 << 31
	dropped  uint32 = pending - 1 // a state found and given up when a bound cut the round
	maxState        = int(dropped) - 1
)

// A shard is the part of the visited set that one worker writes: open addressing with linear
// probing. No lock: within a round only its owner touches it.
type shard struct {
	slots []slot
	used  int
}

func newShard() *shard { return &shard{slots: make([]slot, 1<<10)} }

// fill is how full a shard may get, in quarters.
const fill = 3

// reserve makes room for n more states without moving any afterwards.
func (h *shard) reserve(n int) {
	size := len(h.slots)
	for (h.used+n)*4 > size*fill {
		size *= 2
	}
	if size == len(h.slots) {
		return
	}
	old := h.slots
	h.slots = make([]slot, size)
	adviseHuge(unsafe.Slice((*byte)(unsafe.Pointer(&h.slots[0])), 8*size))
	for _, s := range old {
		if uint32(s) != 0 {
			h.slots[h.free(uint32(s>>32))] = s
		}
	}
}

// free returns the first empty slot on the way from the tag's home. The home is the low bits
// of the tag, so that growing needs neither the vectors nor their hashes.
func (h *shard) free(tag uint32) int {
	mask := len(h.slots) - 1
	i := int(tag) & mask
	for h.slots[i] != 0 {
		i = (i + 1) & mask
	}
	return i
}

// owner tells which of n shards a tag belongs to: by its high bits, for the low ones are its home.
func owner(tag uint32, n int) int { return int(uint64(tag) * uint64(n) >> 32) }

// batch is how many look-ups are in the air together: enough that the cache misses of one
// overlap with those of the others.
const batch = 64

// insert looks up, in this worker's shard, all successors of the round that belong there, in
// the order of (parent's rank, step), so that the first to claim a state is its parent.
func (w *worker) insert() {
	total := 0
	for _, from := range w.run.pool {
		total += len(from.routes[w.index])
	}
	w.shard.reserve(total)
	base := uint32(0)
	for _, from := range w.run.pool {
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
	slots := w.run.pool[owner(next.tag, w.run.workers)].shard.slots
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

// blockBits is the binary logarithm of the number of states in a block of an arena: some
// megabytes, so that huge pages are worth asking for.
const blockBits = 17

const blockMask = 1<<blockBits - 1

// An arena keeps the vectors of all states in the order of their ranks, and beside each the
// rank of its parent. It grows by whole blocks, so nothing is ever copied or moved.
type arena struct {
	width   int
	vectors [][]Cell
	parents [][]uint32
	len     int
}

// reserve makes room for n more states.
func (a *arena) reserve(n int) {
	if need := a.len + n; len(a.vectors) <= 1 && need <= 1<<blockBits {
		a.begin(need)
		return
	}
	a.begin(1 << blockBits)
	for len(a.vectors)<<blockBits < a.len+n {
		a.add(1 << blockBits)
	}
}

// begin makes the first block large enough for so many states. It alone grows, by doubling:
// most systems are small.
func (a *arena) begin(states int) {
	if len(a.vectors) == 0 {
		a.add(64)
	}
	size := len(a.parents[0])
	if len(a.vectors) > 1 || size >= states {
		return
	}
	for size < states {
		size *= 2
	}
	vectors, parents := a.vectors[0], a.parents[0]
	a.vectors, a.parents = a.vectors[:0], a.parents[:0]
	a.add(size)
	copy(a.vectors[0], vectors)
	copy(a.parents[0], parents)
}

// add appends a block.
func (a *arena) add(states int) {
	vectors := make([]Cell, states*a.width)
	adviseHuge(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(vectors))), 2*len(vectors)))
	a.vectors = append(a.vectors, vectors)
	a.parents = append(a.parents, make([]uint32, states))
}

// at returns the vector of state i, to be read only.
func (a *arena) at(i uint32) State {
	offset := int(i&blockMask) * a.width
	return a.vectors[i>>blockBits][offset : offset+a.width : offset+a.width]
}

// put stores state i, for which there must be room.
func (a *arena) put(i uint32, vector State, parent uint32) {
	copy(a.at(i), vector)
	a.parents[i>>blockBits][i&blockMask] = parent
}

// parent returns the rank of the state from which i was first reached; an initial state is
// its own parent.
func (a *arena) parent(i uint32) uint32 { return a.parents[i>>blockBits][i&blockMask] }

func (a *arena) setParent(i, parent uint32) { a.parents[i>>blockBits][i&blockMask] = parent }

// overhead is the memory held, in bytes, beside the vectors in use.
func (a *arena) overhead() int {
	bytes := -a.len * a.width * 2
	for i := range a.vectors {
		bytes += 2*len(a.vectors[i]) + 4*len(a.parents[i])
	}
	return bytes
}

// text views a vector as a string, for the runtime's own fast comparison and hash.
// The string lives no longer than the vector and the vector does not change meanwhile.
func text(s State) string {
	return unsafe.String((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(Cell(0))))
}

// hash is randomly seeded: the layout of the tables differs from run to run, and so a result
// that depended on it would not stay hidden for long.
func hash(seed maphash.Seed, s State) uint64 { return maphash.String(seed, text(s)) }
