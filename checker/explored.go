package checker

import (
	"context"
	"runtime"

	digraph "interrex/checker/internal/graph"
)

// A Graph is the explored part of a system. Its states have ranks from 0 in the order of a breadth-first search: the same for any
// number of workers.
type Graph struct{ search *search }

// Explore explores the system as Check does, and keeps the graph. The Report has no Results.
func Explore(ctx context.Context, system System, options Options) (*Graph, *Report, error) {
	s, err := newSearch(ctx, system, nil, options)
	if err == nil {
		err = s.run()
	}
	if err != nil {
		s.free()
		return nil, nil, err
	}
	g := &Graph{s}
	runtime.AddCleanup(g, exploration.Free, s.exploration)
	return g, s.report(), nil
}

// States is the number of states.
func (g *Graph) States() int { return g.search.Len() }

// State returns the state with a rank.
func (g *Graph) State(rank uint32) State {
	defer runtime.KeepAlive(g)
	return g.search.state(rank)
}

// Initial lists the ranks of the initial states.
func (g *Graph) Initial() (ranks []uint32) {
	for rank := range g.search.Initials() {
		ranks = append(ranks, uint32(rank))
	}
	return ranks
}

// StepsFrom lists the steps out of a state that no bound has altered or disabled, and the ranks to which they lead. A state that was
// not expanded has none.
func (g *Graph) StepsFrom(rank uint32) (steps []Step, to []uint32) {
	defer runtime.KeepAlive(g)
	if int(rank) >= g.search.Expanded() {
		return nil, nil
	}
	emitted := g.search.emitted(rank)
	for i, step := range g.search.Steps(rank, nil) {
		if !step.IsAltered && step.To != digraph.Nowhere {
			steps, to = append(steps, emitted[i]), append(to, step.To)
		}
	}
	return steps, to
}
