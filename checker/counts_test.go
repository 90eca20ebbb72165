package checker_test

import (
	"fmt"
	"testing"

	"interrex/checker"
)

// A large graph is counted as a search over a map counts it. In a cut graph predicates are counted in the states found, and actions in
// those expanded.
func TestCountsOfALargeGraph(t *testing.T) {
	m := maze{30_000, 17}
	found := m.search()
	for _, options := range []checker.Options{{}, {MaxStates: 12_345}, {MaxDepth: 7}, {MaxStates: 40, MaxDepth: 3}} {
		for _, options.Workers = range []int{1, 2, 8} {
			t.Run(fmt.Sprintf("%+v", options), func(t *testing.T) {
				r, err := checker.Check(t.Context(), m, []checker.Property{
					checker.Counted("even", func(s checker.State) bool { return m.number(s)%2 == 0 })}, options)
				if err != nil {
					t.Fatal(err)
				}
				if got := (counts{r.States, r.Steps, r.Terminal, r.Depth}); r.Complete && got != found.counts {
					t.Errorf("counts %+v, a search over a map %+v", got, found.counts)
				}
				even, steps, enabled, taken := 0, 0, 0, 0
				for _, n := range found.ranked[:r.States] {
					even += int(1 - n%2)
				}
				for _, n := range found.ranked { // expanded are the first of them
					if steps == r.Steps {
						break
					}
					before := steps
					m.Steps(m.state(n), func(checker.Step, checker.State) { steps++ })
					if n%2 == 0 && steps > before {
						enabled, taken = enabled+1, taken+steps-before
					}
				}
				want := checker.Activity{Action: "from an even number", Enabled: enabled, Taken: taken}
				if r.Results[0].Count != even || r.Actions[0] != want || r.Actions[0].Taken+r.Actions[1].Taken != r.Steps {
					t.Errorf("even in %d states of %d, want %d; %+v of %d steps, want %+v",
						r.Results[0].Count, r.States, even, r.Actions, r.Steps, want)
				}
			})
		}
	}
}
