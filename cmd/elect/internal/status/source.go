package status

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/durable"
	"interrex/impl/fence"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
)

// A Status is the status of a node.
type Status struct {
	Node      int    `json:"node"`
	PID       int    `json:"pid"`
	Cluster   string `json:"cluster"`
	Algorithm string `json:"algorithm"`
	Leader    *int   `json:"leader"` // null: nobody
	Self      bool   `json:"self"`
	Term      int    `json:"term"`
	On        string `json:"on,omitempty"`       // the election that a consensus rests on
	Decision  *int   `json:"decision,omitempty"` // its bit; absent: it has not decided yet
	HTTP      string `json:"http,omitempty"`
	Control   string `json:"control,omitempty"` // the socket

	Warnings []string `json:"warnings,omitempty"` // conditions that need action

	Members []Member `json:"members"` // in ring order
}

// A Member is a member of the group. Once it is found, it has the name it gives itself: its machine and its PID.
type Member struct {
	ID      int    `json:"id"`
	Process string `json:"process,omitempty"`
}

// A Source computes the status of a node.
type Source struct {
	Settings  *settings.Settings
	Node      *node.Node
	Traffic   func() tcp.Counters
	Processes func() map[impl.ID]string
	Known     *durable.Known      // the names of the others' stores
	Expiry    func() certs.Expiry // of the certificates that the node shows and trusts

	mu      sync.Mutex
	http    string
	control string
	reign   reign
	issued  fence.Token
}

// Controlled records the path of the control socket.
func (s *Source) Controlled(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.control = path
}

// Now is the present status.
func (s *Source) Now() Status { return s.status(s.Node.Leader()) }

func (s *Source) status(l node.Leadership) Status {
	names := s.Processes()
	s.mu.Lock()
	defer s.mu.Unlock()
	now := Status{Node: int(s.Settings.ID), PID: os.Getpid(), Cluster: s.Settings.Cluster, Algorithm: s.Settings.Algorithm.Name, On: s.Settings.Algorithm.On,
		Self: l.Self, Term: l.Term, HTTP: s.http, Control: s.control, Warnings: s.warnings(time.Now())}
	for _, id := range s.Settings.Members {
		now.Members = append(now.Members, Member{int(id), names[id]})
	}
	if l.Leader != impl.Nobody {
		leader := int(l.Leader)
		now.Leader = &leader
	}
	if l.Decision != impl.Undecided {
		bit := int(l.Decision - impl.Zero)
		now.Decision = &bit
	}
	return now
}

// ErrWeak is the error for a token without a guarantee, unless -weak-tokens allows it. It is an
// [errors.ErrUnsupported].
type ErrWeak struct{ Algorithm string }

// Error says what is not promised.
func (e ErrWeak) Error() string {
	return fmt.Sprintf("%s has no terms: two may lead at once and have the same token, and no guard tells them apart; -weak-tokens gives tokens all the same", e.Algorithm)
}

// Is reports whether kind is errors.ErrUnsupported.
func (ErrWeak) Is(kind error) bool { return kind == errors.ErrUnsupported }

// Token issues the node's next token and remembers it. Package fence says what a token guarantees.
func (s *Source) Token() (fence.Token, error) {
	if a := s.Settings.Algorithm; !a.Terms && !s.Settings.WeakTokens {
		return fence.Token{}, ErrWeak{a.Name}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t, err := s.Node.Token()
	if err == nil {
		s.issued = t
	}
	return t, err
}

// Forget lets another store in under the id of a member.
func (s *Source) Forget(id impl.ID) (was string, err error) {
	if id == s.Settings.ID {
		return "", fmt.Errorf("this is node %v itself", id)
	}
	if !slices.Contains(s.Settings.Members, id) {
		return "", fmt.Errorf("node %v: it is not among the members %v", id, s.Settings.Members)
	}
	return s.Known.Forget(id)
}

// A reign records who has led. The source's lock guards it.
type reign struct {
	leader  impl.ID
	since   time.Time
	vacant  time.Duration // time without a leader, except the present one
	changes int
}

// Tell follows who leads and writes it to out: in JSON at each change, in both formats also at regular intervals.
// It ends with ctx.
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

// follow prints what a watch delivers, until the watch ends.
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

// note records the new leader.
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

// vacant is the total time without a leader.
func (s *Source) vacant() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reign.leader == impl.Nobody && !s.reign.since.IsZero() {
		return s.reign.vacant + time.Since(s.reign.since)
	}
	return s.reign.vacant
}

// print writes one line. A reader that is too slow misses it.
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
