package mutants_test

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// enough states to see every witness, and few enough to be quick where there are millions.
const enough = 10_000

// configure makes the default world of three processes, and changes it.
func configure(t *testing.T, a model.Algorithm, change func(*world.Config)) world.Config {
	t.Helper()
	c := world.Faulty(a, []model.ID{1, 2, 3})
	if change != nil {
		change(&c)
	}
	c.Elections, c.Capacity = max(c.Elections, c.DefaultElections()), max(c.Capacity, c.DefaultCapacity())
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestOwnWitnesses: every property that has a meaning for an algorithm says something about it in its
// default world.
func TestOwnWitnesses(t *testing.T) {
	for _, a := range model.Catalogue() {
		w := world.New(configure(t, a, func(c *world.Config) { c.Suspicions = true }))
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
