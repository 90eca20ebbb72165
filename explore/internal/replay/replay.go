// Package replay is the command replay: it follows recorded runs of real nodes through the model.
package replay

import (
	"context"
	"errors"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/model"
	"interrex/traces"
	"interrex/traces/replay"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "replay", Group: command.Nodes, Usage: "[flags] FILE|DIR...", Args: "FILE|DIR...",
		Short: "follows recorded runs of real nodes through the model, one step for each event",
		Long:  "The files named are one trace, a folder with files is one, and so is each folder beneath.",
		Codes: []string{"0 every trace is a run of the model", "12 one is not", "150 one is malformed", "152 undecided"},
		New: func(p *command.Program) command.Asking {
			return &asked{Question: p.NewQuestion(), program: p}
		},
	}
}

type asked struct {
	check.Question
	command.Delivery
	program *command.Program
	Traces  []replay.Trace
	Options replay.Options
}

const heading = "The traces"

// Crashed is the flag that says which nodes may have been killed.
func Crashed(o *replay.Options) flags.Flag {
	crashed := ""
	return flags.OneOf(flags.Flag{Name: "crashed", Group: heading, Usual: true, Help: "nodes that may have been killed. Their files have no end",
		Then: func(bool) error {
			if crashed == "any" {
				o.Crashed = func(int) bool { return true }
			}
			return nil
		}}, &crashed, func() []string { return []string{"any", "none"} })
}

// Flags are the flags of following, and of the election.
func (a *asked) Flags() flags.Table {
	a.Partial = true
	all := a.Question.Flags()
	algo, _ := all.Find("algo")
	on, _ := all.Find("on")
	algo.Group, on.Group = heading, heading
	algo.Help = "the election that is asked about, where another one has recorded them"
	idle := on.Idle
	on.Idle = func() string {
		if a.World.Algorithm.Name == "" {
			return "without -algo=" + model.ConsensusName + ": it is the election that it rests on"
		}
		return idle()
	}
	return slices.Concat(flags.Table{algo, on, Crashed(&a.Options)}, a.Delivered("", "text", "json"))
}

// Take finds the traces.
func (a *asked) Take(args []string) (err error) {
	a.Options.Elections, a.Options.Algorithm = a.program.Elections, a.World.Algorithm.Name
	if slices.ContainsFunc(a.Given, func(flag string) bool { return strings.HasPrefix(flag, "-on=") }) {
		a.Options.On = a.World.Algorithm.On
	}
	if len(args) == 0 {
		return errors.New("replay: no file is named; name the files of a trace, or folders")
	}
	if a.Traces, err = replay.Find(args); err != nil {
		return command.InputError{Err: err}
	}
	return nil
}

// Run follows recorded runs through the model.
func (a *asked) Run(_ context.Context, c *command.Call) int {
	all := &Replays{request: a}
	for _, t := range a.Traces {
		found, err := t.Replay(a.Options)
		if err != nil && !errors.As(err, new(*traces.Error)) {
			return c.Fail(check.ExitError, err.Error())
		}
		all.rows = append(all.rows, replayed{t, found, err})
	}
	return c.Deliver(all)
}
