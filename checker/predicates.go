package checker

import (
	mathbits "math/bits"
)

// A predicateGroup is the properties of states that one word answers, asked once a state: those of the
// same Facts, or a single one that has a Predicate of its own.
type predicateGroup struct {
	facts   *Facts // nil: a Predicate
	tell    func(State) uint64
	title   string  // of the first property, for messages
	members []int   // properties
	counted uint64  // the bits that are counted
	counts  [64]int // and of each the property that it is counted for
}

// predicateGroups gathers the properties of states.
func predicateGroups(properties []Property) []*predicateGroup {
	var all []*predicateGroup
	for n := range properties {
		if p := &properties[n]; p.isOfStates() {
			all = gather(all, n, p)
		}
	}
	return all
}

// gather adds property n to the first group that answers it. A group that already counts the same bit for
// another property does not.
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

// word is a predicate as bit 0.
func (p Predicate) word(s State) uint64 {
	if p(s) {
		return 1
	}
	return 0
}

// Facts are up to 64 predicates that are evaluated together, as the bits of one word. However many
// properties of states use them, the checker asks once a state.
type Facts struct {
	tell func(State) uint64
	once bool
}

// NewFacts makes Facts of a pure function: bit i of its word is predicate i.
func NewFacts(tell func(State) uint64) *Facts { return &Facts{tell: tell} }

// Once makes Facts that are expensive, or that depend on more of a state than Glancing shows. They have 63 predicates at most. A check in
// memory evaluates them once a state and keeps the word, and does not glance.
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

// Settles is the property Settles of a value that so many predicates, from i on, are the binary digits of.
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
