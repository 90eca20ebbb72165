package main

import (
	"testing"
)

// TestWhatANodeDecides: of a consensus the status says on what it rests, and the bit.
func TestWhatANodeDecides(t *testing.T) {
	t.Parallel()
	for _, on := range []string{"bully", "raft"} {
		g := newGroup(t, 1, "").onDisk("-algo=consensus -on=" + on).all()
		g.elect(1)
		if s := g.nodes[1].status(); s.Algorithm != "consensus" || s.On != on || s.Decision == nil || *s.Decision != 1 {
			t.Errorf("on %s: %+v", on, s)
		}
	}
}
