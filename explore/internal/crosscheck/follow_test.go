package crosscheck

import (
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model/world"
	"interrex/spec"
)

// refuted explores a world and returns our counterexample of each property that is violated.
func refuted(t *testing.T, c world.Config) (*ours, map[string]*checker.Path) {
	t.Helper()
	us, err := explore(t.Context(), c, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string]*checker.Path{}
	for i, f := range us.formulas {
		if path := us.results[i].Path; path != nil {
			paths[f.Name] = path
		}
	}
	return us, paths
}

// formulaOf finds a formula by the name of its property.
func formulaOf(t *testing.T, property string) formula {
	t.Helper()
	i := slices.IndexFunc(formulas, func(f formula) bool { return f.Name == property })
	if i < 0 {
		t.Fatalf("no property %s", property)
	}
	return formulas[i]
}

// TestFormulas: every property of the problem has its formula, and is asked.
func TestFormulas(t *testing.T) {
	names := func(list []spec.Property) []string {
		var names []string
		for _, p := range list {
			names = append(names, p.Name)
		}
		return names
	}
	var ours []spec.Property
	for _, f := range formulas {
		ours = append(ours, f.Property)
	}
	if got, want := names(ours), names(slices.DeleteFunc(spec.All(), func(p spec.Property) bool { return p.Recalls })); !slices.Equal(got, want) {
		t.Errorf("there are formulas of %v, and the properties are %v", got, want)
	}
}

// TestRefused: what is no counterexample is refused.
func TestRefused(t *testing.T) {
	us, paths := refuted(t, find(t, "ring", 1, 2, 3))
	ends, step, state := paths["ends"], paths["irrevocable"], paths["strict-agreement"]
	resting := &checker.Path{Initial: ends.Initial, Stem: ends.Stem, Lasso: true}
	stopped := &checker.Path{Initial: state.Initial, Stem: state.Stem[:len(state.Stem)-1]}
	quiet := &checker.Path{Initial: ends.Initial, Lasso: true}
	for _, test := range []struct {
		name, property string
		path           *checker.Path
		want           string
	}{
		{"another invariant", "one-leader", state, "does not violate one-leader"},
		{"a step too few", "strict-agreement", stopped, "does not violate strict-agreement"},
		{"another step", "irrevocable", state, "does not violate irrevocable"},
		{"no step at all", "irrevocable", quiet, "does not violate irrevocable"},
		{"not at rest", "not-stuck", step, "does not violate not-stuck"},
		{"a rest that is not fair", "ends", resting, "not fair"},
		{"nothing under way", "ends", quiet, "does not violate ends"},
	} {
		if err := refutes(us.world, formulaOf(t, test.property), test.path); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
	run := runOf(us.world, ends)
	run.states = append(run.states[:1:1], run.states[2:]...)
	if _, err := follow(us.world, run); err == nil || !strings.Contains(err.Error(), "no step of ours leads from state 1") {
		t.Errorf("a run with a gap: %v", err)
	}
	run.states = run.states[1:]
	if _, err := follow(us.world, run); err == nil || !strings.Contains(err.Error(), "no initial state") {
		t.Errorf("a run from the middle: %v", err)
	}
}

// TestUnfinished: there is nothing to compare if our exploration is cut short.
func TestUnfinished(t *testing.T) {
	_, err := explore(t.Context(), find(t, "ring", 1, 2, 3), checker.Options{MaxStates: 10})
	if err == nil || !strings.Contains(err.Error(), "ended by a bound (states) and found 10 states") {
		t.Errorf("got %v", err)
	}
}
