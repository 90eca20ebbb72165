package graph

import (
	"iter"
	"math/bits"
)

// IDs is a set of ids. The place of an id in it is the number of smaller ids.
type IDs struct {
	words  []uint64
	before []uint32 // by word, the ids in the words before; nil until it is indexed
}

// NewIDs returns an empty set of ids below n.
func NewIDs(n int) *IDs { return &IDs{words: make([]uint64, n/64+1)} }

// Has reports whether an id is in the set. It may be too large for it.
func (s *IDs) Has(id uint32) bool {
	return int(id/64) < len(s.words) && s.words[id/64]>>(id%64)&1 == 1
}

// Add adds an id, and Remove removes one.
func (s *IDs) Add(id uint32)    { s.words[id/64] |= 1 << (id % 64) }
func (s *IDs) Remove(id uint32) { s.words[id/64] &^= 1 << (id % 64) }

// Index makes the places of ids known, until the set changes. It returns the number of ids.
func (s *IDs) Index() (count int) {
	s.before = make([]uint32, len(s.words))
	for i, word := range s.words {
		s.before[i] = uint32(count)
		count += bits.OnesCount64(word)
	}
	return count
}

// Place returns the place of an id in the set.
func (s *IDs) Place(id uint32) uint32 {
	return s.before[id/64] + uint32(bits.OnesCount64(s.words[id/64]&(1<<(id%64)-1)))
}

// All yields the ids in ascending order. Those removed meanwhile may be among them.
func (s *IDs) All() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i, word := range s.words {
			for ; word != 0; word &= word - 1 {
				if !yield(uint32(64*i + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
