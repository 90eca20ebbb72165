package main

import (
	"path/filepath"
	"strings"
	"testing"

	"interrex/impl"
)

// TestOrdersByHand: the commands that tell a node what to do, and what a node of each kind says to them.
func TestOrdersByHand(t *testing.T) {
	t.Parallel()
	sockets := map[string]string{}
	for _, algorithm := range []string{"raft", "bully"} {
		g := newGroup(t, 1, "-algo="+algorithm)
		g.flags = func(id impl.ID) []string { return []string{"-algo=" + algorithm, "-data=" + g.data(id)} }
		g.all()
		g.elect(1)
		sockets[algorithm] = " -control=" + filepath.Join(g.data(1), "node-1.sock")
		g.until("its log tells that it leads, and so all that comes before", func() bool { return strings.Contains(g.nodes[1].said(), "self=true") })
		const disclaimer = "this election may have two leaders at once"
		if said := strings.Count(g.nodes[1].said(), disclaimer); algorithm == "raft" && said != 0 || algorithm == "bully" && said != 1 {
			t.Errorf("%s: it is said %d times that %s", algorithm, said, disclaimer)
		}
	}
	for _, c := range []struct {
		line, at  string
		code      int
		out, says string // what is printed, and what is complained of
	}{
		{"token", "raft", exitWell, `{"term":1,"sequence":1}`, ""},
		{"token", "raft", exitWell, `{"term":1,"sequence":2}`, ""},
		{"token", "bully", exitError, "", "bully has no terms"},
		{"transfer -to=1", "bully", exitError, "", "bully has no transfer"},
		{"transfer -to=2", "raft", exitError, "", "it is not among the members"},
		{"transfer -to=1", "raft", exitWell, "node 1 takes over", ""},
		{"campaign", "raft", exitWell, "the node has called an election", ""},
	} {
		code, out, complaint := call(c.line + sockets[c.at])
		if code != c.code || !strings.HasPrefix(out, c.out) || !strings.Contains(complaint, c.says) || strings.Count(out+complaint, "\n") != 1 {
			t.Errorf("%s of %s: exit code %d, %s%swant %d, %s%s", c.line, c.at, code, out, complaint, c.code, c.out, c.says)
		}
	}
}

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
