package mutating

import (
	"fmt"
	"strings"
	"testing"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// TestMutantsPage makes the tables of docs/mutants.md and compares: the page may not be stale.
func TestMutantsPage(t *testing.T) {
	testlevel.Slow(t, "every mutant; TestOneMutant tries some")
	golden.Part(t, "../../../docs/mutants.md", "tables", mutantTables(decodeMuseum(t)))
}

// mutantTables has the score, and a table with a line for each mutant.
func mutantTables(d mutantsDocument) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d mutants: %d killed, %d equivalent, %d survived.\n", d.Total.Mutants, d.Total.Killed, d.Total.Equivalent, d.Total.Survived)
	b.WriteString("\n|algorithm|rule|mutant|what it does instead|breaks|steps|\n|---|---|---|---|---|---|\n")
	for _, m := range d.Mutants {
		breaks, steps := m.fate()
		fmt.Fprintf(&b, "|`%s`|%s|`%s`|%s|%s|%s|\n", m.Algorithm, m.Rule, m.Name, m.instead(), breaks, steps)
	}
	return b.String() + "\n"
}

// instead is the mutation, and the print or the system in which it has been seen.
func (m mutant) instead() string {
	text := m.Wound
	if m.OfWorld {
		text = "the world " + text
	}
	if m.Known != nil {
		text += " [" + *m.Known + "]"
	}
	return text
}

// fate is the broken property and the length of a shortest counterexample, or what else became of the mutant.
func (m mutant) fate() (breaks, steps string) {
	breaks = "*" + m.Outcome + "*"
	for _, broken := range m.Broken {
		if m.Breaks == nil || broken.Property != *m.Breaks {
			continue
		}
		breaks, steps = "`"+broken.Property+"`", fmt.Sprint(broken.Stem)
		if broken.Cycle > 0 {
			steps += fmt.Sprintf(" + %d", broken.Cycle)
		}
		if !broken.Shortest {
			steps = "≤ " + steps
		}
	}
	return breaks, steps
}
