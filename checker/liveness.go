package checker

import (
	"iter"
	mathbits "math/bits"

	"interrex/checker/internal/liveness"
)

// violationOf describes the runs that violate a liveness property. word returns the word of its facts in a state.
func violationOf[S any](p Property, word func(S) uint64) liveness.Violation[S] {
	bit, goal := p.bit, p.goal
	anywhere := func(S) bool { return true }
	always := func(S, bool) bool { return true }
	isBad := func(s S) bool { return word(s)&goal == 0 }
	v := liveness.Violation[S]{Inside: isBad, Lasts: isBad, Arms: func(s S, _ bool) bool { return word(s)&bit != 0 },
		Visits: func(iter.Seq[S]) ([]func(S) bool, bool) { return nil, true }}
	switch p.kind {
	case eventually:
		v.Arms = func(_ S, isInitial bool) bool { return isInitial }
	case recurs:
		v.Inside = anywhere
	case settles:
		value := func(s S) uint64 { return word(s) & goal >> mathbits.TrailingZeros64(bit) }
		v.Inside, v.Lasts, v.Arms = anywhere, anywhere, always
		v.Visits = func(states iter.Seq[S]) ([]func(S) bool, bool) { return unsettled(value, states) }
	}
	return v
}

// unsettled demands a state with value 0 if there is one, and else two states with different values.
func unsettled[S any](value func(S) uint64, states iter.Seq[S]) (must []func(S) bool, ok bool) {
	is := func(wanted uint64) func(S) bool { return func(s S) bool { return value(s) == wanted } }
	first, other := uint64(0), uint64(0)
	for s := range states {
		switch v := value(s); {
		case v == 0:
			return []func(S) bool{is(0)}, true
		case first == 0:
			first = v
		case v != first && other == 0:
			other = v
		}
	}
	return []func(S) bool{is(first), is(other)}, other != 0
}
