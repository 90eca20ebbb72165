package mutants_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/mutants"
	"interrex/model/world"
	"interrex/spec"
)

// enough states to see every witness, and few enough to be quick where there are millions.
const enough = 10_000

// see looks for the witnesses of a world, the properties' own and their mutants'.
func see(t *testing.T, c world.Config, w mutants.Witness) *checker.Report {
	t.Helper()
	system := world.New(c)
	rests := func(s checker.State) bool {
		rest := true
		system.Steps(s, func(_ checker.Step, to checker.State) { rest = rest && to == nil })
		return rest
	}
	seen := checker.Reachable(w.Shows, func(s checker.State) bool {
		return w.Seen(system.View(s)) && (!w.AtRest || rests(s))
	})
	report, err := checker.Check(t.Context(), system, []checker.Property{seen}, checker.Options{MaxStates: enough})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

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

// TestTrusting: those that only trust get into the situations that their promise is about.
func TestTrusting(t *testing.T) {
	tried := 0
	for _, a := range model.Catalogue() {
		for _, w := range mutants.Witnesses() {
			if !a.Clockwork() || !slices.Contains(a.Promised, w.Of) {
				continue
			}
			if r := see(t, configure(t, a, with(w.World, pair)), w).Results[0]; r.Verdict != checker.Holds {
				t.Errorf("%s: %s: %v", a.Name, w.Shows, r.Verdict)
			}
			tried++
		}
	}
	if tried < 4 {
		t.Errorf("%d situations were tried", tried)
	}
}

// means reports whether a property has a meaning for an algorithm.
func means(a model.Algorithm, property string) bool {
	return slices.ContainsFunc(a.Meaningful(), func(p spec.Property) bool { return p.Name == property })
}

// lacks says which situations do not arise. Of processes that are all alike none outranks another, none
// is missed when it is dead, and without lots nobody learns whom another one elects.
func lacks(a model.Algorithm, w mutants.Witness) bool {
	if a.Name == "anonymous" && (w.Of == "validity" || w.Shows == "an election is decided") {
		return true
	}
	return a.Anonymous && strings.HasPrefix(w.Shows, "excused: ")
}

// TestWitnesses: every algorithm gets into every situation, but for those that it lacks.
func TestWitnesses(t *testing.T) {
	for _, a := range elections() {
		for _, w := range mutants.Witnesses() {
			if !means(a, w.Of) {
				continue
			}
			report := see(t, configure(t, a, w.World), w)
			r := report.Results[0]
			if lacks(a, w) {
				if r.Verdict != checker.Violated {
					t.Errorf("%s: %s: %v, and nobody is told apart", a.Name, w.Shows, r.Verdict)
				}
				continue
			}
			if r.Verdict != checker.Holds {
				t.Errorf("%-15s %-20s %s: %v in %d states", a.Name, w.Of, w.Shows, r.Verdict, report.States)
			}
			if r.Path == nil {
				continue
			}
			t.Logf("%-15s %-20s %s: after %d steps", a.Name, w.Of, w.Shows, len(r.Path.Stem))
		}
	}
}

// TestOwnWitnesses: every property that has a meaning for an algorithm says something about it in its
// default world.
func TestOwnWitnesses(t *testing.T) {
	for _, a := range model.Catalogue() {
		w := world.New(configure(t, a, nil))
		report, err := checker.Check(t.Context(), w, w.Witnesses(a.Meant(properties())), checker.Options{MaxStates: enough})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range report.Results {
			if r.Verdict != checker.Holds {
				t.Errorf("%s: %s: %v", a.Name, a.Meant(properties())[i].Name, r.Verdict)
			}
		}
	}
}

// TestNothingToSee: where nobody starts and nobody is elected, no situation arises.
func TestNothingToSee(t *testing.T) {
	still := func(c *world.Config) { c.Starts, c.Crashes, c.Restarts, c.Initiators = 0, 0, 0, []model.ID{} }
	for _, a := range elections() {
		for _, w := range mutants.Witnesses() {
			if r := see(t, configure(t, a, still), w).Results[0]; r.Verdict != checker.Violated {
				t.Errorf("%s: %s: %v, and nothing has happened", a.Name, w.Shows, r.Verdict)
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

// TestEveryPropertyHasWitnesses: and none is of a property that does not exist.
func TestEveryPropertyHasWitnesses(t *testing.T) {
	missing := map[string]bool{}
	for _, p := range properties() {
		missing[p.Name] = true
	}
	known := len(missing)
	for _, w := range mutants.Witnesses() {
		delete(missing, w.Of)
	}
	if len(missing) > 0 || known != len(properties()) {
		t.Errorf("without a witness: %v", missing)
	}
}
