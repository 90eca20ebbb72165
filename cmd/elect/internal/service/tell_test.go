package service

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"interrex/cmd/elect/internal/status"
	"interrex/impl"
)

// ask asks a node over HTTP.
func (g *group) ask(id impl.ID, method, path string) (code int, text string) {
	g.t.Helper()
	r, err := http.NewRequestWithContext(g.ctx, method, "http://"+g.nodes[id].source.Now().HTTP+path, nil)
	if err != nil {
		g.t.Fatal(err)
	}
	transport := &http.Transport{DisableKeepAlives: true}
	answer, err := transport.RoundTrip(r)
	if err != nil {
		g.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		g.t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// status is what a node answers to /leader.
func (g *group) status(id impl.ID) (s status.Status) {
	g.t.Helper()
	code, text := g.ask(id, "GET", "/leader")
	if err := json.Unmarshal([]byte(text), &s); err != nil || code != http.StatusOK {
		g.t.Fatalf("%d %s: %v", code, text, err)
	}
	return s
}

// TestWhatANodeDecides: of a consensus the status says on what it rests, and the bit.
func TestWhatANodeDecides(t *testing.T) {
	for _, on := range []string{"bully", "raft"} {
		g := newGroup(t, 1, "-algo=consensus -on="+on).all()
		g.elect(1)
		if s := g.status(1); s.Algorithm != "consensus" || s.On != on || s.Decision == nil || *s.Decision != 1 {
			t.Errorf("on %s: %+v", on, s)
		}
	}
	g := newGroup(t, 1, "-algo=bully").all()
	g.elect(1)
	if _, text := g.ask(1, "GET", "/leader"); strings.Contains(text, "decision") || strings.Contains(text, `"on"`) {
		t.Errorf("an election decides nothing: %s", text)
	}
}
