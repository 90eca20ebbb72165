package exchange

import (
	"fmt"
	"slices"
	"strings"

	"interrex/traces/draw"
)

// Nobody stands for no process where one is named by its place.
const Nobody = -1

// A Run is a run with all its states, whoever has told it.
type Run struct {
	Title     string   // what it is a run of: "ring, n=4"
	Command   string   // that leads to it, "" if that is not known
	Property  string   // that it violates, "" for none
	Violation string   // in words
	Ring      bool     // each process sends to its neighbours
	Processes []string // their names in ring order
	States    []State  // one more than steps
	Steps     []Step
	Cycle     int // as in draw.Run

	// Before and After are how many steps are left out before the first and after the last.
	Before, After int

	Words []string // what there is to say of it, paragraph by paragraph
}

// A State is one state of a run.
type State struct {
	Members []Member
	Under   []Message // on their way, channel by channel, the next to arrive first
}

// A Member is one process in a state.
type Member struct {
	Dead      bool
	Variables []Variable
}

// A Variable is a variable and its value, in words.
type Variable struct{ Name, Value string }

// A Message is a message on its way.
type Message struct {
	From, To int
	Text     string
}

// A Step leads from one state to the next.
type Step struct {
	Action     string
	Process    int // who acts, or Nobody
	Peer       int // the sender, the suspected; or Nobody
	Message    string
	CrashAfter int
	Sends      []Send
	Note       string
}

// A Send is a message that leaves in a step.
type Send struct {
	To   int
	Text string
	Lost bool
}

// A Change is a variable that a step has changed.
type Change struct {
	Process            int
	Variable, From, To string
}

// Changes compares the states before and after a step.
func (r *Run) Changes(step int) (changes []Change) {
	before, after := r.States[step], r.States[step+1]
	for p := range after.Members {
		b, a := before.Members[p], after.Members[p]
		switch {
		case a.Dead != b.Dead:
			changes = append(changes, Change{p, "live", yes(!b.Dead), yes(!a.Dead)})
			continue
		}
		changes = append(changes, differences(p, b.Variables, a.Variables)...)
	}
	return changes
}

func differences(process int, before, after []Variable) (changes []Change) {
	for _, v := range after {
		if old := valueOf(before, v.Name); old != v.Value {
			changes = append(changes, Change{process, v.Name, old, v.Value})
		}
	}
	for _, v := range before {
		if !slices.ContainsFunc(after, func(a Variable) bool { return a.Name == v.Name }) {
			changes = append(changes, Change{process, v.Name, v.Value, ""})
		}
	}
	return changes
}

func valueOf(variables []Variable, name string) string {
	for _, v := range variables {
		if v.Name == name {
			return v.Value
		}
	}
	return ""
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// String says a change as the drawings do.
func (c Change) String() string { return fmt.Sprintf("%s %s → %s", c.Variable, c.From, c.To) }

// IsCrash says whether the one who acts dies in a step.
func (r *Run) IsCrash(step int) bool { return r.turns(step, true) }

// IsRestart says whether the one who acts comes back.
func (r *Run) IsRestart(step int) bool { return r.turns(step, false) }

func (r *Run) turns(step int, dead bool) bool {
	p := r.Steps[step].Process
	return p != Nobody && r.States[step].Members[p].Dead != dead && r.States[step+1].Members[p].Dead == dead
}

// IsLost reports whether the message of a step is not taken.
func (s Step) IsLost() bool { return s.Action == "lose" }

// Drawing is the run as the drawings want it. A change of life is drawn, and not said.
func (r *Run) Drawing() draw.Run {
	d := draw.Run{Cycle: r.Cycle, Before: r.Before, After: r.After}
	for p, name := range r.Processes {
		d.Lanes = append(d.Lanes, draw.Lane{Name: name, Note: note(r.States[0].Members[p]), Dead: r.States[0].Members[p].Dead})
	}
	for i, s := range r.Steps {
		step := draw.Step{Action: s.Action, Lane: s.Process, Message: s.Message, Lost: s.IsLost(), Note: s.Note,
			Crash: r.IsCrash(i), Restart: r.IsRestart(i)}
		if s.Process == Nobody {
			step.Lane, step.Message = draw.Everyone, ""
		}
		if s.Peer != Nobody {
			step.From = s.Peer
		}
		for _, sent := range s.Sends {
			step.Sends = append(step.Sends, draw.Send{To: sent.To, Message: sent.Text, Lost: sent.Lost})
		}
		for _, c := range r.Changes(i) {
			if c.Variable != "live" {
				step.Changes = append(step.Changes, draw.Change{Lane: c.Process, Text: c.String()})
			}
		}
		d.Steps = append(d.Steps, step)
	}
	return d
}

// note is what is worth saying of a process at first: whom it has elected.
func note(m Member) string {
	if elected := valueOf(m.Variables, "elected"); elected != "" && !m.Dead {
		return "elected " + elected
	}
	return ""
}

// Snapshot is the state after so many steps, as a picture.
func (r *Run) Snapshot(steps int) draw.Snapshot {
	s := draw.Snapshot{Title: "at first", Ring: r.Ring}
	if r.Before > 0 {
		s.Title = fmt.Sprintf("after step %d", r.Before)
	}
	changed := map[Change]bool{}
	if steps > 0 {
		s.Title = fmt.Sprintf("after step %d: %s", r.Before+steps, r.Name(steps-1))
		for _, c := range r.Changes(steps - 1) {
			changed[Change{Process: c.Process, Variable: c.Variable}] = true
		}
	}
	for p, m := range r.States[steps].Members {
		node := draw.Node{Name: r.Processes[p], Dead: m.Dead, Acts: steps > 0 && r.Steps[steps-1].Process == p}
		for _, v := range m.Variables {
			if !m.Dead {
				node.Notes = append(node.Notes, draw.Note{Text: v.Name + " " + v.Value, Changed: changed[Change{Process: p, Variable: v.Name}]})
			}
		}
		s.Nodes = append(s.Nodes, node)
	}
	for _, m := range r.States[steps].Under {
		s.Under = append(s.Under, draw.Way{From: m.From, To: m.To, Message: m.Text})
	}
	return s
}

// Name says which step a step is: "P8 deliver ELECTION(9) from P4".
func (r *Run) Name(step int) string {
	s := r.Steps[step]
	words := []string{s.Action}
	if s.Process != Nobody {
		words = []string{r.Processes[s.Process], s.Action}
	}
	if s.Message != "" {
		words = append(words, s.Message)
		if s.Peer != Nobody {
			words = append(words, "from", r.Processes[s.Peer])
		}
	} else if s.Peer != Nobody {
		words = append(words, "of", r.Processes[s.Peer])
	}
	return strings.Join(words, " ")
}

// end is the index of the state to which the run goes back, or that lasts for ever; false for a
// finite run.
func (r *Run) end() (loop int, infinite bool) {
	return max(r.Cycle, 0), r.Cycle != draw.NoCycle
}
