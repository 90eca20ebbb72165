// Package replay is the command replay: it follows recorded runs of real nodes through the model.
package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"interrex/explore/internal/command"
	"interrex/explore/internal/recorded"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/model"
	"interrex/traces"
	"interrex/traces/replay"
	"interrex/traces/stage"
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
	follow  Following
	Traces  []replay.Trace
	Options replay.Options
}

// Following configures how a trace is followed: which nodes were killed.
type Following struct {
	crashed string
	killed  []model.ID
}

const heading = "The traces"

// Flags are the flags of a following.
func (f *Following) Flags() flags.Table {
	return flags.Table{
		{Name: "crashed", Takes: "any", Group: heading, Usual: true, Help: "nodes that may have been killed: any, none, or ids. Their files have no end",
			Set: func(text string) (err error) {
				if f.crashed = text; text != "any" && text != "none" {
					f.killed, err = check.IDList(text)
				}
				return err
			}},
	}
}

// Options are the options for package traces/replay.
func (f *Following) Options() replay.Options {
	var o replay.Options
	if f.crashed != "none" {
		o.Crashed = func(node int) bool { return f.killed == nil || slices.Contains(f.killed, model.ID(node)) }
	}
	return o
}

// AreMembers refuses a node that is given as killed but is in no trace. Errors in a trace are reported later, when
// it is read.
func (f *Following) AreMembers(all []replay.Trace) error {
	var ids []model.ID
	for _, t := range all {
		members := t.Members()
		if members == nil {
			return nil
		}
		for _, id := range members {
			if !slices.Contains(ids, model.ID(id)) {
				ids = append(ids, model.ID(id))
			}
		}
	}
	for _, id := range f.killed {
		if !slices.Contains(ids, id) {
			return fmt.Errorf("-crashed=%s: there is no node %d; the ids are %s", f.crashed, id, check.Setting{Value: ids}.Text())
		}
	}
	return nil
}

// Flags are the flags of following, and of the election.
func (a *asked) Flags() flags.Table {
	a.Least = check.Unsaid
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
	return slices.Concat(flags.Table{algo, on}, a.follow.Flags(), a.Delivered("html plays the runs", "text", "json", "html"))
}

// Take finds the traces.
func (a *asked) Take(args []string) (err error) {
	a.Options = a.follow.Options()
	a.Options.Elections = a.program.Elections
	a.Options.Algorithm, a.Options.On = a.World.Algorithm.Name, ""
	if slices.ContainsFunc(a.Given, func(flag string) bool { return len(flag) > 4 && flag[:4] == "-on=" }) {
		a.Options.On = a.World.Algorithm.On
	}
	if len(args) == 0 {
		return errors.New("replay: no file is named; name the files of a trace, or folders")
	}
	if a.Traces, err = replay.Find(args); err != nil {
		return command.InputError{Err: err}
	}
	return a.follow.AreMembers(a.Traces)
}

// mostStaged is how many steps of a run its document has.
const mostStaged = 1000

// replay follows a trace, and makes its document where the format has one.
func (a *asked) replay(t replay.Trace) (*replay.Report, *stage.Run, error) {
	if a.Format == "text" {
		found, err := t.Replay(a.Options)
		return found, nil, err
	}
	run, err := recorded.Stage(t, a.Options, mostStaged)
	if err != nil {
		return nil, nil, err
	}
	return run.Report, run.Document(), nil
}

// Run follows recorded runs through the model.
func (a *asked) Run(_ context.Context, c *command.Call) int {
	all := NewReplays(a)
	for _, t := range a.Traces {
		found, told, err := a.replay(t)
		if malformed := new(traces.Error); err != nil && !errors.As(err, &malformed) {
			return c.Fail(check.ExitError, err.Error())
		}
		all.Add(t, found, err)
		all.rows[len(all.rows)-1].document = told
	}
	if a.Format == "html" {
		return c.Write(all.html, all.Exit(), all.Verdict)
	}
	return c.Deliver(all)
}
