package checker

import "slices"

// A walker makes a closed walk round a fair component that discharges every obligation: for
// each duty under weak fairness an edge that discharges it or a state where it is not enabled,
// for each under strong fairness that is enabled anywhere an edge that discharges it, and for
// each predicate a state where it is true.
type walker struct {
	*graph
	*cyclicPart
	goal  *goal
	in    map[uint32]bool
	extra int   // the obligations from extra on are those of goal.must
	left  bits  // obligations not met yet
	taken []int // the walk so far, by edges
}

// walk returns a short closed walk from the state called rank: greedily to the nearest edge
// that meets something new, and as soon as at most one obligation is left, a shortest way
// round. The walk is canonical: edges are tried in the order of steps.
func (g *graph) walk(in *goal, rank uint32) []Transition {
	w := &walker{graph: g, cyclicPart: g.cyclic, goal: in, in: make(map[uint32]bool, len(in.nodes))}
	for _, node := range in.nodes {
		w.in[node] = true
	}
	start := w.place[rank] - 1
	at := start
	w.oblige(at)
	for w.left.count() > 1 {
		at = w.search(at, func(_ bool, e int) bool { return w.meets(e) })
	}
	last := w.left.empty()
	w.search(at, func(met bool, e int) bool { return (last || met || w.meets(e)) && w.to[e] == start })
	return w.transitions(rank)
}

// transitions puts the edges of the walk into steps: between two states, the first real one
// that discharges what the edge does.
func (w *walker) transitions(at uint32) []Transition {
	var cycle []Transition
	for _, e := range w.taken {
		next := w.nodes[w.to[e]]
		taken := w.firstEdge(at, func(s edge) bool { return s.to == next && s.step.Owed == w.duty[e] })
		at = next
		cycle = append(cycle, Transition{taken.step, w.arena.at(at)})
	}
	return cycle
}

// oblige lists the obligations that are not met by being at a node.
func (w *walker) oblige(at uint32) {
	var somewhere bits
	for _, node := range w.goal.nodes {
		somewhere = somewhere.or(w.owedAt(node))
	}
	w.extra = 64 * w.words
	weak := somewhere.minus(w.strong)
	w.left = somewhere.and(w.strong).or(weak.and(w.owedAt(at)))
	for i := range w.goal.must {
		w.left = w.left.with(w.extra + i)
	}
	w.left = w.left.minus(w.metAt(at))
}

// metAt is the set of obligations that being at a node meets.
func (w *walker) metAt(node uint32) bits {
	met := w.left.minus(w.strong).minus(w.owedAt(node))
	for i, p := range w.goal.must {
		if n := w.extra + i; met.has(n) && !p(w.arena.at(w.nodes[node])) {
			met[n/64] &^= 1 << (n % 64)
		}
	}
	return met
}

// metBy is the set of obligations that taking an edge meets, the node it leads to included.
func (w *walker) metBy(e int) bits {
	met := w.metAt(w.to[e])
	if d := w.duty[e]; d != None && w.left.has(d.number()) {
		met = met.with(d.number())
	}
	return met
}

func (w *walker) meets(e int) bool { return !w.metBy(e).empty() }

// search appends a shortest walk whose last edge satisfies done, and returns where it ends.
// done is told whether the walk had met something before that edge.
func (w *walker) search(from uint32, done func(met bool, e int) bool) uint32 {
	type place struct {
		node uint32
		met  bool
	}
	type arrival struct {
		from place
		edge int
	}
	start := place{node: from}
	came := map[place]arrival{start: {}}
	queue := []place{start}
	for next := 0; next < len(queue); next++ {
		at := queue[next]
		for e, last := w.out(at.node); e < last; e++ {
			if !w.in[w.to[e]] {
				continue
			}
			if done(at.met, e) {
				walk := []int{e}
				for ; at != start; at = came[at].from {
					walk = append(walk, came[at].edge)
				}
				slices.Reverse(walk)
				return w.take(walk)
			}
			to := place{w.to[e], at.met || w.meets(e)}
			if _, seen := came[to]; !seen {
				came[to] = arrival{at, e}
				queue = append(queue, to)
			}
		}
	}
	panic("checker: a component is not connected")
}

// take goes along the edges and crosses off the obligations that they meet.
func (w *walker) take(walk []int) uint32 {
	for _, e := range walk {
		w.left = w.left.minus(w.metBy(e))
	}
	w.taken = append(w.taken, walk...)
	return w.to[walk[len(walk)-1]]
}
