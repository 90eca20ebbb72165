package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

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
	a.Least = check.Unsaid
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
	folder, err := os.MkdirTemp("", "interrex-java-")
	if err != nil {
		return c.Finish(err, check.ExitError)
	}
	defer os.RemoveAll(folder)
	found := compareAll(ctx, a, tool.Prepare(ctx, folder, len(a.worlds) > 1), c)
	found.interrupted = ctx.Err() != nil
	return c.Deliver(found)
}

// compareAll compares the worlds, some at a time, and reports each when it is done.
func compareAll(ctx context.Context, r *asked, tool tlc.Tool, call *command.Call) *Comparisons {
	all := new(Comparisons)
	places := make(chan int, len(r.worlds))
	for i, instance := range r.worlds {
		all.worlds = append(all.worlds, newComparison(instance))
		places <- i
	}
	close(places)
	limits := Usual
	limits.Ours = r.Options
	if len(r.worlds) > 1 {
		limits.Ours.Workers = 1 // several worlds run in parallel already
	}
	var speaking sync.Mutex
	var workers crew.Crew
	done := 0
	for range min(r.Options.Workers, len(r.worlds)) {
		workers.Go(func() {
			for i := range places {
				found := newComparison(r.worlds[i])
				err := found.compare(ctx, &tlcRun{tool: tool, config: r.worlds[i].World}, limits)
				if ctx.Err() != nil {
					return
				}
				if found.Error = nil; err != nil {
					found = newComparison(r.worlds[i])
					why := err.Error()
					found.Error = &why
				}
				speaking.Lock()
				done++
				all.worlds[i] = found
				call.Say("%d of %d: %s", done, len(r.worlds), found.line())
				speaking.Unlock()
			}
		})
	}
	workers.Wait()
	return all
}
