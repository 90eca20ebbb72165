package checker

import (
	"context"
	"slices"
)

// aside returns a run that violates a property asked aside: of the states where such a run may stay for ever, the first in
// the order of ranks to which the path of parents is armed. It is nil if there is none, or the whole graph is not known.
func (g *graph) aside(ctx context.Context, p Property, complete bool) (path *Path) {
	var err error
	defer func() {
		if err != nil {
			path = nil
		}
	}()
	defer g.recoverPanic(&err)
	if !complete {
		return nil
	}
	g.cycles(ctx)
	h := g.automaton(p)
	all := g.goals(ctx, h)
	s := armedSearch{g, h, map[uint32]bool{}}
	for _, rank := range g.places(all) {
		if g.stopped(ctx) != "" {
			return nil
		}
		if !s.isArmed(rank) {
			continue
		}
		found := &entry{path: g.pathTo(rank), rank: rank, armed: true}
		if quiet, fair := g.goalsAt(all, rank); !quiet {
			found.goal = fair
		}
		g.goRound(h, found)
		return found.path
	}
	return nil
}

// places lists the states of all goals, in the order of ranks.
func (g *graph) places(all *goals) []uint32 {
	var ranks []uint32
	for _, rank := range g.cyclic.quiet {
		if all.quiet.has(int(rank)) {
			ranks = append(ranks, rank)
		}
	}
	for _, fair := range all.fair {
		for _, node := range fair.nodes {
			ranks = append(ranks, g.cyclic.nodes[node])
		}
	}
	slices.Sort(ranks)
	return slices.Compact(ranks)
}

// An armedSearch goes back along parents, and keeps of which states the path is known not to be armed.
type armedSearch struct {
	*graph
	automaton automaton[uint32]
	unarmed   map[uint32]bool
}

// isArmed reports whether the path of parents to a state is armed.
func (s *armedSearch) isArmed(rank uint32) bool {
	var passed []uint32
	for at := rank; !s.unarmed[at]; at = s.parent(at) {
		isFirst := int(at) < s.initials
		if s.automaton.arms(at, isFirst) {
			return true
		}
		if passed = append(passed, at); isFirst {
			break
		}
	}
	for _, at := range passed {
		s.unarmed[at] = true
	}
	return false
}
