package checker

import (
	"context"
	"iter"
	"runtime/debug"
	"slices"
)

// An automaton is a liveness property seen from the other side: the lassos that violate it. It knows a state as an S: as the
// State itself or, in a graph, by its rank.
//
// Such a run is at some moment armed (a premise became true), stays inside from then on, and
// goes for ever round a fair component of the states that last, or rests in a quiet one of these.
type automaton[S any] struct {
	inside func(S) bool
	lasts  func(S) bool // implies inside
	arms   func(s S, initial bool) bool

	// visits lists what the run must also pass again and again; ok is false if the
	// states of a component, or the one in which the run rests, do not offer it.
	visits func(states iter.Seq[S]) (must []func(S) bool, ok bool)

	// again says of a state, by those next to it, whether it may be one of which each such component has some. Nil: any may.
	again func(s S, next iter.Seq[S]) bool
}

// enter says how a run goes on that comes to a state, armed or not: armed, or not, or in both ways.
func (h automaton[S]) enter(s S, armed, initial bool) (asArmed, asNot bool) {
	return h.inside(s) && (armed || h.arms(s, initial)), !armed
}

// rests reports whether a run violates the property if it is armed and rests in a state.
func (h automaton[S]) rests(s S) bool {
	if !h.lasts(s) {
		return false
	}
	_, ok := h.visits(func(yield func(S) bool) { yield(s) })
	return ok
}

func anywhere[S any](S) bool                            { return true }
func always[S any](S, bool) bool                        { return true }
func nothing[S any](iter.Seq[S]) ([]func(S) bool, bool) { return nil, true }
func not[S any](p func(S) bool) func(S) bool            { return func(s S) bool { return !p(s) } }
func somewhere[S any](p func(S) bool, in iter.Seq[S]) bool {
	for s := range in {
		if p(s) {
			return true
		}
	}
	return false
}

// Questions are what a liveness property asks of a state.
type questions[S any] struct {
	kind  kind
	p, q  func(S) bool
	value func(S) int
}

// automaton is a liveness property as an automaton over States.
func (p Property) automaton() automaton[State] {
	return violations(questions[State]{p.kind, p.p, p.q, p.value})
}

// violations of a liveness property, as an automaton.
func violations[S any](of questions[S]) automaton[S] {
	switch of.kind {
	case eventually:
		return automaton[S]{inside: not(of.q), lasts: not(of.q), arms: func(_ S, initial bool) bool { return initial }, visits: nothing[S]}
	case alwaysEventually:
		return automaton[S]{inside: not(of.q), lasts: not(of.q), arms: always[S], visits: nothing[S]}
	case leadsTo:
		return automaton[S]{inside: not(of.q), lasts: not(of.q), arms: func(s S, _ bool) bool { return of.p(s) }, visits: nothing[S]}
	case recurs:
		return automaton[S]{inside: anywhere[S], lasts: not(of.q), arms: func(s S, _ bool) bool { return of.p(s) }, visits: nothing[S]}
	case eventuallyAlways:
		bad := not(of.p)
		return automaton[S]{anywhere[S], anywhere[S], always[S], func(states iter.Seq[S]) ([]func(S) bool, bool) {
			return []func(S) bool{bad}, somewhere(bad, states)
		}, func(s S, _ iter.Seq[S]) bool { return bad(s) }}
	case settles:
		return automaton[S]{anywhere[S], anywhere[S], always[S], of.unsettled, of.unsettles}
	}
	panic("checker: not a liveness property")
}

// unsettled asks for a state without a value, or else for two with different ones.
func (of questions[S]) unsettled(states iter.Seq[S]) ([]func(S) bool, bool) {
	is := func(value int) func(S) bool { return func(s S) bool { return of.value(s) == value } }
	if somewhere(is(0), states) {
		return []func(S) bool{is(0)}, true
	}
	first := 0
	for s := range states {
		other := of.value(s)
		if first == 0 {
			first = other
		}
		if other != first {
			return []func(S) bool{is(first), is(other)}, true
		}
	}
	return nil, false
}

// unsettles reports whether a state has no value, or one next to it has another.
func (of questions[S]) unsettles(s S, next iter.Seq[S]) bool {
	value := of.value(s)
	return value == 0 || somewhere(func(s S) bool { return of.value(s) != value }, next)
}

// watched is a liveness property whose functions are marked as foreign code while they run.
func (g *graph) watched(p Property) questions[State] {
	return asked(g, p, func(s State) State { return s })
}

// automaton is a liveness property as an automaton over ranks.
func (g *graph) automaton(p Property) automaton[uint32] {
	if p.facts != nil {
		return violations(g.factsOf(p))
	}
	return violations(asked(g, p, g.look))
}

// asked are the questions of a property, asked of the State that something stands for.
func asked[S any](g *graph, p Property, state func(S) State) questions[S] {
	watch := func(f Predicate) func(S) bool {
		return func(s S) bool {
			at := state(s)
			g.busy = p.title()
			holds := f(at)
			g.busy = ""
			return holds
		}
	}
	return questions[S]{p.kind, watch(p.p), watch(p.q), func(s S) int {
		at := state(s)
		g.busy = p.title()
		n := p.value(at)
		g.busy = ""
		return n
	}}
}

// lassos returns runs that violate the property, none if there is none: the shortest stem into a
// violating fair component or quiet state, then a short cycle. Each ends up somewhere else.
func (g *graph) lassos(ctx context.Context, property Property) (paths []*Path, err error) {
	defer g.recoverPanic(&err)
	g.cycles(ctx)
	h := g.automaton(property)
	goals := g.goals(ctx, h)
	if !g.cyclic.ordered && slices.ContainsFunc(goals.fair, g.isChosen) {
		g.allCycles(ctx)
		goals = g.goals(ctx, h)
	}
	for goals.any && len(paths) < max(g.options.Counterexamples, 1) {
		entry := g.stem(ctx, h, goals)
		if entry == nil {
			break
		}
		g.goRound(h, entry)
		if paths = append(paths, entry.path); len(paths) < g.options.Counterexamples {
			g.without(goals, entry)
		}
	}
	return paths, nil
}

// goRound makes a lasso of the way to a goal.
func (g *graph) goRound(h automaton[uint32], found *entry) {
	found.path.Lasso = true
	if goal := found.goal; goal != nil {
		if !found.armed {
			goal.must = append(goal.must, func(rank uint32) bool { return h.arms(rank, false) })
		}
		found.path.Cycle = g.walk(goal, found.rank)
	}
}

// recoverPanic, deferred, makes an error of what foreign code has panicked with.
func (g *graph) recoverPanic(err *error) {
	if value := recover(); value != nil {
		if w := g.pool[0]; w.inSteps {
			g.busy, w.inSteps = "Steps", false
		}
		*err = (&failure{g.busy, value, debug.Stack()}).explain()
	}
}

// A goal is where a violating run may end up: a fair component.
type goal struct {
	nodes []uint32                 // of the cyclic part
	must  []func(rank uint32) bool // what the run must also pass again and again
	arms  bool                     // some state of it arms the automaton
}

// isChosen reports whether what a run must pass in a goal has been chosen by the order of its states, among more.
func (g *graph) isChosen(in *goal) bool {
	if len(in.must) < 2 {
		return false
	}
	for _, node := range in.nodes {
		rank := g.cyclic.nodes[node]
		if !slices.ContainsFunc(in.must, func(p func(uint32) bool) bool { return p(rank) }) {
			return true
		}
	}
	return false
}

// goals are all the places where a violating run may end up.
type goals struct {
	any    bool
	quiet  bits     // ranks of quiet states
	fair   []*goal  // fair components
	number []uint32 // of each node of the cyclic part, its goal + 1, or 0
}

// goals finds all fair components and quiet states in which a violating run may end up.
func (g *graph) goals(ctx context.Context, h automaton[uint32]) *goals {
	c := g.cycles(ctx)
	found := &goals{number: make([]uint32, len(c.nodes))}
	for _, rank := range c.quiet {
		if h.rests(rank) {
			found.quiet, found.any = found.quiet.with(int(rank)), true
		}
	}
	lasts := func(node uint32) bool { return h.lasts(c.nodes[node]) }
	for _, nodes := range g.fair(lasts) {
		g.consider(h, nodes, found)
	}
	return found
}

// consider adds a fair component to the goals if its states offer what the run must visit.
func (g *graph) consider(h automaton[uint32], nodes []uint32, found *goals) {
	states := func(yield func(rank uint32) bool) {
		for _, node := range nodes {
			if !yield(g.cyclic.nodes[node]) {
				return
			}
		}
	}
	must, ok := h.visits(states)
	if !ok {
		return
	}
	fair := &goal{nodes: nodes, must: must}
	fair.arms = somewhere(func(rank uint32) bool { return h.arms(rank, false) }, states)
	found.fair, found.any = append(found.fair, fair), true
	for _, node := range nodes {
		found.number[node] = uint32(len(found.fair))
	}
}

// goalsAt returns the goals at a state: whether a run can rest there, and the fair component that
// the state is part of, or nil.
func (g *graph) goalsAt(all *goals, rank uint32) (quiet bool, fair *goal) {
	if len(all.fair) > 0 {
		if node, is := g.cyclic.nodeOf(rank); is && all.number[node] > 0 {
			fair = all.fair[all.number[node]-1]
		}
	}
	return all.quiet.has(int(rank)), fair
}
