package checker

import (
	"context"
	"runtime"

	"interrex/checker/component"
	digraph "interrex/checker/internal/graph"
)

// A composedGraph is the explored graph of a Composed system.
type composedGraph struct {
	*search
	steps   []digraph.Step // of the state asked about last
	emitted []Step         // by the number that package component has for a step: what the system emits
	isKnown []bool         // by that number
}

// exploreComposed does what Explore promises.
func exploreComposed(ctx context.Context, system Composed, options Options) (*Graph, *Report, error) {
	s, err := newSearch(ctx, system, nil, options)
	if err == nil {
		err = s.explore()
	}
	if err != nil {
		s.Free()
		return nil, nil, err
	}
	g := &Graph{&composedGraph{search: s}}
	runtime.AddCleanup(g, (*component.Exploration).Free, s.Exploration)
	return g, s.report(), nil
}

func (g *composedGraph) states() int                 { return g.Len() }
func (g *composedGraph) isExpanded(rank uint32) bool { return int(rank) < g.Expanded() }

func (g *composedGraph) initialRanks() (ranks []uint32) {
	for rank := range g.Initials() {
		ranks = append(ranks, uint32(rank))
	}
	return ranks
}

// real is part of exploredGraph. It asks the system for steps that it has not emitted yet.
func (g *composedGraph) real(rank uint32, to []edge) []edge {
	g.steps = g.Steps(rank, g.steps[:0])
	numbers := g.Numbers()
	for i, step := range g.steps {
		if step.IsAltered || step.To == digraph.Nowhere {
			continue
		}
		if n := int(numbers[i]); n >= len(g.isKnown) || !g.isKnown[n] {
			g.ask(rank, numbers)
		}
		to = append(to, edge{step.To, g.emitted[numbers[i]]})
	}
	return to
}

// ask asks the system for the steps of a state, which have numbers.
func (g *composedGraph) ask(rank uint32, numbers []uint32) {
	at := 0
	g.busy = "Steps"
	g.system.Steps(g.state(rank), func(step Step, _ State) {
		if at == len(numbers) {
			panic(brokenLaw("Steps of %v now emits more steps than during the exploration", g.state(rank)))
		}
		n := int(numbers[at])
		if more := n + 1 - len(g.isKnown); more > 0 {
			g.isKnown, g.emitted = append(g.isKnown, make([]bool, more)...), append(g.emitted, make([]Step, more)...)
		}
		g.isKnown[n], g.emitted[n] = true, step
		at++
	})
	g.busy = ""
	if at < len(numbers) {
		panic(brokenLaw("Steps of %v now emits fewer steps than during the exploration", g.state(rank)))
	}
}
