package checker_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// troubled is a maze in which one state is more than the System can bear.
type troubled struct {
	maze
	state   uint64
	trouble any // what Steps panics with there
}

func (m troubled) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	if m.number(s) == m.state {
		panic(m.trouble)
	}
	m.maze.Steps(s, emit)
}

// Several workers come upon trouble deep in the frontier before one worker does, and before they
// know of what comes earlier in rank. The outcome is that of going through the states one at a
// time, all the same.
func TestWhatGoesWrongFirst(t *testing.T) {
	m := maze{size: 60_000}
	found := m.search()
	ranked, known := found.ranked, found.known
	const early, late = 20_000, 21_500 // ranks in one wide level, and in one round of two workers
	last := len(ranked) - 1
	full := checker.Overflow{What: "states of mind"}
	good := checker.Invariant("good", anything)
	// brittle is false in one state and panics in another.
	brittle := func(isFalse, panics int) checker.Predicate {
		return func(s checker.State) bool {
			if m.number(s) == ranked[panics] {
				panic("cannot judge")
			}
			return m.number(s) != ranked[isFalse]
		}
	}
	across := func(p checker.Predicate) func(_, _ checker.State) bool {
		return func(before, _ checker.State) bool { return p(before) }
	}
	for _, test := range []struct {
		why      string
		system   checker.System
		property checker.Property
		options  checker.Options
		says     string
	}{
		{"an overflow: nothing of its level counts", troubled{m, ranked[late], full}, good, checker.Options{}, "states of mind"},
		{"an overflow without a name is one all the same", troubled{m, ranked[late], checker.Overflow{}}, good, checker.Options{}, "overflow"},
		{"an overflow in Init", loose{width: 1, init: func(func(checker.State)) { panic(full) }}, good, checker.Options{}, "0 states"},
		{"an overflow where MaxDepth looks for a step", troubled{m, ranked[0], full}, good, checker.Options{MaxDepth: 1}, "states of mind"},
		{"the bound on states comes before the overflow", troubled{m, ranked[late], full}, good, checker.Options{MaxStates: known[early]}, `"states"`},
		{"the overflow comes before the bound on states", troubled{m, ranked[early], full}, good, checker.Options{MaxStates: known[late]}, "states of mind"},
		{"the bound on states comes before the panic", troubled{m, ranked[late], "cannot"}, good, checker.Options{MaxStates: known[early]}, `"states"`},
		{"the panic comes before the bound on states", troubled{m, ranked[early], "cannot"}, good, checker.Options{MaxStates: known[late]}, "Steps panicked"},
		{"an invariant that is violated is tried no more", m, checker.Invariant("fragile", brittle(early, late)), checker.Options{}, "fragile: violated"},
		{"an invariant panics before it would be violated", m, checker.Invariant("fragile", brittle(late, early)), checker.Options{}, "fragile panicked"},
		{"a witness is sought no more once it is found", m, checker.Reachable("fragile", not(brittle(early, late))), checker.Options{}, "fragile: holds"},
		{"a step invariant that is violated is tried no more", m, checker.StepInvariant("fragile", across(brittle(early, late))), checker.Options{}, "fragile: violated"},
		{"a step invariant panics before Steps does", troubled{m, ranked[late], "cannot"}, checker.StepInvariant("fragile", across(brittle(last, early))), checker.Options{}, "fragile panicked"},
		{"an invariant panics in a state found before Steps does", troubled{m, ranked[late], "cannot"}, checker.Invariant("fragile", brittle(last, known[early])), checker.Options{}, "fragile panicked"},
	} {
		t.Run(test.why, func(t *testing.T) {
			before := ""
			for _, test.options.Workers = range testlevel.Workers() {
				report, err := checker.Check(context.Background(), test.system, []checker.Property{test.property}, test.options)
				said := fmt.Sprint(err)
				if err == nil {
					said = facts(test.system, report)
				}
				if !strings.Contains(said, test.says) || before != "" && before != said {
					t.Errorf("with %d workers %q is not said:\n%s%s", test.options.Workers, test.says, said, before)
				}
				before = said
			}
		})
	}
}

// An overflow that depends on the order in which workers get there must not show which states
// they had got to: the run ends as if the level had been too deep to begin with.
func TestOverflowEndsWhereItsLevelBegan(t *testing.T) {
	m := maze{60_000, 17}
	found := m.search()
	const at = 21_500
	full := troubled{m, found.ranked[at], checker.Overflow{What: "states of mind"}}
	depth := found.depth[at]
	for _, workers := range []int{1, 2, 3} {
		first := found.ranked[slices.Index(found.depth, depth+1)] // found by expanding the level itself
		properties := append(m.questions(), checker.Invariant("not found in the level",
			func(s checker.State) bool { return m.number(s) != first }))
		cut, err := checker.Check(t.Context(), m, properties, checker.Options{MaxDepth: depth})
		if err != nil {
			t.Fatal(err)
		}
		overflown, err := checker.Check(t.Context(), full, properties, checker.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Replace(facts(m, cut), `"depth"`, `"states of mind"`, 1)
		if got := facts(m, overflown); got != want {
			t.Errorf("with %d workers\n%swant\n%s", workers, got, want)
		}
	}
}
