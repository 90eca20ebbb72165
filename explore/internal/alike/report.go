package alike

import (
	"context"
	"fmt"
	"io"
	"slices"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
)

// Probe is what the ledger runs for C28. It takes the flags of a world, and -mutant=NAME for a mutant of the algorithm. The process to
// which the runs look the same is the one with the highest id.
func Probe() *command.Command {
	return &command.Command{Name: "alike", New: func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion(), program: p} }}
}

type asked struct {
	check.Question
	command.Delivery
	program *command.Program
}

// Flags are the flags of a world, and of a mutant.
func (a *asked) Flags() flags.Table {
	mutant := ""
	own := flags.Flag{Name: "mutant", Takes: "NAME", Then: func(given bool) error {
		for _, m := range a.program.Mutants {
			if m.Of == a.World.Algorithm.Name && m.Name == mutant {
				a.World.Algorithm = m.Wounded().Algorithm
				return nil
			}
		}
		if given {
			return fmt.Errorf("-mutant=%s: unknown", mutant)
		}
		return nil
	}}.Text(&mutant)
	return slices.Concat(a.Question.Flags().Without("property", "crashes", "fail-on", "stop"), flags.Table{own}, a.Delivered("", "text", "json"))
}

// Run looks for two runs with equal views of a process.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	pair, err := Find(ctx, a.World, slices.Max(a.World.IDs), a.Options)
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(&report{&a.Question, pair})
}

// A report has two runs with equal views of one process.
type report struct {
	asked *check.Question
	pair  *Pair // nil: none was found
}

// Exit is 0 if two such runs were found.
func (a *report) Exit() int {
	switch {
	case a.pair == nil || a.pair.IsBounded():
		return check.ExitInconclusive
	case !a.pair.Alike():
		return check.ExitBug
	}
	return check.ExitHolds
}

// Text writes the verdict.
func (a *report) Text(out io.Writer) error {
	_, err := fmt.Fprintln(out, a.Verdict())
	return err
}

// JSON writes what the ledger reads.
func (a *report) JSON(out io.Writer) error {
	properties := []map[string]string{}
	if a.pair != nil {
		for i, run := range []Run{a.pair.Run, a.pair.Other} {
			verdict := map[bool]string{true: "holds", false: "violated"}[a.pair.IsRight(run)]
			properties = append(properties, map[string]string{"name": "eventual-leadership in " + []string{"R", "R'"}[i], "verdict": verdict})
		}
	}
	return prose.JSON(out, map[string]any{"n": len(a.asked.World.IDs), "complete": a.pair != nil && !a.pair.IsBounded(), "properties": properties, "exit": a.Exit()})
}

// Verdict is one line.
func (a *report) Verdict() string {
	p := a.pair
	switch code := a.Exit(); code {
	case check.ExitInconclusive:
		return fmt.Sprintf("verdict: inconclusive: found no two such runs within the bounds (exit %d)", code)
	case check.ExitBug:
		return fmt.Sprintf("verdict: a bug of Interrex: the runs are not alike (exit %d)", code)
	}
	wrong := map[[2]bool]string{{true, true}: "both are right", {false, true}: "wrong in R", {true, false}: "wrong in R'", {}: "both are wrong"}[[2]bool{p.IsRight(p.Run), p.IsRight(p.Other)}]
	return fmt.Sprintf("verdict: P%d cannot tell R from R': %s (exit %d)", p.To, wrong, check.ExitHolds)
}
