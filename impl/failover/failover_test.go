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

// TestEveryGroupReplacesItsLeader is a measurement of one round, of every kind.
func TestEveryGroupReplacesItsLeader(t *testing.T) {
	for _, stop := range []bool{false, true} {
		p := plan{systems: names(), rounds: 1, heartbeat: 50 * time.Millisecond, stop: stop}
		if !stop {
			p.idle, p.watch, p.crowd = time.Second/2, time.Second/2, 5
		}
		r, err := p.measure(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.systems {
			if len(r.without[name]) != p.rounds {
				t.Errorf("%s: %v", name, r.without[name])
			}
			if c := r.idle[name]; p.idle > 0 && (c.cpu == 0 || c.messages == 0 || c.bytes == 0 || c.memory == 0) {
				t.Errorf("%s at rest costs nothing of something: %v", name, c)
			}
		}
		var text strings.Builder
		if err := r.print(&text); err != nil {
			t.Fatal(err)
		}
		for _, name := range p.systems {
			if !strings.Contains(text.String(), "| "+plain(name)+" | ") {
				t.Errorf("no row for %s:\n%s", name, text.String())
			}
		}
	}
}

// TestPortsAreGivenOnce: a node that does not listen yet keeps its port to itself.
func TestPortsAreGivenOnce(t *testing.T) {
	given := map[string]bool{}
	for range 400 {
		list, err := free(members)
		if err != nil {
			t.Fatal(err)
		}
		for _, address := range list {
			if given[address] {
				t.Fatalf("%s is given twice", address)
			}
			given[address] = true
		}
	}
}

// TestColumns: those that are equally patient stand first, beside the others, who are both times the same; and a
// suspicion is counted for an hour.
func TestColumns(t *testing.T) {
	const second = time.Second
	r := &results{plan: plan{systems: names(), rounds: 1, watch: 10 * time.Minute}, load: "1, 2",
		without: map[string][]time.Duration{ours + "raft" + equal: {4 * second}, ours + "raft": {second}, ours + "bully" + equal: {6 * second}, ours + "bully": {3 * second},
			"etcd": {4 * second}, "hashicorp/raft": {8 * second}},
		unrest: map[string]unrest{ours + "raft": {mistakes: 7, lost: 2}, "etcd": {lost: 1}}}
	var text strings.Builder
	if err := r.print(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| interrex raft | 4000.0 | 1.00 | 4000.0 | 1.00 | 1000.0 | 0.25 | 1000.0 | 0.25 |\n| interrex bully | 6000.0 | 1.50 | 6000.0 | 1.50 | 3000.0 | 0.75 | 3000.0 | 0.75 |\n" +
			"| hashicorp/raft | 8000.0 | 2.00 | 8000.0 | 2.00 | 8000.0 | 2.00 | 8000.0 | 2.00 |\n",
		"| interrex raft | 3 | 7 | 42 | 2 | 12 |\n", "| interrex raft | 10 | 0 | 0 | 0 | 0 |\n", "| etcd | 10 to 20 | – | – | 1 | 6 |\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
}

// TestLeadersLost: who has said that it leads, and says something else, has lost it; who follows another has not.
func TestLeadersLost(t *testing.T) {
	g := &group{nodes: make([]nodeView, members)}
	for at := range g.nodes {
		g.nodes[at].process = new(process)
	}
	say := func(at int, kind, what string) {
		t.Helper()
		if err := g.hear(word{from: g.nodes[at].process, at: at, kind: kind, what: what}); err != nil {
			t.Fatal(err)
		}
	}
	for at, name := range []string{"a", "b"} {
		say(at, selfLine, name)
	}
	for _, c := range []struct {
		at   int
		what string
		want int
	}{{0, "a", 0}, {1, "a", 0}, {0, "a", 0}, {1, "", 0}, {0, "", 1}, {1, "b", 1}, {0, "b", 1}, {1, "a", 2}} {
		if say(c.at, leaderLine, c.what); g.lost != c.want {
			t.Errorf("after %+v: %d", c, g.lost)
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
	for _, args := range []string{"-rounds=-1", "-heartbeat=1ms", "-systems=paxos", "now", "-serve=paxos"} {
		if err := run(strings.Fields(args)); err == nil {
			t.Errorf("%s: accepted", args)
		}
	}
}
