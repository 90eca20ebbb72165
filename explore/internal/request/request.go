package request

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"interrex/explore/internal/anonymous"
	"interrex/explore/internal/knowledge"
	"interrex/internal/check"
	"interrex/model"
	"interrex/model/mutants"
	"interrex/model/world"
	"interrex/spec/claims"
	"interrex/traces/draw"
)

// A Request is what a command line asks for.
type Request struct {
	check.Question

	Command string // the name of a command, or "help"
	Format  string
	Output  string // a file, or "-"
	Quiet   bool

	Mutants []mutants.Mutant // of the command mutants: those asked for
	Alone   bool             // it is one, asked for by name; so of claims and stories

	Worlds []world.Config // of the command crosscheck

	Classes, Controls []anonymous.Class // of the command anonymous
	Measure           Measure           // of the command measure
	Claims            []claims.Claim    // of the command claims
	Stories           []Story           // of the command story
	Plays             []Play            // of the command drive, which also has Worlds

	Replay Replay // of the command replay

	Files []string      // of the command show
	Shown [][]*draw.Run // what is in them

	Serve Serve // of the command serve

	Topic string   // of the command help: a command, or "" for all of them
	Words []string // of the command completion: the shell or, after --, the words typed so far

	At string // of the command step: the walk that it begins with, "" for none

	Knows knowledge.Part // of the command knowledge
	To    model.ID       // of the command alike: to whom two runs are to be alike
}

// A command is the first word of a command line, and what reads its flags.
type command struct {
	name string
	read func(*Request, *values, map[string]bool) error
}

// commands lists those that have flags. It is a function since a story has the flags of a check.
func commands() []command {
	return []command{
		{"check", (*Request).check}, {"rings", (*Request).rings}, {"alike", (*Request).alike},
		{"measure", (*Request).measure}, {"mutants", (*Request).mutants}, {"anonymous", (*Request).anonymous},
		{"crosscheck", (*Request).crosscheck}, {"claims", (*Request).claims}, {"story", (*Request).stories},
		{"knowledge", (*Request).knowledge}, {"drive", (*Request).drive}, {"replay", (*Request).replays},
		{"show", (*Request).show}, {"step", (*Request).step}, {"serve", (*Request).serve}, {"list", (*Request).list},
	}
}

// Parse reads a command line without the name of the program.
func Parse(args []string) (*Request, error) {
	r, first := &Request{Command: "check", Question: check.Question{Program: "go run ./cmd/explore"}}, ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		first, args = args[0], args[1:]
		r.Command = first
	}
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == r.Command })
	switch {
	case r.Command == "help":
		return r, r.help(args)
	case r.Command == "completion":
		return r, r.completion(args)
	case i < 0:
		return nil, fmt.Errorf("unknown command %q: the commands are %s", r.Command, strings.Join(Commands(), ", "))
	}
	v := &values{}
	set := v.flagSet()
	err := set.Parse(args)
	for err == nil && (r.Command == "replay" || r.Command == "show") && set.NArg() > 0 { // files may stand among the flags
		v.paths = append(v.paths, set.Arg(0))
		err = set.Parse(set.Args()[1:])
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		r.Command, r.Topic = "help", first
		return r, nil
	case err != nil:
		return nil, explain(err, set)
	case set.NArg() > 0:
		return nil, fmt.Errorf("unexpected argument %q: a flag is written -name=value", set.Arg(0))
	}
	given := map[string]bool{}
	set.Visit(func(f *flag.Flag) {
		given[f.Name] = true
		r.Given = append(r.Given, "-"+f.Name+"="+strings.Join(strings.Fields(f.Value.String()), "")) // 1, 2 is one word too
	})
	return r, all[i].read(r, v, given)
}

// Commands are the names of all commands.
func Commands() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return append(names, "completion", "help")
}

// help reads of which command help is asked.
func (r *Request) help(args []string) error {
	switch {
	case len(args) > 1:
		return fmt.Errorf("unexpected argument %q: it is explore help, or explore help COMMAND", args[1])
	case len(args) == 1 && !slices.Contains(Commands(), args[0]):
		return fmt.Errorf("help %s: there is no such command; the commands are %s", args[0], strings.Join(Commands(), ", "))
	case len(args) == 1:
		r.Topic = args[0]
	}
	return nil
}

// Shells are those whose completion there is a script for.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// completion reads the name of a shell or, after --, the words that are typed into one.
func (r *Request) completion(args []string) error {
	if r.Words = args; len(args) > 1 && args[0] == "--" || len(args) == 1 && slices.Contains(Shells(), args[0]) {
		return nil
	}
	return fmt.Errorf("completion: it is explore completion SHELL, which prints a script for %s", strings.Join(Shells(), ", "))
}
