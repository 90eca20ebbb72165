package world

import (
	"interrex/checker/component"
	"interrex/model"
)

// A process is the value of a process, with what is on its way to it.
type process struct {
	state     model.Local // nil: dead
	elections int         // it may still begin; Unlimited for no bound
	isFresh   bool        // restarted, and no step of the algorithm taken since
	countdown countdown   // by the clock, what is left of its armed timers
	inbox     inbox

	kept    model.Local // of a dead process: what it has on stable storage, as the state in which it comes back
	deadFor int         // ticks, as far as they matter
}

func (v process) isLive() bool { return v.state != nil }

// status returns the visible part of the local state; of a dead process the zero value.
func (s *system) status(v process) model.Status {
	if !v.isLive() {
		return model.Status{}
	}
	return s.handler.Status(v.state)
}

// elected returns the place of the process that a process has elected, or -1.
func (s *system) elected(v process) int {
	if id := s.status(v).Elected; id != model.Nobody {
		return s.place(id)
	}
	return -1
}

// timers lists the armed timers of a process.
func (s *system) timers(p int, v process) []model.Timer {
	return s.handler.Timers(s.config.IDs[p], s.group, v.state)
}

// The questions about a process.
type (
	isDead     struct{}
	takesPart  struct{ *system }
	recovers   struct{ *system }
	hasElected struct { // itself; it is the process at place
		*system
		place int
	}
	hears struct { // something that a process has sent is on its way to it
		*system
		from int
	}
	awaits struct { // a message of a kind is on its way to it; from a process, or from anyone if that is negative
		*system
		kind model.Kind
		from int
	}
	awaitsMessage struct { // this very message is on its way to it
		*system
		message model.Message
	}
	isFull struct { // more messages do not fit into the channel from a process
		*system
		from, more int
	}
)

func (isDead) Holds(v component.Value) bool       { return !v.(process).isLive() }
func (q takesPart) Holds(v component.Value) bool  { return q.status(v.(process)).TakesPart }
func (q recovers) Holds(v component.Value) bool   { return q.status(v.(process)).Recovering }
func (q hasElected) Holds(v component.Value) bool { return q.elected(v.(process)) == q.place }

func (q hears) Holds(v component.Value) bool {
	return len(q.channel(v.(process).inbox, q.from)) > 0
}

func (q awaits) Holds(v component.Value) bool {
	for _, l := range q.letters(v.(process).inbox) {
		if (q.from < 0 || l.from == q.from) && model.KindOf(l.message) == q.kind {
			return true
		}
	}
	return false
}

func (q awaitsMessage) Holds(v component.Value) bool {
	for _, l := range q.letters(v.(process).inbox) {
		if model.Plain(l.message) == q.message {
			return true
		}
	}
	return false
}

func (q isFull) Holds(v component.Value) bool {
	p := v.(process)
	return p.isLive() && len(q.channel(p.inbox, q.from))+q.more > q.config.Capacity
}

// statusOf is the aspect of a process that others see.
type statusOf struct{ *system }

func (q statusOf) Of(v component.Value) any { return q.status(v.(process)) }
