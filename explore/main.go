package explore

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"interrex/explore/internal/anonymous"
	"interrex/explore/internal/checking"
	"interrex/explore/internal/command"
	"interrex/explore/internal/crosscheck"
	"interrex/explore/internal/find"
	"interrex/explore/internal/ledger"
	"interrex/explore/internal/list"
	"interrex/explore/internal/measure"
	"interrex/explore/internal/mutating"
	"interrex/explore/internal/replay"
	"interrex/explore/internal/scaffold"
	"interrex/explore/internal/serve"
	"interrex/explore/internal/show"
	"interrex/explore/internal/step"
	"interrex/explore/internal/story"
	"interrex/internal/check"
	"interrex/model"
	"interrex/model/mutants"
)

// Main is the whole program for the given elections: it executes the command line, and exits with its code. It
// offers all of cmd/explore. Without elections it works on the catalogue.
func Main(elections ...model.Algorithm) { Program{Elections: elections}.Main() }

// A Program is Main with more settings.
type Program struct {
	Elections []model.Algorithm
	Mutants   []mutants.Mutant // mutants, and the property that each must violate: see mutants.Own
	Engines   []Engine         // what -engine may name beside this process
	Stores    []Store          // what -store may be beside a folder
}

// An Engine has the tasks of a check done by other processes. Package cluster has some.
type Engine = check.Engine

// A Store opens what -store names, if that begins with its scheme.
type Store = check.Opener

// Catalogue are the elections that come with Interrex, and the consensus built on them.
func Catalogue() []model.Algorithm { return command.Catalogue() }

// Main runs the program, as the function Main does.
func (p Program) Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	whole := p.commands(filepath.Base(os.Args[0]))
	if path, err := os.Executable(); err == nil && !whole.Catalogue && isGoRun(path) {
		whole.Name = "go run ."
	}
	os.Exit(run(ctx, whole, os.Args[1:], os.Stdout, os.Stderr))
}

// isGoRun reports whether an executable is one that go run has built: in a temporary folder go-build123, or in the cache go-build.
func isGoRun(executable string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(executable), "/"), func(folder string) bool { return strings.HasPrefix(folder, "go-build") })
}

// allCommands are the commands, in the order of the help.
func allCommands() []*command.Command {
	return []*command.Command{
		checking.Command(refuted), measure.Command(), list.Command(), scaffold.Command(),
		serve.Command(), find.Command(), step.Command(), story.Command(), show.Command(),
		replay.Command(),
		ledger.Command(), mutating.Command(), anonymous.Command(), crosscheck.Command(),
	}
}

// commands is the program with its commands. Commands about the catalogue are left out if it has other elections.
func (p Program) commands(name string) *command.Program {
	if len(p.Elections) == 0 {
		p.Elections = Catalogue()
	}
	isCatalogue := !slices.ContainsFunc(Catalogue(), func(a model.Algorithm) bool {
		return !slices.ContainsFunc(p.Elections, func(b model.Algorithm) bool { return a.Name == b.Name })
	})
	whole := &command.Program{Name: name, Binary: name, Elections: p.Elections, Mutants: p.Mutants, Catalogue: isCatalogue, Words: ownWords, Engines: p.Engines, Stores: p.Stores}
	if isCatalogue {
		whole.Name, whole.Mutants = "go run ./cmd/explore", append(mutants.Mutants(), p.Mutants...)
	}
	for _, c := range allCommands() {
		if isCatalogue || !c.Catalogue && (c.Name != "mutants" || len(p.Mutants) > 0) {
			whole.Commands = append(whole.Commands, c)
		}
	}
	return whole
}

// run does what the arguments ask for and returns the exit code.
func run(ctx context.Context, p *command.Program, args []string, stdout, stderr io.Writer) (code int) {
	defer func() {
		switch bug := recover().(type) {
		case nil:
		case *model.Fault: // in what makes the world
			code = (&command.Call{Program: p, Stderr: stderr}).Panicked(bug)
		default:
			fmt.Fprintf(stderr, "explore: a bug of Interrex, please report it: %v\n%s", bug, debug.Stack())
			code = check.ExitBug
		}
	}()
	for _, a := range p.Elections {
		if err := a.Validate(); err != nil {
			return p.Refuse(stderr, err)
		}
	}
	if len(args) == 0 {
		fmt.Fprint(stdout, greeting(p))
		return check.ExitHolds
	}
	write, words := writerOf(p, args)
	if write == nil {
		call, err := p.Line(args)
		switch {
		case err != nil:
			return p.Refuse(stderr, err)
		case call != nil:
			return call.Do(ctx, stdout, stderr)
		case strings.HasPrefix(args[0], "-"): // -h
			write = help
		default: // COMMAND -h
			write, words = help, args[:1]
		}
	}
	var text strings.Builder
	err := write(p, words, &text)
	if err == nil {
		_, err = io.WriteString(stdout, p.Own(text.String()))
	}
	if err != nil {
		return p.Refuse(stderr, err)
	}
	return check.ExitHolds
}

// A writer writes a text about some words.
type writer = func(p *command.Program, words []string, out io.Writer) error

// writerOf is the text that a command line asks for, with its words; nil: the line is a command.
func writerOf(p *command.Program, args []string) (write writer, words []string) {
	_, isAlgorithm := p.Algorithm(args[0])
	_, isProperty := p.Property(args[0])
	own := map[string]writer{"help": help, "completion": completion, "version": version}[args[0]]
	switch {
	case own != nil:
		return own, args[1:]
	case isAlgorithm && len(args) == 1 && p.Command(args[0]) == nil:
		return card, args
	case isProperty && len(args) == 1:
		return help, args
	}
	return nil, nil
}

func version(_ *command.Program, args []string, out io.Writer) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q; write explore version", args[0])
	}
	fmt.Fprintf(out, "interrex %s\n", check.Version)
	if info, known := debug.ReadBuildInfo(); known {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.time" || s.Key == "vcs.modified" {
				fmt.Fprintf(out, "%s %s\n", strings.TrimPrefix(s.Key, "vcs."), s.Value)
			}
		}
		fmt.Fprintln(out, info.GoVersion)
	}
	return nil
}
