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
	Format     string     `json:"format"`     // the version of this format: interrex-run/1
	Title      string     `json:"title"`      // a heading; empty: none
	Algorithm  string     `json:"algorithm"`  // the name of the algorithm
	World      string     `json:"world"`      // what may happen in the world, in words; empty: unknown
	Command    string     `json:"command"`    // the command that leads to this run; empty: none
	Topology   string     `json:"topology"`   // how the processes are linked: ring, both-ways (a ring in both directions) or complete
	Processes  []model.ID `json:"processes"`  // their ids, in ring order
	Rules      []Rule     `json:"rules"`      // the rules of the algorithm
	Properties []Property `json:"properties"` // the properties. Each state lists their standing, in the same order
	Property   string     `json:"property"`   // the property that this run shows; empty: none
	Verdict    string     `json:"verdict"`    // its verdict: holds, violated or inconclusive; empty: none
	Note       string     `json:"note"`       // one sentence on the run as a whole; empty: none
	Words      []string   `json:"words"`      // an explanation, by paragraph
	// The state to which an infinite run goes back from its last one, by number; the number of the last state: the
	// run stays there for ever; null: a finite run.
	Cycle    *int      `json:"cycle"`
	Locals   []Local   `json:"locals"`   // the different local states, to which the states refer
	Messages []Message `json:"messages"` // all messages; those of one channel in its order
	Choices  []Choice  `json:"choices"`  // the different steps that were possible somewhere, to which the states refer
	Refusals []Refusal `json:"refusals"` // the different steps that were not possible somewhere, to which the states refer
	States   []State   `json:"states"`   // the states, one more than steps
	Steps    []Step    `json:"steps"`    // what happened from each state to the next
}

// A Rule is a rule of an algorithm.
type Rule struct {
	ID   string `json:"id"`            // its number on the page of the algorithm, such as RI2
	When string `json:"when"`          // the occasion; empty: the text has it
	Text string `json:"text"`          // what the process does
	Go   string `json:"go,omitempty"`  // the rule in Go, as the model has it; absent: not included
	TLA  string `json:"tla,omitempty"` // the rule in TLA+; absent: not included
}

// A Property is a property that was evaluated.
type Property struct {
	Name  string `json:"name"`  // its name
	Text  string `json:"text"`  // what it says, in a sentence
	Asked bool   `json:"asked"` // whether the check asked for it
}

// A Local is the local state of a process.
type Local struct {
	Live      bool        `json:"live"`               // whether the process lives
	Role      string      `json:"role"`               // what it is: idle, candidate (takes part in an election), waiting (for its outcome), leader or dead
	Elected   model.ID    `json:"elected"`            // its leader; 0: none
	Variables [][2]string `json:"variables"`          // its variables, each a name and a value
	Timers    []Timer     `json:"timers,omitempty"`   // its armed timers
	Awaits    []model.ID  `json:"awaits,omitempty"`   // the processes that it has asked for an answer
	Heard     []model.ID  `json:"heard,omitempty"`    // of these, the ones that have answered
	Suspects  []model.ID  `json:"suspects,omitempty"` // the processes that it takes for dead
}

// A Timer is an armed timer.
type Timer struct {
	Name  string   `json:"name"`  // its name
	Of    model.ID `json:"of"`    // the process that it watches; 0: none
	Left  int      `json:"left"`  // the ticks after which it fires; 0: now, or there is no clock
	Total int      `json:"total"` // the ticks for which it was set; 0: there is no clock
}

// A Message is one message. It is in transit in the states from sent to before end.
type Message struct {
	From model.ID `json:"from"` // the sender
	To   model.ID `json:"to"`   // the receiver
	Text string   `json:"text"` // the message, as it is printed
	Kind string   `json:"kind"` // its kind
	Sent int      `json:"sent"` // the first state after it was sent; 0: it was in transit from the beginning
	// The first state in which it is no longer in transit; equal to sent: it was lost at once; null: it stays in transit.
	End *int `json:"end"`
	// What became of it: taken, lost, moved (the ring was repaired, and another message continues this one) or open.
	Fate string `json:"fate"`
}

// A Choice is a step that is possible.
type Choice struct {
	Text    string   `json:"text"`    // the step in a sentence
	Process model.ID `json:"process"` // the process that acts, or is acted upon; 0: none
	Action  string   `json:"action"`  // the name of what happens
	Peer    model.ID `json:"peer"`    // the sender of the message, or the process concerned; 0: none
	Message string   `json:"message"` // the message that would be taken or lost; empty: none
	// Whether it must happen sometime; otherwise it is optional: a move of the adversary, or a start.
	Owed  bool   `json:"owed"`
	Bound string `json:"bound,omitempty"` // our bound that has altered the step; absent: none
}

// A Refusal is a step that is not possible.
type Refusal struct {
	Process model.ID `json:"process"` // the process that would act, or be acted upon; 0: none
	Action  string   `json:"action"`  // the name of what does not happen
	Peer    model.ID `json:"peer"`    // the sender, or the process concerned; 0: none
	Why     string   `json:"why"`     // the values that forbid it
}

// A State is one state of the run.
type State struct {
	Locals []int `json:"locals"` // the local state of each process, by its place in locals
	// The possible steps, by their place in choices. The place in this list is the number of the step; absent: unknown.
	Can    []int `json:"can,omitzero"`
	Cannot []int `json:"cannot,omitzero"` // the steps that are not possible, by their place in refusals; absent: unknown
	// How each property stands: idle (not yet applicable), true, pending (its goal is still to be reached) or broken;
	// absent: as in the state before.
	Properties []string `json:"properties,omitempty"`
	Clock      string   `json:"clock,omitempty"` // the time, or what else the world has beside the processes; absent: nothing
	// The state as an own election draws it: elements of SVG, unchecked, so show them as an image; absent: it does not.
	Drawing string `json:"drawing,omitempty"`
}

// A Step leads from one state to the next.
type Step struct {
	Process  model.ID `json:"process"`            // the process that acts, or is acted upon; 0: the world
	Action   string   `json:"action"`             // the name of what happens
	Peer     model.ID `json:"peer"`               // the sender of the message, or the process concerned; 0: none
	Takes    *int     `json:"takes"`              // the message that is taken or lost, by its place in messages; null: none
	Says     string   `json:"says"`               // the step in a sentence, with what comes of it
	Caption  string   `json:"caption,omitempty"`  // the words of a story that begin here; absent: none
	Original string   `json:"original,omitempty"` // the same in the language of the lecture; absent: none
	Rules    []Fired  `json:"rules"`              // the rules that were applied, in order
	Choice   *int     `json:"choice,omitempty"`   // the number of this step among the possible ones; absent: unknown
	Crashed  bool     `json:"crashed,omitempty"`  // whether the process dies within the step, after a part of its messages
	Seconds  *float64 `json:"seconds,omitempty"`  // the time since the beginning of a recorded run, in seconds; absent: unknown
	Folded   int      `json:"folded,omitempty"`   // the number of heartbeats left out before this step; absent: none
}

// A Fired is a rule that was applied.
type Fired struct {
	ID   string `json:"id"`   // its number
	Text string `json:"text"` // the rule with its values filled in
}

// JSON writes the document.
func (r *Run) JSON(out io.Writer) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(true)
	return e.Encode(r)
}
