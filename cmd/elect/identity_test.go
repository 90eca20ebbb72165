package main

import (
	"os"
	"strings"
	"testing"

	"interrex/impl"
)

// TestALostDisk: a node of raft whose storage is gone is refused at each start, and says so; until the
// others have been restarted.
func TestALostDisk(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "")
	const lost = 3
	g.flags = func(id impl.ID) []string { return []string{"-algo=raft", "-pre-vote", "-data=" + g.data(id)} }
	g.all().elect(g.members...)
	g.until("the others know its store", func() bool { return g.met(1, lost, 1) && g.met(2, lost, 1) })
	g.kill(lost)
	if err := os.RemoveAll(g.data(lost)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		p := g.restart(lost)
		g.until("it says that it is refused", func() bool { return strings.Contains(p.said(), "node 3: its store is") })
		g.kill(lost)
	}
	for _, id := range []impl.ID{1, 2} {
		g.kill(id)
		g.restart(id)
		g.elect(1, 2)
	}
	g.restart(lost)
	g.elect(g.members...)
}
