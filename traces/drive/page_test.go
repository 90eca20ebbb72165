package drive

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"interrex/impl"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// TestConformancePage makes the tables on refinement and compares: the page may not be stale.
func TestConformancePage(t *testing.T) {
	testlevel.Slow(t, "every world and every wounded step; TestRefinement compares a world of each algorithm")
	if testlevel.Race || golden.Update() && testlevel.CI() && !testlevel.All() {
		return // the same tables, slower, or a second time
	}
	golden.Part(t, "../../docs/notes/conformance.md", "refinement", refinementTables(t)+mutantTables())
}

// refinementTables has a row for each world.
func refinementTables(t *testing.T) string {
	all, err := compared()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("\n| world | states | edges | driven | cut by a bound | pairs | stutters |\n|---|---|---|---|---|---|---|\n")
	sum := Comparison{}
	for _, s := range all {
		c := s.found
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %d | %d | %d |\n", s.command, c.States, c.Edges, c.Driven, c.Cut, c.Pairs, c.Stutters)
		sum.States, sum.Edges, sum.Driven = sum.States+c.States, sum.Edges+c.Edges, sum.Driven+c.Driven
		sum.Cut, sum.Pairs, sum.Stutters = sum.Cut+c.Cut, sum.Pairs+c.Pairs, sum.Stutters+c.Stutters
	}
	fmt.Fprintf(&b, "| **all** | %d | %d | %d | %d | %d | %d |\n", sum.States, sum.Edges, sum.Driven, sum.Cut, sum.Pairs, sum.Stutters)
	return b.String()
}

// mutantTables has the score of each algorithm, and that of each wound.
func mutantTables() string {
	var b strings.Builder
	b.WriteString("\n### Wounded steps\n\n" +
		"Each kind of step of each algorithm is changed in one way, a *wound*, and compared in the worlds above.\n" +
		"The first world with a divergence kills the mutant. A wound without an effect in all of these worlds is no mutant.\n" +
		"A mutant that differs only in what the model lacks is equivalent, and is counted separately.\n")
	b.WriteString("\n| algorithm | mutants | equivalent | killed of the others |\n|---|---|---|---|\n")
	byWound, killedBy, equivalentBy := map[string]int{}, map[string]int{}, map[string]int{}
	mutants, killed, equivalent := 0, 0, 0
	for i, a := range impl.Algorithms() {
		tried, same, n := operated()[i], 0, 0
		for _, m := range tried {
			byWound[m.wound]++
			switch {
			case !m.survived:
				n++
				killedBy[m.wound]++
			case equivalents[m.name()] != "":
				same++
				equivalentBy[m.wound]++
			}
		}
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d of %d |\n", a.Name, len(tried), same, n, len(tried)-same)
		mutants, killed, equivalent = mutants+len(tried), killed+n, equivalent+same
	}
	fmt.Fprintf(&b, "| **all** | %d | %d | %d of %d |\n", mutants, equivalent, killed, mutants-equivalent)
	b.WriteString("\n| wound | what happens instead | mutants | equivalent | killed of the others |\n|---|---|---|---|---|\n")
	for _, w := range wounds() {
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d of %d |\n", w.name, w.about, byWound[w.name], equivalentBy[w.name], killedBy[w.name], byWound[w.name]-equivalentBy[w.name])
	}
	b.WriteString("\nThe equivalent mutants:\n\n")
	for _, name := range slices.Sorted(maps.Keys(equivalents)) {
		fmt.Fprintf(&b, "- %s: %s.\n", name, equivalents[name])
	}
	return b.String()
}
