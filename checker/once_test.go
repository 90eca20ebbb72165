package checker_test

import (
	"sync/atomic"
	"testing"

	"interrex/checker"
)

// TestOnce: Facts that are kept are evaluated once a state for all properties, and decide as predicates by themselves do.
func TestOnce(t *testing.T) {
	const states = 20_000
	system := checker.Values([]int{0}, func(s int, emit func(string, checker.Duty, int)) {
		for _, to := range []int{2*s + 1, 2*s + 2, s / 2} {
			if to < states {
				emit("go", checker.Weak(0), to)
			}
		}
	})
	predicates := []func(int) bool{
		func(s int) bool { return s < states }, func(s int) bool { return s%3 == 0 }, func(s int) bool { return s%2 == 1 },
		func(s int) bool { return s != 777 },
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
		on := func(i int) checker.Predicate { return system.On(predicates[i]) }
		kept := []checker.Property{facts.Property(checker.Invariant, "a", 0), facts.Property(checker.Counted, "b", 1), facts.Pair(checker.LeadsTo, "c", 1, 2), facts.Property(checker.Eventually, "d", 2), facts.Property(checker.EventuallyAlways, "e", 0), facts.Property(checker.Invariant, "f", 3)}
		plain := []checker.Property{checker.Invariant("a", on(0)), checker.Counted("b", on(1)), checker.LeadsTo("c", on(1), on(2)), checker.Eventually("d", on(2)), checker.EventuallyAlways("e", on(0)), checker.Invariant("f", on(3))}
		got, err := checker.Check(t.Context(), system, kept, checker.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		want, err := checker.Check(t.Context(), system, plain, checker.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range got.Results {
			if w := want.Results[i]; r.Verdict != w.Verdict || r.Count != w.Count || (r.Path == nil) != (w.Path == nil) || r.Path != nil && r.Path.Text(system) != w.Path.Text(system) {
				t.Errorf("%d workers, %s: %v, %d states; want %v, %d", workers, r.Property.Name, r.Verdict, r.Count, w.Verdict, w.Count)
			}
		}
		if n := int(calls.Load()); got.States != states || n != states {
			t.Errorf("%d workers: %d calls for %d states", workers, n, got.States)
		}
	}
}
