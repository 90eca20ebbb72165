// Package measure is the command measure: what the runs of an election cost, in messages and in message delays.
//
// explore.go has the least and the greatest cost of all runs, and of each phase; walk.go draws runs at random.
// point.go adds up the orders of the ids.
package measure

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/explore/internal/orders"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/model"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "measure", Group: command.Check, Usage: "-algo=NAME -n=N [flags]",
		Short: "measures what runs cost, in messages and in message delays",
		Long: `It finds the least and the greatest cost of all runs, and the mean cost of randomly drawn runs. By default no process
crashes (-crashes=0).

Costs are counted up to two moments: when everyone has decided, and when the election is over (no message is in transit
and nobody takes part). The lectures count to the second: 3N-1 messages and delays for one starter. Up to the first, the
messages are as many and the delays one fewer.`,
		Codes: map[int]string{0: "the costs are exact", 152: "a bound was hit, or Ctrl-C"},
		New:   func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} },
	}
}

// The defaults of measure.
const (
	defaultMaxStates = 1_000_000
	defaultMaxSteps  = 5_000_000
	defaultRuns      = 100
)

type asked struct {
	check.Question
	command.Delivery
	Orders orders.Orders
	Delays bool
	Draw   Draw
}

const heading = "What is measured"

// Flags are the flags of a world, and of the measurement.
func (a *asked) Flags() flags.Table {
	seed, noDelays := "1", false
	a.Draw = Draw{Runs: defaultRuns, Steps: defaultMaxSteps}
	own := flags.Table{
		a.Orders.Flag(&a.Question, heading, orders.Drawn),
		flags.Flag{Name: "seed", Takes: "1", Group: heading, Help: "seed of the randomly drawn runs; in each state all steps are equally likely",
			Then: func(bool) (err error) {
				if a.Draw.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
					return fmt.Errorf("-seed=%s: not a whole number from the range; allowed are 0 to %d", seed, uint64(1<<64-1))
				}
				return nil
			}}.Text(&seed),
		flags.Flag{Name: "runs", Takes: "100", Group: heading, Help: "number of drawn runs"}.Count(&a.Draw.Runs, 0),
		flags.Flag{Name: "max-steps", Takes: "5000000", Group: heading, Help: "at most this many steps in all drawn runs together"}.Count(&a.Draw.Steps, 0),
		flags.Flag{Name: "no-delays", Group: heading, Help: "count only messages. To count delays, each message carries the length of its chain, which makes more states. " +
			"In a chain, each message is sent when the one before is taken; a start, a timeout or a detection begins one. Of elections that draw lots only messages are counted",
			Then: func(bool) error { a.Delays = !noDelays; return nil }}.Switch(&noDelays),
	}
	world := a.Question.Flags().Without("property", "fail-on", "stop")
	return slices.Concat(world, own, a.Delivered("", "text", "json")).Then(a.complete)
}

// complete sets the defaults that depend on other flags.
func (a *asked) complete() error {
	c := &a.World
	if !command.IsGiven(a.Given, "crashes") {
		c.Crashes = 0
		if !command.IsGiven(a.Given, "elections") {
			c.Elections = c.DefaultElections()
		}
		if !command.IsGiven(a.Given, "capacity") {
			c.Capacity = c.DefaultCapacity()
		}
	}
	a.Delays = a.Delays && !c.Algorithm.Draws() // draws may go on without end, and so may chains of messages
	a.Options.MaxStates = cmp.Or(a.Options.MaxStates, defaultMaxStates)
	if err := a.Orders.Arrange(&a.Question); err != nil {
		return err
	}
	return a.Complete()
}

// Run measures the costs of the runs of one world, for one order of the ids or several.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	defer c.Progress(&a.Options)()
	if report := a.Options.Progress; report != nil {
		a.Options.Progress = func(p checker.Progress) {
			if p.Elapsed > time.Second { // most worlds are small, and many
				report(p)
			}
		}
	}
	point := newPoint(a.World, a.Delays)
	for ring := range a.rings() {
		if ctx.Err() != nil {
			break
		}
		q := Question{World: a.World, Options: a.Options, Delays: a.Delays, Draw: a.Draw}
		q.World.IDs = ring
		if err := point.measure(ctx, q); err != nil && ctx.Err() == nil {
			return c.Panicked(err)
		}
	}
	if point.finish(); ctx.Err() != nil {
		return c.Deliver(&Costs{a, nil})
	}
	return c.Deliver(&Costs{a, point})
}

// drawnOrders is how many orders of the ids are drawn.
const drawnOrders = 20

// rings yields the orders of the ids asked for.
func (a *asked) rings() iter.Seq[[]model.ID] {
	switch a.Orders {
	case orders.All:
		return orders.Arrangements(a.World.IDs)
	case orders.Drawn:
		return func(yield func([]model.ID) bool) {
			for order := range drawnOrders {
				if !yield(a.Draw.shuffled(a.World.IDs, order)) {
					return
				}
			}
		}
	}
	return slices.Values([][]model.ID{a.World.IDs})
}
