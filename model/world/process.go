package world

import (
	"fmt"
	"slices"
	"sync"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
)

// A process is the value of a process and its inbox. Local parts are interned: equal ones have equal pointers.
type process struct {
	*local
	inbox inbox
}

// A core is a process without its inbox.
type core struct {
	state     model.Local // nil: dead
	elections int         // elections that it may still begin; Unlimited means no bound
	isFresh   bool        // restarted, without a step of the algorithm since
	countdown countdown   // ticks left of its armed timers; empty without a clock

	persisted model.Local // of a dead process: its stable storage, as its local state after a restart
	deadFor   int         // ticks, at most detectionLimit
}

// A local is a core with values derived from it. A dead process has a zero status and no timers.
type local struct {
	core
	status  model.Status
	answer  any           // status, as an answer to statusOf
	timers  []model.Timer // armed
	visible any           // what the properties may read

	mu       sync.Mutex
	outcomes map[model.Event]*outcome // a cache
}

func (c core) isLive() bool { return c.state != nil }

// locals is the table of interned local parts, by process.
type locals struct {
	mu     sync.Mutex
	byCore []map[core]*local
	live   []int // numbers of those that are live
}

// internLocal returns the interned local part of process p.
func (s *system) internLocal(p int, c core) *local {
	s.locals.mu.Lock()
	defer s.locals.mu.Unlock()
	l, known := s.locals.byCore[p][c]
	if !known {
		l = &local{core: c, outcomes: map[model.Event]*outcome{}}
		if c.isLive() {
			l.status = s.handler.Status(c.state)
			l.timers = s.handler.Timers(s.config.IDs[p], s.group, c.state)
			s.checkLocal(p, l)
			s.locals.live[p]++
		}
		l.answer = l.status
		l.visible = s.visibleOf(p, l)
		s.locals.byCore[p][c] = l
	}
	return l
}

// maxTerm is the greatest term.
const maxTerm = 1<<16 - 1

// checkLocal panics if two timers of a process have the same name and slot, or its term is too large.
func (s *system) checkLocal(p int, l *local) {
	if l.status.Term > maxTerm {
		panic(checker.Overflow{What: "terms"})
	}
	for i, timer := range l.timers {
		if j := slices.IndexFunc(l.timers, func(u model.Timer) bool { return u.Name == timer.Name && u.Slot == timer.Slot }); j < i {
			panic(fmt.Sprintf("two armed timers of P%d, %v and %v, have the same Name and Slot", s.config.IDs[p], l.timers[j], timer))
		}
	}
}

// elected returns the index of a process's leader, or -1.
func (s *system) elected(v process) int { return s.place(v.status.Elected) }

// The questions about a process.
type (
	isDead     struct{}
	takesPart  struct{}
	recovers   struct{}
	hasElected struct{ id model.ID }
	isComing   struct { // a message is on its way to it
		from    int           // from this process; a negative index means from any
		kind    any           // of this model.Kind; nil means of any
		message model.Message // this one; nil means any
	}
	isFull struct{ from, room int } // the channel from this process has more messages than this
)

func (isDead) Holds(v component.Value) bool       { return !v.(process).isLive() }
func (takesPart) Holds(v component.Value) bool    { return v.(process).status.TakesPart }
func (recovers) Holds(v component.Value) bool     { return v.(process).status.Recovering }
func (q hasElected) Holds(v component.Value) bool { return v.(process).status.Elected == q.id }
func (q isComing) Holds(v component.Value) bool {
	in := v.(process).inbox
	if q.kind == nil && q.message == nil {
		return in.hasFrom(q.from)
	}
	return in.has(q.fits)
}

// fits reports whether an envelope answers the question.
func (q isComing) fits(l *envelope) bool {
	return (q.from < 0 || l.from == q.from) && (q.kind == nil || model.KindOf(l.message) == q.kind) &&
		(q.message == nil || model.Plain(l.message) == q.message)
}

func (q isFull) Holds(v component.Value) bool {
	p := v.(process)
	return p.isLive() && p.inbox.channel(q.from).len() > q.room
}

// statusOf asks for the status of a process.
type statusOf struct{}

func (statusOf) Of(v component.Value) any { return v.(process).answer }
