package explore

import (
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/spec/claims"
)

// refuted names the first claim of the ledger that is false in the world of the findings, by a property that
// is violated there. "": none.
func refuted(f *check.Findings) string {
	if f.Question.World.Algorithm.Own {
		return ""
	}
	var violated []string
	for _, d := range f.Decided {
		if d.Verdict == checker.Violated {
			violated = append(violated, d.Name)
		}
	}
	world := f.Question.WorldLine()
	for _, claim := range claims.All() {
		for _, c := range claim.Cases {
			for _, run := range c.Runs {
				breaks := func(ask claims.Ask) bool { return ask.Is == claims.Holds && slices.Contains(violated, ask.What) }
				if c.Found == claims.False && slices.ContainsFunc(run.Shows, breaks) && isWorldOf(f.Question, run.Command, world) {
					return fmt.Sprintf("known: claim %s, case %s. Details: %s claims -id=%s", claim.ID, strings.TrimPrefix(c.If, "it is "), f.Question.Program, claim.ID)
				}
			}
		}
	}
	return ""
}

func isWorldOf(q check.Question, command, world string) bool {
	if !strings.HasPrefix(command, "-algo="+q.World.Algorithm.Name+" ") || strings.Contains(command, "-orders=") {
		return false
	}
	other := check.Question{Elections: q.Elections, Partial: q.Partial}
	return other.Flags().Parse(strings.Fields(command)...) == nil && other.WorldLine() == world
}
