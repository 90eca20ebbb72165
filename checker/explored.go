package checker

import (
	"context"
	"runtime/debug"
	"slices"
)

// A Graph is the explored part of a system: its states, called by their ranks, and the steps
// between them. Ranks go from 0, are those of a breadth first search, and are the same for any
// number of workers.
type Graph struct{ graph *graph }

// Explore explores the system as Check does and keeps the graph, for whoever wants to know of all
// runs what no Property asks. Report has no Results.
func Explore(ctx context.Context, system System, options Options) (*Graph, *Report, error) {
	if system.Width() < 1 {
		panic(brokenLaw("Width is %d", system.Width()))
	}
	run := newRun(system, nil, options)
	run.hire()
	defer run.dismiss()
	if err := run.explore(ctx); err != nil {
		return nil, nil, err
	}
	report := run.finish()
	return &Graph{newGraph(run)}, report, nil
}

// States is the number of states.
func (g *Graph) States() int { return g.graph.arena.len }

// State returns the state of a rank. It must not be changed.
func (g *Graph) State(rank uint32) State { return g.graph.arena.at(rank) }

// Initial lists the ranks of the initial states.
func (g *Graph) Initial() []uint32 { return g.graph.initialRanks() }

// Walk visits each state that was expanded, in the order of ranks, and then each of its steps, in
// the order of Steps; but for steps that a bound has altered or disabled, which are not real.
// It ends early when ctx is cancelled. The error is a *ModelPanic if the system panics.
func (g *Graph) Walk(ctx context.Context, enter func(rank uint32), step func(from uint32, step Step, to uint32)) (err error) {
	defer func() {
		if g.graph.inSteps {
			g.graph.inSteps = false
			err = (&failure{"Steps", recover(), debug.Stack()}).explain()
		}
	}()
	var edges []edge
	for rank := uint32(0); g.graph.isExpanded(rank) && ctx.Err() == nil; rank++ {
		enter(rank)
		edges, _ = g.graph.edges(rank, edges[:0], nil)
		for _, e := range edges {
			step(rank, e.step, e.to)
		}
	}
	return ctx.Err()
}

// StepsFrom lists the real steps out of an expanded state and the ranks that they lead to.
func (g *Graph) StepsFrom(rank uint32) (steps []Step, to []uint32) {
	edges, _ := g.graph.edges(rank, nil, nil)
	for _, e := range edges {
		steps, to = append(steps, e.step), append(to, e.to)
	}
	return steps, slices.Clip(to)
}

// Components finds the strongly connected components of a directed graph whose vertices are the
// numbers below n, as far as the roots reach. It visits each once, all that it leads to before it.
// successors appends to its second argument.
func Components(n int, roots []uint32, successors func(v uint32, to []uint32) []uint32, visit func(component []uint32)) {
	components(n, roots, successors, func(component []uint32, _ bool) { visit(component) })
}
