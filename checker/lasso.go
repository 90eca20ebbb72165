package checker

import (
	"context"
	"slices"
)

// An entry is how a violating run gets to its goal.
type entry struct {
	path  *Path
	rank  uint32 // where the stem ends
	goal  *goal  // nil: the state is quiet and the run rests there
	armed bool   // the automaton was armed on the way
}

// A productState is a state together with whether the automaton is armed: 2*rank, plus 1 if it is.
type productState = uint32

// A stemSearch is a breadth-first search through the product states. Where the run is armed it stays
// inside; it follows real steps only.
type stemSearch struct {
	*graph
	automaton automaton[uint32]
	goals     *goals
	parent    []productState // of each product state seen, its parent + 1, or its own + 1 for a root
	queue     []productState
	layers    [][2]int // of the queue: the product states at each distance
}

// stem finds the shortest way to a goal, or nil.
func (g *graph) stem(ctx context.Context, h automaton[uint32], all *goals) *entry {
	s := &stemSearch{graph: g, automaton: h, goals: all, parent: make([]productState, 2*g.store.log.len)}
	for _, rank := range g.initialRanks() {
		s.reach(rank, false, true, ^productState(0))
	}
	var edges []edge
	expanded := nowhere
	for next, end := 0, 0; next < len(s.queue); next++ {
		if next == end {
			end = len(s.queue)
			s.layers = append(s.layers, [2]int{next, end})
		}
		at := s.queue[next]
		rank, armed := at/2, at%2 == 1
		if found := s.arrive(rank, armed); found != nil {
			s.fewestSwitches(found, at)
			return found
		}
		if g.stopped(ctx) != "" {
			return nil
		}
		if !g.isExpanded(rank) {
			continue
		}
		if rank != expanded { // armed and not armed, a state comes twice running
			g.tick()
			edges, _ = g.edges(rank, edges[:0], nil)
			expanded = rank
		}
		for _, e := range edges {
			s.reach(e.to, armed, false, at)
		}
	}
	return nil
}

// reach enters the product states that a run reaches at the state called rank, the armed one first: its
// cycle has less to do.
func (s *stemSearch) reach(rank uint32, armed, initial bool, from productState) {
	if s.parent[2*rank+1] != 0 && (armed || s.parent[2*rank] != 0) {
		return // it has been entered, as far as it can be
	}
	asArmed, asNot := s.automaton.enter(rank, armed, initial)
	if asArmed {
		s.enter(2*rank+1, from)
	}
	if asNot {
		s.enter(2*rank, from)
	}
}

func (s *stemSearch) enter(at, from productState) {
	if s.parent[at] != 0 {
		return
	}
	if from == ^productState(0) {
		from = at
	}
	s.parent[at] = from + 1
	s.queue = append(s.queue, at)
}

// arrive reports whether the run may end up here: in a goal, and armed or sure to become so.
func (s *stemSearch) arrive(rank uint32, armed bool) *entry {
	quiet, fair := s.goalsAt(s.goals, rank)
	if end, ok := endOf(quiet, fair, armed); ok {
		return &entry{rank: rank, goal: end, armed: armed}
	}
	return nil
}

// endOf says in which goal a run ends in a state, if it does: at rest, which is nil, or in a fair component.
func endOf(quiet bool, fair *goal, armed bool) (end *goal, ok bool) {
	if quiet && armed { // no cycle is shorter than none
		return nil, true
	}
	return fair, fair != nil && (armed || fair.arms)
}

// fewestSwitches finds a path to a product state where the run arrives, or to another one at which it arrives in the
// same goal: of all shortest ones, one with the fewest changes of actor.
func (s *stemSearch) fewestSwitches(found *entry, at productState) {
	attributed, ok := s.system.(Attributed)
	last := s.layers[len(s.layers)-1]
	if !ok || last[0] > mostSearched {
		found.path = s.path(at)
		return
	}
	var ends []productState
	for _, end := range s.queue[last[0]:last[1]] {
		if e := s.arrive(end/2, end%2 == 1); e != nil && e.goal == found.goal && e.armed == found.armed {
			ends = append(ends, end)
		}
	}
	g := &layered{layers: s.layers, node: func(place int) uint32 { return s.queue[place] }, actor: attributed.Actor, out: s.out}
	first, hops := g.fewestSwitches(ends)
	found.path = &Path{Initial: s.state(first / 2)}
	for _, h := range hops {
		found.rank = h.to / 2
		found.path.Stem = append(found.path.Stem, Transition{h.step, s.state(found.rank)})
	}
	if len(hops) == 0 {
		found.rank = first / 2
	}
}

// out emits the real steps out of a product state, as the search goes along them.
func (s *stemSearch) out(at productState, emit func(Step, uint32)) {
	if !s.isExpanded(at / 2) {
		return
	}
	armed := at%2 == 1
	edges, _ := s.edges(at/2, nil, nil)
	for _, e := range edges {
		asArmed, asNot := s.automaton.enter(e.to, armed, false)
		if asArmed {
			emit(e.step, 2*e.to+1)
		}
		if asNot {
			emit(e.step, 2*e.to)
		}
	}
}

// path leads from an initial state to a product state.
func (s *stemSearch) path(at productState) *Path {
	var passed []productState
	for ; s.parent[at]-1 != at; at = s.parent[at] - 1 {
		passed = append(passed, at)
	}
	slices.Reverse(passed)
	path := &Path{Initial: s.state(at / 2)}
	for _, at := range passed {
		to := s.state(at / 2)
		path.Stem = append(path.Stem, Transition{s.realStep(path.last(), to), to})
	}
	return path
}

// realStep is the first step from one state to the other that no bound has altered.
func (s *stemSearch) realStep(from, to State) Step {
	next := s.rank(to)
	return s.firstEdge(s.rank(from), func(e edge) bool { return e.to == next }).step
}

// A walker makes a closed walk round a fair component that discharges every obligation: for
// each duty under weak fairness an edge that discharges it or a state where it is not enabled,
// for each under strong fairness that is enabled anywhere an edge that discharges it, and for
// each predicate a state where it is true. A duty that lasts throughout such a walk, is enabled
// in it and not discharged becomes an obligation, and the walk is made anew.
type walker struct {
	*graph
	*cyclicPart
	goal  *goal
	in    map[uint32]bool
	extra int             // the obligations from extra on are those of goal.must
	firm  bits            // duties under weak fairness that are met only by an edge that discharges them or a state where they do not last
	left  bits            // obligations not met yet
	taken []int           // the walk so far, by edges
	lasts map[uint32]bits // of nodes, the duties that last there, if firm is not empty
}

// walk returns a short closed walk from the state called rank: greedily to the nearest edge
// that meets something new, and as soon as at most one obligation is left, a shortest way
// round. The walk is canonical: edges are tried in the order of steps.
func (g *graph) walk(in *goal, rank uint32) []Transition {
	w := &walker{graph: g, cyclicPart: g.cyclic, goal: in, in: make(map[uint32]bool, len(in.nodes))}
	for _, node := range in.nodes {
		w.in[node] = true
	}
	start, _ := w.nodeOf(rank)
	for w.goRound(start); ; w.goRound(start) {
		neglected := w.neglected(start)
		if neglected.empty() {
			return w.transitions(rank)
		}
		w.firm, w.lasts = w.firm.or(neglected), map[uint32]bits{}
	}
}

// goRound makes a closed walk from a node that meets all obligations known.
func (w *walker) goRound(start uint32) {
	at := start
	w.taken = nil
	w.oblige(at)
	for w.left.count() > 1 {
		at = w.search(at, func(_ bool, e int) bool { return w.meets(e) })
	}
	last := w.left.empty()
	w.search(at, func(met bool, e int) bool { return (last || met || w.meets(e)) && w.to[e] == start })
}

// neglected are the duties under weak fairness that last throughout the walk, are enabled in it and not discharged.
func (w *walker) neglected(start uint32) bits {
	if _, ok := w.system.(Outlasting); !ok {
		return nil
	}
	left, done := w.owedAt(start).or(nil), bits(nil)
	for _, e := range w.taken {
		if left = left.or(w.owedAt(w.to[e])); w.duty[e] != None {
			done = done.with(w.duty[e].number())
		}
	}
	left = left.minus(w.strong).minus(done)
	for i := 0; i < len(w.taken) && !left.empty(); i++ {
		left = left.and(w.lastingAt(w.to[w.taken[i]]))
	}
	return left
}

// transitions puts the edges of the walk into steps: between two states, the first real one
// that discharges what the edge does.
func (w *walker) transitions(at uint32) []Transition {
	var cycle []Transition
	for _, e := range w.taken {
		next := w.nodes[w.to[e]]
		taken := w.firstEdge(at, func(s edge) bool { return s.to == next && s.step.Owed == w.duty[e] })
		at = next
		cycle = append(cycle, Transition{taken.step, w.state(at)})
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
	w.left = somewhere.and(w.strong).or(weak.and(w.owedAt(at))).or(w.firm)
	for i := range w.goal.must {
		w.left = w.left.with(w.extra + i)
	}
	w.left = w.left.minus(w.metAt(at))
}

// metAt is the set of obligations that being at a node meets.
func (w *walker) metAt(node uint32) bits {
	lasts := w.owedAt(node)
	if !w.firm.empty() {
		known, ok := w.lasts[node]
		if !ok {
			known = lasts.or(w.firm.and(w.lastingAt(node)))
			w.lasts[node] = known
		}
		lasts = known
	}
	met := w.left.minus(w.strong).minus(lasts)
	for i, p := range w.goal.must {
		if n := w.extra + i; met.has(n) && !p(w.nodes[node]) {
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
