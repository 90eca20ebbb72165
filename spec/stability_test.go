package spec_test

import (
	"testing"

	"interrex/spec"
)

// TestStability: who may cease to lead across a step; "s" suspects the process 2 before, "S" after it.
func TestStability(t *testing.T) {
	for _, test := range []struct {
		before, after, suspected string
		stable, strictly         bool
		why                      string
	}{
		{"1>2 2>2", "1>2 2>2", "", true, true, "it leads on"},
		{"1>2 2>2", "1>2 2", "", false, false, "it forgets that it leads"},
		{"1>2 2>2", "1>2 2>1", "", false, false, "it follows another, and nobody has suspected it"},
		{"1>2 2>2", "1>2 2>1", "sS", true, false, "it has been suspected before"},
		{"1>2 2>2", "1>2 2>1", "S", true, false, "it is suspected in the very step"},
		{"1>2 2>2", "1>2 2x", "", true, true, "it dies"},
		{"1>2 2>1", "1>1 2>1", "", true, true, "nobody has led"},
		{"1>1 2>2", "1 2>2", "s", false, false, "another one has been suspected than the one that ceases"},
	} {
		before, after := view(test.before), view(test.after)
		for _, mark := range test.suspected {
			if mark == 's' {
				before.Processes[1].Suspected = true
			} else {
				after.Processes[1].Suspected = true
			}
		}
		if got := spec.Stability.Between(before, after); got != test.stable {
			t.Errorf("%s → %s %s: stability %v: %s", test.before, test.after, test.suspected, got, test.why)
		}
		if got := spec.StrictStability.Between(before, after); got != test.strictly {
			t.Errorf("%s → %s %s: strict-stability %v: %s", test.before, test.after, test.suspected, got, test.why)
		}
	}
}
