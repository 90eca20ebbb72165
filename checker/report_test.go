package checker_test

import (
	"fmt"
	"strings"

	"interrex/checker"
)

// facts writes down all of a report that must not depend on the number of workers, nor on
// anything else but the system and the questions.
func facts(system checker.System, r *checker.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d states, %d steps, %d terminal, depth %d, complete %v, bound %q\n",
		r.States, r.Steps, r.Terminal, r.Depth, r.Complete, r.Bound)
	fmt.Fprintf(&b, "%+v\n", r.Actions)
	for _, result := range r.Results {
		fmt.Fprintf(&b, "%s: %v, %d states\n", result.Property.Name, result.Verdict, result.Count)
		if p := result.Path; p != nil {
			fmt.Fprintf(&b, "%v %v, lasso %v %v\n%s", p.Initial, p.Stem, p.Lasso, p.Cycle, p.Text(system))
		}
	}
	return b.String()
}
