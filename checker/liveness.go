package checker

import (
	"iter"

	"interrex/checker/internal/liveness"
)

// Questions are the functions of states of a liveness property.
type questions[S any] struct {
	kind  kind
	p, q  func(S) bool
	value func(S) int
}

// violation describes the runs that violate a liveness property.
func (of questions[S]) violation() liveness.Violation[S] {
	anywhere := func(S) bool { return true }
	always := func(S, bool) bool { return true }
	isBad := func(s S) bool { return !of.q(s) }
	v := liveness.Violation[S]{Inside: isBad, Lasts: isBad, Arms: func(s S, _ bool) bool { return of.p(s) },
		Visits: func(iter.Seq[S]) ([]func(S) bool, bool) { return nil, true }}
	switch of.kind {
	case eventually:
		v.Arms = func(_ S, isInitial bool) bool { return isInitial }
	case alwaysEventually:
		v.Arms = always
	case recurs:
		v.Inside = anywhere
	case eventuallyAlways, settles:
		v.Inside, v.Lasts, v.Arms, v.Visits = anywhere, anywhere, always, of.unsettled
	}
	return v
}

func somewhere[S any](p func(S) bool, in iter.Seq[S]) bool {
	for s := range in {
		if p(s) {
			return true
		}
	}
	return false
}

// unsettled demands a state in which p is false or, of Settles, a state with value 0 if there is one, and else two states with different
// values.
func (of questions[S]) unsettled(states iter.Seq[S]) ([]func(S) bool, bool) {
	if of.kind == eventuallyAlways {
		isBad := func(s S) bool { return !of.p(s) }
		return []func(S) bool{isBad}, somewhere(isBad, states)
	}
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
