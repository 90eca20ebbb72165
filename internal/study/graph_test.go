package study_test

import (
	"slices"
	"testing"

	"interrex/internal/study"
	"interrex/model"
	"interrex/model/world"
)

// TestGraph: the graph of a small world has all its states, each at its distance, and each node's walk leads to its state.
func TestGraph(t *testing.T) {
	c := config(t, "ring", []model.ID{1, 2, 3}, func(c *world.Config) { c.Crashes, c.Starts = 0, 1 })
	properties := c.Algorithm.Usual()
	w, report := found(t, c, properties...)
	walk := study.Begin(w)
	for len(walk.Steps()) > 0 {
		walk = take(t, walk, walk.Steps()[0].Text)
	}
	g, err := walk.Graph(t.Context(), nil, properties)
	if err != nil || !g.Complete || g.States != report.States || len(g.Nodes) != report.States {
		t.Fatalf("%+v, %v; the checker found %d states", g, err, report.States)
	}
	terminal := 0
	for i, n := range g.Nodes {
		there, err := study.Decode(w, n.Walk)
		if err != nil || there.Length() != n.Level || w.DescribeState(there.State()) != n.Label || n.Count != 1 {
			t.Errorf("node %d, %+v: its walk leads to %v, %v", i, n, there, err)
		}
		if n.Terminal {
			terminal++
		}
		if n.Level > 0 && !slices.ContainsFunc(g.Edges, func(e [2]int) bool { return e[1] == i && g.Nodes[e[0]].Level == n.Level-1 }) {
			t.Errorf("no step leads down to node %d, %+v", i, n)
		}
	}
	if terminal != report.Terminal {
		t.Errorf("%d terminal states, want %d", terminal, report.Terminal)
	}
	for i := 1; i < len(g.Run); i++ {
		if !slices.Contains(g.Edges, [2]int{g.Run[i-1], g.Run[i]}) {
			t.Errorf("the walk takes a step from %d to %d that is none", g.Run[i-1], g.Run[i])
		}
	}
}

// TestFoldedGraph: a graph that is too large is cut off, and folds into a few classes.
func TestFoldedGraph(t *testing.T) {
	c := config(t, "bully", []model.ID{1, 2, 3}, func(c *world.Config) { c.Crashes, c.Restarts = 1, 1 })
	w, report := found(t, c, c.Algorithm.Usual()...)
	if report.States <= study.MostDrawn {
		t.Fatalf("%d states are too few to fold", report.States)
	}
	cut, err := study.Begin(w).Graph(t.Context(), nil, c.Algorithm.Usual())
	if err != nil || cut.Complete || len(cut.Nodes) != study.MostDrawn {
		t.Errorf("%d nodes, %v", len(cut.Nodes), err)
	}
	g, err := study.Begin(w).Graph(t.Context(), []string{"leaders", "dead", "messages"}, c.Algorithm.Usual())
	if err != nil || !g.Complete || g.States != report.States || len(g.Nodes) >= report.States {
		t.Fatalf("%d of %d states in %d nodes, %v", g.States, report.States, len(g.Nodes), err)
	}
	sum, broken := 0, 0
	for _, n := range g.Nodes {
		if sum += n.Count; n.Violates != "" {
			broken++
		}
	}
	if sum != report.States || broken == 0 || broken == len(g.Nodes) {
		t.Errorf("%d states, %d nodes violate", sum, broken)
	}
	if _, err := study.Begin(w).Graph(t.Context(), []string{"kings"}, nil); err == nil || err.Error() != `"kings" is nothing to fold by; there are leaders, dead, messages` {
		t.Error(err)
	}
}
