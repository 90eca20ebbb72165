package checker

import "unsafe"

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
