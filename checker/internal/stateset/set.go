// Package stateset holds the visited set of an exploration. The set is exact: it compares whole rows, never hashes alone.
//
// A row is a state packed into machine words. The set keeps its rows in a log, in the order of their discovery: the id of a
// row is its place there. An open hash table over the log holds ids only, with spare bits of the hash as a tag. When the table
// is too full it grows in place and is filled again from the log, so there are never two tables at once.
package stateset

import "math/bits"

// A Word is the type of rows. No row is zero.
type Word interface {
	[1]uint64 | [2]uint64 | [3]uint64 | [4]uint64 | [6]uint64 | [8]uint64 | [12]uint64 | [16]uint64 | [24]uint64 | [32]uint64
}

const (
	// MostRows is the largest number of rows of a set.
	MostRows = 1<<31 - 2

	leastSlots = 1 << 12
	mostRecent = 1 << 16 // places of the recent cache
	batch      = 128     // rows that are looked up together
)

// A Set is a set of rows with ids from 0 in the order of insertion.
type Set[W Word] struct {
	rows   room[W]
	count  int
	slots  room[uint32] // id+1 with a tag of the hash above it; 0 is empty
	size   int          // slots in use, a power of two
	recent []W          // rows inserted or found lately, each at the place of its hash; no longer than the table

	// The rows that the recent cache does not have, with their hashes: at most two batches.
	fresh  [2 * batch]W
	hashes [2 * batch]uint64
	sink   uint64 // keeps the loads ahead of their use
}

// New returns an empty set. Free returns its memory.
func New[W Word]() *Set[W] {
	s := &Set[W]{size: leastSlots, recent: make([]W, leastSlots)}
	s.rows.extend(leastSlots, 0)
	s.slots.extend(leastSlots, 0)
	return s
}

// Len returns the number of rows.
func (s *Set[W]) Len() int { return s.count }

// Rows returns the rows by id. They are valid until the next insertion.
func (s *Set[W]) Rows() []W { return s.rows.all[:s.count] }

// Bytes returns the memory of the set: of the rows, and of the hash table.
func (s *Set[W]) Bytes() (rows, table int) {
	var w W
	return 8 * len(w) * s.count, 4 * s.size
}

// Free returns the memory of the set, which must not be used again.
func (s *Set[W]) Free() {
	s.rows.release()
	s.slots.release()
}

// ForgetRecent empties the recent cache: the next insertion of each row looks into the table.
func (s *Set[W]) ForgetRecent() { clear(s.recent) }

// Insert adds those of the keys that are new, the first first. It returns the least id that was found in the table for a key;
// Len if there is none. Keys that the recent cache has are not looked up.
func (s *Set[W]) Insert(keys []W) (least uint32) {
	s.reserve(len(keys))
	least = ^uint32(0)
	recent, shift, waiting := s.recent, 64-bits.TrailingZeros(uint(len(s.recent))), 0
	for len(keys) > 0 {
		part := keys[:min(len(keys), batch)]
		keys = keys[len(part):]
		for _, k := range part { // counts without a branch that the processor cannot predict
			h := hash(k)
			old := &recent[h>>(shift&63)]
			s.fresh[waiting&(2*batch-1)], s.hashes[waiting&(2*batch-1)] = k, h
			if *old != k {
				waiting++
			}
			*old = k
		}
		if waiting >= batch {
			least = min(least, s.enter(waiting))
			waiting = 0
		}
	}
	return min(least, s.enter(waiting), uint32(s.count))
}

// enter looks up the first fresh rows and appends the new ones. It loads the slots and the rows of all of them
// before it compares the first, so that the cache misses overlap.
func (s *Set[W]) enter(fresh int) (least uint32) {
	places := uint32(s.size - 1)
	slots, rows, hashes := s.slots.all[:s.size], s.rows.all, s.hashes[:fresh]
	sink := uint64(0)
	var first [2 * batch]uint32
	for i, h := range hashes {
		first[i&(2*batch-1)] = slots[h&uint64(places)]
	}
	for i, h := range hashes {
		slot := first[i&(2*batch-1)]
		place := slot & places
		if (slot^uint32(h>>32))&^places != 0 {
			place = 0
		}
		sink += rows[place][0]
	}
	s.sink += sink
	n := uint32(s.count)
	least = ^uint32(0)
	for i, k := range s.fresh[:fresh] {
		h := hashes[i]
		tag := uint32(h>>32) &^ places
		for at := h & uint64(places); ; at = (at + 1) & uint64(places) {
			slot := slots[at]
			if slot == 0 {
				rows[n] = k
				n++
				slots[at] = n | tag
				break
			}
			if slot&^places == tag && rows[slot&places-1] == k {
				least = min(least, slot&places-1)
				break
			}
		}
	}
	s.count = int(n)
	return least
}

// Find returns the id of a row.
func (s *Set[W]) Find(k W) (id uint32, found bool) {
	id = s.findAt(k, hash(k))
	return id, id != Missing
}

// findAt returns the id of a row with a hash.
func (s *Set[W]) findAt(k W, h uint64) uint32 {
	places := uint32(s.size - 1)
	tag := uint32(h>>32) &^ places
	for at := h & uint64(places); ; at = (at + 1) & uint64(places) {
		slot := s.slots.all[at]
		if slot == 0 {
			return Missing
		}
		if slot&^places == tag && s.rows.all[slot&places-1] == k {
			return slot&places - 1
		}
	}
}

// Truncate removes the rows from an id on.
func (s *Set[W]) Truncate(id int) {
	s.count = id
	s.fill()
}

// Missing is the id of a row that is not in the set.
const Missing = ^uint32(0)

// FindAll writes the ids of keys into ids. As in enter, slots and rows are loaded ahead of their use.
func (s *Set[W]) FindAll(keys []W, ids []uint32) {
	places := uint32(s.size - 1)
	slots, rows := s.slots.all[:s.size], s.rows.all
	for len(keys) > 0 {
		n, sink := min(len(keys), batch), uint64(0)
		for i, k := range keys[:n] {
			s.hashes[i] = hash(k)
			ids[i] = slots[s.hashes[i]&uint64(places)]
		}
		for i, slot := range ids[:n] {
			if place := slot & places; place != 0 && (slot^uint32(s.hashes[i]>>32))&^places == 0 {
				sink += rows[place-1][0]
			}
		}
		s.sink += sink
		for i, k := range keys[:n] {
			ids[i] = s.findAt(k, s.hashes[i])
		}
		keys, ids = keys[n:], ids[n:]
	}
}

// Rewrite replaces each row by its conversion, which must keep different rows different.
func (s *Set[W]) Rewrite(convert func(W) W) {
	for i, k := range s.Rows() {
		s.rows.all[i] = convert(k)
	}
	s.fill()
}

// A Shorter is a set of rows of some other length.
type Shorter interface {
	Len() int
	Free()
	freeTable()
}

func (s *Set[W]) freeTable() { s.slots.release() }

// WithLongerRows returns a set of longer rows with the ids of s. row returns that with an id. It frees s.
func WithLongerRows[W Word](s Shorter, row func(id uint32) W) *Set[W] {
	s.freeTable()
	wide := New[W]()
	wide.count = s.Len()
	wide.rows.extend(wide.count, 0)
	for id := range wide.count {
		wide.rows.all[id] = row(uint32(id))
	}
	s.Free()
	wide.reserve(0)
	wide.fill()
	return wide
}

// reserve makes room for more rows. At most three quarters of the slots are used.
func (s *Set[W]) reserve(more int) {
	s.rows.extend(s.count+more, s.count)
	size := s.size
	for (s.count+more)*4 > size*3 {
		size *= 2
	}
	if size > s.size {
		s.slots.extend(size, 0)
		s.size, s.recent = size, make([]W, min(size, mostRecent))
		s.fill()
	}
}

// fill enters all rows into an empty table.
func (s *Set[W]) fill() {
	clear(s.recent)
	slots, places := s.slots.all[:s.size], uint64(s.size-1)
	clear(slots)
	var hashes [batch]uint64
	for from := 0; from < s.count; from += batch {
		part := s.rows.all[from:min(from+batch, s.count)]
		for i, k := range part {
			hashes[i] = hash(k)
			s.sink += uint64(slots[hashes[i]&places])
		}
		for i, h := range hashes[:len(part)] {
			at := h & places
			for slots[at] != 0 {
				at = (at + 1) & places
			}
			slots[at] = uint32(from+i+1) | uint32(h>>32)&^uint32(places)
		}
	}
}

func hash[W Word](w W) uint64 {
	h := mix(w[0])
	for i := 1; i < len(w); i++ {
		h = mix(h ^ w[i])
	}
	return h
}

func mix(x uint64) uint64 {
	high, low := bits.Mul64(x^0x9E3779B97F4A7C15, 0xa0761d6478bd642f)
	return high ^ low
}
