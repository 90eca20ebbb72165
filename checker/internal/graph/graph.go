// Package graph has the types by which an explored graph is read. A state is its id: ids are in the order of a breadth-first
// search, from 0.
package graph

import (
	"iter"
	"math/bits"
)

// Nowhere is where a step leads that a bound has disabled.
const Nowhere = ^uint32(0)

// A Class numbers the classes of fairness, from 1. Its steps are taken together. 0 is no class: its steps may be ignored
// forever.
type Class = uint16

// A Step is a step out of a state.
type Step struct {
	Code  uint64
	To    uint32
	Class Class

	// IsAltered: a bound has altered the step. Without the bound it might lead elsewhere.
	IsAltered bool
}

// A Graph is an explored graph.
type Graph interface {
	// Len is the number of states.
	Len() int

	// Initials is the number of initial states: those with ids below it.
	Initials() int

	// Expanded is the number of states with steps: those with ids below it.
	Expanded() int

	// Starts lists the first id of each level. The last level may have states that are not expanded.
	Starts() []uint32

	// Steps appends the steps out of an expanded state, in their order.
	Steps(id uint32, to []Step) []Step

	// Lasting calls visit with the classes that last in a state although no step of theirs may be enabled.
	Lasting(id uint32, visit func(Class))

	// IsStrong reports whether a class is under strong fairness. Classes is the largest class.
	IsStrong(c Class) bool
	Classes() int

	// MayStutter lists the expanded states in which no class has a step, in ascending order.
	MayStutter() []uint32

	// MayCycle is false if it is known that there is no cycle.
	MayCycle() bool

	// Recurring calls visit for those of some states that have a step that may be part of a cycle, in their order, with all
	// steps. Steps that are known not to be part of a cycle lead to Nowhere.
	Recurring(ids []uint32, visit func(id uint32, steps []Step))

	// IsAltered reports whether a bound has altered or disabled some step.
	IsAltered() bool

	// Parent returns the first state with a step to a state that is not initial.
	Parent(id uint32) uint32

	// HasActors reports whether steps have actors. Actor returns the process that takes a step, or -1.
	HasActors() bool
	Actor(s Step) int
}

// Unreadable is what a Graph panics with if it cannot read its states or steps.
type Unreadable struct{ Err error }

// A Path is a run: finite or, with IsLasso, infinite. Then Cycle repeats forever after Stem; with an empty cycle the last
// state lasts forever.
type Path struct {
	Initial uint32
	Stem    []Step
	Cycle   []Step
	IsLasso bool
}

// Last returns the state in which the stem ends.
func (p *Path) Last() uint32 {
	if len(p.Stem) == 0 {
		return p.Initial
	}
	return p.Stem[len(p.Stem)-1].To
}

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
