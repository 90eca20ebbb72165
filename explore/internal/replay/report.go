package replay

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/traces"
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
	w.Line("world: -timeouts=any -detector=inaccurate -repair=resent -channels=%s; crashes and restarts as recorded", r.request.Options.Channels)
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
		{c.Losses, "loss"}, {c.Duplicates, "duplicate"}, {c.Reorderings, "reordering"}, {c.Stutters, "stutter"},
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

// A replayRow is a trace in JSON.
type replayRow struct {
	// The folder, or the files.
	Trace string `json:"trace"`
	// What became of it.
	Verdict string `json:"verdict"`
	// Its exit code alone.
	Exit int `json:"exit"`
	// Of which it is a run; null if it is malformed.
	Algorithm *string `json:"algorithm"`
	// How many were recorded.
	Events int `json:"events"`
	// How many of them a step of the model explains.
	Followed int `json:"followed"`
	// What befell the run, counted; empty if it is malformed.
	Adversary map[string]int `json:"adversary"`
	// Where it is malformed, diverges or can be followed no further.
	File *string `json:"file"`
	// And the line.
	Line *int `json:"line"`
	// Why it is malformed or inconclusive.
	Why *string `json:"why"`
	// The nodes without an end in their files, which were killed; in the order of the files.
	Killed []traces.Unended `json:"killed"`
	// The first event that no step of the model explains, in the order of the nodes.
	Divergence *replayDivergence `json:"divergence"`
	// The run as a document: its beginning without heartbeats, or what is around the divergence; null if it is malformed.
	Document *stage.Run `json:"document"`
}

type replayDivergence struct {
	// The node of the event.
	Node int `json:"node"`
	// Of the node.
	Incarnation uint64 `json:"incarnation"`
	// Its seq.
	Event uint64 `json:"event"`
	// In words.
	Action string `json:"action"`
	// What must be so, and is not.
	Guard string `json:"guard"`
	// The actual values.
	Values string `json:"values"`
	// The possible model states of the node before; empty before its first event.
	Held []map[string]string `json:"held"`
	// What the node could have done.
	Enabled []string `json:"enabled"`
	// Between what the model does and what was recorded.
	Differences []replay.Difference `json:"differences"`
}

// document is the JSON of some traces.
type document struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// What channels between two live nodes may do.
	Channels string `json:"channels"`
	// The traces, in the order given.
	Traces []replayRow `json:"traces"`
	// The exit code: the worst of all traces.
	Exit int `json:"exit"`
}

// JSON writes one object.
func (r *Replays) JSON(out io.Writer) error {
	d := document{check.Version, string(r.request.Options.Channels), []replayRow{}, r.Exit()}
	for i := range r.rows {
		d.Traces = append(d.Traces, r.rows[i].row())
	}
	return prose.JSON(out, d)
}

func (one *replayed) row() replayRow {
	row := replayRow{Trace: one.trace.Name, Exit: one.exit(), Adversary: map[string]int{}, Killed: []traces.Unended{}, Document: one.document}
	if at := new(traces.Error); errors.As(one.fault, &at) {
		why := at.Err.Error()
		row.Verdict, row.File, row.Line, row.Why = "malformed", &at.File, &at.Line, &why
		return row
	}
	f := one.report
	row.Verdict, row.Algorithm, row.Events, row.Followed = string(f.Verdict), &f.Algorithm, f.Events, f.Followed
	c := f.Counts
	row.Adversary = map[string]int{
		"crashes": c.Ended, "restarts": c.Restarts, "unrecorded": c.Unrecorded, "starts": c.Starts, "detections": c.Detections, "reports": c.Reports,
		"suspicions": c.Suspicions, "disputes": c.Disputes,
		"unmade": c.Unmade, "lost_at_death": c.LostAtDeath, "held": c.Held, "passed_over": c.PassedOver, "resent": c.Resent, "losses": c.Losses, "duplicates": c.Duplicates,
		"reorderings": c.Reorderings, "stutters": c.Stutters,
	}
	row.Killed = append(row.Killed, f.Killed...)
	if f.Why != "" {
		row.Why = &f.Why
	}
	if f.Stopped != nil {
		row.File, row.Line = &f.Stopped.File, &f.Stopped.Line
	}
	if g := f.Diverged; g != nil {
		row.File, row.Line = &g.File, &g.Line
		row.Divergence = &replayDivergence{
			Node: g.Node, Incarnation: g.Incarnation, Event: g.Seq, Action: g.Action, Guard: g.Guard, Values: g.Values,
			Held: []map[string]string{}, Enabled: append([]string{}, g.Enabled...), Differences: append([]replay.Difference{}, g.Differences...),
		}
		held := map[string]string{}
		for _, v := range g.Variables {
			held[v.Name] = v.Value
		}
		if g.At != "" {
			row.Divergence.Held = append(row.Divergence.Held, held)
		}
	}
	return row
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
