package recorded

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"interrex/internal/prose"
	"interrex/model"
	"interrex/traces/draw"
	"interrex/traces/replay"
	"interrex/traces/stage"
)

// Options configures how a trace is followed, and which of its steps are kept.
type Options struct {
	Replay   replay.Options
	From, To int // the first and the last step, counted from 1
	// Fold omits steps that change no variable and only send or deliver heartbeats. To does not count them.
	Fold bool
	// Staged collects what a document of the run has beside its drawing.
	Staged bool
}

// A Run is a recorded run: its drawing, and what the model knows of its states.
type Run struct {
	*draw.Run
	Report    *replay.Report
	algorithm model.Algorithm
	known     []stage.Known
	diverges  int // the first step that the model does not explain and that is not kept; 0: none
}

// before and after are how many steps around a divergence are staged.
const before, after = 200, 20

// Stage reads a trace for its document: the first steps without heartbeats, at most as many as given, or else those around the
// divergence. The error is that of [Read].
func Stage(t replay.Trace, o replay.Options, most int) (*Run, error) {
	run, err := Read(t, Options{Replay: o, From: 1, To: most, Fold: true, Staged: true})
	if err == nil && run.diverges > 0 {
		return Read(t, Options{Replay: o, From: max(1, run.diverges-before), To: run.diverges + after, Staged: true})
	}
	return run, err
}

// Document is the document of the run. Where the model diverges, the state before has what was possible.
func (r *Run) Document() *stage.Run {
	d := stage.Drawn(r.Run, r.known)
	d.Algorithm, d.Topology, d.Rules = r.algorithm.Name, stage.Topology(r.algorithm), stage.Cards(r.algorithm)
	d.World = prose.Plural(len(d.Processes), "real node") + ", recorded"
	d.Note = r.Words[len(r.Words)-1]
	return d
}

// mostKept bounds all kept states together: processes and messages in transit.
const mostKept = 4_000_000

// Read turns a trace into a run. The model follows the trace, and its verdict is the last of the run's words. The
// error is bad input, a [*traces.Error] as replay reports it, or an error of reading.
func Read(t replay.Trace, o Options) (*Run, error) {
	ahead, err := indexTrace(t)
	if err != nil {
		return nil, err
	}
	sources, closeAll, err := t.Open()
	defer closeAll()
	if err != nil {
		return nil, err
	}
	follower, err := replay.NewFollower(sources, o.Replay)
	if err != nil {
		return nil, err
	}
	header := follower.Merge.Header
	run := &draw.Run{
		Title: fmt.Sprintf("%s, recorded run %s", header.Algorithm, header.Run), Command: "explore show " + t.Name,
		Ring: follower.Algorithm().Topology.IsRing(), Cycle: draw.NoCycle,
	}
	builder := newBuilder(run, ahead, follower, o)
	follower.Merge.Pick = builder.pick
	for {
		moment, err := follower.Next()
		switch {
		case errors.Is(err, io.EOF):
			report := follower.Report()
			builder.end(report)
			return &Run{run, report, follower.Algorithm(), builder.known, builder.diverges}, nil
		case err != nil:
			return nil, err
		}
		builder.take(&moment)
	}
}

// end completes the run with its summary.
func (t *builder) end(report *replay.Report) {
	r := t.run
	if t.total < t.options.From-1 {
		r.Before, r.States = t.total, []draw.State{t.under.State(t.members)}
	}
	r.After = t.total - r.Before - r.Folded - len(r.Steps)
	r.Idle = t.folded > 0 && t.folded == r.After
	r.Derive()
	for _, killed := range report.Killed {
		r.Words = append(r.Words, killed.String()+".")
	}
	if out := r.Before + r.Folded + r.After; out > 0 {
		r.Words = append(r.Words, fmt.Sprintf("Of its %s steps %s are left out; -steps=FROM..TO selects the steps shown.", prose.Grouped(t.total), prose.Grouped(out)))
	}
	r.Words = append(r.Words, "A trace has the order of the steps of each node. Steps of different nodes are drawn in one of the orders that their messages allow.", t.outcome(), verdict(report))
}

// outcome describes the situation at the end of the trace.
func (t *builder) outcome() string {
	var parts []string
	for p, m := range t.members {
		what := "is dead"
		if t.nodes[p].ended {
			what = "ended"
		}
		if !m.Dead {
			what = ""
			if elected := m.Value("elected"); elected != "" {
				what = "elected " + elected
			}
		}
		parts = append(parts, strings.TrimSpace(t.run.Lanes[p].Name+" "+what))
	}
	return "In the end: " + strings.Join(parts, ", ") + "."
}

// verdict is the model's verdict on the trace.
func verdict(r *replay.Report) string {
	switch {
	case r.Diverged != nil:
		return fmt.Sprintf("The model diverges at %s, %s of P%d: the model requires that %s (%s). explore replay says more.",
			r.Diverged.Place, r.Diverged.Action, r.Diverged.Node, r.Diverged.Guard, r.Diverged.Values)
	case r.Stopped != nil:
		return fmt.Sprintf("The model follows %s of %s events, up to %s: %s.", prose.Grouped(r.Followed), prose.Grouped(r.Events), r.Stopped, r.Why)
	}
	return fmt.Sprintf("The model accepts it: each of the %s events is one of its steps.", prose.Grouped(r.Events))
}
