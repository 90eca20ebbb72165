package world

import (
	"slices"
	"sync"
	"sync/atomic"

	"interrex/checker/component"
	"interrex/model"
)

// A system is a world as a component.System.
type system struct {
	config     Config
	group      *model.Group
	handler    model.Handler
	able       model.Abilities
	isDetected bool // a failure detector reports deaths
	n          int
	numbers

	classes []component.Class
	moves   []move // by number, the steps of a class; start means all steps without a message
	own     []kind // of the steps without a message, in their order

	initial []component.Value // the initial values of components other than processes
	whole   adversary         // the budgets of the initial state
	locals  locals
	mail    mail
	asks    sync.Map // kinds of messages that timers of an own election ask for

	may      [len(kinds)]bool // kinds of steps that are possible
	listings sync.Map         // actions of a report, by name; those of undeclared messages and timers, as far as explored

	purityChecks atomic.Int64 // events handled so far
}

// numbers are the numbers of components other than processes; -1 if the world has none.
type numbers struct {
	adversary, clock, history, suspicions int
	components                            int // their number, with processes
}

// newSystem returns the system of a valid world.
func newSystem(c Config) *system {
	c = c.Bounded()
	s := &system{config: c, group: c.Group(), n: len(c.IDs), mail: mail{numbers: map[inTransit]int{}}}
	s.mail.byNumber.Store(&[]*envelope{})
	s.handler = c.Algorithm.Make(c.Variant())
	s.able = s.handler.Abilities()
	s.isDetected = c.Algorithm.Detected()
	s.whole, s.components = s.budgets(), s.n
	s.adversary = s.add(true, s.whole)
	s.clock = s.add(c.IsClocked(), clockValue{gst: c.GST})
	s.history = s.add(s.able.Termed, leaderships(""))
	s.suspicions = s.add(c.Suspicions, suspected(0))
	s.locals.live = make([]int, s.n)
	for range s.n {
		s.locals.byCore = append(s.locals.byCore, map[core]*local{})
	}
	s.may = s.possibleKinds()
	s.listClasses()
	s.listActions()
	return s
}

// add adds a component with its initial value if the world needs it, and returns its number or -1.
func (s *system) add(isNeeded bool, initial component.Value) int {
	if !isNeeded {
		return -1
	}
	s.initial = append(s.initial, initial)
	s.components++
	return s.components - 1
}

// Initial implements component.System.
func (s *system) Initial() (values []component.Value) {
	elected, led := model.Nobody, leaderships("")
	if s.config.Initial == LeaderElected {
		elected = s.group.Highest()
	}
	for p, id := range s.config.IDs {
		if s.config.Initial == SelfElected {
			elected = id
		}
		v := s.begin(p, s.handler.Begin(id, s.group, elected, false), false)
		values, led = append(values, v), led.with(s.leadership(p, v.state))
	}
	values = append(values, s.initial...)
	if s.history >= 0 {
		values[s.history] = led
	}
	return values
}

// begin returns the value of a process that begins in a local state, with empty incoming channels; back means after a crash.
func (s *system) begin(p int, state model.Local, back bool) process {
	model.CheckLocal(state)
	c := core{state: state, elections: s.config.Elections, isFresh: back}
	c.countdown = s.countdownAfter(p, &local{}, model.Outcome{Local: state}, model.Event{})
	return process{s.internLocal(p, c), s.emptyInbox()}
}

// Receive implements component.System.
func (s *system) Receive(c int, v component.Value, m component.Message) component.Value {
	switch v := v.(type) {
	case process:
		switch m := m.(type) {
		case *envelope:
			return s.deposit(v, m)
		case tick:
			return s.afterTick(c, v)
		case boundsHold:
			return s.afterGST(c, v)
		}
	case adversary:
		return v.spend(m.(budget))
	case leaderships:
		return v.with(m.(Leadership))
	case suspected:
		return v.change(m.(suspicion))
	}
	panic("world: a component cannot receive this message")
}

// Lasting implements component.System. The class of an armed timer lasts while the timer is disabled, except with Any.
func (s *system) Lasting(c int, v component.Value) (classes []component.Fairness) {
	p, isProcess := v.(process)
	if !isProcess || !p.isLive() || s.config.Timeouts == Any {
		return nil
	}
	for _, t := range p.timers {
		classes = append(classes, timeoutClass(c, t))
	}
	return classes
}

// place returns the index of a process in ring order; -1 if it is not in the group.
func (s *system) place(id model.ID) int { return s.group.Index(id) }

// isInitiator reports whether a process may be an initiator.
func (s *system) isInitiator(p int) bool {
	return s.config.Initiators == nil || slices.Contains(s.config.Initiators, s.config.IDs[p])
}
