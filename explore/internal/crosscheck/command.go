package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"interrex/explore/internal/command"
	"interrex/explore/internal/crosscheck/tlc"
	"interrex/internal/check"
	"interrex/internal/crew"
	"interrex/internal/flags"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "crosscheck", Group: command.Research, Usage: "[-algo=NAME [-n=N flags]]", Catalogue: true,
		Short: "compares state spaces and verdicts with those of TLC, which needs Java",
		Long:  "It compares the instances of one election, or of all. With -n=N and more flags it compares one world; -format=cfg writes the configuration file of that world for TLC.",
		Codes: []string{"0 all agree", "75 TLC could not check one, or the report could not be written", "152 Ctrl-C", "255 anything differs, or a bug of ours"},
		New: func(p *command.Program) command.Asking {
			return &asked{Question: p.NewQuestion()}
		},
	}
}

type asked struct {
	check.Question
	command.Delivery
	worlds []Instance
}

// Flags are the flags of one world, or those that choose instances.
func (a *asked) Flags() flags.Table {
	a.Partial = true
	world := a.Question.Flags().Without("property", "stop", "fail-on", "max-depth", "workers")
	return slices.Concat(flags.Table{a.Crew()}, a.Delivered("", "text", "cfg"), world).Then(a.Question.Complete)
}

// Take finds the instances, unless the question is about one world.
func (a *asked) Take(args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q: a flag is written -name=value", args[0])
	}
	if a.World.IDs != nil {
		a.worlds = []Instance{instanceOf(a.World, a.Given)}
		return nil
	}
	own := []string{"algo", "workers", "format", "o", "quiet"}
	for _, flag := range a.Given {
		if name, _, _ := strings.Cut(flag[1:], "="); !slices.Contains(own, name) {
			return fmt.Errorf("-%s is for one world, and then -algo and -n or -ids are needed; "+
				"for the instances of spec/instances.txt the flags are -%s", name, strings.Join(own, " -"))
		}
	}
	if a.Format == "cfg" {
		return errors.New("-format=cfg is for one world, and then -algo and -n or -ids are needed")
	}
	all, err := Instances()
	if err != nil {
		return err
	}
	for _, i := range all {
		if a.World.Algorithm.Name == "" || i.World.Algorithm.Name == a.World.Algorithm.Name {
			a.worlds = append(a.worlds, i)
		}
	}
	return nil
}

// Run compares our results for some worlds with those of TLC for their TLA+ modules.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	if a.Format == "cfg" {
		_, err := io.WriteString(c.Out, a.worlds[0].Configuration())
		return c.Finish(err, check.ExitHolds)
	}
	tool, err := tlc.Find()
	if err != nil {
		return c.Fail(check.ExitError, err.Error())
	}
	found := compareAll(ctx, a, tool, c)
	found.interrupted = ctx.Err() != nil
	return c.Deliver(found)
}

// compareAll compares the worlds, some at a time, and reports each when it is done.
func compareAll(ctx context.Context, a *asked, tool tlc.Tool, call *command.Call) *Comparisons {
	all := new(Comparisons)
	waiting := make(chan *Comparison, len(a.worlds))
	for _, instance := range a.worlds {
		one := &Comparison{Instance: instance, Error: errInterrupted}
		all.worlds = append(all.worlds, one)
		waiting <- one
	}
	close(waiting)
	limits := Usual
	limits.Ours = a.Options
	if len(a.worlds) > 1 {
		limits.Ours.Workers = 1 // several worlds run in parallel already
	}
	var done atomic.Int32
	var workers crew.Crew
	for range min(a.Options.Workers, len(a.worlds)) {
		workers.Go(func() {
			for one := range waiting {
				err := one.compare(ctx, &tlcRun{tool: tool, config: one.World}, limits)
				if ctx.Err() != nil {
					return
				}
				one.Error = err
				call.Say("%d of %d: %s", done.Add(1), len(a.worlds), one.line())
			}
		})
	}
	workers.Wait()
	return all
}
