package memory

import (
	"errors"
	"fmt"

	"interrex/impl"
	"interrex/impl/network"
)

// ErrOff is what a member gets that is no longer on the network: it has crashed, or closed its end.
var ErrOff = errors.New("no longer on the network")

// An end is one incarnation's end of a network. Its network's lock guards it.
type end struct {
	net         *Network
	at          int
	incarnation uint64
	observing   bool
	inbox       chan network.Arrival
	paused      chan struct{} // closed when the member goes on; nil: it is not stopped
}

// running waits while the member is stopped, and reports whether it is still there; then the lock
// is held.
func (e *end) running() bool {
	for {
		e.net.mu.Lock()
		stopped := e.paused
		if stopped == nil {
			if e.net.ends[e.at] == e {
				return true
			}
			e.net.mu.Unlock()
			return false
		}
		e.net.mu.Unlock()
		<-stopped
	}
}

// Send implements network.Network.
func (e *end) Send(v network.Envelope) error {
	if !e.running() {
		return ErrOff
	}
	defer e.net.mu.Unlock()
	to := e.net.place(v.To)
	if to < 0 || to == e.at || e.observing {
		return fmt.Errorf("a message from %d to %d: there is no such link", e.net.members[e.at], v.To)
	}
	if e.net.left[e.at] == 0 {
		e.net.leave(e, !e.net.faults.Silent, false)
		return ErrOff
	}
	if e.net.left[e.at] > 0 {
		e.net.left[e.at]--
	}
	l := e.net.link(e.at, to)
	if len(l.unacked) >= Limit {
		return &network.CutOff{Peer: v.To, Left: append(l.abandon(), v)}
	}
	l.send(v)
	return nil
}

// Beat implements network.Network. A member that is stopped stays so within the call.
func (e *end) Beat(p network.Pulse) {
	if !e.running() {
		return
	}
	defer e.net.mu.Unlock()
	if e.observing {
		return
	}
	for _, l := range e.net.around(e.at, false) {
		l.beat(e.net.members[e.at], p)
	}
}

// Arrivals implements network.Network.
func (e *end) Arrivals() <-chan network.Arrival { return e.inbox }

// Abandon implements network.Network.
func (e *end) Abandon(peer impl.ID) []network.Envelope {
	if !e.running() {
		return nil
	}
	defer e.net.mu.Unlock()
	return e.net.link(e.at, e.net.place(peer)).abandon()
}

// Close implements network.Network.
func (e *end) Close(goodbye bool) error {
	e.net.mu.Lock()
	defer e.net.mu.Unlock()
	e.net.leave(e, goodbye || !e.net.faults.Silent, goodbye)
	return nil
}
