package checker

import "iter"

// An automaton accepts the runs that violate a liveness property. S is the type of states: State, or ids.
//
// Such a run is armed at some moment, when a premise becomes true, and stays inside from then on. It goes round forever in a fair
// component of states that last, or rests in one of these.
type automaton[S any] struct {
	inside func(S) bool
	lasts  func(S) bool // implies inside
	arms   func(s S, initial bool) bool

	// visits lists predicates that must each be true again and again. ok is false if some of them are true in none of the states,
	// which are those of a component or the one in which the run rests.
	visits func(states iter.Seq[S]) (must []func(S) bool, ok bool)
}

// enter reports how a run goes on from a state to which it comes: armed, not armed, or in both ways.
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

// Questions are the functions of states of a liveness property.
type questions[S any] struct {
	kind  kind
	p, q  func(S) bool
	value func(S) int
}

// violations returns the automaton of a liveness property.
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
		}}
	case settles:
		return automaton[S]{anywhere[S], anywhere[S], always[S], of.unsettled}
	}
	panic("checker: not a liveness property")
}

// unsettled demands a state with value 0 if there is one, and else two states with different values.
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
