// Package measure finds what the runs of a transition system cost: the least and the greatest, over
// all runs of an explored graph, with a run that attains each.
//
// A run is measured from an initial state until a goal is first true or, if it is true there, true again. Only runs that
// reach the goal are measured; Dodge tells whether there are others. Fairness does not matter.
//
// Dijkstra's algorithm finds the least cost. The greatest is found component by component. It is unbounded if a component
// from which the goal can be reached has a step that costs something; then the run is a lasso.
package measure

import (
	"context"
	"encoding/binary"
	"slices"

	"interrex/checker"
)

// A Weighing is an explored graph with what each of its steps costs, in several respects.
type Weighing struct {
	graph *checker.Graph
	first []int    // of each state, the place of its first step; one more at the end
	to    []uint32 // of each step, the rank of the state it leads to
	kind  []uint32 // of each step, the number of its costs, which steps share
	costs [][]int
}

// Weigh finds out what each step costs: cost fills in one number for each respect, none negative; they are zero
// before. The error is that of the context.
func Weigh(ctx context.Context, g *checker.Graph, respects int, cost func(from checker.State, step checker.Step, costs []int)) (*Weighing, error) {
	w := &Weighing{graph: g}
	known, costs, key := map[string]uint32{}, make([]int, respects), []byte{}
	for rank := range uint32(g.States()) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		w.first = append(w.first, len(w.to))
		steps, to := g.StepsFrom(rank)
		for _, step := range steps {
			clear(costs)
			cost(g.State(rank), step, costs)
			key = key[:0]
			for _, c := range costs {
				key = binary.AppendUvarint(key, uint64(c))
			}
			number, found := known[string(key)]
			if !found {
				number = uint32(len(w.costs))
				known[string(key)] = number
				w.costs = append(w.costs, slices.Clone(costs))
			}
			w.kind = append(w.kind, number)
		}
		w.to = append(w.to, to...)
	}
	w.first = append(w.first, len(w.to))
	return w, nil
}

// A Cost says which respect is measured, and how the cost of a run follows from those of its steps: it is
// their sum or, if Peak, the greatest of them.
type Cost struct {
	Respect int
	Peak    bool
}

// of is what a step costs.
func (w *Weighing) of(c Cost, step int) int { return w.costs[w.kind[step]][c.Respect] }

// and puts together two parts of a run.
func (c Cost) and(one, other int) int {
	if c.Peak {
		return max(one, other)
	}
	return one + other
}

// An Extreme is the least or the greatest cost of the runs that reach the goal.
type Extreme struct {
	Cost      int
	Unbounded bool // there is no greatest cost

	// Path finds a run that attains it, a shortest one; where there is no greatest cost, one that
	// goes round for ever. Nil: no run reaches the goal.
	Path func() *checker.Path
}
