package golden

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
)

// Passing are the keys of a JSON report that depend on time, memory or the worker.
var Passing = []string{"seconds", "liveness_seconds", "states_per_second", "peak_bytes", "disk_bytes", "bytes_per_state", "row_bytes", "number_bytes", "workers"}

// Timeless is a JSON report without the keys of Passing, so that two reports of the same check are equal.
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
