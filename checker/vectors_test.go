package checker_test

import (
	"slices"
	"testing"

	"interrex/checker"
)

// A relay is a system of counters that count to their ends, one after the other; each returns to 0 at its end. The last cell is the
// counter that counts. So rows are laid out anew when no state at hand has the values that others have counted to.
type relay []checker.Cell

func (p relay) Width() int { return len(p) + 1 }

func (p relay) Init(emit func(checker.State)) { emit(make(checker.State, p.Width())) }

func (p relay) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	to, last := slices.Clone(s), len(p)
	c := int(s[last])
	switch {
	case c == len(p):
		return
	case s[c] < p[c]:
		to[c]++
	default:
		to[c], to[last] = 0, to[last]+1
	}
	emit(checker.Step{Code: uint64(c)}, to)
}

// TestCellsGrow: no value of a cell is lost when rows are laid out anew.
func TestCellsGrow(t *testing.T) {
	system := relay{9, 3, 700, 2, 5000, 17, 40, 900, 1, 30, 6, 3000}
	g, _, err := checker.Explore(t.Context(), system, checker.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := make(checker.State, system.Width())
	for rank := range g.States() {
		if got := g.State(uint32(rank)); !slices.Equal(got, want) {
			t.Fatalf("state %d is %v, want %v", rank, got, want)
		}
		system.Steps(want, func(_ checker.Step, to checker.State) { want = to })
	}
	if last := int(want[len(system)]); last != len(system) {
		t.Errorf("the last counter is %d", last)
	}
}
