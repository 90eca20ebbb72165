package mutating

import (
	"testing"

	"interrex/checker"
	"interrex/model/mutants"
)

// TestMutantNotAsClaimed: where nothing is wounded, a mutant that must break something is told of.
func TestMutantNotAsClaimed(t *testing.T) {
	m := mutants.Mutants()[0].Unhurt()
	trial, err := mutants.Try(t.Context(), m, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := &Mutants{&asked{Mutants: []mutants.Mutant{m}}, []*mutants.Trial{trial}}
	want := "verdict: 0 of 0 killed; 1 more shown to be equivalent; not as claimed: no-comparison of ring (equivalent)"
	if found.Exit() != 12 || found.Verdict() != want {
		t.Errorf("exit code %d, %s", found.Exit(), found.Verdict())
	}
}
