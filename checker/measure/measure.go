// Package measure finds the least and the greatest cost of the runs of an explored graph, with a run of each cost.
//
// A run is measured from an initial state until a goal is first true. If the goal is true in the initial state, the run
// ends when it is true again. Only runs that reach the goal are measured. Dodge returns another run, if there is one.
// Fairness does not matter.
//
// Dijkstra's algorithm finds the least cost. The greatest is found component by component. It is unbounded if a component
// from which the goal can be reached has a step with a cost above zero. Then the run is a lasso.
package measure

import (
	"context"
	"encoding/binary"
	"slices"

	"interrex/checker"
)

// A Weighing is an explored graph with the costs of each step, in several respects.
type Weighing struct {
	graph *checker.Graph
	first []int    // index of the first step of each state; one more at the end
	to    []uint32 // rank of the target of each step
	kind  []uint32 // index of the costs of each step
	costs [][]int  // all different costs of a step
}

// Weigh computes the costs of each step. cost fills in one number for each respect, at least zero. They are zero before.
// The error is that of the context.
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

// A Cost is the cost of a run in a respect: the sum over its steps or, if Peak is set, the greatest of them.
type Cost struct {
	Respect int
	Peak    bool
}

// of is the cost of a step.
func (w *Weighing) of(c Cost, step int) int { return w.costs[w.kind[step]][c.Respect] }

// and is the cost of two parts of a run together.
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

	// Path finds a shortest run of this cost or, if Unbounded is set, a lasso. Path is nil if no run reaches the goal.
	Path func() *checker.Path
}
