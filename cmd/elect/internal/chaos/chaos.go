// Package chaos runs a cluster to which things happen, nodes killed, stopped, cut off and slow, by a
// seeded plan; and follows what its nodes have recorded through the model.
package chaos

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"interrex/cmd/elect/internal/cluster"
	"interrex/impl"
	"interrex/traces"
	"interrex/traces/replay"
)

// A Verdict is what was found, where that is not that the model explains the records and a leader that
// was owed is there.
type Verdict struct {
	Code int
	Text string
}

// Error is the verdict in a line.
func (v Verdict) Error() string { return v.Text }

// The exit codes of the verdicts: those of explore replay, and that of liveness.
const (
	exitDiverges     = 12
	exitLeaderless   = 13
	exitMalformed    = 150
	exitInconclusive = 152
)

// Run runs a cluster under its plan, until its time or ctx is over, and judges it. The error is a
// [Verdict], or what kept it from running. Records that the model does not explain are kept.
func Run(ctx context.Context, s *cluster.Settings, console cluster.Console) (err error) {
	if s.Trace == "" {
		if s.Trace, err = os.MkdirTemp("", "elect-trace-"); err != nil {
			return err
		}
		defer func() {
			if !errors.As(err, new(Verdict)) {
				err = errors.Join(err, os.RemoveAll(s.Trace))
			}
		}()
	} else if old, _ := filepath.Glob(filepath.Join(s.Trace, "*.ndjson")); len(old) > 0 {
		return fmt.Errorf("-trace=%s: a run has been recorded there already", s.Trace)
	}
	s.Faults = Plan(s)
	out, err := cluster.Run(ctx, s, console)
	if err != nil {
		return err
	}
	if err := judge(s, out.Dead, console); err != nil {
		return err
	}
	text, missing := owes(s, out)
	fmt.Fprintln(console.Out, text)
	if missing {
		return Verdict{exitLeaderless, fmt.Sprintf("seed %d: %s; the records are in %s", s.Seed, text, s.Trace)}
	}
	return nil
}

// judge follows the records of a run, in which some nodes are dead in the end.
func judge(s *cluster.Settings, dead []impl.ID, console cluster.Console) error {
	found, err := replay.Find([]string{s.Trace})
	var r *replay.Report
	if err == nil {
		r, err = found[0].Replay(replay.Options{World: replay.Perfect(), Algorithm: s.Algorithm.Name,
			Crashed: func(node int) bool { return slices.Contains(dead, impl.ID(node)) }})
	}
	switch {
	case errors.As(err, new(*traces.Error)):
		return Verdict{exitMalformed, fmt.Sprintf("malformed: %v", err)}
	case err != nil:
		return err
	}
	c := r.Counts
	fmt.Fprintf(console.Out, "%s: %d events recorded, %d explained by one step of the model each\n", r.Verdict, r.Events, r.Followed)
	fmt.Fprintf(console.Out, "faults: %d, incarnations ended: %d, restarts: %d, starts: %d, detections: %d, reports: %d, steps not lived to be made: %d, losses at a death: %d, held for who came: %d, members passed over: %d, messages sent again: %d\n",
		len(s.Faults), c.Ended, c.Restarts, c.Starts, c.Detections, c.Reports, c.Unmade, c.LostAtDeath, c.Held, c.PassedOver, c.Resent)
	switch r.Verdict {
	case replay.Diverges:
		if err := r.Diverged.Write(console.Out); err != nil {
			return err
		}
		return Verdict{exitDiverges, fmt.Sprintf("%v diverges from the model, seed %d; the records are in %s", r.Diverged.Place, s.Seed, s.Trace)}
	case replay.Inconclusive:
		return Verdict{exitInconclusive, fmt.Sprintf("inconclusive, seed %d: %s; the records are in %s", s.Seed, r.Why, s.Trace)}
	}
	return nil
}
