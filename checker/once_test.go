package checker_test

import (
	"sync/atomic"
	"testing"

	"interrex/checker"
)

// TestOnce: Facts are evaluated once in a state for all properties.
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
