package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/impl"
)

// wait waits for a process to end by itself, and gives its exit code.
func (g *group) wait(id impl.ID) int {
	g.t.Helper()
	p := g.nodes[id]
	select {
	case <-p.ended:
	case <-g.ctx.Done():
		g.t.Fatalf("node %v does not end", id)
	}
	p.life.Close()
	return p.cmd.ProcessState.ExitCode()
}

// TestALostDisk: a node of raft whose storage is gone is refused, however often it is started, and ends with the
// reason; until a person tells each of the others to let another storage in.
func TestALostDisk(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "")
	const lost = 3
	g.flags = func(id impl.ID) []string {
		flags := []string{"-algo=raft", "-pre-vote", "-data=" + g.data(id)}
		if id == lost {
			flags = append(flags, "-refused=200ms")
		}
		return flags
	}
	g.all().elect(g.members...)
	g.until("the others know its store", func() bool { return g.met(1, lost, 1) && g.met(2, lost, 1) })
	g.kill(lost)
	if err := os.RemoveAll(g.data(lost)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		p := g.restart(lost)
		if code := g.wait(lost); code != exitError {
			t.Errorf("exit code %d", code)
		}
		if said := p.said(); !strings.Contains(said, "most members refuse this node: node 1 says: node 3: its store is") {
			t.Errorf("it does not say why it ends:\n%s", said)
		}
	}
	tell := func(flag string, code int, want string) {
		t.Helper()
		got, out, complaint := call("forget " + flag + " 3")
		if got != code || !strings.Contains(out+complaint, want) || strings.Count(out+complaint, "\n") != 1 {
			t.Errorf("%s: exit code %d, %s%s", flag, got, out, complaint)
		}
	}
	tell("-control="+filepath.Join(g.data(1), "node-1.sock"), exitWell, "of node 3; the next")
	tell("-control="+filepath.Join(g.data(2), "node-2.sock"), exitWell, "of node 3; the next")
	tell("-control="+filepath.Join(g.data(2), "node-2.sock"), exitWell, "no store of node 3 to forget")
	g.restart(lost)
	g.elect(g.members...)
}

// TestHealthOfOneWhomMostRefuse: it is not ok, and why.
func TestHealthOfOneWhomMostRefuse(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "")
	g.flags = func(id impl.ID) []string {
		if id == 3 {
			return []string{"-algo=bully-recovery", "-data=" + g.data(id)}
		}
		return []string{"-algo=bully", "-data=" + g.data(id)}
	}
	g.all()
	g.until("3 tells where it is", func() bool { return g.nodes[3].status().HTTP != "" })
	g.until("it is not ok", func() bool {
		answer, err := http.Get(fmt.Sprintf("http://%s/healthz", g.nodes[3].status().HTTP))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text := make([]byte, 1000)
		n, _ := answer.Body.Read(text)
		return answer.StatusCode == http.StatusServiceUnavailable && strings.Contains(string(text[:n]), "holds another election")
	})
	http.DefaultClient.CloseIdleConnections()
}
