package draw

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
)

// NoCycle is the Cycle of a finite run.
const NoCycle = -1

// Everyone is the Lane of a step that happens to all lanes at once and is no one's doing, as the
// passing of time. No message is in it, and nobody dies or comes back.
const Everyone = -1

// A Run is one run of processes that exchange messages: a model's or a recorded one.
type Run struct {
	Lanes []Lane // one per process, drawn left to right
	Steps []Step // in the order in which they happened

	// Cycle is the index of the step where the part that repeats for ever begins; NoCycle for a
	// finite run. Cycle == len(Steps) means that the run has ended and nothing more can happen.
	Cycle int

	// Before and After are how many steps of the run are left out before the first of Steps and after
	// the last. The drawing says so, and counts the steps of the whole run.
	Before, After int
}

// A Lane is one process.
type Lane struct {
	Name string // "P9"
	Note string // local state at the start, for people: "elected ⊥"; may be empty
	Dead bool   // at the start
}

// A Step is one process doing one thing.
type Step struct {
	Action  string   // the name of what happens: "start", "deliver", "timeout T", "crash"
	Lane    int      // the lane that acts, or Everyone; where a message is lost, the one it was meant for
	Message string   // the message that is taken or lost in this step, "ELECTION(9)", or ""
	From    int      // the lane that had sent Message, possibly Lane; meaningless without Message
	Lost    bool     // Message is not taken but lost on the way, as it also is if the lane is dead
	Sends   []Send   // what leaves during the step, in order
	Crash   bool     // the lane dies in this step, perhaps after part of its Sends
	Restart bool     // the lane comes back
	Changes []Change // what the step changed, for people
	Note    string   // anything else worth a remark, "dies after 1 of its 3 messages", or ""
}

// A Send is one message that leaves.
type Send struct {
	To      int
	Message string
	Lost    bool // the receiver is dead
}

// A Change is what a step did to one lane's local state.
type Change struct {
	Lane int
	Text string // "elected ⊥ → 9"
}

// check panics at the first index that points outside the run.
func (r Run) check() {
	if r.Cycle < NoCycle || r.Cycle > len(r.Steps) {
		panic(fmt.Sprintf("draw: Cycle is %d in a run of %d steps", r.Cycle, len(r.Steps)))
	}
	if r.Before < 0 || r.After < 0 || r.After > 0 && r.Cycle != NoCycle {
		panic(fmt.Sprintf("draw: %d steps before and %d after those of a run with Cycle %d", r.Before, r.After, r.Cycle))
	}
	for i, step := range r.Steps {
		within := func(field string, lane int) {
			if lane < 0 || lane >= len(r.Lanes) {
				panic(fmt.Sprintf("draw: Steps[%d].%s is %d in a run of %d lanes",
					i, field, lane, len(r.Lanes)))
			}
		}
		if step.Lane == Everyone && (step.Message != "" || len(step.Sends) > 0 || step.Crash || step.Restart) {
			panic(fmt.Sprintf("draw: Steps[%d] is everyone's and more than that", i))
		}
		if step.Lane != Everyone {
			within("Lane", step.Lane)
		}
		if step.Message != "" {
			within("From", step.From)
		}
		for j, send := range step.Sends {
			within(fmt.Sprintf("Sends[%d].To", j), send.To)
		}
		for j, change := range step.Changes {
			within(fmt.Sprintf("Changes[%d].Lane", j), change.Lane)
		}
	}
}

// printable returns a copy of the run in which every text is one line of printable runes, and every
// lane and every message that is sent has a name, so that no rendering has to think of it again.
func (r Run) printable() Run {
	lanes := make([]Lane, len(r.Lanes))
	for i, lane := range r.Lanes {
		name := cmp.Or(oneLine(lane.Name), fmt.Sprintf("lane %d", i+1))
		lanes[i] = Lane{Name: name, Note: oneLine(lane.Note), Dead: lane.Dead}
	}
	steps := make([]Step, len(r.Steps))
	for i, step := range r.Steps {
		step.Action, step.Note = oneLine(step.Action), oneLine(step.Note)
		step.Message = oneLine(step.Message)
		step.Sends = append([]Send(nil), step.Sends...)
		for j := range step.Sends {
			step.Sends[j].Message = cmp.Or(oneLine(step.Sends[j].Message), "a message")
		}
		step.Changes = append([]Change(nil), step.Changes...)
		for j := range step.Changes {
			step.Changes[j].Text = oneLine(step.Changes[j].Text)
		}
		steps[i] = step
	}
	return Run{Lanes: lanes, Steps: steps, Cycle: r.Cycle, Before: r.Before, After: r.After}
}

// oneLine turns each stretch of white space into one space, and what cannot be printed into U+FFFD.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}
