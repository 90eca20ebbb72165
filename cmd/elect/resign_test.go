package main

import (
	"fmt"
	"io"
	"net/http"
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

// met reports whether a member has met another in an incarnation.
func (g *group) met(id, other impl.ID, incarnation int) bool {
	here := fmt.Sprintf(`member joined" node=%v node=%v incarnation=%d`, id, other, incarnation)
	return strings.Contains(g.nodes[id].said(), here)
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
