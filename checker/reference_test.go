package checker_test

import (
	"context"
	"slices"

	"interrex/checker"
)

// A reference decides questions about a drawing as plainly as one can, by another road than the
// checker: distances by relaxing every edge until nothing changes, and fair runs by trying
// every set of vertices as the set that a run visits again and again.
type reference struct {
	*drawing
	distance map[int]int // from the initial vertices, by all steps
	real     map[int]int // by the steps that no bound has altered
	forever  []set       // the sets that some fair run visits again and again, and nothing else
}

func newReference(d *drawing) *reference {
	t := &reference{drawing: d}
	start := map[int]int{}
	for _, v := range d.initial {
		start[v] = 0
	}
	t.distance = d.relax(start, everything(len(d.out)), func(a arrow) bool { return !a.off })
	t.real = d.relax(start, everything(len(d.out)), arrow.isReal)
	for s := set(1); s <= everything(len(d.out)); s++ {
		if t.isReached(s) && (d.rests(s) || d.goesRound(s) && d.isFair(s)) {
			t.forever = append(t.forever, s)
		}
	}
	return t
}

func (a arrow) isReal() bool { return !a.off && a.bound == 0 }

// relax returns the distances from the start along arrows allowed, never leaving inside.
func (d *drawing) relax(start map[int]int, inside set, allowed func(arrow) bool) map[int]int {
	distance := map[int]int{}
	for v, n := range start {
		if inside.has(v) {
			distance[v] = n
		}
	}
	for changed := true; changed; {
		changed = false
		for v, arrows := range d.out {
			n, known := distance[v]
			for _, a := range arrows {
				if !known || !allowed(a) || !inside.has(a.to) {
					continue
				}
				if m, ok := distance[a.to]; !ok || n+1 < m {
					distance[a.to], changed = n+1, true
				}
			}
		}
	}
	return distance
}

func (t *reference) isReached(s set) bool {
	for v := range t.out {
		if _, ok := t.real[v]; s.has(v) && !ok {
			return false
		}
	}
	return true
}

// rests: s is one vertex in which nothing is owed.
func (d *drawing) rests(s set) bool {
	for v, arrows := range d.out {
		for _, a := range arrows {
			if s.has(v) && a.owed != checker.None {
				return false
			}
		}
	}
	return s.count() == 1
}

// goesRound: from every vertex of s every one, itself included, can be reached within s.
func (d *drawing) goesRound(s set) bool {
	for v := range d.out {
		if !s.has(v) {
			continue
		}
		next := map[int]int{}
		for _, a := range d.out[v] {
			if a.isReal() {
				next[a.to] = 1
			}
		}
		if len(d.relax(next, s, arrow.isReal)) != s.count() {
			return false
		}
	}
	return true
}

// isFair looks at each duty in turn. A run that visits s again and again can take every real
// arrow within s again and again.
func (d *drawing) isFair(s set) bool {
	for duty := range d.duties() {
		enabled, done := set(0), false
		for v, arrows := range d.out {
			for _, a := range arrows {
				if s.has(v) && a.owed == duty {
					enabled |= only(v)
					done = done || a.isReal() && s.has(a.to)
				}
			}
		}
		isStrong := duty >= checker.Strong(0) || s.subset(enabled|d.lasting[duty])
		if !done && isStrong && enabled != 0 {
			return false
		}
	}
	return true
}

func (d *drawing) duties() map[checker.Duty]bool {
	all := map[checker.Duty]bool{}
	for _, arrows := range d.out {
		for _, a := range arrows {
			all[a.owed] = true
		}
	}
	delete(all, checker.None)
	return all
}

// isBounded: some reachable step has met a bound of the modeller's.
func (t *reference) isBounded() bool {
	for v := range t.distance {
		for _, a := range t.out[v] {
			if a.bound != 0 {
				return true
			}
		}
	}
	return false
}

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

// fataler is what testing.T and rapid.T have in common.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// agree asks the checker and the reference the same questions about a drawing, compares what they
// say, and validates every counterexample. It counts the verdicts in seen, so that a test can
// tell whether it has seen both sides.
func agree(t fataler, d *drawing, questions []question, seen map[checker.Verdict]int) {
	t.Helper()
	report := check(t, d, questions, checker.Options{Workers: 1})
	reference := newReference(d)
	got := counts{report.States, report.Steps, report.Terminal, report.Depth}
	if want := reference.counts(); got != want {
		t.Fatalf("%v: the checker counts %+v, the reference %+v", d, got, want)
	}
	if want := reference.actions(); !slices.Equal(report.Actions, want) {
		t.Fatalf("%v: the checker counts %+v, the reference %+v", d, report.Actions, want)
	}
	if report.Complete == reference.isBounded() {
		t.Fatalf("%v: complete is %v, and the bound %q", d, report.Complete, report.Bound)
	}
	for i, q := range questions {
		result := report.Results[i]
		verdict, length := reference.verdict(q)
		if result.Verdict != verdict {
			t.Fatalf("%v: %v: %v, and the reference says %v", d, q, result.Verdict, verdict)
		}
		seen[verdict]++
		if want := reference.count(q); result.Count != want {
			t.Fatalf("%v: %v: true in %d states, and the reference says in %d", d, q, result.Count, want)
		}
		if result.Path == nil {
			if length != never {
				t.Fatalf("%v: %v: no path, and the reference has one of %d steps", d, q, length)
			}
			continue
		}
		if err := d.validate(q, result.Path); err != nil {
			t.Fatalf("%v: %v: %v", d, q, err)
		}
		if !d.isCanonical(result.Path) {
			t.Fatalf("%v: %v: between two states a later step than the first is taken\n%s", d, q, result.Path.Text(d))
		}
		if len(result.Path.Stem) != length {
			t.Fatalf("%v: %v: a stem of %d steps, and the shortest has %d\n%s",
				d, q, len(result.Path.Stem), length, result.Path.Text(d))
		}
	}
}

func check(t fataler, d checker.System, questions []question, options checker.Options) *checker.Report {
	t.Helper()
	report, err := checker.Check(context.Background(), d, properties(questions), options)
	if err != nil {
		t.Fatalf("%v: %v", d, err)
	}
	return report
}
