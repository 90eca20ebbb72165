package liveness

import (
	"slices"

	"interrex/checker/internal/graph"
)

// A walker makes a fair closed walk in a fair component that meets the property. Its obligations are:
//
//   - for each class under weak fairness a step that takes it, or a state where it has none;
//   - for each class under strong fairness that has a step anywhere, a step that takes it;
//   - for each predicate, a state where it is true.
//
// A class that lasts throughout such a walk, has a step in it and is not taken becomes firm. Then the walk is made anew.
type walker struct {
	graph.Graph
	cycles *subgraph // that has the component
	in     *component
	known  map[uint32]*place // the states visited
	must   []func(id uint32) bool
	firm   set                       // classes that only a step meets, or a state where they do not last
	left   []func(s graph.Step) bool // obligations not met yet: whether a step, with the state that it leads to, meets it
	taken  []edge
}

// A place is a state of the component, with what is known of it once it has been visited.
type place struct {
	edges []edge // within the component
	*profile
}

// An edge is a step within the component.
type edge struct {
	step graph.Step
	at   uint32 // the place of its target in the component
}

// walk returns a short closed walk from a state. It goes greedily to the nearest step that meets an obligation, and a
// shortest way round once at most one is left. Steps are tried in their order.
func walk(s *search, in *component, must []func(id uint32) bool, start uint32) []graph.Step {
	w := &walker{Graph: s.Graph, cycles: s.cycles, in: in, known: map[uint32]*place{}, must: must, firm: newSet(s)}
	for {
		w.round(start)
		neglected := w.neglected(start)
		if len(neglected.list()) == 0 {
			break
		}
		w.firm.unite(neglected)
	}
	var steps []graph.Step
	for _, e := range w.taken {
		steps = append(steps, e.step)
	}
	return steps
}

// at returns what is known of a state of the component.
func (w *walker) at(id uint32) *place {
	if p := w.known[id]; p != nil {
		return p
	}
	p := &place{profile: w.cycles.profileOf(id)}
	for _, s := range w.Steps(id, nil) {
		if i, isIn := slices.BinarySearch(w.in.states, s.To); isIn {
			p.edges = append(p.edges, edge{s, uint32(i)})
		}
	}
	w.known[id] = p
	return p
}

// round makes a closed walk that meets all obligations known.
func (w *walker) round(start uint32) {
	w.taken, w.left = nil, nil
	enabled := w.at(start).enabled
	for _, c := range w.in.enabled.list() {
		if w.IsStrong(c) || enabled.has(c) || w.firm.has(c) {
			w.left = append(w.left, func(s graph.Step) bool { return w.meetsClass(s, c) })
		}
	}
	for _, p := range w.must {
		w.left = append(w.left, func(s graph.Step) bool { return p(s.To) })
	}
	w.meet(graph.Step{To: start})
	at := start
	for len(w.left) > 1 {
		at = w.search(at, func(_ bool, s graph.Step) bool { return w.meets(s) })
	}
	isDone := len(w.left) == 0
	w.search(at, func(met bool, s graph.Step) bool { return (isDone || met || w.meets(s)) && s.To == start })
}

// meets reports whether a step meets an obligation.
func (w *walker) meets(s graph.Step) bool {
	return slices.ContainsFunc(w.left, func(is func(graph.Step) bool) bool { return is(s) })
}

// meet strikes out the obligations that a step meets.
func (w *walker) meet(s graph.Step) {
	w.left = slices.DeleteFunc(w.left, func(is func(graph.Step) bool) bool { return is(s) })
}

func (w *walker) meetsClass(s graph.Step, c graph.Class) bool {
	if s.Class == c {
		return true
	}
	to := w.at(s.To)
	return !w.IsStrong(c) && !to.enabled.has(c) && !(w.firm.has(c) && to.lasting.has(c))
}

// neglected are the classes under weak fairness that last throughout the walk, have a step in it and are not taken.
func (w *walker) neglected(start uint32) set {
	left := slices.Clone(w.at(start).enabled)
	for _, e := range w.taken {
		left.unite(w.at(e.step.To).enabled)
	}
	for _, c := range left.list() {
		isTaken := w.IsStrong(c) || slices.ContainsFunc(w.taken, func(e edge) bool { return e.step.Class == c })
		lasts := !slices.ContainsFunc(w.taken, func(e edge) bool { return !w.at(e.step.To).lasting.has(c) })
		if isTaken || !lasts {
			left[c/64] &^= 1 << (c % 64)
		}
	}
	return left
}

// search appends a shortest walk from a state to the first step for which isDone is true, and returns the state after it. The
// argument met says whether the walk has met an obligation before the step.
func (w *walker) search(from uint32, isDone func(met bool, s graph.Step) bool) uint32 {
	start := visit{at: w.indexOf(from), came: -1}
	seen := make([]uint64, len(w.in.states)/32+1)
	seen[start.at/32] |= 1 << (2 * (start.at % 32))
	queue := []visit{start}
	for i := 0; i < len(queue); i++ {
		met := queue[i].met
		for _, e := range w.at(w.in.states[queue[i].at]).edges {
			if isDone(met == 1, e.step) {
				part := []edge{e}
				for ; i > 0; i = int(queue[i].came) {
					part = append(part, queue[i].edge)
				}
				slices.Reverse(part)
				return w.take(part)
			}
			to := visit{at: e.at, met: met, came: int32(i), edge: e}
			if met == 0 && w.meets(e.step) {
				to.met = 1
			}
			if mark := uint64(1) << (2*(to.at%32) + to.met); seen[to.at/32]&mark == 0 {
				seen[to.at/32] |= mark
				queue = append(queue, to)
			}
		}
	}
	panic("liveness: a component is not connected")
}

// A visit is a state to which a search has come, with 1 in met if the walk to it has met an obligation.
type visit struct {
	at, met uint32
	came    int32 // from this visit, by its place in the queue
	edge    edge
}

// indexOf returns the place of a state of the component.
func (w *walker) indexOf(id uint32) uint32 {
	i, _ := slices.BinarySearch(w.in.states, id)
	return uint32(i)
}

// take goes along edges and strikes out the obligations that they meet.
func (w *walker) take(part []edge) uint32 {
	for _, e := range part {
		w.meet(e.step)
	}
	w.taken = append(w.taken, part...)
	return part[len(part)-1].step.To
}
