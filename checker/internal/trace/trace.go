// Package trace finds shortest paths in an explored graph. Of all shortest paths it returns one with the fewest changes of
// actor: it is the easiest to read.
package trace

import (
	"slices"

	"interrex/checker/internal/graph"
)

// MostStates bounds the states that are expanded again to find a path with few changes of actor. Beyond it, the first path is
// returned. It counts by ids, so that the path is the same for any number of workers.
const MostStates = 1 << 20

// Shortest returns a shortest path from an initial state to one of several states of one level, in ascending order.
func Shortest(g graph.Graph, goals []uint32) *graph.Path {
	if !g.HasActors() {
		return First(g, goals[0])
	}
	starts := append(slices.Clone(g.Starts()), uint32(g.Len()))
	var layers [][]uint32
	for i := 0; i+1 < len(starts) && starts[i] <= goals[0]; i++ {
		if starts[i] > MostStates {
			return First(g, goals[0])
		}
		var layer []uint32
		for id := starts[i]; id < starts[i+1]; id++ {
			layer = append(layer, id)
		}
		layers = append(layers, layer)
	}
	var steps []graph.Step
	out := func(id uint32, visit func(graph.Step, uint32)) {
		if int(id) >= g.Expanded() {
			return
		}
		steps = g.Steps(id, steps[:0])
		for _, s := range steps {
			visit(s, s.To)
		}
	}
	return FewestContextSwitches(layers, goals, out, g.Actor)
}

// First returns the path to a state on which it was found.
func First(g graph.Graph, goal uint32) *graph.Path {
	path := &graph.Path{Initial: goal}
	for int(path.Initial) >= g.Initials() {
		from := g.Parent(path.Initial)
		steps := g.Steps(from, nil)
		i := slices.IndexFunc(steps, func(s graph.Step) bool { return s.To == path.Initial })
		path.Stem = append(path.Stem, steps[i])
		path.Initial = from
	}
	slices.Reverse(path.Stem)
	return path
}

// FewestContextSwitches finds a path from the first layer to a goal in the last with the fewest changes of actor. Of several
// it returns the one with the first goal, and then with the first steps. The layers are those of a breadth-first search, in
// the order of discovery. out visits the steps of a node, in their order, with the nodes that they lead to.
func FewestContextSwitches(layers [][]uint32, goals []uint32, out func(node uint32, visit func(s graph.Step, to uint32)),
	actor func(graph.Step) int) *graph.Path {
	kept := leading(layers, goals, out)
	slices.Sort(kept[0])
	ends := make([]*way, 0, len(kept[0]))
	for _, node := range kept[0] {
		ends = append(ends, &way{node: node, actor: -1})
	}
	for _, layer := range kept[1:] {
		ends = onward(ends, layer, out, actor)
	}
	best := bestOf(ends, goals)
	path := &graph.Path{}
	for ; best.from != nil; best = best.from {
		path.Stem = append(path.Stem, best.step)
	}
	slices.Reverse(path.Stem)
	path.Initial = best.node
	return path
}

// A way is the best path found to a node with a certain last actor.
type way struct {
	node     uint32
	actor    int
	switches int
	from     *way
	step     graph.Step
}

// onward extends the ways by one step to each node of a layer.
func onward(ends []*way, layer []uint32, out func(uint32, func(graph.Step, uint32)), actor func(graph.Step) int) (next []*way) {
	type end struct {
		node  uint32
		actor int
	}
	best := map[end]*way{}
	for _, from := range ends {
		out(from.node, func(s graph.Step, to uint32) {
			if _, leads := slices.BinarySearch(layer, to); !leads {
				return
			}
			w := from.then(s, to, actor(s))
			known := best[end{to, w.actor}]
			switch {
			case known == nil:
				best[end{to, w.actor}] = &w
				next = append(next, &w)
			case w.switches < known.switches:
				*known = w
			}
		})
	}
	return next
}

// then extends a way by a step.
func (w *way) then(s graph.Step, to uint32, actor int) way {
	next := way{to, w.actor, w.switches, w, s}
	if actor >= 0 {
		if w.actor >= 0 && actor != w.actor {
			next.switches++
		}
		next.actor = actor
	}
	return next
}

// bestOf returns the way with the fewest switches; of several, the one to the first goal.
func bestOf(ends []*way, goals []uint32) (best *way) {
	for _, goal := range goals {
		for _, w := range ends {
			if w.node == goal && (best == nil || w.switches < best.switches) {
				best = w
			}
		}
	}
	return best
}

// leading lists the nodes of each layer that are on a shortest path to a goal. Those of the first layer are in its order, and
// others in ascending order.
func leading(layers [][]uint32, goals []uint32, out func(uint32, func(graph.Step, uint32))) [][]uint32 {
	kept := make([][]uint32, len(layers))
	last := len(layers) - 1
	kept[last] = slices.Sorted(slices.Values(goals))
	for i := last - 1; i >= 0; i-- {
		for _, node := range layers[i] {
			leads := false
			out(node, func(_ graph.Step, to uint32) {
				if !leads {
					_, leads = slices.BinarySearch(kept[i+1], to)
				}
			})
			if leads {
				kept[i] = append(kept[i], node)
			}
		}
		if i > 0 {
			slices.Sort(kept[i])
		}
	}
	return kept
}
