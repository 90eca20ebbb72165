package world

import (
	"fmt"
	"slices"
	"sync"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
)

// A process is the value of a process, with what is on its way to it. Both parts are interned: where they are equal, they have
// the same pointers.
type process struct {
	*local
	inbox *inbox
}

// A core is a process without its inbox.
type core struct {
	state     model.Local // nil: dead
	elections int         // it may still begin; Unlimited for no bound
	isFresh   bool        // restarted, and no step of the algorithm taken since
	countdown countdown   // by the clock, what is left of its armed timers

	persisted model.Local // of a dead process: what it has on stable storage, as the state in which it comes back
	deadFor   int         // ticks, as far as they matter
}

// A local is a core with what follows from it. Of a dead process, status is the zero value and there are no timers.
type local struct {
	core
	status  model.Status
	answer  any           // status, as an answer to statusOf
	timers  []model.Timer // armed
	visible any           // what the properties may read

	mu       sync.Mutex
	outcomes map[model.Event]*outcome // of the events handled so far
}

func (c core) isLive() bool { return c.state != nil }

// locals has each local part that has been met, by process.
type locals struct {
	mu     sync.Mutex
	byCore []map[core]*local
}

// local returns the interned local part of process p.
func (s *system) internLocal(p int, c core) *local {
	s.locals.mu.Lock()
	defer s.locals.mu.Unlock()
	l, known := s.locals.byCore[p][c]
	if !known {
		l = &local{core: c, outcomes: map[model.Event]*outcome{}}
		if c.isLive() {
			l.status = s.handler.Status(c.state)
			l.timers = s.handler.Timers(s.config.IDs[p], s.group, c.state)
			s.check(p, l)
		}
		l.answer = l.status
		l.visible = s.visibleOf(p, l)
		s.locals.byCore[p][c] = l
	}
	return l
}

// mostTerms is the greatest term of an election.
const maxTerm = 1<<16 - 1

// check panics if the timers of a process cannot be told apart, or its term is too large.
func (s *system) check(p int, l *local) {
	if l.status.Term > maxTerm {
		panic(checker.Overflow{What: "terms"})
	}
	for i, timer := range l.timers {
		if j := slices.IndexFunc(l.timers, func(u model.Timer) bool { return u.Name == timer.Name && u.Slot == timer.Slot }); j < i {
			panic(fmt.Sprintf("two timers of P%d are armed, %v and %v, that neither Name nor Slot tells apart", s.config.IDs[p], l.timers[j], timer))
		}
	}
}

// status returns the visible part of the local state; of a dead process the zero value.
func (s *system) status(v process) model.Status { return v.local.status }

// elected returns the place of the process that a process has elected, or -1.
func (s *system) elected(v process) int {
	if id := s.status(v).Elected; id != model.Nobody {
		return s.place(id)
	}
	return -1
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
	return v.(process).inbox.has(q.from)
}

func (q awaits) Holds(v component.Value) bool {
	for _, l := range v.(process).inbox.envelopes {
		if (q.from < 0 || l.from == q.from) && model.KindOf(l.message) == q.kind {
			return true
		}
	}
	return false
}

func (q awaitsMessage) Holds(v component.Value) bool {
	for _, l := range v.(process).inbox.envelopes {
		if model.Plain(l.message) == q.message {
			return true
		}
	}
	return false
}

func (q isFull) Holds(v component.Value) bool {
	p := v.(process)
	return p.isLive() && len(p.inbox.channel(q.from))+q.more > q.config.Capacity
}

// statusOf is the aspect of a process that others see.
type statusOf struct{ *system }

func (statusOf) Of(v component.Value) any { return v.(process).answer }
