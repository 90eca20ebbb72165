package spec_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"interrex/spec"
)

func properties() []spec.Property {
	return slices.Concat(spec.Default(), spec.Named(), spec.OfConsensus())
}

var propertyRow = regexp.MustCompile("(?m)^\\| `([a-z01-]+)` \\| (safety|liveness) \\| (.*) \\|$")

// TestPage: the tables of election.md and the properties here say the same, in the same order.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("election.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := propertyRow.FindAllStringSubmatch(string(page), -1)
	if len(rows) != len(properties()) {
		t.Fatalf("election.md lists %d properties, property.go %d", len(rows), len(properties()))
	}
	for i, p := range properties() {
		kind := "safety"
		if p.IsLiveness() {
			kind = "liveness"
		}
		if got, want := [3]string{p.Name, kind, p.Statement}, [3]string(rows[i][1:]); got != want {
			t.Errorf("property %d: got %q, election.md has %q", i, got, want)
		}
	}
}

// TestKinds: a property is of exactly one kind and has a witness.
func TestKinds(t *testing.T) {
	for _, p := range properties() {
		kinds := 0
		for _, set := range []bool{p.Always != nil, p.Between != nil, p.Rest != nil, p.Premise != nil && p.Goal != nil, p.Settles != nil, p.Lasts != nil, p.Once != nil && p.Again != nil} {
			if set {
				kinds++
			}
		}
		if kinds != 1 || (p.Premise == nil) != (p.Goal == nil) || (p.Once == nil) != (p.Again == nil) {
			t.Errorf("%s is of %d kinds", p.Name, kinds)
		}
		if p.Because == nil {
			t.Errorf("%s does not say by whom it is violated", p.Name)
		}
		if p.Witness == nil {
			t.Errorf("%s has no witness", p.Name)
		}
	}
}

// TestWitnesses: where nothing has happened, or no process is live, no property has a witness.
func TestWitnesses(t *testing.T) {
	for _, p := range properties() {
		if p.Witness(view("1 2 3")) || p.Witness(view("1x 2x 3x")) {
			t.Errorf("%s has a witness where nothing has happened, or nobody lives", p.Name)
		}
	}
}
