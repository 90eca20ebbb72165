package checker

import (
	"fmt"
	"slices"
)

// lawSample is the number of states, by id, that are expanded twice to catch a System that is not pure.
const lawSample = 512

// checkTarget checks the state to which a step leads.
func checkTarget(system System, from State, step Step, to State) {
	switch {
	case to == nil && step.Bound == 0:
		panic(brokenLaw("Steps of %v emitted step %d with neither a state nor a bound", from, step.Code))
	case to != nil:
		checkWidth(system, to)
	}
}

func checkWidth(system System, s State) {
	if len(s) != system.Width() {
		panic(brokenLaw("a state of %d cells was emitted; Width is %d", len(s), system.Width()))
	}
}

// initialStates lists the initial states. It asks for them twice.
func (b *sandbox) initialStates() []State {
	list := func() (all []State) {
		b.call("Init", func() {
			b.system.Init(func(s State) {
				checkWidth(b.system, s)
				all = append(all, slices.Clone(s))
			})
		})
		return all
	}
	first, again := list(), list()
	if !slices.EqualFunc(first, again, slices.Equal[State]) {
		panic(brokenLaw("Init emitted %v the first time and %v the second", first, again))
	}
	if len(first) == 0 {
		panic(brokenLaw("Init emitted no state"))
	}
	return first
}

// checkTwice expands a state twice and compares what Steps emits.
func (b *sandbox) checkTwice(s State) {
	first, again := b.emissions(s), b.emissions(s)
	if len(first) != len(again) {
		panic(brokenLaw("Steps of %v emitted %d steps the first time and %d the second", s, len(first), len(again)))
	}
	if !slices.EqualFunc(first, again, func(a, b Transition) bool { return a.Step == b.Step && slices.Equal(a.To, b.To) }) {
		panic(brokenLaw("Steps of %v emitted %+v the first time and %+v the second", s, first, again))
	}
}

// A BrokenLaw is what Check panics with when a System breaks one of the laws on its interface.
type BrokenLaw struct{ What string }

func (b BrokenLaw) Error() string { return b.What }

func brokenLaw(format string, args ...any) BrokenLaw {
	return BrokenLaw{"checker: a law of System is broken (the usual culprits: the order of a map, " +
		"a clock, state kept between calls): " + fmt.Sprintf(format, args...)}
}
