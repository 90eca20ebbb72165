package checker_test

import "interrex/checker"

// never is the length of a path that does not exist.
const never = 1 << 30

// verdict answers a question, and tells how long the stem of a counterexample must be.
func (t *reference) verdict(q question) (checker.Verdict, int) {
	length := t.shortest(q)
	found := length < never
	switch {
	case found && q.isSought():
		return checker.Holds, length
	case found:
		return checker.Violated, length
	case t.isBounded():
		return checker.Inconclusive, never
	case q.isSought():
		return checker.Violated, never
	}
	return checker.Holds, never
}

func (q question) isSought() bool { return q.kind == reachable || q.kind == counted }

// shortest is the length of a shortest path to a violation or, for Reachable, to a witness.
func (t *reference) shortest(q question) int {
	all := everything(len(t.out))
	switch q.kind {
	case invariant:
		return nearest(t.distance, all&^q.p)
	case reachable, counted:
		return nearest(t.distance, q.p)
	case atRest:
		return nearest(t.distance, t.terminal()&^q.p)
	case stepInvariant:
		return t.nearestStep(q.p, q.q)
	case eventually:
		start := map[int]int{}
		for _, v := range t.initial {
			start[v] = 0
		}
		return t.nearestForever(t.relax(start, all&^q.p, arrow.isReal), func(s set) bool { return s.subset(all &^ q.p) })
	case alwaysEventually:
		return t.nearestForever(t.real, func(s set) bool { return s.subset(all &^ q.p) })
	case eventuallyAlways:
		return t.nearestForever(t.real, func(s set) bool { return !s.subset(q.p) })
	case settles:
		return t.nearestForever(t.real, func(s set) bool { return t.isUnsettled(s, q.value) })
	case leadsTo:
		return t.shortestUnanswered(q.p, all&^q.q, all&^q.q)
	case recurs:
		return t.shortestUnanswered(q.p, all, all&^q.q)
	}
	panic("unknown kind " + q.kind)
}

// shortestUnanswered: the run was in p, from then on inside, and in the end in lasting for ever. If the vertices that it
// visits for ever are partly in p, any way to them will do.
func (t *reference) shortestUnanswered(p, inside, lasting set) int {
	least := t.nearestForever(t.real, func(s set) bool { return s.subset(lasting) && s&p != 0 })
	armed := map[int]int{}
	for v, n := range t.real {
		if p.has(v) {
			armed[v] = n
		}
	}
	after := t.relax(armed, inside, arrow.isReal)
	return min(least, t.nearestForever(after, func(s set) bool { return s.subset(lasting) }))
}

func (t *reference) isUnsettled(s set, value []int) bool {
	values := map[int]bool{}
	for v := range t.out {
		if s.has(v) {
			values[value[v]] = true
		}
	}
	return values[0] || len(values) > 1
}

func nearest(distance map[int]int, in set) int {
	least := never
	for v, n := range distance {
		if in.has(v) {
			least = min(least, n)
		}
	}
	return least
}

func (t *reference) nearestForever(distance map[int]int, violates func(set) bool) int {
	least := never
	for _, s := range t.forever {
		if violates(s) {
			least = min(least, nearest(distance, s))
		}
	}
	return least
}

func (t *reference) nearestStep(from, to set) int {
	least := never
	for v, n := range t.distance {
		for _, a := range t.out[v] {
			if !a.off && from.has(v) && to.has(a.to) {
				least = min(least, n+1)
			}
		}
	}
	return least
}

// terminal vertices have no step, not even one that a bound disables.
func (t *reference) terminal() set {
	s := set(0)
	for v, arrows := range t.out {
		if len(arrows) == 0 {
			s |= only(v)
		}
	}
	return s
}

// counts are what a report must say of a complete exploration.
type counts struct{ states, steps, terminal, depth int }

func (t *reference) counts() counts {
	c := counts{states: len(t.distance)}
	for v, n := range t.distance {
		before := c.steps
		for _, a := range t.out[v] {
			if !a.off {
				c.steps++
			}
		}
		if c.steps == before {
			c.terminal++
		}
		c.depth = max(c.depth, n)
	}
	return c
}

// actions are how often a report must say that each action of a complete exploration was enabled
// and taken: one action after the other, by looking at every arrow.
func (t *reference) actions() []checker.Activity {
	var all []checker.Activity
	for _, action := range t.Actions() {
		a := checker.Activity{Action: action.Name}
		for v := range t.distance {
			enabled := 0
			for _, arrow := range t.out[v] {
				if arrow.action == action.Action {
					enabled = 1
					if !arrow.off {
						a.Taken++
					}
				}
			}
			a.Enabled += enabled
		}
		all = append(all, a)
	}
	return all
}

// count is how many states there are in p, for a question that counts them.
func (t *reference) count(q question) int {
	n := 0
	for v := range t.distance {
		if q.kind == counted && q.p.has(v) {
			n++
		}
	}
	return n
}
