package checker

import (
	"hash/maphash"
	"unsafe"
)

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
