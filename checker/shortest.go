package checker

import (
	"context"
	"slices"
)

// Attributed is implemented by a System whose steps are someone's doing. Then, among the shortest
// counterexamples, one is shown in which the doer changes least often: it is the easiest to read.
type Attributed interface {
	// Actor returns the number of the process that takes a step. A negative one means nobody, and
	// counts as no change of actor.
	Actor(step Step) int
}

// mostSearched bounds the states that are expanded again to find a path with fewer changes of actor.
// Beyond it the canonical path is shown. States are counted by ranks, so this is the same for any
// number of workers.
const mostSearched = 1 << 20

// A layered is a graph whose shortest paths are sought: layer l has the nodes at distance l.
type layered struct {
	layers [][2]int               // of each layer the first place and the one after the last
	node   func(place int) uint32 // at a place
	out    func(node uint32, emit func(Step, uint32))
	actor  func(Step) int
	before func(node, other uint32) int // the order in which paths from nodes of the first layer are tried; nil: ascending
}

// A hop is a step to a node.
type hop struct {
	step Step
	to   uint32
}

// A switched is the best way found to a node, the one with the fewest changes of actor, with the last actor.
type switched struct {
	node     uint32
	actor    int
	switches int
	from     *switched
	hop      hop
}

// fewestSwitches finds, of all paths from the first layer to a goal in the last, the one with the fewest
// changes of actor; of several, the one whose goal, and then whose steps, come first. It returns
// where the path begins, and its hops.
func (g *layered) fewestSwitches(goals []uint32) (first uint32, hops []hop) {
	kept := g.leading(goals)
	if g.before != nil {
		slices.SortFunc(kept[0], g.before)
	}
	type end struct {
		node  uint32
		actor int
	}
	var at []*switched
	for _, node := range kept[0] {
		at = append(at, &switched{node: node, actor: -1})
	}
	for l := 1; l < len(kept); l++ {
		best, next := map[end]*switched{}, []*switched{}
		for _, from := range at {
			g.out(from.node, func(step Step, to uint32) {
				if _, leads := slices.BinarySearch(kept[l], to); !leads {
					return
				}
				c := from.onward(step, to, g.actor(step))
				known := best[end{to, c.actor}]
				switch {
				case known == nil:
					best[end{to, c.actor}] = &c
					next = append(next, &c)
				case c.switches < known.switches:
					*known = c
				}
			})
		}
		at = next
	}
	var found *switched
	for _, goal := range goals {
		for _, c := range at {
			if c.node == goal && (found == nil || c.switches < found.switches) {
				found = c
			}
		}
	}
	for ; found.from != nil; found = found.from {
		hops = append(hops, found.hop)
	}
	slices.Reverse(hops)
	return found.node, hops
}

// onward goes one step further.
func (c *switched) onward(step Step, to uint32, actor int) switched {
	next := switched{to, c.actor, c.switches, c, hop{step, to}}
	if actor >= 0 {
		if c.actor >= 0 && actor != c.actor {
			next.switches++
		}
		next.actor = actor
	}
	return next
}

// leading lists, of each layer, the nodes from which a shortest path leads to a goal, in ascending
// order.
func (g *layered) leading(goals []uint32) [][]uint32 {
	kept := make([][]uint32, len(g.layers))
	last := len(g.layers) - 1
	kept[last] = slices.Sorted(slices.Values(goals))
	for l := last - 1; l >= 0; l-- {
		for place := g.layers[l][0]; place < g.layers[l][1]; place++ {
			leads, node := false, g.node(place)
			g.out(node, func(_ Step, to uint32) {
				if !leads {
					_, leads = slices.BinarySearch(kept[l+1], to)
				}
			})
			if leads {
				kept[l] = append(kept[l], node)
			}
		}
		slices.Sort(kept[l])
	}
	return kept
}

// pathOfFewestSwitches is a shortest path from an initial state to one of several states of one level: the one with
// the fewest changes of actor if it can be found with little effort, else the canonical one to the first state. The
// former passes through none of some states.
func (r *run) pathOfFewestSwitches(ranks []uint32, without bits) *Path {
	attributed, ok := r.system.(Attributed)
	layers := r.layersTo(ranks[0])
	if !ok && without == nil || layers[len(layers)-1][0] > mostSearched {
		return r.pathTo(ranks[0])
	}
	g := &layered{layers: layers, node: func(place int) uint32 { return uint32(place) }, actor: func(Step) int { return -1 }}
	if ok {
		g.actor = attributed.Actor
	}
	g.out = func(node uint32, emit func(Step, uint32)) {
		if without.has(int(node)) {
			return
		}
		r.onward(node, emit)
	}
	first, hops := g.fewestSwitches(ranks)
	path := &Path{Initial: r.state(first)}
	for _, h := range hops {
		path.Stem = append(path.Stem, Transition{h.step, r.state(h.to)})
	}
	return path
}

// onward makes the steps out of a state, and emits those whose states the table has.
func (r *run) onward(rank uint32, emit func(step Step, to uint32)) {
	w := r.pool[0]
	w.again(rank)
	for i, step := range w.out.Steps {
		if to, known := r.store.lookUp(w.out.Row(i)); known {
			emit(step, to)
		}
	}
}

// layersTo lists the levels as ranges of ranks, up to the one that a state is in.
func (r *run) layersTo(rank uint32) (layers [][2]int) {
	starts := r.starts()
	for l := 0; l+1 < len(starts) && starts[l] <= int(rank); l++ {
		layers = append(layers, [2]int{starts[l], starts[l+1]})
	}
	return layers
}

// starts lists where levels begin, and the number of states.
func (r *run) starts() []int { return append(slices.Clone(r.levels), r.levelEnd, r.store.log.len) }

// alike lists the states of the level of a violation that violate the same property, the first one
// first: their shortest paths are as long.
func (r *run) alike(v *violation) []uint32 {
	ranks := []uint32{v.rank}
	p := r.properties[v.property]
	if _, ok := r.system.(Attributed); !ok || p.kind != invariant && p.kind != reachable {
		return ranks
	}
	layers, first := r.layersTo(v.rank), r.state(v.rank)
	for rank := v.rank + 1; int(rank) < layers[len(layers)-1][1]; rank++ {
		if r.holds(p, rank) == (p.kind == reachable) && (p.alike == nil || p.alike(r.pool[0].look(rank), first)) {
			ranks = append(ranks, rank)
		}
	}
	return ranks
}

// Discerning is implemented by a System that can tell when two states look alike. Of several
// counterexamples to one property none ends as another does.
type Discerning interface {
	// Alike spells what matters about a state: two states look alike if the spellings are equal.
	Alike(s State) string
}

// others are further counterexamples to a property of states, shorter ones first: shortest paths to violating
// states, each of which looks different from the last states of those before. None passes through a violation. All
// are found, unless they are beyond mostSearched.
func (r *run) others(ctx context.Context, v *violation, first *Path) (others []*Path) {
	p := r.properties[v.property]
	discerning, ok := r.system.(Discerning)
	if !ok || p.kind != invariant && p.kind != atRest {
		return nil
	}
	seen, a, inVain := map[string]bool{discerning.Alike(first.last()): true}, r.approach(v.rank), 0
	isOver := func() bool {
		return len(others)+1 >= r.options.Counterexamples || inVain == mostInVain || ctx.Err() != nil
	}
	for rank := a.from; int(rank) < r.store.log.len && !isOver(); rank++ {
		switch holds := r.holds(p, rank); {
		case p.kind == atRest && (holds || !r.isTerminal(rank)), p.kind == invariant && !a.mayReach(rank):
			continue
		case holds:
			a.pass(rank)
			continue
		}
		a.violating = a.violating.with(int(rank))
		s := r.state(rank)
		if seen[discerning.Alike(s)] {
			continue
		}
		path := r.pathOfFewestSwitches([]uint32{rank}, a.violating)
		if p.kind == invariant && !path.firstAt(p) { // a canonical one
			inVain++
			continue
		}
		seen[discerning.Alike(s)] = true
		others = append(others, path)
	}
	return others
}

// mostInVain is how many canonical paths are tried that pass through a violation.
const mostInVain = 64

// An approach goes through states in the order of ranks, from the level of the first violation of an invariant on, and tells to which ones a
// shortest path leads that passes through no violation.
type approach struct {
	*run
	from               uint32 // where that level begins
	ends               []int  // where the level under way ends, and those behind it
	reached, violating bits
}

func (r *run) approach(first uint32) *approach {
	level, starts := len(r.layersTo(first)), r.starts()
	a := &approach{run: r, from: uint32(starts[level-1]), ends: starts[level:]}
	for rank := int(a.from); rank < a.ends[0]; rank++ {
		a.reached = a.reached.with(rank)
	}
	return a
}

// mayReach reports whether such a path leads to a state.
func (a *approach) mayReach(rank uint32) bool { return a.reached.has(int(rank)) }

// pass lets paths go on through a state in which the invariant holds, to the next level.
func (a *approach) pass(rank uint32) {
	for int(rank) >= a.ends[0] {
		a.ends = a.ends[1:]
	}
	if len(a.ends) == 1 {
		return // nothing is known of the next level
	}
	a.onward(rank, func(_ Step, to uint32) {
		if int(to) >= a.ends[0] {
			a.reached = a.reached.with(int(to))
		}
	})
}

// isTerminal reports whether a state has been expanded and has no step.
func (r *run) isTerminal(rank uint32) bool {
	terminal := int(rank) < r.expanded
	if terminal {
		w := r.pool[0]
		w.again(rank)
		terminal = len(w.out.Steps)+len(w.out.Blocked) == 0
	}
	return terminal
}

// firstAt reports whether the last state of a finite path is the only one that violates a property.
func (p *Path) firstAt(property Property) bool {
	holds := len(p.Stem) == 0 || property.p(p.Initial)
	for i := 0; i+1 < len(p.Stem); i++ {
		holds = holds && property.p(p.Stem[i].To)
	}
	return holds
}

// without removes the goal that a run has reached: its component, or the quiet states that look like
// the one where it rests.
func (g *graph) without(all *goals, found *entry) {
	if found.goal != nil {
		for _, node := range found.goal.nodes {
			all.number[node] = 0
		}
		return
	}
	discerning, ok := g.system.(Discerning)
	rest := g.state(found.rank)
	for _, rank := range g.cyclic.quiet {
		if rank == found.rank || ok && discerning.Alike(g.state(rank)) == discerning.Alike(rest) {
			all.quiet[rank/64] &^= 1 << (rank % 64)
		}
	}
}
