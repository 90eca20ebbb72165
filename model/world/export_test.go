package world

import (
	"fmt"

	"interrex/checker"
	"interrex/model"
)

// Plain is a decoded global state. The reference model uses such values.
type Plain struct {
	Processes []PlainProcess      // in ring order
	Channels  [][][]model.Message // by places of sender and receiver, the oldest first
	Budgets   PlainBudgets
	Leaders   []Leadership // by term, then by id
	Settles   int          // ticks until the bounds of the clock hold at the latest; 1 if that is unlimited
}

// A PlainProcess is a decoded process. For a dead process Local is its stable storage, and other fields but DeadFor are zero.
type PlainProcess struct {
	Live      bool
	Fresh     bool
	Elections int
	Local     model.Local
	Timers    []PlainTimer // by the clock
	DeadFor   int          // ticks, of a dead one
}

// A PlainTimer is an armed timer, and the ticks until it fires.
type PlainTimer struct {
	model.Timer
	Left int
}

// A PlainPosted is a message with its deadline in a world with a clock: timely, late or unsure.
type PlainPosted struct {
	model.Message
	Promise string
	Within  int
}

func (m PlainPosted) String() string {
	return fmt.Sprintf("%s/%s/%d", model.SpellMessage(m.Message), m.Promise, m.Within)
}

// PlainBudgets are the rests of the budgets; 0 if the world has no such budget.
type PlainBudgets struct{ Crashes, Restarts, Starts, Mistakes, Losses, Duplicates, Timeouts int }

// Plain decodes a state.
func (w *World) Plain(s checker.State) Plain {
	values := w.ValuesOf(s)
	plain := Plain{Leaders: w.leaderships(s)}
	for p := range w.n {
		v := processOf(values, p)
		process := PlainProcess{Live: v.isLive(), Fresh: v.isFresh, Elections: v.elections, Local: v.state, DeadFor: v.deadFor}
		if !v.isLive() {
			process.Local, process.Elections = v.persisted, 0
		}
		for i := range len(v.countdown) {
			process.Timers = append(process.Timers, PlainTimer{v.timers[i], int(v.countdown[i])})
		}
		plain.Processes = append(plain.Processes, process)
		plain.Channels = append(plain.Channels, make([][]model.Message, w.n))
	}
	for to, l := range w.inTransit(values) {
		message := l.message
		if w.clock >= 0 {
			message = PlainPosted{message, promises[l.promise], l.within}
		}
		at := &plain.Channels[l.from][to]
		*at = append(*at, message)
	}
	if plain.Settles = w.gstOf(values); plain.Settles == Unlimited {
		plain.Settles = 1
	}
	left := values[w.adversary].(adversary)
	plain.Budgets = PlainBudgets{left[crashes], left[restarts], left[starts], left[mistakes], left[losses], left[duplicates], left[firings]}
	return plain
}

// InconsistentGuards lists candidates that have a step and a false guard, or neither, and steps without a candidate.
func (w *World) InconsistentGuards(s checker.State) (inconsistent []string) {
	values := w.ValuesOf(s)
	steps := map[Disabled]bool{}
	w.Steps(s, func(step checker.Step, _ checker.State) { steps[w.candidate(values, moveOf(step.Code))] = true })
	for _, m := range w.candidates(values) {
		c := w.candidate(values, m)
		if why := w.actorOf(values, m).guard(m); (why == nil) != steps[c] {
			inconsistent = append(inconsistent, fmt.Sprintf("%+v", c))
		}
		delete(steps, c)
	}
	for c := range steps {
		inconsistent = append(inconsistent, fmt.Sprintf("%+v", c))
	}
	return inconsistent
}
