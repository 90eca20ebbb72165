package node

import (
	"context"
	"errors"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// On a ring whose members pass over one who lives, messages of several elections may chase one another:
// what ends one begins the next, for ever and as fast as the network goes, and each mistake of the
// detector more (remarks 2 and 4 of spec/lelann.md). No message and no timer of the page ends that. A crash
// does, in which is lost what comes; so each member that notices dies such a death, and comes back.

var errStorm = errors.New("elections without end")

// storm is how many elections a member of a ring takes part in, beyond one a heartbeat, before it holds
// them for a storm. One is over after a lap; who calls them waits for several heartbeats.
const storm = 30

// lull is for how many heartbeats a member that has noticed takes what comes and does nothing about it:
// long enough for a lap, and for the others to notice.
const lull = 4

// become changes the state.
func (m *member) become(next impl.State) {
	if next.TakesPart() && !m.state.TakesPart() {
		m.elections++
	} else if !next.TakesPart() {
		m.waits = time.Time{}
	}
	m.state = next
}

// weather is looked at with each heartbeat.
func (m *member) weather() error {
	m.elections = max(0, m.elections-1)
	if m.options.Algorithm.Topology == impl.Complete || m.elections <= storm {
		return nil
	}
	m.options.Log.Info("elections chase one another")
	return errStorm
}

// absorb is what a member does that has died of a storm, and has not come back: it goes on to live for
// the others, so that they do not pass it over, and lets go of what comes. It returns why it ends.
func (m *member) absorb(ctx context.Context) error {
	m.abdicate()
	m.alarms.list = nil
	m.alarms.set(alarm{kind: ofBeat}, time.Now())
	m.alarms.set(alarm{kind: ofLull}, time.Now().Add(lull*m.options.Heartbeat))
	for {
		for range len(m.net.Arrivals()) {
			letGo(<-m.net.Arrivals())
		}
		switch a, due := m.alarms.take(time.Now()); {
		case due && a.kind == ofLull:
			return errStorm
		case due:
			m.net.Beat(network.Pulse{Term: m.reign})
			m.alarms.set(a, time.Now().Add(m.options.Heartbeat))
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case a, open := <-m.net.Arrivals():
			if !open {
				return errCrashed
			}
			letGo(a)
		case <-m.alarms.next(time.Now()):
		}
	}
}

// letGo takes a message that nobody will ever have taken.
func letGo(a network.Arrival) {
	if d, is := a.(network.Delivery); is {
		d.Taken()
	}
}
