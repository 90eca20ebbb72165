package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/traces"
	"interrex/traces/replay"
)

// A kind is what a fault does.
type kind int

const (
	kill     kind = iota // kill -9, and a restart afterwards
	stop                 // SIGSTOP, and SIGCONT afterwards
	holdBack             // data on some ways
)

// A fault happens to a cluster at a time, and lasts for a time.
type fault struct {
	at, lasts time.Duration
	kind      kind
	node      impl.ID // kill, stop
	ways      []way   // holdBack
}

// String describes the fault.
func (f fault) String() string {
	switch f.kind {
	case kill:
		return fmt.Sprintf("node %v is killed for %v", f.node, f.lasts)
	case stop:
		return fmt.Sprintf("node %v is stopped for %v", f.node, f.lasts)
	}
	var ways []string
	for _, w := range f.ways {
		ways = append(ways, fmt.Sprintf("%v to %v", w.from, w.to))
	}
	return fmt.Sprintf("no data passes from %s for %v", strings.Join(ways, ", "), f.lasts)
}

// strike applies a fault to the cluster. It leaves out nodes that are dead.
func (c *cluster) strike(ctx context.Context, f fault) error {
	k := c.children[f.node]
	if k == nil && f.kind != holdBack {
		return nil
	}
	c.view.tell("%v", f)
	switch f.kind {
	case kill:
		c.away[f.node] = f.lasts
		return k.signal(syscall.SIGKILL)
	case stop:
		c.after(ctx, f.lasts, func() error { return c.pause(k, false) })
		return c.pause(k, true)
	}
	c.links.cut(f.ways...)
	c.after(ctx, f.lasts, func() error {
		c.links.heal(f.ways...)
		return nil
	})
	return nil
}

// The exit codes of the verdicts: those of explore replay, and that of a liveness violation.
const (
	exitDiverges     = 12
	exitLeaderless   = 13
	exitMalformed    = 150
	exitInconclusive = 152
)

// Run runs a cluster until ctx or its time ends. With chaos it runs under a plan of faults, and is judged: the error
// has the exit code of the verdict, or is what prevented the run. Records that the model does not explain are kept.
func Run(ctx context.Context, s *Settings, console Console) (err error) {
	if !s.Chaos {
		if _, err = run(ctx, s, nil, console); err == nil && s.Trace != "" {
			fmt.Fprintf(console.Out, "the traces are in %s; check them against the model, and draw them:\n  %s\n  %s\n", s.Trace,
				settings.Line("go run ./cmd/explore replay", []string{s.Trace}), settings.Line("go run ./cmd/explore show", []string{s.Trace}))
		}
		return err
	}
	if s.Trace == "" {
		if s.Trace, err = os.MkdirTemp("", "elect-trace-"); err != nil {
			return err
		}
		defer func() {
			if !errors.As(err, new(settings.Exit)) {
				err = errors.Join(err, os.RemoveAll(s.Trace))
			}
		}()
	} else if old, _ := filepath.Glob(filepath.Join(s.Trace, "*.ndjson")); len(old) > 0 {
		return fmt.Errorf("-trace=%s: the folder has the traces of another run; use an empty folder", s.Trace)
	}
	faults := plan(s)
	out, err := run(ctx, s, faults, console)
	if err != nil {
		return err
	}
	fmt.Fprintf(console.Out, "faults: %d\n", len(faults))
	if err := judge(s, out.dead, console); err != nil {
		return err
	}
	text, missing := owes(s, faults, out)
	fmt.Fprintln(console.Out, text)
	if missing {
		return settings.Coded(exitLeaderless, fmt.Errorf("seed %d: %s; traces in %s", s.Seed, text, s.Trace))
	}
	return nil
}

// judge replays the records of a run. dead are the nodes that are dead at its end.
func judge(s *Settings, dead []impl.ID, console Console) error {
	found, err := replay.Find([]string{s.Trace})
	var r *replay.Report
	if err == nil {
		r, err = found[0].Replay(replay.Options{Algorithm: s.Algorithm.Name,
			Crashed: func(node int) bool { return slices.Contains(dead, impl.ID(node)) }})
	}
	switch {
	case errors.As(err, new(*traces.Error)):
		return settings.Coded(exitMalformed, fmt.Errorf("malformed: %v", err))
	case err != nil:
		return err
	}
	c := r.Counts
	fmt.Fprintf(console.Out, "%s: %d events, %d of them steps of the model\n", r.Verdict, r.Events, r.Followed)
	fmt.Fprintf(console.Out, "incarnations ended: %d, restarts: %d, starts: %d, detections: %d, reports: %d\n",
		c.Ended, c.Restarts, c.Starts, c.Detections, c.Reports)
	fmt.Fprintf(console.Out, "steps cut by a crash: %d, messages lost at a crash: %d, held for a new member: %d, members passed over: %d, messages resent: %d\n",
		c.Unmade, c.LostAtDeath, c.Held, c.PassedOver, c.Resent)
	switch r.Verdict {
	case replay.Diverges:
		if err := r.Diverged.Write(console.Out); err != nil {
			return err
		}
		return settings.Coded(exitDiverges, fmt.Errorf("%v diverges from the model, seed %d; traces in %s", r.Diverged.Place, s.Seed, s.Trace))
	case replay.Inconclusive:
		return settings.Coded(exitInconclusive, fmt.Errorf("inconclusive, seed %d: %s; traces in %s", s.Seed, r.Why, s.Trace))
	}
	return nil
}

// plan draws the faults of a run. It depends only on the settings, including the seed. At least the last quarter
// of the time has no faults.
func plan(s *Settings) (all []fault) {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(s.N)))
	kinds := []kind{stop, holdBack, holdBack}
	if !isGuarded(s) {
		kinds = append(kinds, kill, kill)
	}
	beats := func(from, to int) time.Duration {
		return s.Heartbeat*time.Duration(from) + time.Duration(rng.Int64N(int64(s.Heartbeat)*int64(to-from))).Truncate(time.Millisecond)
	}
	over := calm(s)
	for at := beats(4, 12); ; at += beats(1, 12) {
		f := fault{at: at, lasts: beats(1, 20), kind: kinds[rng.IntN(len(kinds))]}
		if f.at+f.lasts > over {
			return all
		}
		if f.kind == holdBack {
			f.ways = ways(rng, s.N)
		} else {
			f.node = impl.ID(1 + rng.IntN(s.N))
		}
		all = append(all, f)
	}
}

// ways draws some ways: between one part of the group and the rest, from it, or to it; or between just two nodes,
// which others still reach.
func ways(rng *rand.Rand, n int) (list []way) {
	order := rng.Perm(n)
	part, rest := order[:1+rng.IntN(n-1)], order
	rest = rest[len(part):]
	what := rng.IntN(4)
	if what == 0 {
		part, rest = part[:1], rest[:1]
	}
	for _, a := range part {
		for _, b := range rest {
			from, to := impl.ID(a+1), impl.ID(b+1)
			if what != 1 {
				list = append(list, way{from, to})
			}
			if what != 2 {
				list = append(list, way{to, from})
			}
		}
	}
	return list
}

// guarded are the rings with pages that forbid a process to start if it takes part or has elected someone, and
// ring-maxid, which drops what is lower than what it remembers of the dead (remark 1 of its page). Their pages
// know no crash during an election and promise nothing after one. So their nodes are not killed, only stopped or cut
// off for a while. Even so, a message that a member waits for may be lost together with a member
// that was passed over, and no rule notices. Then the member waits in vain for a hundred heartbeats, and comes
// back.
var guarded = []string{"chang-roberts", "hirschberg-sinclair", "lelann", "ring-maxid"}

func isGuarded(s *Settings) bool { return slices.Contains(guarded, s.Algorithm.Election()) }

// within is how soon after the last fault all live nodes must agree on one leader, which must be alive and must
// say so itself. Raft may split its vote a few times, and waits for up to twenty heartbeats each time. A member of
// a guarded ring may have to come back twice.
func within(s *Settings) time.Duration {
	if isGuarded(s) {
		return 250 * s.Heartbeat
	}
	return 100 * s.Heartbeat
}

// calm is the time after which no fault may occur: three quarters of the duration, or an earlier time if an
// agreement needs longer. If that earlier time is before the half, it stays at three quarters, and the run owes
// nothing.
func calm(s *Settings) time.Duration {
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
func owes(s *Settings, faults []fault, o *outcome) (text string, missing bool) {
	var last time.Duration
	for _, f := range faults {
		last = max(last, f.at+f.lasts)
	}
	bound := within(s)
	for _, a := range o.agreed {
		from := max(a.from, last)
		if a.to-from < firm*s.Heartbeat || from-last > bound {
			continue
		}
		return fmt.Sprintf("node %v leads, all live nodes agree, %v after the last fault", a.leader, (from - last).Round(time.Millisecond)), false
	}
	calm := (o.lasted - last).Round(time.Millisecond)
	if calm < bound+firm*s.Heartbeat {
		return fmt.Sprintf("the nodes agree on no leader yet, %v after the last fault; the limit is %v", calm, bound), false
	}
	return fmt.Sprintf("the nodes agree on no leader within %v after the last fault", bound), true
}
