package replay

import (
	"fmt"
	"io"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/traces/replay"
)

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
