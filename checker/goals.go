package checker

import (
	"cmp"
	"context"
	"slices"
)

// A goal is where a violating run may end up: a fair component.
type goal struct {
	nodes []uint32    // of the cyclic part
	must  []Predicate // what the run must also pass again and again
	arms  bool        // some state of it arms the hunt
}

// A target is a state of a goal, or a quiet state, which has no goal.
type target struct {
	rank uint32
	goal *goal
}

// goals are all the targets of a hunt, by rank.
type goals struct {
	at   []target
	seen bits // the ranks of at
}

func (g *goals) add(rank uint32, in *goal) {
	g.at = append(g.at, target{rank, in})
	g.seen = g.seen.with(int(rank))
}

// find returns the targets at rank. A quiet state comes before a component that it is in: no
// cycle is shorter than none.
func (g *goals) find(rank uint32) []target {
	if !g.seen.has(int(rank)) {
		return nil
	}
	byRank := func(t target, rank uint32) int { return cmp.Compare(t.rank, rank) }
	first, _ := slices.BinarySearchFunc(g.at, rank, byRank)
	end, _ := slices.BinarySearchFunc(g.at, rank+1, byRank)
	return g.at[first:end]
}

// goals finds all fair components and quiet states in which a hunted run may end up.
func (g *graph) goals(ctx context.Context, h hunt) *goals {
	found := &goals{}
	c := g.cycles(ctx)
	for _, rank := range c.quiet {
		s := g.arena.at(rank)
		if !h.inside(s) {
			continue
		}
		if _, ok := h.visits([]State{s}); ok {
			found.add(rank, nil)
		}
	}
	inside := func(node uint32) bool { return h.inside(g.arena.at(c.nodes[node])) }
	for _, nodes := range c.fair(inside) {
		g.consider(h, nodes, found)
	}
	slices.SortStableFunc(found.at, func(a, b target) int { return cmp.Compare(a.rank, b.rank) })
	return found
}

// consider adds a fair component to the goals if its states offer what the run must visit.
func (g *graph) consider(h hunt, nodes []uint32, found *goals) {
	states := make([]State, len(nodes))
	for i, node := range nodes {
		states[i] = g.arena.at(g.cyclic.nodes[node])
	}
	must, ok := h.visits(states)
	if !ok {
		return
	}
	fair := &goal{nodes: nodes, must: must}
	fair.arms = somewhere(func(s State) bool { return h.arms(s, false) }, states)
	for _, node := range nodes {
		found.add(g.cyclic.nodes[node], fair)
	}
}
