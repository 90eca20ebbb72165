package knowledge

import (
	"context"
	"slices"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "knowledge", Group: command.Research, Usage: "-algo=NAME -n=N [flags]",
		Short: "decides how much of the group the rules use",
		Long:  "-knows=itself asks whether it suffices that a process knows only itself; -knows=higher, only the higher ones; -knows=larger asks whether the rules use the size of the group.",
		Codes: []string{"0 that knowledge is enough", "12 it is not", "152 inconclusive: a bound was hit, or Ctrl-C"},
		New:   func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} },
	}
}

type asked struct {
	check.Question
	command.Delivery
	Knows Part
}

// Flags are the flags of a world, and of the part of the group that a process is shown.
func (a *asked) Flags() flags.Table {
	own := flags.Table{flags.OneOf(flags.Flag{Name: "knows", Group: check.Asked, Usual: true, Help: "which part of the group a process is shown"},
		&a.Knows, func() []Part { return []Part{Itself, Higher, Larger} })}
	return slices.Concat(own, a.Question.Flags(), a.Delivered("", "text", "json"))
}

// Run tries the rules with less knowledge.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	found, err := Find(ctx, a.World, a.Knows, a.Options)
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(NewKnowledge(a, found))
}
