package service

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
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

// metric finds a line of /metrics.
func (g *group) metric(id impl.ID, line string) bool {
	g.t.Helper()
	code, text := g.ask(id, "GET", "/metrics")
	if code != http.StatusOK {
		g.t.Fatal(code, text)
	}
	return regexp.MustCompile(`(?m)^` + line + `$`).MatchString(text)
}

func TestMetrics(t *testing.T) {
	g := newGroup(t, 3, "-algo=bully -weak-tokens").all()
	g.until("3 leads", func() bool { return g.agreed(1, 2, 3) == 3 })
	if err := g.order(3, "/token", nil); err != nil {
		t.Fatal(err)
	}
	const some, more = `[1-9][0-9]*`, `(?:[0-9.]+e[-+][0-9]+|[0-9.]*[1-9][0-9]*)`
	for _, line := range []string{
		`elect_leader 3`, `elect_leads 1`, `elect_term ` + some, `elect_token_term ` + some, `elect_token_sequence 1`,
		`elect_elections_total{cause="start"} ` + some, `elect_messages_total{direction="sent",type="COORDINATOR"} ` + some,
		`elect_leaderless_seconds_total ` + more, `elect_leader_changes_total ` + some, `elect_incarnations_total 1`, `elect_steps_total ` + some,
		`elect_detector_mistakes_total [0-9]+`, `elect_detector_mistake_seconds_total [0-9.e+-]+`, `elect_refused_total{what="stranger"} 0`,
		`elect_queued_messages{peer="1"} [0-9]+`, `elect_network_events_total{what="reconnect"} [0-9]+`,
	} {
		g.until(line, func() bool { return g.metric(3, line) })
	}
	g.stop(3)
	g.until("a death is found, and 2 leads", func() bool {
		return g.metric(1, `elect_detector_deaths_total 1`) && g.metric(1, `elect_leader 2`) &&
			g.metric(2, `elect_elections_total{cause="(detect|receive|timeout|start)"} `+some)
	})
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
