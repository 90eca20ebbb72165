package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// least is the part of the mutants, in percent, that must be killed, those that are runs too not
// excepted.
const least = 95

// eventKinds are the columns of the table.
var eventKinds = []string{"boot", "restart", "start", "recover", "detect", "deliver", "timeout", "report", "withdraw", "dispute", "resend"}

// harmless says why a mutant may be accepted: it is the trace of another run of the model.
var harmless = map[string]string{
	"line dropped":       "a node stops one step earlier, and nobody has heard of that step; or a stutter is missing that nothing depends on",
	"line duplicated":    "a step that may be made twice, whose message stays under way",
	"line swapped":       "two steps that do not depend on one another",
	"peer changed":       "who else leads is heard by heartbeats, of which there is no record: it may be anyone but the one elected",
	"suspicion withheld": "nothing rests on it: nobody was found dead, passed over or lost a message meanwhile",
}

// TestTraceMutants wounds every field of every kind of event, and counts what replay notices: in the runs of some algorithms, and
// with INTERREX_TESTS=all of each, which the page shows.
func TestTraceMutants(t *testing.T) {
	testlevel.Slow(t, "thousands of wounded traces; TestCorpus follows some")
	testlevel.Alone(t)
	table := map[[2]string]*tally{} // by field and how, and kind
	sums := map[string]*tally{}
	lived := map[survivor]int{}
	at := func(where map[string]*tally, key string) *tally {
		if where[key] == nil {
			where[key] = &tally{}
		}
		return where[key]
	}
	whole := true
	for i, algorithm := range inCorpus {
		if !golden.Update() && !testlevel.Sample(t, 4, i) {
			whole = false
			continue
		}
		mutate(t, algorithm, func(m mutation, kind string, killed bool) {
			row := m.field + " " + m.how
			if table[[2]string{row, kind}] == nil {
				table[[2]string{row, kind}] = &tally{}
			}
			for _, c := range []*tally{table[[2]string{row, kind}], at(sums, algorithm)} {
				c.made++
				if killed {
					c.killed++
				}
			}
			if !killed {
				lived[survivor{algorithm, m.field, m.how, kind}]++
			}
		})
		if s := sums[algorithm]; s.killed*100 < least*s.made {
			t.Errorf("%s: %d of %d mutants are killed", algorithm, s.killed, s.made)
		}
	}
	for s := range lived {
		if harmless[s.field+" "+s.how] == "" {
			t.Errorf("%s: a %s with its %s %s is accepted, and nothing says why", s.algorithm, s.kind, s.field, s.how)
		}
	}
	if whole {
		golden.Part(t, "../../docs/conformance.md", "trace mutants", mutantsPage(table, sums, lived))
	}
}

// mutantsPage is the generated part.
func mutantsPage(table map[[2]string]*tally, sums map[string]*tally, lived map[survivor]int) string {
	var b strings.Builder
	made, killed := 0, 0
	fmt.Fprintf(&b, "\n| algorithm | mutants | killed | |\n|---|---|---|---|\n")
	for _, name := range inCorpus {
		s := sums[name]
		made, killed = made+s.made, killed+s.killed
		fmt.Fprintf(&b, "| %s | %d | %d | %s |\n", name, s.made, s.killed, percent(s.killed, s.made))
	}
	fmt.Fprintf(&b, "| all | %d | %d | %s |\n\n", made, killed, percent(killed, made))
	fmt.Fprintf(&b, "Killed of made, by what was done to which field, and in what kind of event:\n\n| | %s |\n|---|%s\n",
		strings.Join(eventKinds, " | "), strings.Repeat("---|", len(eventKinds)))
	var rows []string
	for key := range table {
		rows = append(rows, key[0])
	}
	slices.Sort(rows)
	for _, row := range slices.Compact(rows) {
		fmt.Fprintf(&b, "| %s |", row)
		for _, kind := range eventKinds {
			if c := table[[2]string{row, kind}]; c != nil {
				fmt.Fprintf(&b, " %d/%d |", c.killed, c.made)
			} else {
				fmt.Fprintf(&b, " |")
			}
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintf(&b, "\nThe survivors:\n\n| what was done | to events | why it is accepted |\n|---|---|---|\n")
	for _, row := range slices.Compact(rows) {
		var all []string
		for s, n := range lived {
			if s.field+" "+s.how == row {
				all = append(all, fmt.Sprintf("%s %s (%d)", s.algorithm, s.kind, n))
			}
		}
		if slices.SortFunc(all, cmp.Compare[string]); len(all) > 0 {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", row, strings.Join(all, ", "), harmless[row])
		}
	}
	return b.String() + "\n"
}

func percent(part, whole int) string {
	return fmt.Sprintf("%d.%d %%", part*1000/whole/10, part*1000/whole%10)
}
