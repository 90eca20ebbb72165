package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestMain: the processes of the nodes are this test's own program.
func TestMain(m *testing.M) {
	if os.Getenv(childName) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestEveryGroupReplacesItsLeader is a measurement of one round, of either kind.
func TestEveryGroupReplacesItsLeader(t *testing.T) {
	for _, stop := range []bool{false, true} {
		p := plan{rounds: 1, heartbeat: 50 * time.Millisecond, stop: stop}
		r, err := p.measure(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := r.print(&text); err != nil {
			t.Fatal(err)
		}
		for _, s := range systems() {
			if len(r.without[s.name]) != p.rounds || !strings.Contains(text.String(), "\n| "+s.name+" | ") {
				t.Errorf("%s: %v\n%s", s.name, r.without[s.name], text.String())
			}
		}
	}
}

// TestPercentile: of a hundred the fiftieth and the ninety-ninth, of three the second and the last.
func TestPercentile(t *testing.T) {
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[i] = time.Duration(100 - i)
	}
	for _, c := range []struct {
		list []time.Duration
		part float64
		want time.Duration
	}{
		{hundred, 0.5, 50}, {hundred, 0.99, 99}, {hundred[97:], 0.5, 2}, {hundred[97:], 0.99, 3}, {hundred[99:], 0.5, 1},
	} {
		if got := percentile(c.list, c.part); got != c.want {
			t.Errorf("the %v of %d: %d, want %d", c.part, len(c.list), got, c.want)
		}
	}
}

// TestReplaced: three of the four who are left must name one who is left.
func TestReplaced(t *testing.T) {
	for _, c := range []struct {
		leaders string // whom 1 to 4 take for the leader; 5 is dead, - is nobody
		want    bool
	}{
		{"5555", false}, {"4455", false}, {"4445", true}, {"44--", false}, {"4-44", true}, {"3344", false}, {"4444", true},
	} {
		g := &group{nodes: make([]nodeView, members)}
		g.nodes[4].self = "5"
		for i, name := range strings.Split(c.leaders, "") {
			g.nodes[i].leader = strings.Trim(name, "-")
		}
		if got := g.replaced(4); got != c.want {
			t.Errorf("%s: %t", c.leaders, got)
		}
	}
}

func TestFlagsAreRefused(t *testing.T) {
	for _, args := range []string{"-rounds=0", "-heartbeat=1ms", "now", "-serve=paxos"} {
		if err := run(strings.Fields(args)); err == nil {
			t.Errorf("%s: accepted", args)
		}
	}
}
