package mutating

import (
	"fmt"
	"strings"
	"testing"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
	"interrex/model/mutants"
	"interrex/spec"
)

// TestMutantsPage makes the tables of docs/mutants.md and compares: the page may not be stale.
func TestMutantsPage(t *testing.T) {
	testlevel.Slow(t, "every mutant; TestOneMutant tries some")
	golden.Part(t, "../../../docs/mutants.md", "tables", mutantTables(decodeMuseum(t)))
}

// mutantTables has a table of scores, a table of which property each algorithm's mutants break,
// and a table of mutants for each algorithm.
func mutantTables(d mutantsDocument) string {
	var b strings.Builder
	b.WriteString("\n| algorithm | mutants | equivalent | killed | survived | score |\n|---|---|---|---|---|---|\n")
	for _, s := range append(d.Scores, d.Total) {
		name := "**all**"
		if s.Algorithm != nil {
			name = fmt.Sprintf("[`%s`](#%s)", *s.Algorithm, *s.Algorithm)
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d of %d |\n", name, s.Mutants, s.Equivalent, s.Killed, s.Survived, s.Killed, s.Mutants-s.Equivalent)
	}
	b.WriteString(mutantMatrix(d))
	for _, algorithm := range mutants.Algorithms() {
		fmt.Fprintf(&b, "\n## `%s`\n\n", algorithm)
		b.WriteString("| rule | mutant | instead | breaks | steps | also breaks | states |\n|---|---|---|---|---|---|---|\n")
		for _, m := range d.Mutants {
			if m.Algorithm == algorithm {
				breaks, steps, also := m.fate()
				fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s | %s |\n", m.Rule, m.Name, m.instead(), breaks, steps, also, m.extent())
			}
		}
	}
	return b.String() + "\n"
}

// instead says what is wounded, and where that has been seen.
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

// fate says what is broken, in how many steps, and what else.
func (m mutant) fate() (breaks, steps, also string) {
	breaks = "*" + m.Outcome + "*"
	if m.LockstepPairs != nil {
		steps = fmt.Sprintf("%d states in lockstep", *m.LockstepPairs)
	}
	var others []string
	for _, broken := range m.Broken {
		if m.Breaks == nil || broken.Property != *m.Breaks {
			others = append(others, "`"+broken.Property+"`")
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
	return breaks, steps, strings.Join(others, " ")
}

// extent is how many states the wounded world has.
func (m mutant) extent() string {
	if !m.Wounded.Complete {
		return fmt.Sprintf("cut at %d", m.Wounded.States)
	}
	return fmt.Sprint(m.Wounded.States)
}

// mutantMatrix counts, for each property, the mutants of each algorithm that break it.
func mutantMatrix(d mutantsDocument) string {
	var b strings.Builder
	b.WriteString("\nHow many mutants of each algorithm break a property, named for it or not:\n\n| property |")
	for _, algorithm := range mutants.Algorithms() {
		fmt.Fprintf(&b, " `%s` |", algorithm)
	}
	fmt.Fprintf(&b, "\n|---|%s\n", strings.Repeat("---|", len(mutants.Algorithms())))
	broken := map[[2]string]int{}
	for _, m := range d.Mutants {
		for _, p := range m.Broken {
			broken[[2]string{p.Property, m.Algorithm}]++
		}
	}
	for _, p := range spec.All() {
		fmt.Fprintf(&b, "| `%s` |", p.Name)
		for _, algorithm := range mutants.Algorithms() {
			fmt.Fprintf(&b, " %d |", broken[[2]string{p.Name, algorithm}])
		}
		b.WriteString("\n")
	}
	return b.String()
}
