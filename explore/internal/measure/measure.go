// Package measure is the command measure: what the runs of an election cost, in messages and in message delays.
//
// explore.go has the least and the greatest cost of all runs, phases.go those of each phase; walk.go draws runs at random.
// point.go adds up several orders of the ids.
package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/explore/internal/orders"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/model"
	"interrex/model/world"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "measure", Group: command.Check, Usage: "-algo=NAME -n=N [flags]",
		Short: "measures what runs cost, in messages and in message delays",
		Long: `It finds the least and the greatest cost of all runs, and the mean cost of randomly drawn runs. With -sweep=2..8 in
place of -n it shows how the cost grows. By default nobody crashes (-crashes=0).

Costs are counted up to two moments: when everyone has decided, and when the election is over (no message is in transit
and nobody takes part). The lectures count to the second: 3N-1 messages and delays for one starter. Up to the first, the
messages are as many and the delays one fewer.`,
		Codes: []string{"0 the costs asked for are exact or, in a sweep, continued with drawn runs", "152 a bound was hit, or Ctrl-C"},
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
	Sweep  []int // numbers of processes, ascending; nil: one world
	Delays bool
	Draw   Draw
}

const heading = "What is measured"

// Flags are the flags of a world, and of the measurement.
func (a *asked) Flags() flags.Table {
	seed, noDelays := "1", false
	a.Draw = Draw{Runs: defaultRuns, Steps: defaultMaxSteps}
	first := flags.Table{
		{Name: "sweep", Takes: "2..8", Group: heading, Usual: true, Help: "measure for each of these numbers of processes, up to 64. Where exploration becomes too large, drawn runs continue, and the rows say so",
			Set: func(text string) (err error) {
				if a.Sweep, err = sweep(text); err == nil {
					a.Least = a.Sweep[0]
				}
				return err
			}},
	}
	own := flags.Table{
		a.Orders.Flag(&a.Question, heading),
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
	for i, f := range world {
		if slices.Contains([]string{"criterion", "loads", "logs"}, f.Name) {
			world[i].Idle = func() string {
				if a.Sweep == nil {
					return ""
				}
				return "with -sweep, since its processes differ only in their ids: give -n, or leave it out"
			}
		}
	}
	return slices.Concat(first, world, own, a.Delivered("", "text", "json")).Then(a.complete)
}

// complete refuses flags that contradict each other, and sets the defaults that depend on others.
func (a *asked) complete() error {
	c := &a.World
	given := func(name string) bool {
		return slices.ContainsFunc(a.Given, func(flag string) bool { return strings.HasPrefix(flag, "-"+name+"=") })
	}
	if !given("crashes") {
		c.Crashes = 0
		if !given("elections") {
			c.Elections = c.DefaultElections()
		}
		if !given("capacity") {
			c.Capacity = c.DefaultCapacity()
		}
	}
	a.Delays = a.Delays && !c.Algorithm.Draws() // draws may go on without end, and so may chains of messages
	a.Options.MaxStates = cmp.Or(a.Options.MaxStates, defaultMaxStates)
	switch {
	case a.Sweep != nil && (given("n") || given("ids")):
		return errors.New("-sweep says for how many processes: leave -n and -ids out")
	case a.Sweep == nil || a.Orders == orders.Descending:
		if err := a.Orders.Arrange(&a.Question); err != nil {
			return err
		}
	}
	return a.Complete()
}

// sweep reads a range of numbers of processes.
func sweep(text string) (all []int, err error) {
	from, to, isRange := strings.Cut(text, "..")
	first, err := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	if isRange && to == "" {
		last, err2 = world.MaxProcesses, nil
	}
	if !isRange || err != nil || err2 != nil || first < 1 || first > last || last > world.MaxProcesses {
		return nil, fmt.Errorf("it is a range such as 2..8, from 1 to %d; 2.. goes on to %[1]d", world.MaxProcesses)
	}
	for n := first; n <= last; n++ {
		all = append(all, n)
	}
	return all, nil
}

// Run measures the costs of the runs of one world, or of worlds of several sizes.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	all := &Costs{request: a}
	meter := command.NewMeter(c.Stderr, command.IsTerminal(c.Stderr))
	defer meter.Close()
	if !a.Quiet {
		a.Options.Progress = func(p checker.Progress) {
			if p.Elapsed > time.Second { // most worlds are small, and many
				meter.Report(p)
			}
		}
	}
	sizes := a.Sweep
	if sizes == nil {
		sizes = []int{len(a.World.IDs)}
	}
	explores := true
	for _, n := range sizes {
		if ctx.Err() != nil {
			break
		}
		point, err := measurePoint(ctx, a, n, explores)
		if err != nil {
			return c.Panicked(err)
		}
		if ctx.Err() != nil {
			break
		}
		if point.Orders == 0 { // the election has no such world
			all.stopped = n
			break
		}
		explores = explores && point.Explored
		all.points = append(all.points, point)
	}
	all.interrupted = ctx.Err() != nil
	return c.Deliver(all)
}

// measurePoint measures all that is asked for one number of processes. If a smaller number could not be explored,
// this one has drawn runs only.
func measurePoint(ctx context.Context, r *asked, n int, explores bool) (*Point, error) {
	point := &Point{N: n}
	q := Question{World: r.World, Options: r.Options, Delays: r.Delays, Draw: r.Draw}
	if r.Sweep != nil {
		q.World.IDs = numbered(n, r.Orders == orders.Descending)
	}
	q.Explores = explores && (r.Orders != orders.All || n <= mostOrdered || r.Sweep == nil)
	if q.World.Validate() != nil {
		return point, nil
	}
	for ring := range ordersOf(r, q) {
		if ctx.Err() != nil {
			break
		}
		q.World.IDs, q.Draw.Order = ring, point.Orders
		found, err := Of(ctx, q)
		switch {
		case ctx.Err() != nil: // interrupted: nothing is known about this world
			return point, nil
		case err != nil:
			return nil, err
		}
		point.Add(found)
	}
	return point, nil
}

// numbered are the ids 1 to n in ring order.
func numbered(n int, descending bool) []model.ID {
	ring := make([]model.ID, n)
	for i := range ring {
		ring[i] = model.ID(i + 1)
	}
	if descending {
		slices.Reverse(ring)
	}
	return ring
}

// mostOrdered is the greatest number of processes for which a sweep explores all orders of the ids: 720 of them.
const mostOrdered = 7

// drawnOrders is how many orders of the ids are drawn if all are too many.
const drawnOrders = 20

// ordersOf yields the orders of the ids asked for, or some drawn at random if they are too many.
func ordersOf(r *asked, q Question) func(yield func([]model.ID) bool) {
	switch {
	case r.Orders != orders.All:
		return func(yield func([]model.ID) bool) { yield(q.World.IDs) }
	case q.Explores:
		return orders.Arrangements(q.World.IDs)
	}
	return func(yield func([]model.ID) bool) {
		for i := range drawnOrders {
			draw := q.Draw
			draw.Order = i
			if !yield(draw.Shuffled(q.World.IDs)) {
				return
			}
		}
	}
}
