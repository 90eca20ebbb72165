package spec_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"interrex/internal/testlevel"
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

// TestWitnesses: which views a property has something to say about.
func TestWitnesses(t *testing.T) {
	testlevel.Alone(t)
	for _, test := range []struct {
		property spec.Property
		rows     []judgement
	}{
		{spec.OneLeader, []judgement{
			{"1>1 2", accepts, "1 leads"},
			{"1>2 2", refuses, "2 does not know that it is elected"},
			{"1>2 2x>2", refuses, "the dead do not lead"},
		}},
		{spec.ElectedIsMax, []judgement{
			{"1 2>1", accepts, "someone is elected"},
			{"1x>1 2", refuses, "only the dead have elected"},
		}},
		{spec.Agreement, []judgement{
			{"1>2 2>1", accepts, "two have elected"},
			{"1>2 2", refuses, "one has no one to disagree with"},
		}},
		{spec.NotStuck, []judgement{
			{"1~ 2", accepts, "an election is under way"},
			{"1>2 2>2", refuses, "all is quiet"},
		}},
		{spec.Decides, []judgement{
			{"1>2 2", accepts, "an election is alive"},
			{"1 2", refuses, "nothing has begun"},
		}},
		{spec.AnnouncedLast, []judgement{
			{"1 2>2 !", accepts, "a result is being announced"},
			{"1~ 2>2 ? ...", refuses, "none is"},
		}},
	} {
		for _, row := range test.rows {
			if got := test.property.Witness(view(row.view)); got != row.want {
				t.Errorf("witness of %s, %q: got %v, want %v: %s", test.property.Name, row.view, got, row.want, row.why)
			}
		}
	}
	for _, p := range properties() {
		if p.Witness(view("1 2 3")) || p.Witness(view("1x 2x 3x")) {
			t.Errorf("%s has a witness where nothing has happened, or nobody lives", p.Name)
		}
	}
}
