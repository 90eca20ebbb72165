package node

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

var (
	// ErrSuperseded ends a node of which a newer incarnation is elsewhere.
	ErrSuperseded = errors.New("a newer incarnation of this node has been met")

	// ErrRefused ends a node that most of the others have refused for as long as Options.Refused.
	ErrRefused = errors.New("most of the others refuse this node")
)

// troubles are what keeps a node from being of use. The loop notes them, and everyone may ask.
type troubles struct {
	mu      sync.Mutex
	refused error
	bound   error
}

func (t *troubles) get() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return errors.Join(t.refused, t.bound)
}

// Trouble says what keeps the node from being of use to the others, though it runs: most of them refuse it, or its
// term is the last that there is. Nil: nothing that it knows of.
func (n *Node) Trouble() error { return n.troubles.get() }

// judged ends a node that the others do not want: at once if one of them has met a newer incarnation of it, and
// otherwise when most of them have refused it for long enough. It is looked at with each heartbeat, and heartbeats are
// what is counted: while the node stands still nothing is held against it.
func (m *member) judged() error {
	net, is := m.net.(network.Judged)
	if !is {
		return nil
	}
	all := net.Refusals()
	for _, r := range all {
		if r.Superseded {
			return fmt.Errorf("%w: node %v says: %s", ErrSuperseded, r.Peer, r.Why)
		}
	}
	if 2*len(all) <= len(m.config.Others()) {
		m.refusedBeats = 0
		m.confess(nil)
		return nil
	}
	err := fmt.Errorf("%w: %s", ErrRefused, reasons(all))
	if m.refusedBeats == 0 {
		m.options.Log.Warn("most of the others refuse this node, which will end if that goes on", "for", m.options.Refused, "why", reasons(all))
	}
	m.confess(err)
	m.refusedBeats++
	if time.Duration(m.refusedBeats)*m.options.Heartbeat > m.options.Refused {
		return err
	}
	return nil
}

// confess says by whom the node is refused, to whoever asks whether it is well.
func (m *member) confess(refused error) {
	m.troubles.mu.Lock()
	defer m.troubles.mu.Unlock()
	m.troubles.refused = refused
}

// reasons are in one line.
func reasons(all []network.Refusal) string {
	var each []string
	for _, r := range all {
		each = append(each, fmt.Sprintf("node %v says: %s", r.Peer, r.Why))
	}
	return strings.Join(each, "; ")
}

// exhausts reports whether a step would go beyond the last term, or say what is beyond it: the others would refuse
// that, and so it is not made.
func (m *member) exhausts(next impl.State, out impl.Outputs) bool {
	s, is := next.(impl.Termed)
	if !is {
		return false
	}
	if s.Term() > impl.LastTerm {
		return true
	}
	for _, send := range out.Sends {
		if m.options.Algorithm.Check(&m.config, send.Message) != nil {
			return true
		}
	}
	return false
}

// bounded says once that the term is the last that there is.
func (m *member) bounded(term int) {
	m.troubles.mu.Lock()
	defer m.troubles.mu.Unlock()
	if term < impl.LastTerm || m.troubles.bound != nil {
		return
	}
	m.troubles.bound = fmt.Errorf("term %d is the last that there is: after it nobody is elected any more, and only a new group helps", term)
	m.options.Log.Error(m.troubles.bound.Error())
}
