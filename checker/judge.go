package checker

import "fmt"

// A violation is the first sight of one: of property number property, at state rank.
type violation struct {
	property int
	rank     uint32
	step     *Transition // for a step invariant: the step out of state rank
}

// checkStep tries the step invariants across one step.
func (w *worker) checkStep(rank uint32, s State, step Step, to State) {
	for _, n := range w.run.between {
		if w.run.first[n] != nil {
			continue
		}
		property := &w.run.properties[n]
		w.busy = property.title()
		if !property.between(s, to) {
			after := append(State(nil), to...)
			w.violations = append(w.violations, violation{n, rank, &Transition{step, after}})
		}
		w.busy = ""
	}
}

// checkRest tries the properties of states at rest in one that has no step.
func (w *worker) checkRest(rank uint32, s State) {
	for _, n := range w.run.rest {
		if w.run.first[n] != nil {
			continue
		}
		property := &w.run.properties[n]
		w.busy = property.title()
		if !property.p(s) {
			w.violations = append(w.violations, violation{property: n, rank: rank})
		}
		w.busy = ""
	}
}

// lawSample is how many states, by rank, are expanded twice to catch a System that is not pure.
const lawSample = 512

// checkInit lets Init emit once more and compares with what has just been collected of it.
func (w *worker) checkInit() {
	again := 0
	w.busy = "Init"
	w.run.system.Init(func(s State) {
		if again >= len(w.successors) || text(s) != text(w.vector(uint32(again))) {
			panic(brokenLaw("Init emitted something else the second time, %v as state %d", s, again))
		}
		again++
	})
	w.busy = ""
	if again != len(w.successors) {
		panic(brokenLaw("Init emitted %d states the first time and %d the second", len(w.successors), again))
	}
}

// checkLaws expands s, the state called rank, once more and compares with what has just been
// collected of it.
func (w *worker) checkLaws(rank uint32, s State, steps int) {
	if now, known := w.run.lookUp(s); !known || now != rank {
		panic(brokenLaw("Steps has changed the state that it was given, to %v", s))
	}
	first := len(w.successors) - steps
	again := 0
	w.busy = "Steps"
	w.run.system.Steps(s, func(_ Step, to State) {
		if to == nil {
			return
		}
		if again < steps && text(to) != text(w.vector(uint32(first+again))) {
			panic(brokenLaw("Steps of %v emitted %v the first time and %v the second, as step %d",
				s, w.vector(uint32(first+again)), to, again))
		}
		again++
	})
	w.busy = ""
	if again != steps {
		panic(brokenLaw("Steps of %v emitted %d steps the first time and %d the second", s, steps, again))
	}
}

// checkHeld expands s once more and compares with the steps that are held.
func (w *worker) checkHeld(s State) {
	again := 0
	w.busy = "Steps"
	w.run.system.Steps(s, func(step Step, to State) {
		if again >= len(w.pick.steps) || w.pick.steps[again] != step || text(to) != text(w.pick.at(again, len(s))) {
			panic(brokenLaw("Steps of %v emitted something else the second time, as step %d", s, again))
		}
		again++
	})
	w.busy = ""
	if again != len(w.pick.steps) {
		panic(brokenLaw("Steps of %v emitted %d steps the first time and %d the second", s, len(w.pick.steps), again))
	}
}

// A BrokenLaw is what Check panics with when a System breaks one of the laws on its interface.
type BrokenLaw struct{ What string }

func (b BrokenLaw) Error() string { return b.What }

func brokenLaw(format string, args ...any) BrokenLaw {
	return BrokenLaw{"checker: a law of System is broken (the usual culprits: the order of a map, " +
		"a clock, state kept between calls): " + fmt.Sprintf(format, args...)}
}

// A ModelPanic is the error of a run in which the model or a property panicked.
type ModelPanic struct {
	During string // "Steps", "Init", "Needs" or the name of a property
	Value  any
	Stack  []byte
}

func (p *ModelPanic) Error() string { return fmt.Sprintf("%s panicked: %v", p.During, p.Value) }
