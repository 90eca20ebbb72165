package checker_test

import (
	"testing"

	"interrex/checker"
)

// TestPeakIsAPeak: what was in use at any moment that was told of is no more than the peak.
func TestPeakIsAPeak(t *testing.T) {
	g := graph("a>b b>c c>a")
	var most uint64
	report, err := checker.Check(t.Context(), g, nil, checker.Options{
		Progress: func(p checker.Progress) { most = max(most, p.Bytes) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if most == 0 || report.PeakBytes < most {
		t.Errorf("the peak is %d bytes, and %d were in use", report.PeakBytes, most)
	}
}
