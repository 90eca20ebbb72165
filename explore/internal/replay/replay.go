// Package replay is the command replay: it follows recorded runs of real nodes through the model.
package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
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
		Codes: map[int]string{0: "every trace is a run of the model", 12: "one is not", 150: "one is malformed", 152: "undecided"},
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
	if command.IsGiven(a.Given, "on") {
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

// Replays reports what became of recorded runs.
type Replays struct {
	request *asked
	rows    []replayed
}

type replayed struct {
	trace  replay.Trace
	report *replay.Report
	fault  error // the trace is malformed
}

func (one *replayed) exit() int {
	switch {
	case one.fault != nil:
		return check.ExitInput
	case one.report.Verdict == replay.Diverges:
		return check.ExitSafety
	case one.report.Verdict == replay.Inconclusive:
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// Exit is the worst code of all traces: a divergence, then bad input, then undecided.
func (r *Replays) Exit() int {
	for _, code := range []int{check.ExitSafety, check.ExitInput, check.ExitInconclusive} {
		if r.count(code) > 0 {
			return code
		}
	}
	return check.ExitHolds
}

func (r *Replays) count(code int) (n int) {
	for i := range r.rows {
		if r.rows[i].exit() == code {
			n++
		}
	}
	return n
}

// Text writes what became of each trace.
func (r *Replays) Text(w *prose.Writer) {
	w.Line("interrex %s   replay: recorded runs, followed through the model", check.Version)
	w.Line("world: -timeouts=any -detector=inaccurate -repair=resent -channels=fifo; crashes and restarts as recorded")
	for i := range r.rows {
		w.Line("")
		r.rows[i].text(w)
	}
	w.Line("")
}

func (one *replayed) text(w *prose.Writer) {
	if one.fault != nil {
		w.Line("malformed: %v", one.fault)
		return
	}
	f := one.report
	w.Line("%s: %s", f.Verdict, one.trace.Name)
	w.Line("  %s of %s, run %q; %s, %s explained by one step of the model each", f.Algorithm, prose.Plural(len(f.IDs), "node"), f.Run, prose.Plural(f.Events, "event"), prose.Grouped(f.Followed))
	w.Line("  %s", befell(f.Counts))
	for _, k := range f.Killed {
		w.Line("  %s", k)
	}
	if f.Stopped != nil {
		w.Line("  %v: %s", f.Stopped, f.Why)
	}
	if f.Diverged != nil {
		var text strings.Builder
		_ = f.Diverged.Write(&text)
		w.Line("  %s", strings.TrimSpace(strings.ReplaceAll(text.String(), "\n", "\n  ")))
	}
}

// befell counts the adversary's steps in a run.
func befell(c replay.Counts) string {
	var words []string
	for _, n := range []struct {
		n    int
		word string
	}{
		{c.Ended, "crash"}, {c.Restarts, "restart"}, {c.Unrecorded, "incarnation without a line"}, {c.Starts, "start"}, {c.Detections, "detection"},
		{c.Reports, "report"}, {c.Suspicions, "suspicion"}, {c.Disputes, "leader heard of beside the one elected"}, {c.Unmade, "step not lived to be made"}, {c.LostAtDeath, "loss at a death"}, {c.Held, "message held for who came"}, {c.PassedOver, "member passed over"}, {c.Resent, "message sent again"},
		{c.Stutters, "stutter"},
	} {
		if n.n > 0 {
			words = append(words, fmt.Sprintf("%s: %s", n.word, prose.Grouped(n.n)))
		}
	}
	if len(words) == 0 {
		return "nothing befell them"
	}
	return strings.Join(words, ", ")
}

// Verdict is the last line.
func (r *Replays) Verdict() string {
	verdict := "accepted: " + prose.Plural(len(r.rows), "trace")
	if r.Exit() != check.ExitHolds {
		var words []string
		for _, kind := range []struct {
			code int
			word string
		}{{check.ExitSafety, "diverge"}, {check.ExitInput, "malformed"}, {check.ExitInconclusive, "inconclusive"}, {check.ExitHolds, "accepted"}} {
			if n := r.count(kind.code); n > 0 {
				words = append(words, fmt.Sprintf("%s %s", kind.word, prose.Grouped(n)))
			}
		}
		verdict = fmt.Sprintf("of %s %s", prose.Plural(len(r.rows), "trace"), strings.Join(words, ", "))
	}
	return "verdict: " + verdict
}

// JSON writes the verdict on each trace.
func (r *Replays) JSON(out io.Writer) error {
	rows := []map[string]any{}
	for i := range r.rows {
		one := &r.rows[i]
		var text strings.Builder
		one.text(&prose.Writer{Out: &text})
		verdict := "malformed"
		if one.fault == nil {
			verdict = string(one.report.Verdict)
		}
		rows = append(rows, map[string]any{"trace": one.trace.Name, "verdict": verdict, "text": text.String(), "exit": one.exit()})
	}
	return prose.JSON(out, map[string]any{"interrex": check.Version, "traces": rows, "exit": r.Exit()})
}

// Told is the text of the report on one trace: its result, or its error.
func Told(t replay.Trace, found *replay.Report, fault error) string {
	all := &Replays{new(asked), []replayed{{t, found, fault}}}
	var text strings.Builder
	_ = command.WriteText(all, &text) // a Builder never fails
	return text.String()
}
