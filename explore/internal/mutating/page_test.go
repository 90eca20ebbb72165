package mutating

import (
	"fmt"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
	"interrex/model/mutants"
)

// TestMutantsPage tries all mutants, compares each with its claim, and makes the tables of docs/mutants.md: the page may not be stale.
func TestMutantsPage(t *testing.T) {
	testlevel.Slow(t, "every mutant; TestOneMutant tries some")
	found := &Mutants{request: &asked{Mutants: mutants.Mutants()}}
	for _, m := range mutants.Mutants() {
		trial, err := mutants.Try(t.Context(), m, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found.tried = append(found.tried, trial)
	}
	if found.Exit() != 0 {
		t.Error(found.Verdict())
	}
	golden.Part(t, "../../../docs/mutants.md", "tables", mutantTables(found))
}

// mutantTables has the score, and a table with a line for each mutant.
func mutantTables(found *Mutants) string {
	var b strings.Builder
	score := found.score("")
	fmt.Fprintf(&b, "\n%d mutants: %d killed, %d equivalent, %d survived.\n", len(found.tried), score[mutants.Killed], score[mutants.Equivalent], score[mutants.Survived])
	b.WriteString("\n|algorithm|rule|mutant|what it does instead|breaks|steps|\n|---|---|---|---|---|---|\n")
	for _, trial := range found.tried {
		m, breaks, steps := trial.Mutant, "*"+trial.Outcome.String()+"*", ""
		if named := trial.Named(); named != nil {
			breaks, steps = "`"+named.Property.Name+"`", fmt.Sprint(len(named.Path.Stem))
			if cycle := len(named.Path.Cycle); cycle > 0 {
				steps += fmt.Sprintf(" + %d", cycle)
			}
			if !trial.IsShortest(*named) {
				steps = "≤ " + steps
			}
		}
		fmt.Fprintf(&b, "|`%s`|%s|`%s`|%s|%s|%s|\n", m.Of, m.Rule, m.Name, sentence(m), breaks, steps)
	}
	return b.String() + "\n"
}
