package checker_test

import (
	"context"
	"slices"

	"interrex/checker"
)

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
