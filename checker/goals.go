package checker

import "context"

// A goal is where a violating run may end up: a fair component.
type goal struct {
	nodes []uint32    // of the cyclic part
	must  []Predicate // what the run must also pass again and again
	arms  bool        // some state of it arms the hunt
}

// goals are all the places where a hunted run may end up.
type goals struct {
	any    bool
	quiet  bits     // ranks of quiet states
	fair   []*goal  // fair components
	number []uint32 // of each node of the cyclic part, its goal + 1, or 0
}

// goals finds all fair components and quiet states in which a hunted run may end up.
func (g *graph) goals(ctx context.Context, h hunt) *goals {
	c := g.cycles(ctx)
	found := &goals{number: make([]uint32, len(c.nodes))}
	for _, rank := range c.quiet {
		s := g.arena.at(rank)
		if !h.inside(s) {
			continue
		}
		if _, ok := h.visits([]State{s}); ok {
			found.quiet, found.any = found.quiet.with(int(rank)), true
		}
	}
	inside := func(node uint32) bool { return h.inside(g.arena.at(c.nodes[node])) }
	for _, nodes := range c.fair(inside) {
		g.consider(h, nodes, found)
	}
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
	found.fair, found.any = append(found.fair, fair), true
	for _, node := range nodes {
		found.number[node] = uint32(len(found.fair))
	}
}

// goalsAt returns the goals at a state: whether a run can rest there, and the fair component that
// the state is part of, or nil.
func (g *graph) goalsAt(all *goals, rank uint32) (quiet bool, fair *goal) {
	if len(all.fair) > 0 && g.cyclic.place[rank] > 0 {
		if n := all.number[g.cyclic.place[rank]-1]; n > 0 {
			fair = all.fair[n-1]
		}
	}
	return all.quiet.has(int(rank)), fair
}

// leavesOpen says why a reduced graph cannot decide a liveness property of which it shows no
// violation; "" if it can. Where no run goes round, each one ends in a state of rest, and of these a reduced
// graph has all: but not all ways to get there.
func (g *graph) leavesOpen(p Property) string {
	if len(g.met) > 0 {
		return p.title() + " is liveness, and a bound has acted"
	}
	if len(g.cyclic.nodes) > 0 {
		return p.title() + " is about runs that go round"
	}
	h := g.watched(p).hunt()
	for _, rank := range g.cyclic.quiet {
		if s := g.arena.at(rank); h.inside(s) && !h.arms(s, false) {
			return p.title() + " is about the way to a state of rest"
		}
	}
	return ""
}
