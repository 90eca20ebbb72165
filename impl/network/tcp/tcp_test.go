package tcp_test

import (
	"fmt"
	"slices"
	"testing"

	"interrex/impl"
	"interrex/impl/network"
)

func TestTwoEndsTalk(t *testing.T) {
	m := newMesh(t, 2)
	ends := m.all()
	first := ends[1].send(2)
	second := ends[1].send(2)
	ends[2].expect("Returned(1,1)")
	ends[2].expect(first)
	ends[2].expect(second)
	m.until("all is acknowledged", func() bool { return ends[1].Counters().Queued[2] == 0 })
	ends[1].expect("Returned(2,1)")
	ends[1].Beat(network.Pulse{Elected: 2, Term: 7})
	if a := <-ends[2].Arrivals(); a != (network.Beat{From: 1, Pulse: network.Pulse{Elected: 2, Term: 7}}) {
		t.Fatalf("%#v arrives", a)
	}
	reply := ends[2].send(1)
	ends[2].Close(true)
	ends[1].expect(reply)
	ends[1].expect("Goodbye(2)")
}

func TestSevenEndsTalk(t *testing.T) {
	const each = 200
	m := newMesh(t, 7)
	ends := m.all()
	sent := map[[2]impl.ID][]string{}
	for range each {
		for _, from := range m.members {
			for _, to := range m.members {
				if from != to {
					pair := [2]impl.ID{from, to}
					sent[pair] = append(sent[pair], ends[from].send(to))
				}
			}
		}
	}
	for _, to := range m.members {
		got := map[impl.ID][]string{}
		for range (each + 1) * (len(m.members) - 1) {
			switch a := ends[to].next().(type) {
			case network.Delivery:
				a.Taken()
				got[a.Envelope.From] = append(got[a.Envelope.From], a.Envelope.ID)
			case network.Returned:
				if got[a.Peer] != nil {
					t.Errorf("node %d hears of node %d after it has heard it", to, a.Peer)
				}
				got[a.Peer] = []string{}
			default:
				t.Fatal(show(a))
			}
		}
		for _, from := range m.members {
			if from != to && !slices.Equal(got[from], sent[[2]impl.ID{from, to}]) {
				t.Errorf("from %d to %d: %v", from, to, fmt.Sprint(got[from]))
			}
		}
	}
}
