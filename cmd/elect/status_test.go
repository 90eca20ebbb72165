package main

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"interrex/impl"
)

// TestStatus: a row for each node, and of an address without a node the reason, and another exit code.
func TestStatus(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 2, "").onDisk("-algo=raft").all()
	g.elect(1, 2)
	at := g.nodes[1].status().HTTP + "," + g.nodes[2].status().HTTP
	row := func(id impl.ID, role string, leader impl.ID) *regexp.Regexp {
		return regexp.MustCompile(fmt.Sprintf(`(?m)^%s +%d +%s +%d +[1-9]\d* +20\d\d-\S+Z +\S+$`, regexp.QuoteMeta(g.nodes[id].status().HTTP), id, role, leader))
	}
	g.until("the table has a leader and a follower", func() bool { // on a busy machine they may elect again meanwhile
		code, out, complaint := call("status -http=" + at)
		if code != exitWell || complaint != "" || strings.Count(out, "\n") != 3 {
			t.Fatalf("exit code %d\n%s%s", code, out, complaint)
		}
		return row(1, "leader", 1).MatchString(out) && row(2, "follower", 1).MatchString(out) ||
			row(1, "follower", 2).MatchString(out) && row(2, "leader", 2).MatchString(out)
	})
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "{}\x1b") }))
	defer other.Close()
	silent := ownPlace(t)
	code, out, complaint := call("status -http=" + at + "," + silent + "," + other.Listener.Addr().(*net.TCPAddr).String())
	if code != exitError || complaint != "elect: -http: unreachable nodes: 2 of 4 (exit 75)\n" || !regexp.MustCompile(silent+` +unreachable: .*connection refused`).MatchString(out) ||
		!strings.Contains(out, "unreachable: the answer is not the status of a node") || strings.Contains(out, "\x1b") {
		t.Errorf("exit code %d\n%s%s", code, out, complaint)
	}
}
