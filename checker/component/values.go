package component

import "hash/maphash"

// A valueTable numbers the values of one component from 1, so that no row is zero. It is an open hash table of numbers.
type valueTable struct {
	values []Value  // by number; the first place is not used
	hashes []uint32 // by number
	slots  []uint32 // a power of two; 0 is empty
}

// leastSlots is the size of a new table; less than half of the slots are used.
const leastSlots = 8

var seed = maphash.MakeSeed()

func newValueTable() valueTable {
	return valueTable{values: make([]Value, 1), hashes: make([]uint32, 1), slots: make([]uint32, leastSlots)}
}

// numberOf returns the number of a value, and whether it is new.
func (t *valueTable) numberOf(v Value) (n uint32, isNew bool) {
	h := uint32(maphash.Comparable(seed, v))
	at := h & uint32(len(t.slots)-1)
	for t.slots[at] != 0 {
		if n := t.slots[at]; t.hashes[n] == h && t.values[n] == v {
			return n, false
		}
		at = (at + 1) & uint32(len(t.slots)-1)
	}
	n = uint32(len(t.values))
	t.slots[at] = n
	t.values, t.hashes = append(t.values, v), append(t.hashes, h)
	if 2*len(t.values) > len(t.slots) {
		t.grow()
	}
	return n, true
}

// grow doubles the slots.
func (t *valueTable) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	for n, h := range t.hashes[1:] {
		at := h & uint32(len(t.slots)-1)
		for t.slots[at] != 0 {
			at = (at + 1) & uint32(len(t.slots)-1)
		}
		t.slots[at] = uint32(n + 1)
	}
}
