package measure_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/checker/measure"
	"interrex/internal/testlevel"
)

// A digraph has steps with costs in two respects. Vertex 0 is the initial one.
type digraph struct {
	arcs [][]arc
	goal []bool
}

type arc struct {
	to    int
	costs [2]int
}

func (g digraph) system() *checker.ValueSystem[int] {
	return checker.Values([]int{0}, func(v int, emit func(string, checker.FairnessClass, int)) {
		for _, a := range g.arcs[v] {
			emit("", checker.None, a.to)
		}
	})
}

// runs measures the digraph.
func (g digraph) runs(t *testing.T) (*measure.Runs, *checker.ValueSystem[int]) {
	t.Helper()
	s := g.system()
	explored, _, err := checker.Explore(context.Background(), s, checker.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	w, err := measure.Weigh(context.Background(), explored, 2, func(from checker.State, step checker.Step, costs []int) {
		copy(costs, g.arcs[s.Value(from)][step.Code].costs[:])
	})
	if err != nil {
		t.Fatal(err)
	}
	return w.Until(s.On(func(v int) bool { return g.goal[v] })), s
}

// A place is the vertex and the cost of a run, and whether the goal was false once.
type place struct {
	at, cost int
	begun    bool
}

// reference follows all runs, and computes their costs up to a cap. Runs without a cycle cost less than the cap, so a cost
// of the cap is unbounded.
func (g digraph) reference(c measure.Cost) (least, greatest int, unbounded, reached, dodged bool) {
	most := 4*len(g.arcs) + 1
	seen := map[place]bool{}
	queue := []place{{0, 0, !g.goal[0]}}
	least = most
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if seen[p] {
			continue
		}
		seen[p] = true
		if p.begun && g.goal[p.at] {
			reached = true
			least, greatest = min(least, p.cost), max(greatest, p.cost)
			continue
		}
		dodged = dodged || p.begun && !g.canReach(p.at)
		for _, a := range g.arcs[p.at] {
			cost := p.cost + a.costs[c.Respect]
			if c.Peak {
				cost = max(p.cost, a.costs[c.Respect])
			}
			queue = append(queue, place{a.to, min(cost, most), p.begun || !g.goal[a.to]})
		}
	}
	return least, greatest, greatest == most, reached, dodged
}

func (g digraph) canReach(v int) bool {
	seen := map[int]bool{}
	var visit func(v int) bool
	visit = func(v int) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		return g.goal[v] || slices.ContainsFunc(g.arcs[v], func(a arc) bool { return visit(a.to) })
	}
	return visit(v)
}

// randomDigraph makes a small digraph. Half of the steps and more cost 0, so that cycles of cost 0 are frequent.
func randomDigraph(draw *rand.Rand) digraph {
	n := 1 + draw.IntN(6)
	g := digraph{make([][]arc, n), make([]bool, n)}
	for v := range n {
		g.goal[v] = draw.IntN(3) == 0
		for range draw.IntN(4) {
			a := arc{to: draw.IntN(n)}
			if draw.IntN(2) == 0 {
				a.costs = [2]int{draw.IntN(4), draw.IntN(2)}
			}
			g.arcs[v] = append(g.arcs[v], a)
		}
	}
	return g
}

// Extremes are those of the reference, and their runs have these costs.
func TestReference(t *testing.T) {
	testlevel.Alone(t)
	draw := rand.New(rand.NewPCG(1, 2))
	var unboundedOnes, reachedOnes, dodges, begunLater int
	for range 20_000 {
		g := randomDigraph(draw)
		runs, s := g.runs(t)
		for _, c := range []measure.Cost{{Respect: 0}, {Respect: 1}, {Respect: 0, Peak: true}} {
			least, greatest, unbounded, reached, dodged := g.reference(c)
			found, worst := runs.Least(c), runs.Greatest(c)
			if (found.Path != nil) != reached || (worst.Path != nil) != reached {
				t.Fatalf("%+v: %v: a run reaches the goal: %v, want %v", g, c, found.Path != nil, reached)
			}
			if path := runs.Dodge(); (path != nil) != dodged {
				t.Fatalf("%+v: dodge %v, want %v", g, path, dodged)
			} else if dodged {
				dodges++
				g.follow(t, s, path, c)
			}
			if !reached {
				continue
			}
			reachedOnes++
			if worst.Unbounded != unbounded || !unbounded && worst.Cost != greatest || found.Cost != least {
				t.Fatalf("%+v: %v: found %d to %d (%v), want %d to %d (%v)", g, c, found.Cost, worst.Cost, worst.Unbounded, least, greatest, unbounded)
			}
			if cost, done := g.follow(t, s, found.Path(), c); cost != least || !done {
				t.Fatalf("%+v: %v: the run of the least cost costs %d and ends at the goal: %v", g, c, cost, done)
			}
			path := worst.Path()
			cost, done := g.follow(t, s, path, c)
			switch {
			case unbounded:
				unboundedOnes++
				g.followCycle(t, s, path, c)
			case cost != greatest || !done:
				t.Fatalf("%+v: %v: the run of the greatest cost costs %d and ends at the goal: %v", g, c, cost, done)
			}
			if g.goal[0] {
				begunLater++
			}
		}
	}
	if unboundedOnes == 0 || reachedOnes == 0 || dodges == 0 || begunLater == 0 {
		t.Errorf("got %d unbounded costs, %d reached goals, %d dodges and %d initial states at the goal, want all above 0", unboundedOnes, reachedOnes, dodges, begunLater)
	}
}

// follow follows the stem of a path. It returns its cost, and whether it ends at the goal. The path must not pass the goal
// before.
func (g digraph) follow(t *testing.T, s *checker.ValueSystem[int], path *checker.Path, c measure.Cost) (cost int, done bool) {
	t.Helper()
	at := s.Value(path.Initial)
	begun := !g.goal[at]
	for _, step := range path.Stem {
		if begun && g.goal[at] {
			t.Fatalf("%+v: the run continues after the goal", g)
		}
		cost, at = g.take(t, s, at, cost, step, c)
		begun = begun || !g.goal[at]
	}
	return cost, begun && g.goal[at]
}

func (g digraph) take(t *testing.T, s *checker.ValueSystem[int], at, cost int, step checker.Transition, c measure.Cost) (int, int) {
	t.Helper()
	a := g.arcs[at][step.Step.Code]
	if a.to != s.Value(step.To) {
		t.Fatalf("%+v: no step from %d to %d", g, at, s.Value(step.To))
	}
	if c.Peak {
		return max(cost, a.costs[c.Respect]), a.to
	}
	return cost + a.costs[c.Respect], a.to
}

// followCycle follows a cycle once. It must be closed, have a cost above zero, and have a path to the goal.
func (g digraph) followCycle(t *testing.T, s *checker.ValueSystem[int], path *checker.Path, c measure.Cost) {
	t.Helper()
	start := s.Value(path.Initial)
	if n := len(path.Stem); n > 0 {
		start = s.Value(path.Stem[n-1].To)
	}
	at, cost := start, 0
	for _, step := range path.Cycle {
		cost, at = g.take(t, s, at, cost, step, c)
	}
	if !path.Lasso || at != start || cost == 0 || !g.canReach(at) {
		t.Fatalf("%+v: the cycle from %d to %d has the cost %d", g, start, at, cost)
	}
}
