package checker

import mathbits "math/bits"

// An inquiry is the properties of states that one word answers, asked once a state: those of the
// same Facts, or a single one that has a Predicate of its own.
type inquiry struct {
	facts   *Facts // nil: a Predicate
	tell    func(State) uint64
	title   string  // of the first property, for messages
	members []int   // properties
	counted uint64  // the bits that are counted
	counts  [64]int // and of each the property that it is counted for
}

// inquiries gathers the properties of states.
func inquiries(properties []Property) []*inquiry {
	var all []*inquiry
	for n := range properties {
		if p := &properties[n]; p.isOfStates() {
			all = gather(all, n, p)
		}
	}
	return all
}

// gather adds property n to the first inquiry that answers it. One that counts the same bit for
// another property does not.
func gather(all []*inquiry, n int, p *Property) []*inquiry {
	for _, q := range all {
		if p.facts != nil && q.facts == p.facts && (!p.counted || q.counted&p.bit == 0) {
			q.add(n, p)
			return all
		}
	}
	q := &inquiry{facts: p.facts, title: p.title()}
	if q.facts != nil {
		q.tell = p.facts.tell
	} else {
		q.tell = p.p.word
	}
	q.add(n, p)
	return append(all, q)
}

func (q *inquiry) add(n int, p *Property) {
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

// undecided returns the bits of the members that have no violation and no witness yet: those
// that an invariant needs, and those that a Reachable seeks.
func (q *inquiry) undecided(r *run) (needed, sought uint64) {
	for _, n := range q.members {
		switch p := &r.properties[n]; {
		case r.first[n] != nil:
		case p.kind == reachable:
			sought |= p.bit
		default:
			needed |= p.bit
		}
	}
	return needed, sought
}

// checkStates tries the invariants, looks for witnesses and counts, in the states of [from, to).
func (w *worker) checkStates(from, to uint32) {
	for _, q := range w.run.always {
		w.busy = q.title
		w.ask(q, from, to)
		w.busy = ""
	}
}

// ask puts an inquiry to the states of [from, to).
func (w *worker) ask(q *inquiry, from, to uint32) {
	needed, sought := q.undecided(w.run)
	for rank := from; rank < to && needed|sought|q.counted != 0; rank++ {
		word := q.tell(w.run.arena.at(rank))
		if decided := needed&^word | sought&word; decided != 0 {
			w.decide(q, rank, word)
			needed, sought = needed&word, sought&^word
		}
		for left := word & q.counted; left != 0; left &= left - 1 {
			w.counts[q.counts[mathbits.TrailingZeros64(left)]]++
		}
	}
}

// decide files what the word of the state called rank says of the members: violations and
// witnesses. Of several of one property the first counts.
func (w *worker) decide(q *inquiry, rank uint32, word uint64) {
	for _, n := range q.members {
		p := &w.run.properties[n]
		if w.run.first[n] == nil && (word&p.bit != 0) == (p.kind == reachable) {
			w.violations = append(w.violations, violation{property: n, rank: rank})
		}
	}
}
