package checker

import (
	"context"
	"iter"
	"runtime/debug"
	"slices"
)

// An automaton is a liveness property seen from the other side: the lassos that violate it.
//
// Such a run is at some moment armed (a premise became true), stays inside from then on, and
// goes for ever round a fair component of what is inside, or rests in a quiet state there.
type automaton struct {
	inside Predicate
	arms   func(s State, initial bool) bool

	// visits lists what the run must also pass again and again; ok is false if the
	// states of a component, or the one in which the run rests, do not offer it.
	visits func(states iter.Seq[State]) (must []Predicate, ok bool)

	// again says of a state, by those next to it, whether it may be one of which each such component has some. Nil: any may.
	again func(s State, next iter.Seq[State]) bool
}

// enter says how a run goes on that comes to a state, armed or not: armed, or not, or in both ways.
func (h automaton) enter(s State, armed, initial bool) (asArmed, asNot bool) {
	return h.inside(s) && (armed || h.arms(s, initial)), !armed
}

func anywhere(State) bool                         { return true }
func always(State, bool) bool                     { return true }
func nothing(iter.Seq[State]) ([]Predicate, bool) { return nil, true }
func not(p Predicate) Predicate                   { return func(s State) bool { return !p(s) } }
func somewhere(p Predicate, in iter.Seq[State]) bool {
	for s := range in {
		if p(s) {
			return true
		}
	}
	return false
}

// violations of a liveness property, as an automaton.
func (p Property) automaton() automaton {
	switch p.kind {
	case eventually:
		return automaton{inside: not(p.q), arms: func(_ State, initial bool) bool { return initial }, visits: nothing}
	case alwaysEventually:
		return automaton{inside: not(p.q), arms: always, visits: nothing}
	case leadsTo:
		return automaton{inside: not(p.q), arms: func(s State, _ bool) bool { return p.p(s) }, visits: nothing}
	case eventuallyAlways:
		bad := not(p.p)
		return automaton{anywhere, always, func(states iter.Seq[State]) ([]Predicate, bool) {
			return []Predicate{bad}, somewhere(bad, states)
		}, func(s State, _ iter.Seq[State]) bool { return bad(s) }}
	case settles:
		return automaton{anywhere, always, p.unsettled, p.unsettles}
	}
	panic("checker: not a liveness property: " + p.Name)
}

// unsettled asks for a state without a value, or else for two with different ones.
func (p Property) unsettled(states iter.Seq[State]) ([]Predicate, bool) {
	is := func(value int) Predicate { return func(s State) bool { return p.value(s) == value } }
	if somewhere(is(0), states) {
		return []Predicate{is(0)}, true
	}
	first := 0
	for s := range states {
		other := p.value(s)
		if first == 0 {
			first = other
		}
		if other != first {
			return []Predicate{is(first), is(other)}, true
		}
	}
	return nil, false
}

// unsettles reports whether a state has no value, or one next to it has another.
func (p Property) unsettles(s State, next iter.Seq[State]) bool {
	value := p.value(s)
	return value == 0 || somewhere(func(s State) bool { return p.value(s) != value }, next)
}

// watched returns the property with its functions marked as foreign code while they run.
func (g *graph) watched(p Property) Property {
	watch := func(f Predicate) Predicate {
		return func(s State) bool {
			g.busy = p.title()
			holds := f(s)
			g.busy = ""
			return holds
		}
	}
	value := p.value
	p.p, p.q = watch(p.p), watch(p.q)
	p.value = func(s State) int {
		g.busy = p.title()
		n := value(s)
		g.busy = ""
		return n
	}
	return p
}

// lassos returns runs that violate the property, none if there is none: the shortest stem into a
// violating fair component or quiet state, then a short cycle. Each ends up somewhere else.
func (g *graph) lassos(ctx context.Context, property Property) (paths []*Path, err error) {
	defer g.recoverPanic(&err)
	h := g.watched(property).automaton()
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
func (g *graph) goRound(h automaton, found *entry) {
	found.path.Lasso = true
	if goal := found.goal; goal != nil {
		if !found.armed {
			goal.must = append(goal.must, func(s State) bool { return h.arms(s, false) })
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

// states goes over states, each of which is there until the next.
func (g *graph) states(ranks ...uint32) iter.Seq[State] {
	return func(yield func(State) bool) {
		for _, rank := range ranks {
			if !yield(g.look(rank)) {
				return
			}
		}
	}
}

// A goal is where a violating run may end up: a fair component.
type goal struct {
	nodes []uint32    // of the cyclic part
	must  []Predicate // what the run must also pass again and again
	arms  bool        // some state of it arms the automaton
}

// isChosen reports whether what a run must pass in a goal has been chosen by the order of its states, among more.
func (g *graph) isChosen(in *goal) bool {
	if len(in.must) < 2 {
		return false
	}
	for _, node := range in.nodes {
		s := g.look(g.cyclic.nodes[node])
		if !slices.ContainsFunc(in.must, func(p Predicate) bool { return p(s) }) {
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
func (g *graph) goals(ctx context.Context, h automaton) *goals {
	c := g.cycles(ctx)
	found := &goals{number: make([]uint32, len(c.nodes))}
	for _, rank := range c.quiet {
		if !h.inside(g.look(rank)) {
			continue
		}
		if _, ok := h.visits(g.states(rank)); ok {
			found.quiet, found.any = found.quiet.with(int(rank)), true
		}
	}
	inside := func(node uint32) bool { return h.inside(g.look(c.nodes[node])) }
	for _, nodes := range c.fair(inside) {
		g.consider(h, nodes, found)
	}
	return found
}

// consider adds a fair component to the goals if its states offer what the run must visit.
func (g *graph) consider(h automaton, nodes []uint32, found *goals) {
	ranks := make([]uint32, len(nodes))
	for i, node := range nodes {
		ranks[i] = g.cyclic.nodes[node]
	}
	states := g.states(ranks...)
	must, ok := h.visits(states)
	if !ok {
		return
	}
	fair := &goal{nodes: nodes, must: must}
	fair.arms = somewhere(func(s State) bool { return h.arms(s, false) }, states)
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

// leavesOpen says why a reduced graph cannot decide a liveness property of which it shows no
// violation; "" if it can. Where no run goes round, each one ends in a state of rest, and of these a reduced
// graph has all: but not all ways to get there.
func (g *graph) leavesOpen(p Property) string {
	if len(g.met) > 0 {
		return p.title() + " is liveness, and a bound has acted"
	}
	if len(g.cyclic.nodes) > 0 {
		return p.title() + " is about runs that go round"
	}
	h := g.watched(p).automaton()
	for _, rank := range g.cyclic.quiet {
		if s := g.look(rank); h.inside(s) && !h.arms(s, false) {
			return p.title() + " is about the way to a state of rest"
		}
	}
	return ""
}
