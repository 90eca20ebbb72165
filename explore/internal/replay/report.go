package replay

import (
	"fmt"
	"io"
	"strings"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/traces/replay"
	"interrex/traces/stage"
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

	document *stage.Run // nil: not asked for, or malformed
}

// NewReplays makes a report without traces.
func NewReplays(r *asked) *Replays { return &Replays{request: r} }

// Add adds a trace: its report, or its error.
func (r *Replays) Add(t replay.Trace, found *replay.Report, fault error) {
	r.rows = append(r.rows, replayed{trace: t, report: found, fault: fault})
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
func (r *Replays) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("interrex %s   replay: recorded runs, followed through the model", check.Version)
	w.Line("world: -timeouts=any -detector=inaccurate -repair=resent -channels=fifo; crashes and restarts as recorded")
	for i := range r.rows {
		w.Line("")
		r.rows[i].text(w)
	}
	w.Line("")
	w.Line("%s", r.Verdict())
	return w.Err
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
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, r.Exit())
}

// JSON writes the verdict on each trace, and the runs as documents, which show reads again.
func (r *Replays) JSON(out io.Writer) error {
	type row struct {
		Trace   string `json:"trace"`
		Verdict string `json:"verdict"`
		Text    string `json:"text"` // its part of the text report
		Exit    int    `json:"exit"`
	}
	d := struct {
		Interrex string              `json:"interrex"`
		Traces   []row               `json:"traces"`
		Runs     []check.WatchedJSON `json:"runs"` // without the malformed traces
		Exit     int                 `json:"exit"`
	}{check.Version, []row{}, []check.WatchedJSON{}, r.Exit()}
	for i := range r.rows {
		one := &r.rows[i]
		var text strings.Builder
		one.text(&prose.Writer{Out: &text})
		verdict := "malformed"
		if one.fault == nil {
			verdict = string(one.report.Verdict)
			d.Runs = append(d.Runs, check.WatchedJSON{About: "recorded", Run: one.document})
		}
		d.Traces = append(d.Traces, row{one.trace.Name, verdict, text.String(), one.exit()})
	}
	return prose.JSON(out, d)
}

// html writes a page that plays the traces.
func (r *Replays) html(out io.Writer) error {
	page := stage.Page{Title: "Recorded runs", Verdict: strings.TrimPrefix(r.Verdict(), "verdict: ")}
	for _, one := range r.rows {
		row := stage.Row{Name: one.trace.Name, Verdict: "malformed"}
		if one.fault != nil {
			row.Text = one.fault.Error()
		} else {
			row.Verdict, row.Text = string(one.report.Verdict), one.document.Note
			page.Runs = append(page.Runs, one.document)
		}
		page.Properties = append(page.Properties, row)
	}
	return stage.HTML(out, page)
}

// Told is the text of the report on one trace: its result, or its error.
func Told(o replay.Options, t replay.Trace, found *replay.Report, fault error) string {
	all := NewReplays(&asked{Options: o})
	all.Add(t, found, fault)
	var text strings.Builder
	_ = all.Text(&text) // a Builder never fails
	return text.String()
}
