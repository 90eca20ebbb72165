// Package worker is the command worker: a process that does tasks of a check, which another one drives.
package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/checker/levels"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "worker", Group: command.Check, Usage: "-store=DIR [flags]", Engines: true,
		Short: "does tasks of a check that another process drives, on this machine or another one",
		Long: "What is checked it learns from the store. It ends when all is explored. Any number of workers may come and go while the check is " +
			"under way; one that is killed costs what it was about to finish.",
		Codes: []string{"0 all is explored, or it was asked to end (Ctrl-C)", "150 the store is no check's, or another program's, or the engine cannot be reached"},
		New: func(p *command.Program) command.Asking {
			return &working{Question: p.NewQuestion()}
		},
	}
}

type working struct {
	check.Question
	command.Delivery
	isLines bool
	isTied  bool
}

// Flags are those of the store, and of who brings tasks.
func (a *working) Flags() flags.Table {
	table := flags.Table{
		flags.Flag{Name: "lines", Group: check.Engines, Help: "tasks come on standard input, one in JSON a line, and each is answered by a line: ok, or error: and why"}.Switch(&a.isLines),
		flags.Flag{Name: "tied", Group: check.Engines, Help: "end when standard input does: a worker that ends with who has started it",
			Idle: func() string {
				if a.isLines {
					return "with -lines, which does so anyway"
				}
				return ""
			}}.Switch(&a.isTied),
		flags.Flag{Name: "quiet", Group: check.HowTold, Help: "no word on standard error but errors"}.Switch(&a.Quiet),
	}
	workers := a.Crew()
	workers.Help = "tasks done at a time, by default one per core"
	return slices.Concat(table, a.Manned(func() bool { return a.isLines }), flags.Table{workers})
}

// Run does tasks until there are no more.
func (a *working) Run(ctx context.Context, c *command.Call) int {
	a.Say = c.Say
	if a.isLines {
		a.Options.Workers = 1
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if a.isTied {
		go func() {
			_, _ = io.Copy(io.Discard, c.Stdin)
			cancel()
		}()
	}
	err := a.work(ctx, c)
	switch {
	case err == nil, ctx.Err() != nil && !a.isLines:
		return check.ExitHolds
	case errors.As(err, new(*levels.Error)), errors.As(err, new(*check.EngineError)):
		return c.Refuse(command.InputError{Err: err})
	}
	return c.Unread(err)
}

func (a *working) work(ctx context.Context, c *command.Call) error {
	if !a.isLines {
		if err := a.Await(ctx); err != nil {
			return err
		}
	}
	run, hands, rest, err := a.Work(ctx)
	if err != nil {
		return err
	}
	defer rest()
	if a.isLines {
		return lines(ctx, run.Store, hands[0], c.Stdin, c.Stdout)
	}
	return a.Carry(ctx, run, hands)
}

// lines does the tasks of an input, and answers each by a line. It ends at an object of the store that cannot be used.
func lines(ctx context.Context, store levels.Store, hand check.Hand, in io.Reader, out io.Writer) error {
	tasks := bufio.NewReader(in)
	for {
		line, err := tasks.ReadBytes('\n')
		if len(line) > 0 && (err == nil || errors.Is(err, io.EOF)) {
			var t levels.Task
			answer := "ok"
			failed := json.Unmarshal(line, &t)
			if failed == nil {
				failed = hand.Do(ctx, t)
			}
			if failed != nil {
				answer = "error: " + flags.OneLine(strings.ReplaceAll(failed.Error(), "\n", "; "))
			}
			if _, err := fmt.Fprintln(out, answer); err != nil {
				return err
			}
			if unusable := levels.Unusable(failed); unusable != nil {
				return &levels.Error{Store: store.String(), Err: unusable}
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
