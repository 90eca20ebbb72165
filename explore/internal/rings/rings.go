// Package rings is the command rings: a check of every arrangement of the ids on the ring.
package rings

import (
	"context"
	"fmt"
	"slices"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/model"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "rings", Group: command.Check, Usage: "-algo=NAME -n=N [flags]",
		Short: "checks every arrangement of the ids on the ring, each within its own bounds",
		New:   func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} },
	}
}

// Most is the greatest number of processes for which all arrangements are explored.
const Most = 8

type asked struct {
	check.Question
	command.Delivery
}

// Flags are the flags of a check, with other formats.
func (a *asked) Flags() flags.Table {
	last := func() error {
		switch c := a.World; {
		case c.Algorithm.Anonymous:
			return fmt.Errorf("rings has no meaning for %s, whose processes are all alike: use check", c.Algorithm.Name)
		case !c.Algorithm.Topology.IsRing():
			return fmt.Errorf("rings has no meaning for %s, which is not a ring: use check", c.Algorithm.Name)
		case len(c.IDs) > Most:
			return fmt.Errorf("rings with %d processes: allowed are 1 to %d, for there are (N-1)! arrangements", len(c.IDs), Most)
		}
		return nil
	}
	return slices.Concat(a.Question.Flags(), a.Delivered("", "text", "json")).Then(last)
}

// Run checks every arrangement of the ids on the ring, up to rotation.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	all := newReport(a)
	defer c.Progress(&a.Options)()
	for ring := range Arrangements(a.World.IDs) {
		if ctx.Err() != nil {
			break
		}
		one := a.Question
		one.World.IDs = ring
		found, err := check.Ask(ctx, one)
		if err == nil {
			err = found.Panic()
		}
		if err != nil {
			return c.Panicked(err)
		}
		all.Add(found)
	}
	if ctx.Err() != nil {
		all.Interrupt()
	}
	return c.Deliver(all)
}

// Arrangements yields the cyclic orders of distinct ids, each once. The least id stands first, and the rest goes
// through all permutations in lexicographic order.
func Arrangements(ids []model.ID) func(yield func([]model.ID) bool) {
	return func(yield func([]model.ID) bool) {
		ring := slices.Sorted(slices.Values(ids))
		for yield(slices.Clone(ring)) && advance(ring[1:]) {
		}
	}
}

// advance turns a permutation into the next one in lexicographic order, and reports whether one exists.
func advance(p []model.ID) bool {
	i := len(p) - 2
	for i >= 0 && p[i] >= p[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(p) - 1
	for p[j] <= p[i] {
		j--
	}
	p[i], p[j] = p[j], p[i]
	slices.Reverse(p[i+1:])
	return true
}
