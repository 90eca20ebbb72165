package status

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"interrex/impl"
	"interrex/impl/node"
)

// A reign is what has been seen of who leads: the source's lock guards it.
type reign struct {
	leader  impl.ID
	since   time.Time
	vacant  time.Duration // without a leader, but for the time since
	changes int
}

// Tell follows who leads, and writes it to out: in JSON each change, in text and in JSON what holds
// every so often. It ends with ctx.
func (s *Source) Tell(ctx context.Context, out io.Writer) {
	s.mu.Lock()
	s.reign.since = time.Now()
	s.mu.Unlock()
	var tick <-chan time.Time
	if s.Settings.Print > 0 {
		ticker := time.NewTicker(s.Settings.Print)
		defer ticker.Stop()
		tick = ticker.C
	}
	s.follow(s.Node.Watch(ctx), tick, out)
}

// follow tells what a watch delivers, until that ends.
func (s *Source) follow(w *node.Watch, tick <-chan time.Time, out io.Writer) {
	last := node.Leadership{Leader: -1}
	for {
		select {
		case l, open := <-w.Changes():
			if !open {
				return
			}
			s.note(l.Leader)
			if s.Settings.Report == "json" && l != last {
				s.print(l, out)
			}
			last = l
		case <-tick:
			s.print(s.Node.Leader(), out)
		}
	}
}

// note takes down who leads from now on.
func (s *Source) note(leader impl.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.reign.leader == impl.Nobody {
		s.reign.vacant += now.Sub(s.reign.since)
	}
	if leader != s.reign.leader {
		s.reign.changes++
	}
	s.reign.leader, s.reign.since = leader, now
}

// vacant is how long there has been no leader, in all.
func (s *Source) vacant() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reign.leader == impl.Nobody && !s.reign.since.IsZero() {
		return s.reign.vacant + time.Since(s.reign.since)
	}
	return s.reign.vacant
}

// print writes one line. Who does not read it misses it.
func (s *Source) print(l node.Leadership, out io.Writer) {
	if s.Settings.Report == "json" {
		_ = json.NewEncoder(out).Encode(s.status(l))
		return
	}
	if l.Leader == impl.Nobody {
		fmt.Fprintf(out, "node %v: nobody leads\n", s.Settings.ID)
		return
	}
	name := fmt.Sprintf("node %v", l.Leader)
	if process := s.Processes()[l.Leader]; process != "" {
		name += " (" + process + ")"
	}
	decided := ""
	if l.Decision != impl.Undecided {
		decided = fmt.Sprintf(", decided is %v", l.Decision)
	}
	fmt.Fprintf(out, "node %v: %s leads, term %d%s\n", s.Settings.ID, name, l.Term, decided)
}
