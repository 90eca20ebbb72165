package mutants_test

import (
	"slices"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
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

// elections are the algorithms with elections that begin and end. The others only ever trust.
func elections() []model.Algorithm {
	return slices.DeleteFunc(model.Catalogue(), func(a model.Algorithm) bool { return a.Clockwork() })
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

// TestTurns: irrevocable judges steps, and what it excuses happens: a process turns away from a
// live leader, because a higher one has come back.
func TestTurns(t *testing.T) {
	for _, a := range elections() {
		if a.Anonymous {
			continue // nobody outranks anybody
		}
		w := world.New(configure(t, a, with(known, back, func(c *world.Config) {
			if c.Crashes = 1; a.Terms() { // a leader that has come back knows nothing of it: the next one must die too
				c.Crashes, c.Restarts = 2, 2
			}
		})))
		loyal := checker.StepInvariant("nobody turns away from a live leader", func(b, a checker.State) bool {
			before, after := w.View(b), w.View(a)
			return !turnsAway(before, after) || !spec.Irrevocable.Between(before, after)
		})
		options := checker.Options{MaxStates: enough, StopFirst: true}
		report, err := checker.Check(t.Context(), w, []checker.Property{loyal}, options)
		if err != nil {
			t.Fatal(err)
		}
		if r := report.Results[0]; r.Verdict != checker.Violated {
			t.Errorf("%s: %s: %v", a.Name, r.Property.Name, r.Verdict)
		}
	}
}

func turnsAway(before, after spec.View) bool {
	for i, p := range before.Processes {
		now := after.Processes[i]
		for _, old := range before.Processes {
			if p.Live && now.Live && p.Elected == old.ID && old.Live && now.Elected != p.Elected {
				return true
			}
		}
	}
	return false
}
