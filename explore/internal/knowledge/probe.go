package knowledge

import (
	"context"
	"slices"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
)

// Probe is what the ledger runs for C38. It takes the flags of a world, and -knows for the part of the group that a process is shown.
func Probe() *command.Command {
	return &command.Command{Name: "knowledge", New: func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} }}
}

type asked struct {
	check.Question
	command.Delivery
	Knows Part
}

// Flags are the flags of a world, and of the part of the group.
func (a *asked) Flags() flags.Table {
	own := flags.OneOf(flags.Flag{Name: "knows"}, &a.Knows, func() []Part { return []Part{Itself, Higher, Larger} })
	return slices.Concat(flags.Table{own}, a.Question.Flags(), a.Delivered("", "text", "json"))
}

// Run tries the rules with less knowledge.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	found, err := Find(ctx, a.World, a.Knows, a.Options)
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(&report{&a.Question, found})
}
