package checker

import (
	"context"
	"runtime/debug"
)

// A hunt is a liveness property seen from the other side: the lassos that violate it.
//
// Such a run is at some moment armed (a premise became true), stays inside from then on, and
// goes for ever round a fair component of what is inside, or rests in a quiet state there.
type hunt struct {
	inside Predicate
	arms   func(s State, initial bool) bool

	// visits lists what the run must also pass again and again; ok is false if the
	// states of a component, or the one in which the run rests, do not offer it.
	visits func(states []State) (must []Predicate, ok bool)
}

func anywhere(State) bool                 { return true }
func always(State, bool) bool             { return true }
func nothing([]State) ([]Predicate, bool) { return nil, true }
func not(p Predicate) Predicate           { return func(s State) bool { return !p(s) } }
func somewhere(p Predicate, in []State) bool {
	for _, s := range in {
		if p(s) {
			return true
		}
	}
	return false
}

// violations of a liveness property, as a hunt.
func (p Property) hunt() hunt {
	switch p.kind {
	case eventually:
		return hunt{not(p.q), func(_ State, initial bool) bool { return initial }, nothing}
	case alwaysEventually:
		return hunt{not(p.q), always, nothing}
	case leadsTo:
		return hunt{not(p.q), func(s State, _ bool) bool { return p.p(s) }, nothing}
	case eventuallyAlways:
		bad := not(p.p)
		return hunt{anywhere, always, func(states []State) ([]Predicate, bool) {
			return []Predicate{bad}, somewhere(bad, states)
		}}
	case settles:
		return hunt{anywhere, always, p.unsettled}
	}
	panic("checker: not a liveness property: " + p.Name)
}

// unsettled asks for a state without a value, or else for two with different ones.
func (p Property) unsettled(states []State) ([]Predicate, bool) {
	is := func(value int) Predicate { return func(s State) bool { return p.value(s) == value } }
	if somewhere(is(0), states) {
		return []Predicate{is(0)}, true
	}
	first := p.value(states[0])
	for _, s := range states {
		if other := p.value(s); other != first {
			return []Predicate{is(first), is(other)}, true
		}
	}
	return nil, false
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
	defer g.mishaps(&err)
	h := g.watched(property).hunt()
	goals := g.goals(ctx, h)
	for goals.any && len(paths) < max(g.options.Counterexamples, 1) {
		entry := g.stem(ctx, h, goals)
		if entry == nil {
			break
		}
		path := entry.path
		path.Lasso = true
		if goal := entry.goal; goal != nil {
			if !entry.armed {
				goal.must = append(goal.must, func(s State) bool { return h.arms(s, false) })
			}
			path.Cycle = g.walk(goal, entry.rank)
		}
		if paths = append(paths, path); len(paths) < g.options.Counterexamples {
			g.without(goals, entry)
		}
	}
	return paths, nil
}

// mishaps, deferred, makes an error of what foreign code has panicked with.
func (g *graph) mishaps(err *error) {
	if value := recover(); value != nil {
		if g.inSteps {
			g.busy = "Steps"
		}
		*err = (&failure{g.busy, value, debug.Stack()}).explain()
	}
}
