package checker

import (
	"context"
	"slices"
)

// An entry is how a hunted run gets to its goal.
type entry struct {
	path  *Path
	rank  uint32 // where the stem ends
	goal  *goal  // nil: the state is quiet and the run rests there
	armed bool   // the hunt was armed on the way
}

// A spot is a state together with whether the hunt is armed: 2*rank, plus 1 if it is.
type spot = uint32

// A stemSearch is a breadth-first search through the spots. Where the run is armed it stays
// inside; it follows real steps only.
type stemSearch struct {
	*graph
	hunt   hunt
	goals  *goals
	parent []spot // of each spot seen, its parent + 1, or its own + 1 for a root
	queue  []spot
	layers [][2]int // of the queue: the spots at each distance
}

// stem finds the shortest way to a goal, or nil.
func (g *graph) stem(ctx context.Context, h hunt, all *goals) *entry {
	s := &stemSearch{graph: g, hunt: h, goals: all, parent: make([]spot, 2*g.arena.len)}
	for _, rank := range g.initialRanks() {
		s.reach(rank, false, true, ^spot(0))
	}
	var edges []edge
	for next, end := 0, 0; next < len(s.queue); next++ {
		if next == end {
			end = len(s.queue)
			s.layers = append(s.layers, [2]int{next, end})
		}
		at := s.queue[next]
		rank, armed := at/2, at%2 == 1
		if found := s.arrive(rank, armed); found != nil {
			s.calm(found, at)
			return found
		}
		if g.stopped(ctx) != "" {
			return nil
		}
		if !g.isExpanded(rank) {
			continue
		}
		g.tick()
		edges, _ = g.edges(rank, edges[:0], nil)
		for _, e := range edges {
			s.reach(e.to, armed, false, at)
		}
	}
	return nil
}

// reach enters the spots that a run gets to in the state called rank, the armed one first: its
// cycle has less to do.
func (s *stemSearch) reach(rank uint32, armed, initial bool, from spot) {
	state := s.arena.at(rank)
	if s.hunt.inside(state) && (armed || s.hunt.arms(state, initial)) {
		s.enter(2*rank+1, from)
	}
	if !armed {
		s.enter(2*rank, from)
	}
}

func (s *stemSearch) enter(at, from spot) {
	if s.parent[at] != 0 {
		return
	}
	if from == ^spot(0) {
		from = at
	}
	s.parent[at] = from + 1
	s.queue = append(s.queue, at)
}

// arrive reports whether the run may end up here: in a goal, and armed or sure to become so.
func (s *stemSearch) arrive(rank uint32, armed bool) *entry {
	quiet, fair := s.goalsAt(s.goals, rank)
	switch {
	case quiet && armed: // no cycle is shorter than none
		return &entry{rank: rank, armed: true}
	case fair != nil && (armed || fair.arms):
		return &entry{rank: rank, goal: fair, armed: armed}
	}
	return nil
}

// calm finds the path to a spot where the run arrives, or to another one at which it arrives in the
// same goal, as calm as can be.
func (s *stemSearch) calm(found *entry, at spot) {
	attributed, ok := s.system.(Attributed)
	last := s.layers[len(s.layers)-1]
	if !ok || last[0] > mostSearched {
		found.path = s.path(at)
		return
	}
	var ends []spot
	for _, end := range s.queue[last[0]:last[1]] {
		if e := s.arrive(end/2, end%2 == 1); e != nil && e.goal == found.goal && e.armed == found.armed {
			ends = append(ends, end)
		}
	}
	g := &layered{layers: s.layers, node: func(place int) uint32 { return s.queue[place] }, actor: attributed.Actor, out: s.out}
	first, hops := g.calmest(ends)
	found.path = &Path{Initial: s.arena.at(first / 2)}
	for _, h := range hops {
		found.rank = h.to / 2
		found.path.Stem = append(found.path.Stem, Transition{h.step, s.arena.at(found.rank)})
	}
	if len(hops) == 0 {
		found.rank = first / 2
	}
}

// out emits the real steps out of a spot, as the search goes along them.
func (s *stemSearch) out(at spot, emit func(Step, uint32)) {
	if !s.isExpanded(at / 2) {
		return
	}
	armed := at%2 == 1
	edges, _ := s.edges(at/2, nil, nil)
	for _, e := range edges {
		state := s.arena.at(e.to)
		if s.hunt.inside(state) && (armed || s.hunt.arms(state, false)) {
			emit(e.step, 2*e.to+1)
		}
		if !armed {
			emit(e.step, 2*e.to)
		}
	}
}

// path leads from an initial state to a spot.
func (s *stemSearch) path(at spot) *Path {
	var spots []spot
	for ; s.parent[at]-1 != at; at = s.parent[at] - 1 {
		spots = append(spots, at)
	}
	slices.Reverse(spots)
	path := &Path{Initial: s.arena.at(at / 2)}
	for _, at := range spots {
		to := s.arena.at(at / 2)
		path.Stem = append(path.Stem, Transition{s.realStep(path.last(), to), to})
	}
	return path
}

// realStep is the first step from one state to the other that no bound has altered.
func (s *stemSearch) realStep(from, to State) Step {
	next := s.rank(to)
	return s.firstEdge(s.rank(from), func(e edge) bool { return e.to == next }).step
}
