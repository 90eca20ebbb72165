package checker

import (
	"context"
	"runtime"
	"runtime/debug"

	digraph "interrex/checker/internal/graph"
)

// A Graph is the explored part of a system. Its states have ranks from 0 in the order of a breadth-first search: the same for any
// number of workers.
type Graph struct{ search *search }

// Explore explores the system as Check does, and keeps the graph. The Report has no Results.
func Explore(ctx context.Context, system System, options Options) (*Graph, *Report, error) {
	if system.Width() < 1 {
		panic(brokenLaw("Width is %d", system.Width()))
	}
	s, err := newSearch(ctx, system, nil, options)
	if err == nil {
		err = s.run()
	}
	if err != nil {
		s.free()
		return nil, nil, err
	}
	g := &Graph{s}
	runtime.AddCleanup(g, (*composed).Free, s.composed)
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

// Walk visits each state that was expanded, in the order of ranks, and then each of its steps, in the order of Steps. It leaves out
// steps that a bound has altered or disabled. It ends early if ctx is cancelled. The error is a *ModelPanic if the system panics.
func (g *Graph) Walk(ctx context.Context, enter func(rank uint32), step func(from uint32, step Step, to uint32)) (err error) {
	defer runtime.KeepAlive(g)
	defer func() {
		if v := recover(); v != nil {
			err = g.search.explain(v, debug.Stack())
		}
	}()
	for rank := range uint32(g.search.Expanded()) {
		if ctx.Err() != nil {
			break
		}
		enter(rank)
		g.real(rank, func(s Step, to uint32) { step(rank, s, to) })
	}
	return ctx.Err()
}

// StepsFrom lists the steps out of an expanded state that no bound has altered or disabled, and the ranks to which they lead.
func (g *Graph) StepsFrom(rank uint32) (steps []Step, to []uint32) {
	defer runtime.KeepAlive(g)
	g.real(rank, func(s Step, next uint32) { steps, to = append(steps, s), append(to, next) })
	return steps, to
}

// real visits the steps that StepsFrom lists.
func (g *Graph) real(rank uint32, visit func(Step, uint32)) {
	emitted := g.search.emitted(rank)
	for i, step := range g.search.Steps(rank, nil) {
		if !step.IsAltered && step.To != digraph.Nowhere {
			visit(emitted[i], step.To)
		}
	}
}
