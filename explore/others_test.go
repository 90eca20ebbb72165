package explore

import (
	"encoding/json"
	"strings"
	"testing"

	"interrex/explore/internal/reports"
	"interrex/traces/draw"
)

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
