package tcp_test

import (
	"testing"

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
