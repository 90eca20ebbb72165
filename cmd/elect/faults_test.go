package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"interrex/impl"
)

// onDisk are the flags of members that keep what they know.
func (g *group) onDisk(flags string) *group {
	g.flags = func(id impl.ID) []string { return append(strings.Fields(flags), "-data="+g.data(id)) }
	return g
}

// TestBullyKilledAndBack: the leader is killed, the next one takes over; the killed one comes back and
// imposes itself (lectures 001 and 003). With a disk its incarnation is on it, without one it is the
// clock's.
func TestBullyKilledAndBack(t *testing.T) {
	for name, disk := range map[string]bool{"with a disk": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGroup(t, 3, "-algo=bully")
			if disk {
				g.onDisk("-algo=bully")
			}
			g.all()
			g.until("3 leads", func() bool { return g.agreed(g.members...) == 3 })
			g.kill(3)
			g.until("2 leads", func() bool { return g.agreed(1, 2) == 2 })
			g.restart(3)
			g.until("3 leads again", func() bool { return g.agreed(g.members...) == 3 })
		})
	}
}

// TestRaftKilledAndBack: a new leader has a higher term, and who comes back follows it.
func TestRaftKilledAndBack(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "").onDisk("-algo=raft -pre-vote").all()
	first := g.elect(g.members...)
	term := g.nodes[first].status().Term
	g.kill(first)
	second := g.elect(g.rest(first)...)
	if now := g.nodes[second].status().Term; now <= term {
		t.Errorf("term %d after term %d", now, term)
	}
	g.restart(first)
	g.elect(g.members...)
}

// TestRaftWithoutItsDisk: a member that has lost its vote might vote twice in a term. The others know
// its storage by name, and do not speak with another, in whatever incarnation it comes.
func TestRaftWithoutItsDisk(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "").onDisk("-algo=raft").all()
	first := g.elect(g.members...)
	rest := g.rest(first)
	g.until("all have met it", func() bool { return g.met(rest[0], first, 1) && g.met(rest[1], first, 1) })
	g.kill(first)
	if err := os.RemoveAll(g.data(first)); err != nil {
		t.Fatal(err)
	}
	g.elect(rest...)
	for range 2 {
		g.restart(first)
		g.until("both refuse it, and it says so", func() bool {
			said := g.nodes[first].said()
			return strings.Contains(said, "most of the others refuse this node") && strings.Count(said, "it has lost its storage") >= len(rest)
		})
		g.elect(rest...)
		if s := g.nodes[first].status(); s.Self {
			t.Errorf("it leads: %+v", s)
		}
		g.kill(first)
	}
	if g.met(rest[0], first, 2) || g.met(rest[1], first, 2) {
		t.Error("its second incarnation on the new disk was let in")
	}
}

// met reports whether a member has met another in an incarnation.
func (g *group) met(id, other impl.ID, incarnation int) bool {
	here := fmt.Sprintf(`a member is here" node=%v node=%v incarnation=%d`, id, other, incarnation)
	return strings.Contains(g.nodes[id].said(), here)
}

// TestStopped: a leader that is stopped for a while (SIGSTOP) believes, when it goes on, that it
// leads; in the end all agree again.
func TestStopped(t *testing.T) {
	for _, flags := range []string{"-algo=bully", "-algo=raft"} {
		t.Run(flags, func(t *testing.T) {
			t.Parallel()
			g := newGroup(t, 3, "").onDisk(flags).all()
			first := g.elect(g.members...)
			term := g.nodes[first].status().Term
			g.signal(first, syscall.SIGSTOP)
			second := g.elect(g.rest(first)...)
			if now := g.nodes[second].status().Term; now <= term && flags == "-algo=raft" {
				t.Errorf("term %d after term %d", now, term)
			}
			g.signal(first, syscall.SIGCONT)
			g.elect(g.members...)
		})
	}
}

// TestResignation: a node that is told to end resigns, and ends well; so does one whose standard input
// has ended.
func TestResignation(t *testing.T) {
	for name, end := range map[string]func(*group, impl.ID){
		"SIGTERM": func(g *group, id impl.ID) { g.signal(id, syscall.SIGTERM) },
		"SIGINT":  func(g *group, id impl.ID) { g.signal(id, syscall.SIGINT) },
		"EOF":     func(g *group, id impl.ID) { g.nodes[id].life.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGroup(t, 3, "").onDisk("-algo=bully").all()
			g.until("3 leads", func() bool { return g.agreed(g.members...) == 3 })
			p := g.nodes[3]
			end(g, 3)
			<-p.ended
			if code := p.cmd.ProcessState.ExitCode(); code != exitWell {
				t.Errorf("exit code %d\n%s", code, p.said())
			}
			delete(g.nodes, 3)
			p.life.Close()
			g.until("2 leads", func() bool { return g.agreed(1, 2) == 2 })
			g.until("2 tells in its log that 3 has said goodbye", func() bool { return strings.Contains(g.nodes[2].said(), "gone=true") })
		})
	}
}

// TestTraceOfAProcess: what a node has done is on file, also when it has been killed.
func TestTraceOfAProcess(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 2, "")
	g.onDisk("-algo=bully -run=test -trace=" + g.folder).all()
	g.until("2 leads", func() bool { return g.agreed(1, 2) == 2 })
	g.kill(2)
	text, err := os.ReadFile(g.folder + "/2.ndjson")
	if err != nil || !strings.Contains(string(text), `"action":"boot"`) {
		t.Errorf("%s: %v", text, err)
	}
}

// get asks a node over HTTP.
func (g *group) get(id impl.ID, path string) string {
	g.t.Helper()
	r, err := http.NewRequestWithContext(g.ctx, "GET", "http://"+g.nodes[id].status().HTTP+path, nil)
	if err != nil {
		g.t.Fatal(err)
	}
	answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		g.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		g.t.Fatalf("%s: %s %s, %v", path, answer.Status, text, err)
	}
	return string(text)
}

// TestHTTPOfAProcess: what the documents say of curl.
func TestHTTPOfAProcess(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 1, "").onDisk("-algo=bully").all()
	g.elect(1)
	for path, want := range map[string]string{"/leader": `"leader":1`, "/healthz": "ok", "/metrics": "elect_leads 1"} {
		if text := g.get(1, path); !strings.Contains(text, want) {
			t.Errorf("%s: %s", path, text)
		}
	}
}
