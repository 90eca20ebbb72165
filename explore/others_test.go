package explore

import (
	"encoding/json"
	"strings"
	"testing"

	"interrex/explore/internal/reports"
	"interrex/traces/draw"
)

// TestDifferentCounterexamples: as many as were asked for, each another drawing, and the same for any
// number of workers; the first is the one that is shown alone.
func TestDifferentCounterexamples(t *testing.T) {
	for _, args := range []string{"-algo=bully -n=3 -timeouts=any -property=one-leader", "-algo=ring -n=3 -crashes=1 -property=decides"} {
		alone := drawings(call(args + " -quiet").stdout)
		several := call(args + " -quiet -max-counterexamples=3 -workers=1").stdout
		runs := drawings(several)
		if len(alone) != 1 || len(runs) != 3 || runs[0] != alone[0] || runs[1] == runs[0] || runs[2] == runs[0] || runs[2] == runs[1] {
			t.Errorf("explore %s: alone\n%s\nof three\n%s", args, alone, strings.Join(runs, "\n----\n"))
		}
		if many := call(args + " -quiet -max-counterexamples=3 -workers=8").stdout; tookLine.ReplaceAllString(many, "") != tookLine.ReplaceAllString(several, "") {
			t.Errorf("explore %s: with 8 workers\n%s\nwith one\n%s", args, many, several)
		}
	}
}

// TestOthersInJSON: the report has all of them, each another one, and so has what is read
// back from it.
func TestOthersInJSON(t *testing.T) {
	const args = "-algo=ring -n=3 -crashes=1 -property=decides,one-leader -max-counterexamples=3 -quiet"
	text := call(args + " -format=json").stdout
	if err := schema(t, "report").Validate(value(t, text)); err != nil {
		t.Error(err)
	}
	d := decoded(t, text)
	known := map[string]bool{}
	for _, c := range append(d.Properties[0].Others, d.Properties[0].Counterexample) {
		told, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		known[string(told)] = true
	}
	if len(known) != 3 || len(d.Properties[1].Others) != 0 {
		t.Errorf("%d different runs, and %d others of what holds", len(known), len(d.Properties[1].Others))
	}
	runs, err := reports.Read("report", []byte(text), Catalogue())
	drawn := map[string]bool{}
	for _, r := range runs {
		var picture strings.Builder
		if err := draw.Text(&picture, *r); err != nil {
			t.Fatal(err)
		}
		drawn[picture.String()] = true
	}
	if err != nil || len(drawn) != 3 {
		t.Errorf("%d different runs are read back: %v", len(drawn), err)
	}
}

// drawings cuts the drawings out of a report: each stands before the key to its marks.
func drawings(report string) (runs []string) {
	for _, part := range strings.Split(report, "another run") {
		before, _, found := strings.Cut(part, "\n\n  ●")
		if _, picture, begins := strings.Cut(before, ":\n\n"); found && begins {
			runs = append(runs, picture)
		}
	}
	return runs
}
