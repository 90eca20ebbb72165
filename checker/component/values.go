package component

import (
	"hash/maphash"
	"slices"
)

// A valueTable numbers the values of one component from 1, so that no row is zero. It is an open hash table.
type valueTable struct {
	values []Value     // by number; the first place is not used
	slots  []valueSlot // a power of two; less than half are used
}

// A valueSlot is a number with the hash of its value; 0 is empty.
type valueSlot struct{ number, hash uint32 }

// leastSlots is the size of a new table.
const leastSlots = 8

var seed = maphash.MakeSeed()

func newValueTable() valueTable {
	return valueTable{values: make([]Value, 1), slots: make([]valueSlot, leastSlots)}
}

// numberOf returns the number of a value, and whether it is new.
func (t *valueTable) numberOf(v Value) (n uint32, isNew bool) {
	h := uint32(maphash.Comparable(seed, v))
	at := h
	for {
		s := &t.slots[at&uint32(len(t.slots)-1)]
		if s.number == 0 {
			break
		}
		if s.hash == h && t.values[s.number] == v {
			return s.number, false
		}
		at++
	}
	n = uint32(len(t.values))
	t.values = push(t.values, v)
	t.enter(valueSlot{n, h})
	if 2*len(t.values) > len(t.slots) {
		old := t.slots
		t.slots = make([]valueSlot, 2*len(old))
		for _, s := range old {
			if s.number != 0 {
				t.enter(s)
			}
		}
	}
	return n, true
}

// enter fills a free slot.
func (t *valueTable) enter(s valueSlot) {
	at := s.hash
	for t.slots[at&uint32(len(t.slots)-1)].number != 0 {
		at++
	}
	t.slots[at&uint32(len(t.slots)-1)] = s
}

// push appends to a list that may become long: it doubles the room, where append adds a quarter.
func push[T any](list []T, more ...T) []T {
	if len(list)+len(more) > cap(list) {
		list = slices.Grow(list, max(len(list), len(more)))
	}
	return append(list, more...)
}

// valuesOf returns the values of a state.
func (t *tables) valuesOf(state []uint32) []Value {
	values := make([]Value, len(state))
	for c, n := range state {
		values[c] = t.components[c].values[n]
	}
	return values
}
