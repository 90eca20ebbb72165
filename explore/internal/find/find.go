// Package find is the command find: it finds shortest runs to a state with a given condition.
//
// find.go searches; command.go has the flags and the report.
package find

import (
	"context"
	"fmt"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/predicate"
	"interrex/internal/prose"
	"interrex/internal/runs"
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
}

// Search finds a shortest run to a state in which the condition is true. The options bound it. The error is a
// *checker.ModelPanic.
func (w *Wanted) Search(ctx context.Context, o checker.Options) (*Result, error) {
	answer, err := runs.Search{World: w.World, Options: o}.To(ctx, w.Condition.Holds)
	if err != nil {
		return nil, err
	}
	return &Result{w, answer}, nil
}

// never is what the condition compares with and no state of the world has, with what there is; nil unless all states were searched.
func (r *Result) never() []string {
	if r.Path != nil || r.Bound != "" {
		return nil
	}
	return r.Condition.Unseen()
}

// The exit codes: of a condition that is true in no state, the one of a violation; of one about a value that no state has, that of
// a wrong flag.
func (r *Result) Exit() int {
	switch {
	case r.Path != nil:
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
	switch {
	case r.Path != nil:
		return fmt.Sprintf("found after %s: %s", prose.Plural(len(r.Path.Stem), "step"), searched)
	case r.Bound != "":
		return fmt.Sprintf("inconclusive: bounded by %s: %s", check.Question{World: r.World.Config()}.BoundNamed(r.Bound), searched)
	case r.never() != nil:
		return "refused: " + r.never()[0]
	}
	return "there is none: " + searched
}
