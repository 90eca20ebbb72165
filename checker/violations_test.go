package checker_test

import (
	"fmt"
	"slices"
	"testing"

	"interrex/checker"

	"pgregory.net/rapid"
)

// TestViolationsAreThoseOfTheReport: progress names the properties that the report finds violated, by runs of as many steps.
func TestViolationsAreThoseOfTheReport(t *testing.T) {
	safety, liveness := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawDrawing(t, shape{most: 10})
		questions := drawQuestions(t, len(d.out))
		workers := rapid.IntRange(1, 2).Draw(t, "workers")
		report, violations, err := checker.CheckAndViolations(t.Context(), d, properties(questions), checker.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, v := range violations {
			got = append(got, fmt.Sprint(v.Property.Name, " after ", v.Steps))
		}
		for i, q := range questions {
			if r := report.Results[i]; r.Path != nil && !q.isSought() {
				want = append(want, fmt.Sprint(r.Property.Name, " after ", len(r.Path.Stem)))
				if safety++; r.Path.Lasso {
					safety, liveness = safety-1, liveness+1
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v: progress says %q, and the report %q", d, got, want)
		}
	})
	if safety < 20 || liveness < 20 {
		t.Errorf("only %d and %d violations were seen", safety, liveness)
	}
}

// TestViolationBeforeTheEnd: a violation is known long before the last state, with one worker and with several, and a witness is none.
func TestViolationBeforeTheEnd(t *testing.T) {
	s := checker.Values([]int{0}, func(v int, emit func(string, checker.Duty, int)) {
		for next := 10*v + 1; next <= 10*v+10 && next < 20_000; next++ {
			emit("", checker.None, next)
		}
	})
	asked := []checker.Property{checker.Reachable("seven", s.On(func(v int) bool { return v == 7 })), checker.Invariant("not seven", s.On(func(v int) bool { return v != 7 }))}
	for _, workers := range []int{1, 3} {
		var calls []checker.Progress
		report, err := checker.Check(t.Context(), s, asked, checker.Options{Workers: workers, Progress: func(p checker.Progress) { calls = append(calls, p) }})
		if err != nil {
			t.Fatal(err)
		}
		if len(calls) == 0 {
			t.Fatalf("%d workers: no progress is reported", workers)
		}
		first := calls[0]
		if first.States >= report.States || len(first.Violations) != 1 || first.Violations[0].Property.Name != "not seven" || first.Violations[0].Steps != 1 {
			t.Errorf("%d workers: when %d of %d states are known, the violations are %v", workers, first.States, report.States, first.Violations)
		}
	}
}
