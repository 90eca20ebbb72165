package alike

import (
	"context"
	"fmt"
	"slices"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
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

// Run looks for two runs that a process cannot tell apart.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	to := slices.Max(a.World.IDs)
	pair, bound, err := Find(ctx, a.World, to, a.Options)
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(&report{&a.Question, to, pair, bound})
}
