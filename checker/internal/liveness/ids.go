package liveness

import (
	"iter"
	"math/bits"
)

// An idSet is a set of ids. The place of an id in it is the number of smaller ids.
type idSet struct {
	words  []uint64
	before []uint32 // by word, the ids in the words before; nil until it is indexed
}

// newIDs returns an empty set of ids below n.
func newIDs(n int) *idSet { return &idSet{words: make([]uint64, n/64+1)} }

func (s *idSet) has(id uint32) bool {
	return int(id/64) < len(s.words) && s.words[id/64]>>(id%64)&1 == 1
}

func (s *idSet) add(id uint32)    { s.words[id/64] |= 1 << (id % 64) }
func (s *idSet) remove(id uint32) { s.words[id/64] &^= 1 << (id % 64) }

// index makes the places of ids known, until the set changes. It returns the number of ids.
func (s *idSet) index() (count int) {
	s.before = make([]uint32, len(s.words))
	for i, word := range s.words {
		s.before[i] = uint32(count)
		count += bits.OnesCount64(word)
	}
	return count
}

// place returns the place of an id in the set.
func (s *idSet) place(id uint32) uint32 {
	return s.before[id/64] + uint32(bits.OnesCount64(s.words[id/64]&(1<<(id%64)-1)))
}

// all yields the ids in ascending order. Those removed meanwhile may be among them.
func (s *idSet) all() iter.Seq[uint32] {
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
