// Elect is a node that takes part in the election of a leader. See elect help.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"interrex/cmd/elect/internal/cluster"
	"interrex/cmd/elect/internal/service"
	"interrex/cmd/elect/internal/settings"
	"interrex/internal/flags"
	"interrex/internal/meant"
)

// The exit codes: those of explore, as far as they apply.
const (
	exitWell  = 0
	exitError = 75 // it could not continue
	exitInput = 150
	exitFlags = 151
	exitBug   = 255
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	os.Exit(run(ctx, os.Args[1:], console{os.Stdin, os.Stdout, os.Stderr}))
}

// A console is the input and output of the program.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// run does what the arguments ask for and returns the exit code.
func run(ctx context.Context, args []string, c console) (code int) {
	var exit settings.Exit
	defer func() {
		if bug := recover(); bug != nil {
			fmt.Fprintf(c.err, "elect: a bug in Interrex, please report it: %v\n%s", bug, debug.Stack())
			code = exitBug
		}
	}()
	does, name := showHelp, args[:min(len(args), 1)]
	switch {
	case len(args) == 0:
	case slices.Contains([]string{"help", "-h", "-help", "--help"}, args[0]):
		args = args[1:]
	default:
		one, err := find(args[0])
		if err != nil {
			return refuse(c.err, exitFlags, err)
		}
		does, args = one.run, args[1:]
	}
	switch err := does(ctx, args, c); {
	case err == nil:
		return exitWell
	case errors.Is(err, flag.ErrHelp):
		_ = showHelp(ctx, name, c)
		return exitWell
	case errors.As(err, &exit):
		return refuse(c.err, exit.Code, err)
	default:
		return refuse(c.err, exitFlags, err)
	}
}

// failed marks an error that flags and files did not cause.
func failed(err error) error { return settings.Coded(exitError, err) }

func refuse(to io.Writer, code int, err error) int {
	fmt.Fprintf(to, "elect: %s (exit %d)\n", flags.OneLine(meant.Text(err)), code)
	return code
}

// runNode runs a node until it is told to end.
func runNode(ctx context.Context, args []string, c console) error {
	s, err := settings.Parse(args)
	if err != nil {
		return err
	}
	if s.UntilEOF {
		ctx = untilEOF(ctx, c.in)
	}
	v, err := service.Open(s, logger(s, c.err))
	if err != nil {
		return failed(err)
	}
	return failed(v.Run(ctx, c.out))
}

// untilEOF ends a context at the end of the input. Thus a child learns that its parent has ended, even if the
// parent was killed.
func untilEOF(ctx context.Context, in io.Reader) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		_, _ = io.Copy(io.Discard, in)
		cancel()
	}()
	return ctx
}

func logger(s *settings.Settings, to io.Writer) *slog.Logger {
	o := &slog.HandlerOptions{Level: s.LogLevel}
	if s.LogForm == "json" {
		return slog.New(slog.NewJSONHandler(to, o))
	}
	return slog.New(slog.NewTextHandler(to, o))
}

// runCluster runs a group of nodes on this machine, each in a process of its own.
func runCluster(ctx context.Context, args []string, c console) error {
	s, err := cluster.Parse(args)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return failed(err)
	}
	return failed(cluster.Run(ctx, s, cluster.Console{Program: program, Command: self(), Out: c.out}))
}

// self is this program, as a user calls it.
func self() string {
	if strings.Contains(os.Args[0], "go-build") {
		return "go run ./cmd/elect"
	}
	return os.Args[0]
}
