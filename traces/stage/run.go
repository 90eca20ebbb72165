// Package stage has the document of a run, which pages play, and the page that plays it.
//
// A document holds all that there is to show: the processes and their local states, the messages and their fates, the
// rule behind each step, what else was possible and why the rest was not. A renderer computes no semantics. [Tell]
// makes the document of a path through a world, [Drawn] that of a run of which only the drawing is known.
package stage

import (
	"encoding/json"
	"io"

	"interrex/model"
)

// Format names this version of the document.
const Format = "interrex-run/1"

// An ID names a process.
type ID = model.ID

// A Run is one run of an election.
type Run struct {
	// The version of this format: interrex-run/1.
	Format string `json:"format"`
	// A heading; empty: none.
	Title string `json:"title"`
	// The name of the algorithm.
	Algorithm string `json:"algorithm"`
	// What may happen in the world, in words; empty: unknown.
	World string `json:"world"`
	// The command that leads to this run; empty: none.
	Command string `json:"command"`
	// How the processes are linked: ring, both-ways (a ring in both directions) or complete.
	Topology string `json:"topology"`
	// Their ids, in ring order.
	Processes []model.ID `json:"processes"`
	// The rules of the algorithm.
	Rules []Rule `json:"rules"`
	// The properties whose standing the states list, in the same order.
	Properties []Property `json:"properties"`
	// The property that this run shows; empty: none.
	Property string `json:"property"`
	// Its verdict: holds, violated or inconclusive; empty: none.
	Verdict string `json:"verdict"`
	// One sentence on the run as a whole; empty: none.
	Note string `json:"note"`
	// An explanation, by paragraph.
	Words []string `json:"words"`
	// The state to which an infinite run goes back from its last one, by number; the number of the last state: the
	// run stays there for ever; null: a finite run.
	Cycle *int `json:"cycle"`
	// The different local states, to which the states refer.
	Locals []Local `json:"locals"`
	// All messages; those of one channel in its order.
	Messages []Message `json:"messages"`
	// The different steps that were possible somewhere, to which the states refer.
	Choices []Choice `json:"choices"`
	// The different steps that were not possible somewhere, to which the states refer.
	Refusals []Refusal `json:"refusals"`
	// The states, one more than steps.
	States []State `json:"states"`
	// What happened from each state to the next.
	Steps []Step `json:"steps"`
}

// A Rule is a rule of an algorithm.
type Rule struct {
	// Its number on the page of the algorithm, such as RI2.
	ID string `json:"id"`
	// The occasion; empty: the text has it.
	When string `json:"when"`
	// What the process does.
	Text string `json:"text"`
	// The rule in Go, as the model has it; absent: not included.
	Go string `json:"go,omitempty"`
	// The rule in TLA+; absent: not included.
	TLA string `json:"tla,omitempty"`
}

// A Property is a property that was evaluated.
type Property struct {
	// Its name.
	Name string `json:"name"`
	// What it says, in a sentence.
	Text string `json:"text"`
	// Whether the check asked for it.
	Asked bool `json:"asked"`
}

// A Local is the local state of a process.
type Local struct {
	// Whether the process lives.
	Live bool `json:"live"`
	// What it is: idle, candidate (takes part in an election), waiting (for its outcome), leader or dead.
	Role string `json:"role"`
	// Whom it considers the leader; 0: nobody.
	Elected model.ID `json:"elected"`
	// Its variables, each a name and a value.
	Variables [][2]string `json:"variables"`
	// Its armed timers.
	Timers []Timer `json:"timers,omitempty"`
	// The processes that it has asked for an answer.
	Awaits []model.ID `json:"awaits,omitempty"`
	// Of these, the ones that have answered.
	Heard []model.ID `json:"heard,omitempty"`
	// The processes that it takes for dead.
	Suspects []model.ID `json:"suspects,omitempty"`
}

// A Timer is an armed timer.
type Timer struct {
	// Its name.
	Name string `json:"name"`
	// The process that it watches; 0: none.
	Of model.ID `json:"of"`
	// The ticks after which it fires; 0: now, or there is no clock.
	Left int `json:"left"`
	// The ticks for which it was set; 0: there is no clock.
	Total int `json:"total"`
}

// A Message is one message. It is in transit in the states from sent to before end.
type Message struct {
	// The sender.
	From model.ID `json:"from"`
	// The receiver.
	To model.ID `json:"to"`
	// The message, as it is printed.
	Text string `json:"text"`
	// Its kind.
	Kind string `json:"kind"`
	// The first state after it was sent; 0: it was in transit from the beginning.
	Sent int `json:"sent"`
	// The first state in which it is no longer in transit; equal to sent: it was lost at once; null: it stays in transit.
	End *int `json:"end"`
	// What became of it: taken, lost, moved (the ring was repaired, and another message continues this one) or open.
	Fate string `json:"fate"`
}

// A Choice is a step that is possible.
type Choice struct {
	// The step in a sentence.
	Text string `json:"text"`
	// The process that acts, or is acted upon; 0: none.
	Process model.ID `json:"process"`
	// The name of what happens.
	Action string `json:"action"`
	// The sender of the message, or the process concerned; 0: none.
	Peer model.ID `json:"peer"`
	// The message that would be taken or lost; empty: none.
	Message string `json:"message"`
	// Whether it must happen sometime; otherwise it is optional: a move of the adversary, or a start.
	Owed bool `json:"owed"`
	// Our bound that has altered the step; absent: none.
	Bound string `json:"bound,omitempty"`
}

// A Refusal is a step that is not possible.
type Refusal struct {
	// The process that would act, or be acted upon; 0: none.
	Process model.ID `json:"process"`
	// The name of what does not happen.
	Action string `json:"action"`
	// The sender, or the process concerned; 0: none.
	Peer model.ID `json:"peer"`
	// The values that forbid it.
	Why string `json:"why"`
}

// A State is one state of the run.
type State struct {
	// The local state of each process, by its place in locals.
	Locals []int `json:"locals"`
	// The possible steps, by their place in choices. The place in this list is the number of the step; absent: unknown.
	Can []int `json:"can,omitzero"`
	// The steps that are not possible, by their place in refusals; absent: unknown.
	Cannot []int `json:"cannot,omitzero"`
	// How each property stands: idle (not yet applicable), true, pending (its goal is still to be reached) or broken;
	// absent: as in the state before.
	Properties []string `json:"properties,omitempty"`
	// The time, or what else the world has beside the processes; absent: nothing.
	Clock string `json:"clock,omitempty"`
	// The state as an own election draws it: elements of SVG, unchecked, so show them as an image; absent: it does not.
	Drawing string `json:"drawing,omitempty"`
}

// A Step leads from one state to the next.
type Step struct {
	// The process that acts, or is acted upon; 0: the world.
	Process model.ID `json:"process"`
	// The name of what happens.
	Action string `json:"action"`
	// The sender of the message, or the process concerned; 0: none.
	Peer model.ID `json:"peer"`
	// The message that is taken or lost, by its place in messages; null: none.
	Takes *int `json:"takes"`
	// The step in a sentence, with what comes of it.
	Says string `json:"says"`
	// The words of a story that begin here; absent: none.
	Caption string `json:"caption,omitempty"`
	// The same in the language of the lecture; absent: none.
	Original string `json:"original,omitempty"`
	// The rules that were applied, in order.
	Rules []Fired `json:"rules"`
	// The number of this step among the possible ones; absent: unknown.
	Choice *int `json:"choice,omitempty"`
	// Whether the process dies within the step, after a part of its messages.
	Crashed bool `json:"crashed,omitempty"`
	// The time since the beginning of a recorded run, in seconds; absent: unknown.
	Seconds *float64 `json:"seconds,omitempty"`
	// The number of heartbeats left out before this step; absent: none.
	Folded int `json:"folded,omitempty"`
}

// A Fired is a rule that was applied.
type Fired struct {
	// Its number.
	ID string `json:"id"`
	// The rule with its values filled in.
	Text string `json:"text"`
}

// JSON writes the document.
func (r *Run) JSON(out io.Writer) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(true)
	return e.Encode(r)
}
