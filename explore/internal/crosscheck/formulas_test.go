package crosscheck

import (
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/spec"
)

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

// TestUnfinished: there is nothing to compare if our exploration is cut short.
func TestUnfinished(t *testing.T) {
	_, err := explore(t.Context(), find(t, "ring", 1, 2, 3), checker.Options{MaxStates: 10})
	if err == nil || !strings.Contains(err.Error(), "ended by a bound (states) and found 10 states") {
		t.Errorf("got %v", err)
	}
}
