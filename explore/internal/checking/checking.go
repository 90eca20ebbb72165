// Package checking has the command check.
package checking

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"interrex/checker/levels"
	"interrex/explore/internal/command"
	"interrex/explore/internal/orders"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/hold"
	"interrex/internal/runs"
)

// Command checks the properties of one world. A report of a violation has the note, unless that is nil.
func Command(note func(*check.Findings) string) *command.Command {
	return &command.Command{
		Name: "check", Group: command.Check, Usage: "-algo=NAME -n=N [flags]",
		Short: "checks the properties of an election in one world; the word check may be left out",
		New: func(p *command.Program) command.Asking {
			q := p.NewQuestion()
			q.Note = note
			return &checking{Question: q}
		},
	}
}

type checking struct {
	check.Question
	command.Delivery
	Orders orders.Orders
}

// Flags are the flags of a question and of the delivery of its report.
func (a *checking) Flags() flags.Table {
	verbose := flags.Flag{Name: "v", Group: check.HowTold, Help: "the whole report: actions, times, premises, every counterexample. After a panic of the election: its stack"}.Switch(&a.Trace)
	seed := flags.Flag{Name: "seed", Takes: "1", Group: check.HowTold, Help: "seed of the run that -show=random draws",
		Idle: func() string {
			if a.Show == runs.Random {
				return ""
			}
			return "without -show=random"
		}}.Number(&a.Seed, 0, math.MaxInt32)
	single := slices.Concat(a.Stored(), flags.Table{verbose, showing(&a.Question), seed}) // of one world only
	return slices.Concat(a.Question.Flags(), flags.Table{a.Orders.Flag(&a.Question, check.Asked)}, single, a.Delivered("the form of the report. html is a page to step through, itf is for Apalache and Quint",
		"text", "json", "mermaid", "svg", "html", "itf", "junit")).Then(func() error { return a.arrange(single.Names()) })
}

func showing(q *check.Question) flags.Flag {
	return flags.OneOf(flags.Flag{Name: "show", Group: check.HowTold, Help: "the run to show. By default a counterexample or, if there is none, a shortest election; of an " +
		"inconclusive check the deepest path. fewest, most: an election with the fewest or the most messages. random: a fair random run",
		Then: func(bool) error {
			if q.Show == runs.Crash && q.World.Crashes == 0 {
				return flags.Whole{Err: errors.New("-show=crash and -crashes=0 do not go together: no process may crash; give -crashes=1 too")}
			}
			return nil
		}}, &q.Show, check.Shows)
}

// arrange puts the ids in the order asked for, and refuses flags and formats that are about one world beside -orders=all.
func (a *checking) arrange(single []string) error {
	if a.Orders != orders.All {
		return a.Orders.Arrange(&a.Question)
	}
	for _, flag := range a.Given {
		if name, _, _ := strings.Cut(flag, "="); slices.Contains(single, name) {
			return fmt.Errorf("%s and -orders=all do not go together: leave one out", name)
		}
	}
	if a.Format != "text" && a.Format != "json" {
		return fmt.Errorf("-format=%s and -orders=all do not go together: allowed are text, json", a.Format)
	}
	return a.Orders.Arrange(&a.Question)
}

// Run explores the world and writes what was found.
func (a *checking) Run(ctx context.Context, c *command.Call) int {
	if a.Orders == orders.All {
		return a.checkAll(ctx, c)
	}
	a.Say = c.Say
	watches := a.Show != check.ShowCounterexample || a.Format != "text" && a.Format != "junit"
	a.Options.Deepest = watches
	end := c.Progress(&a.Options)
	found, err := check.Ask(ctx, a.Question)
	end()
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, hold.ErrHeld):
		return c.Fail(check.ExitInconclusive, err.Error())
	case errors.As(err, new(*levels.Error)), errors.As(err, new(*check.EngineError)):
		return c.Refuse(command.InputError{Err: err})
	}
	if err == nil && watches {
		err = found.Watch(ctx)
	}
	if err != nil {
		return c.Panicked(err)
	}
	return c.Write(found.Writer(a.Format, a.Trace), found.Exit, found.Verdict())
}

// checkAll checks every order of the ids on the ring.
func (a *checking) checkAll(ctx context.Context, c *command.Call) int {
	defer c.Progress(&a.Options)()
	all, err := orders.Check(ctx, &a.Question)
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(all)
}
