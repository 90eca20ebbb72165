package mutants_test

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// enough states to see every witness, and few enough to be quick where there are millions.
const enough = 10_000

// TestOwnWitnesses: every property that has a meaning for an algorithm says something about it in its
// default world.
func TestOwnWitnesses(t *testing.T) {
	for _, a := range model.Catalogue() {
		c := world.Faulty(a, []model.ID{1, 2, 3}).Bounded()
		c.Suspicions = true
		w := world.New(c)
		asked := a.Meant(properties())
		report, err := checker.Check(t.Context(), w, w.Ask(asked), checker.Options{MaxStates: enough})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range report.Results[len(asked):] {
			if r.Verdict != checker.Holds {
				t.Errorf("%s: %s: %v", a.Name, asked[i].Name, r.Verdict)
			}
		}
	}
}
