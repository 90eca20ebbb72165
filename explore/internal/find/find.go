// Package find is the command find: it finds shortest runs to a state with a given condition.
//
// find.go searches, for pages too; command.go has the flags, report.go the report.
package find

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/predicate"
	"interrex/internal/prose"
	"interrex/internal/runs"
	"interrex/internal/study"
	"interrex/model/world"
)

// A Wanted is a condition on states of one world.
type Wanted struct {
	World     *world.World
	Condition *predicate.Formula
}

// Read reads a condition. The world must be valid. The error is a *predicate.Error, with the column.
func Read(c world.Config, condition string) (*Wanted, error) {
	w := world.New(c)
	formula, err := predicate.Parse(condition, w)
	if err != nil {
		return nil, err
	}
	return &Wanted{w, formula}, nil
}

// A Result is what a search has found.
type Result struct {
	*Wanted
	runs.Answer
	Count int // of runs that were sought
}

// Search finds a shortest run to a state in which the condition is true, and more runs, up to count, each with another set of
// actions. The options bound it. The error is a *checker.ModelPanic.
func (w *Wanted) Search(ctx context.Context, count int, o checker.Options) (*Result, error) {
	answer, err := runs.Search{World: w.World, Options: o}.Several(ctx, w.Condition.Holds, count)
	if err != nil {
		return nil, err
	}
	return &Result{w, answer, count}, nil
}

// Walk is a run as a walk, for links and for -at of step. It is at the end.
func (r *Result) Walk(run int) *study.Walk {
	walk := study.Along(r.World, r.Paths[run])
	walk, _ = walk.Go(walk.Length())
	return walk
}

// Differs says how the actions of a run differ from those of the first; "" for the first.
func (r *Result) Differs(run int) string {
	lacks := func(of, in int) (names []string) {
		return slices.DeleteFunc(slices.Clone(r.Actions[of]), func(name string) bool { return slices.Contains(r.Actions[in], name) })
	}
	var parts []string
	if more := lacks(run, 0); len(more) > 0 {
		parts = append(parts, "with "+strings.Join(more, ", "))
	}
	if fewer := lacks(0, run); len(fewer) > 0 {
		parts = append(parts, "without "+strings.Join(fewer, ", "))
	}
	return strings.Join(parts, ", ")
}

// never is what the condition compares with and no state of the world has, with what there is; nil unless all states were searched.
func (r *Result) never() []string {
	if len(r.Paths) > 0 || r.Bound != "" {
		return nil
	}
	return r.Condition.Unseen()
}

// The exit codes: of a condition that is true in no state, the one of a violation; of one about a value that no state has, that of
// a wrong flag.
func (r *Result) Exit() int {
	switch {
	case len(r.Paths) > 0:
		return check.ExitHolds
	case r.Bound != "":
		return check.ExitInconclusive
	case r.never() != nil:
		return check.ExitFlags
	}
	return check.ExitSafety
}

// Outcome is the result in a line.
func (r *Result) Outcome() string {
	searched := prose.Plural(r.States, "state") + " searched"
	bound := check.Question{World: r.World.Config()}.BoundNamed(r.Bound)
	switch n := len(r.Paths); {
	case n == 0 && r.Bound != "":
		return fmt.Sprintf("inconclusive: bounded by %s: %s", bound, searched)
	case n == 0 && r.never() != nil:
		return "refused: " + r.never()[0]
	case n == 0:
		return "there is none: " + searched
	case r.Count > n && r.Bound != "":
		return fmt.Sprintf("found: %s; bounded by %s: %s", prose.Plural(n, "run"), bound, searched)
	case r.Count > n:
		return fmt.Sprintf("found: %s, and there is no other: %s", prose.Plural(n, "run"), searched)
	case n > 1:
		return fmt.Sprintf("found: %s: %s", prose.Plural(n, "run"), searched)
	}
	return fmt.Sprintf("found after %s: %s", prose.Plural(len(r.Paths[0].Stem), "step"), searched)
}
