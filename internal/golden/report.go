package golden

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
)

// Passing are the keys of a report in JSON that depend on time, on memory and on who has done the work.
var Passing = []string{"seconds", "liveness_seconds", "states_per_second", "peak_bytes", "disk_bytes", "bytes_per_state", "row_bytes", "number_bytes", "workers"}

// Timeless is a report in JSON without what is passing, so that two of the same check are the same text.
func Timeless(t testing.TB, report string) string {
	t.Helper()
	var lasting map[string]any
	if err := json.Unmarshal([]byte(report), &lasting); err != nil {
		t.Fatalf("%v: %s", err, report)
	}
	maps.DeleteFunc(lasting, func(key string, _ any) bool { return slices.Contains(Passing, key) })
	text, err := json.MarshalIndent(lasting, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
