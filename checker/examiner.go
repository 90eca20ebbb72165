package checker

import mathbits "math/bits"

// An examiner evaluates properties in states and across steps, for one goroutine. What it has found counts once it is kept.
type examiner struct {
	scan   *scan
	busy   *string    // foreign code that is running; "" if ours
	first  []*finding // by property
	counts []int      // by property
	hasNew bool
}

func newExaminer(c *scan, busy *string) *examiner {
	return &examiner{scan: c, busy: busy, first: make([]*finding, len(c.first)), counts: make([]int, len(c.first))}
}

// examine evaluates the properties of states in a state.
func (x *examiner) examine(id uint32, s State) {
	for _, q := range x.scan.groups {
		if q.counted == 0 && !x.isOpen(q) {
			continue
		}
		*x.busy = q.title
		word := x.word(q, id, s)
		*x.busy = ""
		for _, n := range q.members {
			if p := &x.scan.properties[n]; (word&p.bit != 0) == (p.kind == reachable) {
				x.find(n, finding{id, -1})
			}
		}
		for left := word & q.counted; left != 0; left &= left - 1 {
			x.counts[q.counts[mathbits.TrailingZeros64(left)]]++
			x.hasNew = true
		}
	}
}

// isOpen reports whether a group has a property without a finding.
func (x *examiner) isOpen(q *predicateGroup) bool {
	for _, n := range q.members {
		if x.isUnknown(n) {
			return true
		}
	}
	return false
}

func (x *examiner) isUnknown(n int) bool { return x.scan.first[n] == nil && x.first[n] == nil }

func (x *examiner) word(q *predicateGroup, id uint32, s State) uint64 {
	if words := x.scan.words[q.facts]; words != nil {
		return words.of(id, func() uint64 { return q.tell(s) })
	}
	return q.tell(s)
}

// examineRest evaluates the properties of states at rest in one without a step.
func (x *examiner) examineRest(id uint32, s State) {
	for _, n := range x.scan.rest {
		if p := &x.scan.properties[n]; x.isUnknown(n) {
			*x.busy = p.title()
			if !p.p(s) {
				x.find(n, finding{id, -1})
			}
			*x.busy = ""
		}
	}
}

// examineStep evaluates the properties of steps across a step, which has a place among those of a state.
func (x *examiner) examineStep(at finding, from, to State) {
	for _, n := range x.scan.between {
		if p := &x.scan.properties[n]; x.isUnknown(n) {
			*x.busy = p.title()
			if !p.between(from, to) {
				x.find(n, at)
			}
			*x.busy = ""
		}
	}
}

func (x *examiner) find(n int, f finding) {
	if x.isUnknown(n) {
		x.first[n], x.hasNew = &f, true
	}
}

// keep adds what has been found to the scan, or drop forgets it. No other goroutine examines meanwhile.
func (x *examiner) keep() {
	if !x.hasNew {
		return
	}
	for n, f := range x.first {
		if x.scan.first[n] == nil {
			x.scan.first[n] = f
		}
		x.scan.counts[n] += x.counts[n]
	}
	x.drop()
}

func (x *examiner) drop() {
	if x.hasNew {
		clear(x.first)
		clear(x.counts)
		x.hasNew = false
	}
}
