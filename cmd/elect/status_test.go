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
	leader := g.elect(1, 2)
	g.until("the status has its leader", func() bool { return g.told(1).Leader != nil && g.told(2).Leader != nil })
	at := g.nodes[1].status().HTTP + "," + g.nodes[2].status().HTTP
	code, out, complaint := call("status -http=" + at)
	if code != exitWell || complaint != "" || strings.Count(out, "\n") != 3 {
		t.Errorf("exit code %d\n%s%s", code, out, complaint)
	}
	for id := impl.ID(1); id <= 2; id++ {
		role := "follower"
		if id == leader {
			role = "leader"
		}
		row := fmt.Sprintf(`(?m)^%s +%d +%s +%d +[1-9]\d* +20\d\d-\S+Z +-$`, regexp.QuoteMeta(g.nodes[id].status().HTTP), id, role, leader)
		if !regexp.MustCompile(row).MatchString(out) {
			t.Errorf("no %s in\n%s", row, out)
		}
	}
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "{}\x1b") }))
	defer other.Close()
	silent := ownPlace(t)
	code, out, complaint = call("status -http=" + at + "," + silent + "," + other.Listener.Addr().(*net.TCPAddr).String())
	if code != exitError || complaint != "elect: -http: unreachable nodes: 2 of 4 (exit 75)\n" || !regexp.MustCompile(silent+` +unreachable: .*connection refused`).MatchString(out) ||
		!strings.Contains(out, "unreachable: the answer is not the status of a node") || strings.Contains(out, "\x1b") {
		t.Errorf("exit code %d\n%s%s", code, out, complaint)
	}
}
