package main

import (
	"strings"
	"testing"
	"time"
)

func exampleTable() table {
	second := use{cpu: time.Second, peak: 40_000_000}
	return table{world: large[0], rows: []row{
		{name: "explore, 1 worker", runs: 3, use: second, ratio: 1, bytes: 17},
		{name: "Stateright DFS, 1 thread", runs: 3, use: use{cpu: 4 * time.Second, peak: 39_000_000}, ratio: 4},
		{name: "Spin", runs: 3, use: use{cpu: 2 * time.Second, peak: 254_000_000}, ratio: 2},
		{name: "A <b> & c", runs: 1, use: use{}, ratio: 0},
	}}
}

// The tables have all rows, and the list what another checker does better than the first one.
func TestSection(t *testing.T) {
	text := section(3, []table{exampleTable()})
	for _, want := range []string{
		"| Stateright DFS, 1 thread | 3 | 4.00 | 4.00 | 39 | 0 |\n",
		"- BULLY(4,1,1), Stateright DFS, 1 thread: less memory.\n",
		"- BULLY(4,1,1), A <b> & c: less CPU time, less memory.\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
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
