package main

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func exampleTable() table {
	second := use{cpu: time.Second, wall: time.Second, peak: 40_000_000}
	return table{world: large[0], rows: []row{
		{name: "explore, 1 worker", runs: 3, use: second, ratio: 1, bytes: 17},
		{name: "Stateright DFS, 1 thread", runs: 3, use: use{cpu: 4 * time.Second, wall: 4 * time.Second, peak: 39_000_000}, ratio: 4},
		{name: "Spin", runs: 3, use: use{cpu: 2 * time.Second, wall: 900 * time.Millisecond, peak: 254_000_000}, ratio: 2},
		{name: "A <b> & c", runs: 1, use: use{}, ratio: 0},
	}}
}

func TestTargets(t *testing.T) {
	var out strings.Builder
	if err := report(&out, []table{exampleTable()}); !errors.Is(err, errTargets) {
		t.Errorf("got %v for missed targets", err)
	}
	for _, want := range []string{
		"Stateright DFS, 1 thread takes 4.00 times as long as explore, target 3: met",
		"Spin takes 2.00 times as long as explore, target 3: NOT MET",
		"TLC, 1 worker was not measured with explore: NOT MET",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in\n%s", want, &out)
		}
	}
}

func TestReplaceSection(t *testing.T) {
	got, err := replaced("before "+begin+" old "+finish+" after", begin+"new"+finish)
	if want := "before " + begin + "new" + finish + " after"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if _, err := replaced("a page", "new"); err == nil {
		t.Error("want an error for a page without marks")
	}
}
