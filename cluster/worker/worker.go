// Package worker is the command worker: a process that executes tasks of another process's check.
package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"interrex/checker/levels"
	"interrex/cluster/nats"
	"interrex/explore"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/meant"
	"interrex/internal/prose"
)

const help = `explore worker -store=DIR [flags]

Execute tasks of a check that another process drives, on this machine or another one. The worker reads the subject of the check from the
store, and ends when the exploration is complete. Any number of workers may join and leave during the check. A killed worker loses only
its current task.

Exit codes: 0 exploration complete, or Ctrl-C; 75 read or write error; 150 the store holds no check of this program, or the engine is
unreachable; 151 wrong flag; 255 a bug of Interrex.
`

// Is reports whether the command line calls the worker, or its help.
func Is() bool {
	return len(os.Args) > 1 && os.Args[1] == "worker" || isHelp()
}

func isHelp() bool { return slices.Equal(os.Args[1:], []string{"help", "worker"}) }

// Main runs a worker of a program, and exits.
func Main(p explore.Program) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	args := os.Args[2:]
	if isHelp() {
		args = []string{"-h"}
	}
	os.Exit(run(ctx, p, args, streams{os.Stdin, os.Stdout, os.Stderr}))
}

type streams struct {
	in       io.Reader
	out, err io.Writer
}

// A call is one call of the command.
type call struct {
	check.Question
	streams
	nats             *nats.Client
	isLines, isQuiet bool // the flags
}

func run(ctx context.Context, p explore.Program, args []string, std streams) (code int) {
	if len(p.Elections) == 0 {
		p.Elections = explore.Catalogue()
	}
	c := &call{Question: check.Question{Elections: p.Elections, Stores: p.Stores}, streams: std, nats: nats.New()}
	defer func() {
		if bug := recover(); bug != nil {
			_, _ = fmt.Fprintf(std.err, "explore: a bug of Interrex, please report it: %v\n%s", bug, debug.Stack())
			code = check.ExitBug
		}
	}()
	table := c.flags()
	line, err := table.Scan(args)
	switch {
	case err == nil && line.Help:
		return c.usage(table)
	case err == nil && len(line.Rest) > 0:
		err = fmt.Errorf("unexpected argument %q: a flag is written -name=value", line.Rest[0])
	case err == nil:
		err = table.Read(line)
	}
	if err != nil {
		return c.refuse(err, check.ExitFlags)
	}
	err = c.work(ctx)
	switch {
	case err == nil, ctx.Err() != nil && !c.isLines:
		return check.ExitHolds
	case errors.As(err, new(*levels.Error)), errors.As(err, new(*check.EngineError)):
		return c.refuse(err, check.ExitInput)
	}
	return c.refuse(err, check.ExitError)
}

// refuse prints an error in one line.
func (c *call) refuse(err error, code int) int {
	_, _ = fmt.Fprintf(c.err, "explore: %s (exit %d)\n", flags.OneLine(meant.Text(err)), code)
	return code
}

func (c *call) usage(table flags.Table) int {
	w := &prose.Writer{Out: c.out}
	w.Line("%s", help)
	for _, f := range table {
		if f.Name != "" {
			f.Describe(w)
		}
	}
	return check.ExitHolds
}

// flags returns the flags of the worker, the queue and the store.
func (c *call) flags() flags.Table {
	table := flags.Table{
		flags.Flag{Name: "lines", Help: "read tasks from standard input, one line of JSON each; answer each with a line: ok, or error: REASON"}.Switch(&c.isLines),
		flags.Flag{Name: "quiet", Help: "print only errors on standard error"}.Switch(&c.isQuiet),
	}
	workers := c.Crew()
	workers.Help = "tasks executed at a time, by default one per core"
	return append(append(table, c.nats.Flags()...), c.WorkerStore(), workers).Then(func() error {
		if !c.isLines && !c.nats.HasServer() {
			return flags.Whole{Err: errors.New("-nats is missing; it must be the server of the check")}
		}
		return nil
	})
}

// work executes tasks until the exploration is complete.
func (c *call) work(ctx context.Context) error {
	if !c.isQuiet {
		c.Say = func(format string, args ...any) { _, _ = fmt.Fprintf(c.err, format+"\n", args...) }
	}
	if c.isLines {
		c.Options.Workers = 1
	} else if err := c.Await(ctx); err != nil {
		return err
	}
	run, workers, err := c.Work(ctx)
	if err != nil {
		return err
	}
	if c.isLines {
		return c.lines(ctx, workers[0])
	}
	if err := c.nats.Work(ctx, run, workers); err != nil {
		return &check.EngineError{Engine: nats.Name, Err: err}
	}
	return nil
}

// lines executes the tasks of the input, and answers each with a line.
func (c *call) lines(ctx context.Context, worker *check.Worker) error {
	tasks := bufio.NewReader(c.in)
	for {
		line, err := tasks.ReadBytes('\n')
		if len(line) > 0 && (err == nil || errors.Is(err, io.EOF)) {
			var t levels.Task
			answer := "ok"
			failed := json.Unmarshal(line, &t)
			if failed == nil {
				failed = worker.Do(ctx, t)
			}
			if failed != nil {
				answer = "error: " + flags.OneLine(strings.ReplaceAll(failed.Error(), "\n", "; "))
			}
			if _, err := fmt.Fprintln(c.out, answer); err != nil {
				return err
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
