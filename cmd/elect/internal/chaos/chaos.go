// Package chaos runs a cluster under faults: by a seeded plan, nodes are killed, stopped, cut off and slowed down.
// Then it follows the records of its nodes through the model.
package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"interrex/cmd/elect/internal/cluster"
	"interrex/cmd/elect/internal/links"
	"interrex/impl"
	"interrex/traces"
	"interrex/traces/replay"
)

// A Verdict is a failure of a run: a trace diverges from the model, or the nodes agree on no leader in time.
type Verdict struct {
	Code int
	Text string
}

// Error is the verdict in one line.
func (v Verdict) Error() string { return v.Text }

// The exit codes of the verdicts: those of explore replay, and that of a liveness violation.
const (
	exitDiverges     = 12
	exitLeaderless   = 13
	exitMalformed    = 150
	exitInconclusive = 152
)

// Run runs a cluster under its plan, until its time or ctx ends, and judges it. The error is a [Verdict], or what
// prevented the run. Records that the model does not explain are kept.
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
		return fmt.Errorf("-trace=%s: the folder has the traces of another run; use an empty folder", s.Trace)
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
		return Verdict{exitLeaderless, fmt.Sprintf("seed %d: %s; traces in %s", s.Seed, text, s.Trace)}
	}
	return nil
}

// judge replays the records of a run. dead are the nodes that are dead at its end.
func judge(s *cluster.Settings, dead []impl.ID, console cluster.Console) error {
	found, err := replay.Find([]string{s.Trace})
	var r *replay.Report
	if err == nil {
		r, err = found[0].Replay(replay.Options{Algorithm: s.Algorithm.Name,
			Crashed: func(node int) bool { return slices.Contains(dead, impl.ID(node)) }})
	}
	switch {
	case errors.As(err, new(*traces.Error)):
		return Verdict{exitMalformed, fmt.Sprintf("malformed: %v", err)}
	case err != nil:
		return err
	}
	c := r.Counts
	fmt.Fprintf(console.Out, "%s: %d events, %d of them steps of the model\n", r.Verdict, r.Events, r.Followed)
	fmt.Fprintf(console.Out, "faults: %d, incarnations ended: %d, restarts: %d, starts: %d, detections: %d, reports: %d, steps cut by a crash: %d, messages lost at a crash: %d, held for a new member: %d, members passed over: %d, messages resent: %d\n",
		len(s.Faults), c.Ended, c.Restarts, c.Starts, c.Detections, c.Reports, c.Unmade, c.LostAtDeath, c.Held, c.PassedOver, c.Resent)
	switch r.Verdict {
	case replay.Diverges:
		if err := r.Diverged.Write(console.Out); err != nil {
			return err
		}
		return Verdict{exitDiverges, fmt.Sprintf("%v diverges from the model, seed %d; traces in %s", r.Diverged.Place, s.Seed, s.Trace)}
	case replay.Inconclusive:
		return Verdict{exitInconclusive, fmt.Sprintf("inconclusive, seed %d: %s; traces in %s", s.Seed, r.Why, s.Trace)}
	}
	return nil
}

// Plan draws the faults of a run. It depends only on the settings, including the seed. At least the last quarter
// of the time has no faults.
func Plan(s *cluster.Settings) (all []cluster.Fault) {
	lots := rand.New(rand.NewPCG(s.Seed, uint64(s.N)))
	kinds := []cluster.Kind{cluster.Stop, cluster.Cut, cluster.Cut, cluster.Slow}
	if !isGuarded(s) {
		kinds = append(kinds, cluster.Kill, cluster.Kill)
	}
	beats := func(from, to int) time.Duration {
		return s.Heartbeat*time.Duration(from) + time.Duration(lots.Int64N(int64(s.Heartbeat)*int64(to-from))).Truncate(time.Millisecond)
	}
	over := calm(s)
	for at := beats(4, 12); ; at += beats(1, 12) {
		f := cluster.Fault{At: at, For: beats(1, 20), Kind: kinds[lots.IntN(len(kinds))]}
		if f.At+f.For > over {
			return all
		}
		switch f.Kind {
		case cluster.Kill, cluster.Stop:
			f.Node = impl.ID(1 + lots.IntN(s.N))
		case cluster.Slow:
			f.By = beats(0, 4)
			fallthrough
		case cluster.Cut:
			f.Ways = ways(lots, s.N)
		}
		all = append(all, f)
	}
}

// ways draws some ways: between one part of the group and the rest, from it, or to it; or between just two nodes,
// which others still reach.
func ways(lots *rand.Rand, n int) (list []links.Way) {
	order := lots.Perm(n)
	part, rest := order[:1+lots.IntN(n-1)], order
	rest = rest[len(part):]
	what := lots.IntN(4)
	if what == 0 {
		part, rest = part[:1], rest[:1]
	}
	for _, a := range part {
		for _, b := range rest {
			from, to := impl.ID(a+1), impl.ID(b+1)
			if what != 1 {
				list = append(list, links.Way{From: from, To: to})
			}
			if what != 2 {
				list = append(list, links.Way{From: to, To: from})
			}
		}
	}
	return list
}

// guarded are the rings whose pages forbid a process to start if it takes part or has elected someone, and
// ring-maxid, which drops what is lower than what it remembers of the dead (remark 1 of its page). Their pages
// know no crash during an election and promise nothing after one. So their nodes are not killed, only stopped, cut
// off for a while, or slowed down. Even so, a message that a member waits for may be lost together with a member
// that was passed over, and no rule notices. Then the member waits in vain for a hundred heartbeats, and comes
// back.
var guarded = []string{"chang-roberts", "hirschberg-sinclair", "lelann", "ring-maxid"}

func isGuarded(s *cluster.Settings) bool { return slices.Contains(guarded, s.Algorithm.Election()) }

// within is how soon after the last fault all live nodes must agree on one leader, which must be alive and must
// say so itself. Raft may split its vote a few times, and waits for up to twenty heartbeats each time. A member of
// a guarded ring may have to come back twice.
func within(s *cluster.Settings) time.Duration {
	if isGuarded(s) {
		return 250 * s.Heartbeat
	}
	return 100 * s.Heartbeat
}

// calm is the time after which no fault may occur: three quarters of the duration, or an earlier time if an
// agreement needs longer. If that earlier time is before the half, it stays at three quarters, and the run owes
// nothing.
func calm(s *cluster.Settings) time.Duration {
	early := s.Duration - within(s) - 2*firm*s.Heartbeat
	if late := s.Duration * 3 / 4; early < s.Duration/2 || early > late {
		return late
	}
	return early
}

// firm is how many heartbeats an agreement must last. It need not last for ever: a machine too busy for its
// heartbeats ends it.
const firm = 20

// owes says how a run came to an agreement, or that it did not, and whether an owed one is missing. A run too
// short for its bound owes none.
func owes(s *cluster.Settings, o *cluster.Outcome) (text string, missing bool) {
	var last time.Duration
	for _, f := range s.Faults {
		last = max(last, f.At+f.For)
	}
	bound := within(s)
	for _, a := range o.Agreed {
		from := max(a.From, last)
		if a.To-from < firm*s.Heartbeat || from-last > bound {
			continue
		}
		return fmt.Sprintf("node %v leads, all live nodes agree, %v after the last fault", a.Leader, (from - last).Round(time.Millisecond)), false
	}
	calm := (o.Lasted - last).Round(time.Millisecond)
	if calm < bound+firm*s.Heartbeat {
		return fmt.Sprintf("the nodes agree on no leader yet, %v after the last fault; the limit is %v", calm, bound), false
	}
	return fmt.Sprintf("the nodes agree on no leader within %v after the last fault", bound), true
}
