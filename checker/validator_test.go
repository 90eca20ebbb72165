package checker_test

import (
	"fmt"
	"slices"

	"interrex/checker"
)

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
		if a.off || a.to != vertex(t.To) || a.owed != t.Step.Owed || a.bound != t.Step.Bound {
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

// unfair returns an error that names the duty that the cycle neglects.
func (d *drawing) unfair(round []int, cycle []checker.Transition) error {
	for duty := range d.duties() {
		lasts, anywhere, done := true, false, false
		for _, v := range round {
			enabled := slices.ContainsFunc(d.out[v], func(a arrow) bool { return a.owed == duty })
			lasts, anywhere = lasts && (enabled || d.lasting[duty].has(v)), anywhere || enabled
		}
		for _, t := range cycle {
			done = done || t.Step.Owed == duty
		}
		if !done && anywhere && (lasts || duty >= checker.Strong(0)) {
			return fmt.Errorf("round %v the duty %#x is never discharged", round, duty)
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
