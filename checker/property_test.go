package checker_test

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/checker/component"
)

// Predicates by themselves and Facts decide properties alike.
func TestFacts(t *testing.T) {
	for _, in := range []shape{{most: 4}, {most: 10}, {most: 7, altered: true, disabled: true}} {
		rapid.Check(t, func(t *rapid.T) {
			d := drawDrawing(t, in)
			options := checker.Options{
				Workers: rapid.IntRange(1, 2).Draw(t, "workers"), MaxStates: rapid.SampledFrom([]int{0, 0, 3, 6}).Draw(t, "most states"),
				MaxDepth: rapid.SampledFrom([]int{0, 0, 2}).Draw(t, "most levels"), StopFirst: rapid.IntRange(0, 3).Draw(t, "stop first") == 3,
			}
			questions := drawQuestions(t, len(d.out))
			questions = append(questions, question{kind: counted, p: questions[0].p}, question{kind: invariant, p: questions[4].p}, question{kind: counted, p: questions[4].p})
			want := facts(d, check(t, d, questions, options))
			report, err := checker.Check(context.Background(), d, byFacts(questions), options)
			if err != nil {
				t.Fatalf("%v: %v", d, err)
			}
			if got := facts(d, report); got != want {
				t.Fatalf("%v, %+v: by Facts is found\n%sand by predicates\n%s", d, options, got, want)
			}
		})
	}
}

// byFacts returns the properties of questions, decided by Facts if possible.
func byFacts(questions []question) []checker.Property {
	const digits = 3 // of a value
	var predicates []func(v int) bool
	facts := checker.NewFacts(func(s checker.State) (word uint64) {
		for place, p := range predicates {
			if p(vertex(s)) {
				word |= 1 << place
			}
		}
		return word
	})
	add := func(p func(v int) bool) int {
		predicates = append(predicates, p)
		return len(predicates) - 1
	}
	bits := map[set]int{} // equal sets share one
	bit := func(p set) int {
		if _, known := bits[p]; !known {
			bits[p] = add(p.has)
		}
		return bits[p]
	}
	all := properties(questions)
	for i, q := range questions {
		switch q.kind {
		case invariant:
			all[i] = facts.Property(checker.Invariant, q.String(), bit(q.p))
		case counted:
			all[i] = facts.Property(checker.Counted, q.String(), bit(q.p))
		case leadsTo:
			all[i] = facts.Pair(checker.LeadsTo, q.String(), bit(q.p), bit(q.q))
		case recurs:
			all[i] = facts.Pair(checker.Recurs, q.String(), bit(q.p), bit(q.q))
		case eventuallyAlways:
			all[i] = facts.Property(checker.EventuallyAlways, q.String(), bit(q.p))
		case settles:
			first := len(predicates)
			for digit := range digits {
				add(func(v int) bool { return q.value[v]>>digit&1 != 0 })
			}
			all[i] = facts.Settles(q.String(), first, digits)
		}
	}
	return all
}

// TestPredicatesThatDoNotExist: a word has the predicates 0 to 63.
func TestPredicatesThatDoNotExist(t *testing.T) {
	f := checker.NewFacts(func(checker.State) uint64 { return math.MaxUint64 })
	for _, p := range []checker.Property{
		f.Property(checker.Invariant, "64", 64), f.Property(checker.Counted, "-1", -1), f.Pair(checker.LeadsTo, "p is 64", 64, 0),
		f.Pair(checker.LeadsTo, "q is 64", 0, 64), f.Settles("60 to 64", 60, 5), f.Settles("-1 to 0", -1, 2), f.Settles("-1 digits", 1, -1),
	} {
		_, err := checker.Check(t.Context(), counter(2), []checker.Property{p}, checker.Options{})
		if limit := (component.Limit{}); !errors.As(err, &limit) {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	last := []checker.Property{f.Property(checker.Invariant, "63", 63), f.Settles("all", 0, 64)}
	if report, err := checker.Check(t.Context(), counter(2), last, checker.Options{}); err != nil || report.Results[0].Verdict != checker.Holds {
		t.Errorf("the last predicates: %v", err)
	}
}

// TestOnce: Facts are evaluated once in a state for all properties.
func TestOnce(t *testing.T) {
	const states = 20_000
	system := checker.Values([]int{0}, func(s int, emit func(string, checker.FairnessClass, int)) {
		for _, to := range []int{2*s + 1, 2*s + 2, s / 2} {
			if to < states {
				emit("go", checker.Weak(0), to)
			}
		}
	})
	predicates := []func(int) bool{
		func(s int) bool { return s < states }, func(s int) bool { return s%3 == 0 }, func(s int) bool { return s%2 == 1 },
	}
	for _, workers := range []int{1, 4} {
		var calls atomic.Int64
		facts := checker.NewFacts(func(s checker.State) (word uint64) {
			calls.Add(1)
			for i, p := range predicates {
				if p(system.Value(s)) {
					word |= 1 << i
				}
			}
			return word
		})
		asked := []checker.Property{facts.Property(checker.Invariant, "a", 0), facts.Property(checker.Counted, "b", 1),
			facts.Pair(checker.LeadsTo, "c", 1, 2), facts.Property(checker.Eventually, "d", 2), facts.Property(checker.EventuallyAlways, "e", 0)}
		got, err := checker.Check(t.Context(), system, asked, checker.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if n := int(calls.Load()); got.States != states || n != states {
			t.Errorf("%d workers: %d calls for %d states", workers, n, got.States)
		}
	}
}
