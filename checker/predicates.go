package checker

import (
	mathbits "math/bits"
)

// A predicateGroup is the properties of states that are decided by one word: those of the same Facts, or one with a Predicate.
type predicateGroup struct {
	facts   *Facts // nil: a Predicate
	tell    func(State) uint64
	title   string  // of the first property, for messages
	members []int   // properties
	counted uint64  // bits that are counted
	counts  [64]int // by bit, the property for which it is counted
}

// predicateGroups groups the properties of states.
func predicateGroups(properties []Property) []*predicateGroup {
	var all []*predicateGroup
	for n := range properties {
		if p := &properties[n]; p.isOfStates() {
			all = gather(all, n, p)
		}
	}
	return all
}

// gather adds property n to a group with its Facts. A group counts a bit for one property.
func gather(all []*predicateGroup, n int, p *Property) []*predicateGroup {
	for _, q := range all {
		if p.facts != nil && q.facts == p.facts && (!p.counted || q.counted&p.bit == 0) {
			q.add(n, p)
			return all
		}
	}
	q := &predicateGroup{facts: p.facts, title: p.title()}
	if q.facts != nil {
		q.tell = p.facts.tell
	} else {
		q.tell = p.p.word
	}
	q.add(n, p)
	return append(all, q)
}

func (q *predicateGroup) add(n int, p *Property) {
	q.members = append(q.members, n)
	if p.counted {
		q.counted |= p.bit
		q.counts[mathbits.TrailingZeros64(p.bit)] = n
	}
}

// word returns 1 if a predicate is true, else 0.
func (p Predicate) word(s State) uint64 {
	if p(s) {
		return 1
	}
	return 0
}

// Facts are up to 64 predicates that are evaluated together, as the bits of one word: once in a state for all properties of states.
type Facts struct {
	tell func(State) uint64
	once bool
}

// NewFacts makes Facts of a pure function: bit i of its result is predicate i.
func NewFacts(tell func(State) uint64) *Facts { return &Facts{tell: tell} }

// Once makes Facts that are evaluated once in a state, for liveness too. The words are kept: that is for expensive functions.
func (f *Facts) Once() *Facts { return &Facts{f.tell, true} }

// Predicate is predicate i by itself.
func (f *Facts) Predicate(i int) Predicate {
	return func(s State) bool { return f.tell(s)>>i&1 != 0 }
}

// Invariant is the property Invariant of predicate i.
func (f *Facts) Invariant(name string, i int) Property {
	return f.told(Invariant(name, f.Predicate(i)), i)
}

// AtRest is the property AtRest of predicate i.
func (f *Facts) AtRest(name string, i int) Property { return AtRest(name, f.Predicate(i)) }

// Counted is the property Counted of predicate i.
func (f *Facts) Counted(name string, i int) Property {
	return f.told(Counted(name, f.Predicate(i)), i)
}

// Eventually is the property Eventually of predicate i.
func (f *Facts) Eventually(name string, i int) Property {
	p := f.told(Eventually(name, f.Predicate(i)), i)
	p.goal = 1 << i
	return p
}

// LeadsTo is the property LeadsTo of predicates i and k.
func (f *Facts) LeadsTo(name string, i, k int) Property {
	p := f.told(LeadsTo(name, f.Predicate(i), f.Predicate(k)), i)
	p.goal = 1 << k
	return p
}

// EventuallyAlways is the property EventuallyAlways of predicate i.
func (f *Facts) EventuallyAlways(name string, i int) Property {
	return f.told(EventuallyAlways(name, f.Predicate(i)), i)
}

// Recurs is the property Recurs of predicates i and k.
func (f *Facts) Recurs(name string, i, k int) Property {
	p := f.told(Recurs(name, f.Predicate(i), f.Predicate(k)), i)
	p.goal = 1 << k
	return p
}

// Settles is the property Settles of a number. Its binary digits are the predicates from i on.
func (f *Facts) Settles(name string, i, digits int) Property {
	mask := uint64(1)<<digits - 1
	p := f.told(Settles(name, func(s State) int { return int(f.tell(s) >> i & mask) }), i)
	p.goal = mask << i
	return p
}

func (f *Facts) told(p Property, i int) Property {
	p.facts, p.bit = f, 1<<i
	return p
}
