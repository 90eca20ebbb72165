package study

import (
	"slices"

	"interrex/checker"
	"interrex/model/world"
)

// A Step is one that is possible at the present position.
type Step struct {
	Number int // with which to Take it
	world.Occurrence
	Text  string // in one line: "P3: deliver ELECTION(2) of P2, dies after 1 of 2 messages"
	Owed  bool   // else it is the adversary's, or nobody's
	Bound string // of ours, which has altered the step; "" if none has
	Next  bool   // the path takes it here
}

// Steps lists what is possible, in the world's order, which depends on what the state means alone.
func (w *Walk) Steps() []Step {
	var steps []Step
	next, goesOn := w.Next()
	for i, t := range w.choices() {
		told := w.world.Tell(&checker.Path{Initial: w.State(), Stem: []checker.Transition{t}})
		step := Step{Number: i, Occurrence: told.Stem[0], Text: w.world.DescribeStep(w.State(), t.Step), Owed: t.Step.Owed != checker.None}
		if t.Step.Bound != 0 {
			step.Bound = w.world.Bounds()[t.Step.Bound-1]
		}
		step.Next = goesOn && w.taken[next-1].number == i
		steps = append(steps, step)
	}
	return steps
}

// Refused lists what is not possible, and the guards that forbid it.
func (w *Walk) Refused() []world.Refusal { return w.world.Refused(w.State()) }

// Last is the step that has led here, nil at the beginning.
func (w *Walk) Last() *world.Occurrence {
	if w.at == 0 {
		return nil
	}
	told := w.world.Tell(&checker.Path{Initial: w.states[w.at-1], Stem: w.transitions(w.at-1, w.at)})
	return &told.Stem[0]
}

// rests reports whether a run may stay for ever in the present state: nothing is owed.
func (w *Walk) rests() bool {
	owed := false
	w.world.Steps(w.State(), func(step checker.Step, _ checker.State) { owed = owed || step.Owed != checker.None })
	return !owed
}

// isTerminal reports whether no step is possible, and no bound of ours is the reason.
func (w *Walk) isTerminal() bool {
	terminal := true
	w.world.Steps(w.State(), func(checker.Step, checker.State) { terminal = false })
	return terminal
}

// comesBack reports whether the path ends where its first steps, so many, have led.
func (w *Walk) comesBack(to int) bool {
	return slices.Equal(w.states[to], w.states[len(w.taken)])
}
