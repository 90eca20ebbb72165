package checker_test

import (
	"context"
	"fmt"
	"slices"

	"interrex/checker"
)

// A reference decides questions about a drawing in the plainest way: distances by relaxing every edge until no distance changes, and
// fair runs by trying every set of vertices as the set that a run visits again and again.
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

// rests: s is one vertex without a step of a class.
func (d *drawing) rests(s set) bool {
	for v, arrows := range d.out {
		for _, a := range arrows {
			if s.has(v) && a.fairness != checker.None {
				return false
			}
		}
	}
	return s.count() == 1
}

// goesRound: each vertex of s can be reached from each within s, by one step or more.
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

// isFair looks at each class in turn. A run that visits s again and again can take every real
// arrow within s again and again.
func (d *drawing) isFair(s set) bool {
	for class := range d.classes() {
		enabled, done := set(0), false
		for v, arrows := range d.out {
			for _, a := range arrows {
				if s.has(v) && a.fairness == class {
					enabled |= only(v)
					done = done || a.isReal() && s.has(a.to)
				}
			}
		}
		isStrong := class.IsStrong() || s.subset(enabled|d.lasting[class])
		if !done && isStrong && enabled != 0 {
			return false
		}
	}
	return true
}

func (d *drawing) classes() map[checker.FairnessClass]bool {
	all := map[checker.FairnessClass]bool{}
	for _, arrows := range d.out {
		for _, a := range arrows {
			all[a.fairness] = true
		}
	}
	delete(all, checker.None)
	return all
}

// isBounded: a bound has altered or disabled some reachable step.
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

// verdict answers a question, and returns the length of the stem of a counterexample.
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

// shortestUnanswered: the run was in p, from then on inside, and in the end in lasting forever. If some vertices that it visits forever
// are in p, any path to them will do.
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

// terminal returns the vertices without a step, disabled steps included.
func (t *reference) terminal() set {
	s := set(0)
	for v, arrows := range t.out {
		if len(arrows) == 0 {
			s |= only(v)
		}
	}
	return s
}

// counts are those of a complete exploration.
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

// actions counts how often each action is enabled and taken in a complete exploration.
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

// count returns the number of states in p, for a question that counts them.
func (t *reference) count(q question) int {
	n := 0
	for v := range t.distance {
		if q.kind == counted && q.p.has(v) {
			n++
		}
	}
	return n
}

// fataler has the methods of testing.T and rapid.T that the tests need.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// agree asks the checker and the reference the same questions about a drawing, compares the answers, and validates every
// counterexample. It counts the verdicts in seen.
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
			t.Fatalf("%v: %v: %v, the reference: %v", d, q, result.Verdict, verdict)
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

// validate checks that a path answers a question, by the definitions.
func (d *drawing) validate(q question, p *checker.Path) error {
	stem, err := d.follow(vertex(p.Initial), p.Stem)
	if err != nil {
		return err
	}
	if !slices.Contains(d.initial, stem[0]) {
		return fmt.Errorf("%d is not initial", stem[0])
	}
	isLiveness := q.property().IsLiveness()
	if p.Lasso != isLiveness || !isLiveness && len(p.Cycle) > 0 {
		return fmt.Errorf("lasso %v, cycle of %d steps", p.Lasso, len(p.Cycle))
	}
	if !isLiveness {
		return d.violatesAtEnd(q, stem)
	}
	if !slices.ContainsFunc(append(p.Stem[:len(p.Stem):len(p.Stem)], p.Cycle...), altered) {
		return d.violatesForEver(q, stem, p.Cycle)
	}
	return fmt.Errorf("a bound has altered a step of the lasso")
}

func altered(t checker.Transition) bool { return t.Step.Bound != 0 }

// follow returns the vertices that steps pass.
func (d *drawing) follow(at int, steps []checker.Transition) ([]int, error) {
	passed := []int{at}
	for n, t := range steps {
		if t.Step.Code >= uint64(len(d.out[at])) {
			return nil, fmt.Errorf("step %d: %d has no step %d", n, at, t.Step.Code)
		}
		a := d.out[at][t.Step.Code]
		if a.off || a.to != vertex(t.To) || a.fairness != t.Step.Fairness || a.bound != t.Step.Bound {
			return nil, fmt.Errorf("step %d: %v is not %v from %d", n, t, a, at)
		}
		at = a.to
		passed = append(passed, at)
	}
	return passed, nil
}

func (d *drawing) violatesAtEnd(q question, path []int) error {
	last := path[len(path)-1]
	violates := false
	switch q.kind {
	case invariant:
		violates = !q.p.has(last)
	case reachable, counted:
		violates = q.p.has(last)
	case atRest:
		violates = !q.p.has(last) && len(d.out[last]) == 0
	case stepInvariant:
		violates = len(path) > 1 && q.p.has(path[len(path)-2]) && q.q.has(last)
	}
	if !violates {
		return fmt.Errorf("%v says nothing about %v", path, q)
	}
	return nil
}

func (d *drawing) violatesForEver(q question, stem []int, cycle []checker.Transition) error {
	last := stem[len(stem)-1]
	round, err := d.follow(last, cycle)
	if err != nil {
		return err
	}
	if round[len(round)-1] != last {
		return fmt.Errorf("the cycle %v is not closed", round)
	}
	if err := d.unfair(round, cycle); err != nil {
		return err
	}
	isQ := func(v int) bool { return q.q.has(v) }
	isP := func(v int) bool { return q.p.has(v) }
	violates := false
	switch q.kind {
	case eventually:
		violates = !slices.ContainsFunc(stem, isP) && !slices.ContainsFunc(round, isP)
	case alwaysEventually:
		violates = !slices.ContainsFunc(round, isP)
	case eventuallyAlways:
		violates = slices.ContainsFunc(round, func(v int) bool { return !isP(v) })
	case settles:
		violates = slices.ContainsFunc(round, func(v int) bool { return q.value[v] == 0 || q.value[v] != q.value[last] })
	case recurs:
		violates = (slices.ContainsFunc(stem, isP) || slices.ContainsFunc(round, isP)) && !slices.ContainsFunc(round, isQ)
	case leadsTo:
		all := append(slices.Clone(stem), round...)
		for i, v := range all {
			unanswered := !slices.ContainsFunc(all[i:], isQ) && !slices.ContainsFunc(round, isQ)
			violates = violates || isP(v) && unanswered
		}
	}
	if !violates {
		return fmt.Errorf("%v and then %v for ever does not violate %v", stem, round, q)
	}
	return nil
}

// unfair returns an error that names the class that the cycle neglects.
func (d *drawing) unfair(round []int, cycle []checker.Transition) error {
	for class := range d.classes() {
		lasts, anywhere, done := true, false, false
		for _, v := range round {
			enabled := slices.ContainsFunc(d.out[v], func(a arrow) bool { return a.fairness == class })
			lasts, anywhere = lasts && (enabled || d.lasting[class].has(v)), anywhere || enabled
		}
		for _, t := range cycle {
			done = done || t.Step.Fairness == class
		}
		if !done && anywhere && (lasts || class.IsStrong()) {
			return fmt.Errorf("round %v the class %#x is never discharged", round, class)
		}
	}
	if len(cycle) == 0 && !d.rests(only(round[0])) {
		return fmt.Errorf("something is owed in %d", round[0])
	}
	return nil
}

// isCanonical: of several steps between two states, the stem has the first; in a lasso, the first that no bound has altered.
func (d *drawing) isCanonical(p *checker.Path) bool {
	at := vertex(p.Initial)
	for _, t := range p.Stem {
		first := slices.IndexFunc(d.out[at], func(a arrow) bool {
			return !a.off && a.to == vertex(t.To) && (a.isReal() || !p.Lasso)
		})
		if uint64(first) != t.Step.Code {
			return false
		}
		at = vertex(t.To)
	}
	return true
}
