package tcp_test

import (
	"testing"

	"interrex/impl/network"
)

// TestObserver: who leaves and only observes is gone to the others, hears their heartbeats and their
// goodbyes, gets none of the messages, and is back when it takes part again.
func TestObserver(t *testing.T) {
	m := newMesh(t, 2)
	ends := m.all()
	ends[1].expect("Returned(2,1)")
	ends[2].expect("Returned(1,1)")
	ends[2].Close(true)
	ends[1].expect("Goodbye(2)")

	c := m.config(2, 2, m.listen(2))
	c.Observing = true
	if err := ends[1].Locate(2, m.addresses[2]); err != nil {
		t.Fatal(err)
	}
	observer := m.open(c)
	ends[1].send(2)
	m.overhears(observer, ends[1], network.Pulse{Elected: 1, Term: 3})
	observer.Close(true)

	ends[1].Abandon(2)
	back := m.open(m.config(2, 3, m.listen(2)))
	if err := ends[1].Locate(2, m.addresses[2]); err != nil {
		t.Fatal(err)
	}
	back.expect("Returned(1,1)")
	arrival := show(ends[1].next())
	if arrival == "Gone(2)" { // its old place, called once more before it was closed for good
		arrival = show(ends[1].next())
	}
	if arrival != "Returned(2,3)" {
		t.Fatalf("%s arrives, want Returned(2,3)", arrival)
	}
	back.expect(ends[1].send(2))
}

// overhears lets a member's heart beat until an observer has heard it: single beats may be lost.
func (m *mesh) overhears(observer, member *end, pulse network.Pulse) {
	m.t.Helper()
	m.until("the observer hears a heartbeat", func() bool {
		member.Beat(pulse)
		select {
		case a := <-observer.Arrivals():
			if a != (network.Beat{From: member.id, Pulse: pulse}) {
				m.t.Fatalf("%#v arrives at the observer", a)
			}
			return true
		default:
			return false
		}
	})
}
