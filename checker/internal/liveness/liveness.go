// Package liveness decides whether a fair run violates a liveness property, and finds such a run: a lasso with a shortest
// stem.
//
// A run is fair if it takes steps of each class of fairness that must be taken. A class under strong fairness must be taken
// if it has steps again and again. A class under weak fairness must be taken if it also lasts from some moment on. A class
// lasts in the states in which it has a step, and in those that Lasting visits. In a state without steps of classes a run may
// rest forever.
//
// The steps between states that may be on cycles are stored. For other steps, a search asks the graph.
package liveness

import (
	"iter"
	"slices"

	"interrex/checker/internal/graph"
	"interrex/checker/internal/trace"
)

// A Violation describes the runs that violate a property. S is the type of states: here, ids. Such a run is armed at some
// moment, when a premise becomes true, and stays inside from then on. It ends in states where Lasts is true: it rests in one of them,
// or repeats a cycle of a fair component that meets Visits.
type Violation[S any] struct {
	Inside func(s S) bool
	Lasts  func(s S) bool // implies Inside
	Arms   func(s S, isInitial bool) bool

	// Visits lists the predicates that must each be true again and again. The states are those of a fair component, or the
	// one in which a run rests. It reports false if they cannot meet them.
	Visits func(states iter.Seq[S]) (must []func(s S) bool, ok bool)
}

// Rests reports whether a run that is armed and rests in a state violates the property.
func (v *Violation[S]) Rests(s S) bool {
	if !v.Lasts(s) {
		return false
	}
	_, ok := v.Visits(func(yield func(S) bool) { yield(s) })
	return ok
}

// Enter reports how a run goes on in a state to which it comes: armed, not armed, or in both ways.
func (v *Violation[S]) Enter(s S, isArmed, isInitial bool) (asArmed, asNot bool) {
	return v.Inside(s) && (isArmed || v.Arms(s, isInitial)), !isArmed
}

type violation = Violation[uint32]

// A Finder finds violations in one graph.
type Finder struct {
	graph  graph.Graph
	cycles *subgraph // as far as the violations concern them
}

// New returns a finder for some violations. It looks for cycles once for all of them, where any of them lasts.
func New(g graph.Graph, violations []violation) *Finder {
	f := &Finder{graph: unbounded{g}, cycles: &subgraph{on: graph.NewIDs(0)}}
	if len(violations) > 0 && g.MayCycle() {
		f.cycles = newSubgraph(g, func(id uint32) bool {
			return slices.ContainsFunc(violations, func(v violation) bool { return v.Lasts(id) })
		}, mostStored)
	}
	return f
}

// Find returns a lasso that violates the property; nil if there is no violating fair run. Its stem is shortest.
func (f *Finder) Find(v violation) *graph.Path {
	s := f.search(v)
	if len(s.stuttering)+len(s.components) == 0 {
		return nil
	}
	if end := s.stem(); end != nil {
		return s.lasso(end)
	}
	return nil
}

// search returns a search for a violation, with the states and the components in which a violating run may end.
func (f *Finder) search(v violation) *search {
	s := &search{Graph: f.graph, violation: v, cycles: f.cycles}
	for _, id := range s.MayStutter() {
		if v.Rests(id) {
			s.stuttering = append(s.stuttering, id)
		}
	}
	s.findComponents()
	return s
}

// lasso returns the run to an end and on from there.
func (s *search) lasso(e *end) *graph.Path {
	e.path.IsLasso = true
	if e.component != nil {
		must := e.component.must
		if !e.isArmed {
			must = append(slices.Clip(must), func(id uint32) bool { return s.violation.Arms(id, false) })
		}
		e.path.Cycle = walk(s, e.component, must, e.path.Last())
	}
	return e.path
}

// An unbounded is a graph without the steps that a bound has altered: they lead nowhere. Their classes have steps all the same.
type unbounded struct{ graph.Graph }

// Steps is part of graph.Graph.
func (g unbounded) Steps(id uint32, to []graph.Step) []graph.Step {
	first := len(to)
	to = g.Graph.Steps(id, to)
	for i := first; i < len(to); i++ {
		if to[i].IsAltered {
			to[i].To = graph.Nowhere
		}
	}
	return to
}

// A search is one search for a violation.
type search struct {
	graph.Graph
	violation  violation
	stuttering []uint32 // where a violating run may rest, ascending
	cycles     *subgraph
	components []*component
	fair       []uint32 // of each node of cycles, the place of its component, plus 1; 0 for none
}

// A component is a fair component in which a violating run may go round.
type component struct {
	states  []uint32 // ascending
	must    []func(id uint32) bool
	arms    bool // some state arms the run
	enabled set  // classes with a step in some state
}

// findComponents finds the fair components that offer what the property demands.
func (s *search) findComponents() {
	var region []uint32
	for v, id := range s.cycles.ids {
		if s.violation.Lasts(id) {
			region = append(region, uint32(v))
		}
	}
	s.fair = make([]uint32, len(s.cycles.ids))
	for _, nodes := range s.cycles.fairComponents(region) {
		states := make([]uint32, len(nodes))
		for i, v := range nodes {
			states[i] = s.cycles.ids[v]
		}
		all := slices.Values(states)
		must, ok := s.violation.Visits(all)
		if !ok {
			continue
		}
		c := &component{states: states, must: must, enabled: s.cycles.enabledIn(nodes)}
		s.components = append(s.components, c)
		for i, v := range nodes {
			c.arms = c.arms || s.violation.Arms(states[i], false)
			s.fair[v] = uint32(len(s.components))
		}
	}
}

// An end is where a violating run ends up, with the path that leads there.
type end struct {
	path      *graph.Path
	component *component // nil: the run rests
	isArmed   bool
}

// A node of the search for a stem is a state with whether the run is armed: 2*id, plus 1 if it is.
type node = uint32

// stem finds the shortest way to an end: breadth first through the nodes. An armed run stays inside.
func (s *search) stem() *end {
	if first, ok := s.direct(); ok {
		return &end{path: trace.Shortest(s.Graph, first), isArmed: true}
	}
	seen := graph.NewIDs(2 * s.Len())
	var layers [][]node
	var next []node
	for id := range uint32(s.Initials()) {
		next = s.enter(next, seen, id, false, true)
	}
	var steps []graph.Step
	for len(next) > 0 {
		layers = append(layers, next)
		if ends, e := s.endsOf(next); e != nil {
			e.path = trace.FewestContextSwitches(layers, ends, s.out, s.Actor)
			e.path.Initial /= 2
			return e
		}
		next = nil
		for _, at := range layers[len(layers)-1] {
			if int(at/2) >= s.Expanded() {
				continue
			}
			steps = s.Steps(at/2, steps[:0])
			for _, step := range steps {
				if step.To != graph.Nowhere {
					next = s.enter(next, seen, step.To, at%2 == 1, false)
				}
			}
		}
	}
	return nil
}

// direct returns the ends of all shortest stems, if they need no search. That is so if there are no fair components, no bound
// has altered a step, and the first resting state arms a run by itself.
func (s *search) direct() (ends []uint32, ok bool) {
	if len(s.components) > 0 || s.IsAltered() || s.stuttering[0] < trace.MostStates || !s.violation.Arms(s.stuttering[0], int(s.stuttering[0]) < s.Initials()) {
		return nil, false
	}
	starts := append(slices.Clone(s.Starts()), uint32(s.Len()))
	level, isStart := slices.BinarySearch(starts, s.stuttering[0])
	if isStart {
		level++
	}
	for _, id := range s.stuttering {
		if id < starts[level] && s.violation.Arms(id, int(id) < s.Initials()) {
			ends = append(ends, id)
		}
	}
	return ends, true
}

// enter appends the nodes that a run reaches at a state, the armed one first: its cycle has less to do.
func (s *search) enter(to []node, seen *graph.IDs, id uint32, isArmed, isInitial bool) []node {
	asArmed, asNot := s.violation.Enter(id, isArmed, isInitial)
	for _, n := range [2]struct {
		at    node
		enter bool
	}{{2*id + 1, asArmed}, {2 * id, asNot}} {
		if n.enter && !seen.Has(n.at) {
			seen.Add(n.at)
			to = append(to, n.at)
		}
	}
	return to
}

// out visits the steps out of a node.
func (s *search) out(at node, visit func(graph.Step, uint32)) {
	if int(at/2) >= s.Expanded() {
		return
	}
	for _, step := range s.Steps(at/2, nil) {
		if step.To == graph.Nowhere {
			continue
		}
		asArmed, asNot := s.violation.Enter(step.To, at%2 == 1, false)
		if asArmed {
			visit(step, 2*step.To+1)
		}
		if asNot {
			visit(step, 2*step.To)
		}
	}
}

// endsOf returns the nodes of a layer in which a run may end up as in the first of them; nil if there are none.
func (s *search) endsOf(layer []node) (nodes []node, first *end) {
	for _, at := range layer {
		e := s.endAt(at)
		switch {
		case e == nil:
		case first == nil:
			first = e
			nodes = append(nodes, at)
		case e.component == first.component && e.isArmed == first.isArmed:
			nodes = append(nodes, at)
		}
	}
	return nodes, first
}

// endAt returns how a run may end up at a node: at rest, or in a component, armed or certain to become so.
func (s *search) endAt(at node) *end {
	id, isArmed := at/2, at%2 == 1
	if _, isQuiet := slices.BinarySearch(s.stuttering, id); isQuiet && isArmed {
		return &end{isArmed: true}
	}
	if c := s.componentOf(id); c != nil && (isArmed || c.arms) {
		return &end{component: c, isArmed: isArmed}
	}
	return nil
}

// componentOf returns the fair component of a state; nil if it is in none.
func (s *search) componentOf(id uint32) *component {
	if !s.cycles.on.Has(id) {
		return nil
	}
	if n := s.fair[s.cycles.on.Place(id)]; n > 0 {
		return s.components[n-1]
	}
	return nil
}

// Aside returns a lasso that violates the property, or nil. Of the states where such a run may stay forever, the stem ends in
// the first one that the exploration found on a path that arms a run. The stem is this path.
func (f *Finder) Aside(v violation) *graph.Path {
	s := f.search(v)
	ends := slices.Clone(s.stuttering)
	for v, n := range s.fair {
		if n > 0 {
			ends = append(ends, s.cycles.ids[v])
		}
	}
	slices.Sort(ends)
	unarmed := map[uint32]bool{}
	for _, id := range slices.Compact(ends) {
		if !s.isArmed(id, unarmed) {
			continue
		}
		e := &end{path: trace.First(s.Graph, id), isArmed: true}
		if _, isQuiet := slices.BinarySearch(s.stuttering, id); !isQuiet {
			e.component = s.componentOf(id)
		}
		return s.lasso(e)
	}
	return nil
}

// isArmed reports whether the path on which a state was found arms a run. It adds the states of the path to unarmed if not.
func (s *search) isArmed(id uint32, unarmed map[uint32]bool) bool {
	var passed []uint32
	for at := id; !unarmed[at]; at = s.Parent(at) {
		isInitial := int(at) < s.Initials()
		if s.violation.Arms(at, isInitial) {
			return true
		}
		if passed = append(passed, at); isInitial {
			break
		}
	}
	for _, at := range passed {
		unarmed[at] = true
	}
	return false
}
