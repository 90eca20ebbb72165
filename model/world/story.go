package world

import (
	"fmt"

	"interrex/checker"
	"interrex/model"
)

// A Story is a path of a world in words.
type Story struct {
	Initial []Person
	Stem    []Occurrence
	Lasso   bool // Cycle repeats for ever or, if it is empty, nothing happens any more
	Cycle   []Occurrence

	// Final and InFlight are the state at the end of the stem.
	Final    []Person
	InFlight []Flight
}

// A Person is a process with its local state.
type Person struct {
	ID        model.ID
	Live      bool
	Variables []model.Variable
	Timers    []Running // by the clock
}

// An Occurrence is a step in words.
type Occurrence struct {
	Action  string   // "deliver", "timeout T'", "draw 2", "crash"
	Process model.ID // who acts, or is acted upon; Nobody where time passes
	Peer    model.ID // the sender, the suspected, the leader; Nobody if there is none
	Message string   // what is delivered or lost; "" if nothing is

	// CrashAfter is the number of messages after which the process dies within the step,
	// 0 if it does not.
	CrashAfter int
	Of         int // how many it would have sent
	Sends      []Sending

	// Wreck is what was on its way to a process that dies in this step: it is lost or, where
	// the ring is repaired so, sent on.
	Wreck   []Flight
	Changes []Change

	// Revived is the local state of a process that comes back in this step.
	Revived []model.Variable

	// Settles: from this step on the bounds of the clock hold.
	Settles bool
}

// A Sending is a message that leaves in a step. Lost: the receiver is dead, or the link cut.
type Sending struct {
	To      model.ID
	Message string
	Lost    bool
}

// A Change is a variable of a process that a step has changed.
type Change struct {
	Process            model.ID
	Variable, From, To string
}

// Tell puts a path into words.
func (w *World) Tell(p *checker.Path) Story {
	story := Story{Initial: w.people(p.Initial), Lasso: p.Lasso}
	at := p.Initial
	tell := func(transitions []checker.Transition) []Occurrence {
		var occurrences []Occurrence
		for _, t := range transitions {
			occurrences = append(occurrences, w.occurrence(at, t.Step, t.To))
			at = t.To
		}
		return occurrences
	}
	story.Stem = tell(p.Stem)
	story.Final, story.InFlight = w.people(at), w.inFlight(at)
	story.Cycle = tell(p.Cycle)
	return story
}

// people lists the processes in ring order.
func (w *World) people(s checker.State) []Person {
	var people []Person
	for p, id := range w.config.IDs {
		person := Person{ID: id, Live: s[p] != dead}
		if person.Live {
			t := w.traits(p, s[p])
			person.Variables, person.Timers = model.Variables(w.group, t.state), t.running()
		}
		people = append(people, person)
	}
	return people
}

// occurrence puts one step into words.
func (w *World) occurrence(from checker.State, step checker.Step, to checker.State) Occurrence {
	m, o := moveOf(step.Code), w.Occurrence(from, step)
	if m.kind == crash || m.crashAfter > 0 {
		o.Wreck = w.wreck(from, m)
	}
	if m.kind == restart {
		o.Revived = w.people(to)[m.process].Variables
	}
	o.Changes = w.changes(from, to)
	o.Settles = w.gst.has(from) && !w.gst.has(to)
	return o
}

// hasPeer reports whether the step concerns a second process.
func (m move) hasPeer() bool {
	switch m.kind {
	case deliver, deliverAgain, lose, report, withdraw, detect, suspect:
		return true
	}
	return false
}

// carried spells the message that is delivered or lost.
func (w *World) carried(from checker.State, m move) string {
	switch m.kind {
	case deliver, deliverAgain:
		e, _ := w.event(from, m)
		return w.channels.spell(e.message)
	case lose:
		content := w.channels.contents.at(w.content(from, w.linkOf[m.peer][m.process]))
		if w.channels.clocked {
			return w.channels.spell(content.takes[0].message)
		}
		return w.channels.spell(content.losses[m.variant].message)
	}
	return ""
}

// event is what the process handles, if it handles anything.
func (w *World) event(from checker.State, m move) (e event, handled bool) {
	switch m.kind {
	case deliver, deliverAgain:
		content := w.channels.contents.at(w.content(from, w.linkOf[m.peer][m.process]))
		return event{model.Receive, m.peer, content.takes[m.variant].message}, true
	case timeout:
		return event{kind: model.Timeout, peer: m.variant}, true
	case draw:
		return event{kind: model.Choose, peer: m.variant}, true
	case recover_:
		return event{kind: model.Recover}, true
	case report:
		return event{kind: model.Report, peer: m.peer}, true
	case withdraw:
		return event{kind: model.Withdraw, peer: m.peer}, true
	case detect, suspect:
		return event{kind: model.Detect}, true
	case start:
		return event{kind: model.Start}, true
	}
	return event{}, false
}

// wreck lists what was on its way to the process that dies.
func (w *World) wreck(from checker.State, m move) []Flight {
	var wreck []Flight
	for _, link := range w.incoming[m.process] {
		messages := w.channels.contents.at(w.content(from, link)).messages
		if m.kind == deliver && w.links[link].from == m.peer {
			taken := w.channels.contents.at(w.content(from, link)).takes[m.variant]
			messages = w.channels.contents.at(taken.rest).messages
		}
		wreck = append(wreck, w.flights(link, messages)...)
	}
	return wreck
}

var actions = map[moveKind]string{
	deliver: "deliver", deliverAgain: "deliver and keep", recover_: "recover", report: "report", withdraw: "withdraw",
	detect: "detect", suspect: "suspect", start: "start", crash: "crash", restart: "restart", lose: "lose",
	timeout: "timeout", draw: "draw", tick: "tick", stabilise: "bounds hold", mistakesEnd: "mistakes end",
}

func (w *World) action(from checker.State, m move) string {
	switch t := w.traits(m.process, from[m.process]); m.kind {
	case timeout:
		return actions[timeout] + " " + t.timers[m.variant].String()
	case draw:
		return actions[draw] + " " + fmt.Sprint(t.choices[m.variant])
	}
	return actions[m.kind]
}

// sendings lists what leaves in a step, and how much would without a crash.
func (w *World) sendings(from checker.State, m move, e event) ([]Sending, int) {
	sends := w.outcome(m.process, from[m.process], e).sends
	of := len(sends)
	if m.crashAfter > 0 {
		sends = sends[:m.crashAfter]
	}
	var sendings []Sending
	for _, s := range sends {
		to := s.to
		switch to {
		case toNext:
			to = w.next(from, m.process)
		case toPrevious:
			to = w.previous(from, m.process)
		}
		sendings = append(sendings, Sending{w.config.IDs[to], w.channels.spell(s.message), from[to] == dead || to != m.process && w.cut[w.linkOf[m.process][to]]})
	}
	return sendings, of
}

// changes lists the variables that differ between two states. To be alive is a variable too.
func (w *World) changes(from, to checker.State) []Change {
	var changes []Change
	before, after := w.people(from), w.people(to)
	for p := range before {
		id := before[p].ID
		if before[p].Live != after[p].Live {
			changes = append(changes, Change{id, "live", yes(before[p].Live), yes(after[p].Live)})
			continue
		}
		for i, v := range before[p].Variables {
			if now := after[p].Variables[i].Value; now != v.Value {
				changes = append(changes, Change{id, v.Name, v.Value, now})
			}
		}
	}
	return changes
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
