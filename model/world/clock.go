package world

import (
	"fmt"
	"slices"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
)

// A timekeeper is the value of the clock: the ticks after which, at the latest, its bounds hold. 0: they hold. Unlimited: at
// some moment.
type clockValue struct{ gst int }

// isLate asks whether the bounds of the clock do not hold yet.
type isBeforeGST struct{}

func (isBeforeGST) Holds(v component.Value) bool { return v.(clockValue).gst != 0 }

// The messages of the clock to all processes: a tick passes, or the bounds begin to hold.
type (
	tick       struct{}
	boundsHold struct{}
)

// A promise is what a world with a clock says of a message on its way.
type promise uint8

const (
	timely promise = iota // it arrives within its ticks
	open                  // it does so once the bounds hold; until then it may be late
	unsure                // it arrives within its ticks, or never
)

// A countdown holds the ticks left of each armed timer, in the order of Timers: a byte each. Without a clock it is empty.
type countdown string

// startTimers returns the timers of a process that begins in a local state.
func (s *system) startTimers(p int, state model.Local) countdown {
	return s.countdownAfter(p, &local{}, model.Outcome{Local: state}, model.Event{})
}

// rewind returns the timers of a process after a step. A timer that ran before runs on, unless it has fired or the rule has
// armed it anew. A timer that a message arms starts when the message has been handled.
func (s *system) countdownAfter(p int, before *local, after model.Outcome, e model.Event) countdown {
	if s.clock < 0 {
		return ""
	}
	var left []byte
	for _, t := range s.handler.Timers(s.config.IDs[p], s.group, after.Local) {
		ticks := s.handler.Ticks(after.Local, t, s.config.Clock)
		if ticks < 1 {
			panic(fmt.Sprintf("timer %v of P%d is to run %d ticks: it is 1 at least", t, s.config.IDs[p], ticks))
		}
		if e.Kind == model.Receive {
			ticks += s.config.Clock.Tp
		}
		hasFired := e.Kind == model.Timeout && e.Timer == t
		if i := slices.Index(before.timers, t); i >= 0 && !slices.Contains(after.Rearmed, t) && !hasFired {
			ticks = int(before.countdown[i])
		}
		if ticks > 255 {
			panic(checker.Overflow{What: "ticks of a timer"})
		}
		left = append(left, byte(ticks))
	}
	return countdown(left)
}

// letter returns a message as it leaves to a process: by the clock, with its deadline. A message sent in answer to a message
// is delivered within Tp+Tm, one sent by a start, timeout or detection within Tm.
func (a *actor) envelopeTo(to int, m model.Message, cause model.EventKind) *envelope {
	l := inTransit{from: a.p, message: m}
	if a.clock < 0 {
		return a.internEnvelope(l)
	}
	l.within = a.config.Clock.Tm
	if cause == model.Receive {
		l.within += a.config.Clock.Tp
	}
	switch {
	case a.isTimely(a.p, to) && !a.ask.Is(a.clock, isBeforeGST{}):
	case a.able.Clockwork:
		l.within, l.promise = a.config.Late, unsure
	default:
		l.promise = open
	}
	return a.internEnvelope(l)
}

// isTimely reports whether a link keeps the bounds of the clock once they hold.
func (s *system) isTimely(from, to int) bool {
	return s.config.isTimely(s.config.IDs[from], s.config.IDs[to])
}

// tick is the step in which a tick passes. Time waits for all that is due: a delivery, a timer, the detection of a dead
// leader, a recovery. A tick that changes nothing is no step.
func (s *system) tick(v clockValue, ask component.Ask) []component.Step {
	if s.mayTick(ask) != "" {
		return nil
	}
	step := component.Step{Code: move{kind: passTick}.code(), Action: actions[passTick], Next: v, Fairness: weak(fairnessClass{kind: passTick})}
	isBinding := v.gst == 1
	if v.gst > 0 {
		step.Next = clockValue{v.gst - 1}
	}
	changes := v.gst > 0
	for p := range s.n {
		changes = changes || ask.Is(p, changesWithTick{s, p})
		step.Sends = append(step.Sends, component.Send{To: p, Message: tick{}})
	}
	if isBinding {
		step.Sends = append(step.Sends, s.boundsHoldSends()...)
	}
	if !changes {
		return nil // TimeMatters
	}
	return []component.Step{step}
}

// mayPass is the guard of a tick, but for TimeMatters.
func (s *system) mayTick(ask component.Ask) Guard {
	for p := range s.n {
		if ask.Is(p, isBusy{s, p}) {
			return NothingDue
		}
	}
	for p := range s.n {
		leader := ask.About(p, undetectedLeader{s, p}).(int)
		if leader >= 0 && ask.Is(leader, hasBeenDead{s.detectionLimit()}) {
			return NothingDue
		}
	}
	return ""
}

// The questions of the clock.
type (
	isBusy struct { // something must happen to the process before time passes
		*system
		p int
	}
	changesWithTick struct { // a tick changes the process
		*system
		p int
	}
	hasBeenDead      struct{ ticks int } // for so long
	isDueDelivery    struct{ *system }   // a message must arrive at it, or be lost, before time passes
	undetectedLeader struct {            // the leader that the process must find dead once it has been dead for long; -1 for none
		*system
		p int
	}
)

func (q isBusy) Holds(v component.Value) bool {
	p := v.(process)
	if !p.isLive() {
		return false
	}
	for i := range len(p.countdown) {
		if p.countdown[i] == 0 {
			return true
		}
	}
	return q.isDue(p) || p.elections != 0 && q.status(p).Recovering
}

func (q changesWithTick) Holds(v component.Value) bool {
	return !isBusy{q.system, q.p}.Holds(v) && q.afterTick(q.p, v.(process)) != v.(process)
}

func (q hasBeenDead) Holds(v component.Value) bool {
	p := v.(process)
	return !p.isLive() && p.deadFor >= q.ticks
}

func (q isDueDelivery) Holds(v component.Value) bool { return q.isDue(v.(process)) }

// Of: a process that has no election left finds no leader dead.
func (q undetectedLeader) Of(v component.Value) any {
	p := v.(process)
	switch leader := q.elected(p); {
	case !p.isLive() || p.elections == 0 || q.isDetected && q.config.Detector == IncompleteDetector,
		!q.status(p).Idle || leader == q.p || !q.isInitiator(q.p):
		return -1
	default:
		return leader
	}
}

// isDue reports whether a message must arrive, or be lost, before time passes.
func (s *system) isDue(v process) bool {
	return slices.ContainsFunc(v.inbox.envelopes, func(l *envelope) bool { return l.within == 0 && l.promise != open })
}

// isDeliveryDue reports whether a message is due anywhere.
func (a *actor) isDeliveryDue() bool {
	for p := range a.n {
		if a.is(p, isDueDelivery{a.system}) {
			return true
		}
	}
	return false
}

// longDead is the number of ticks after which a dead leader must be found dead.
func (s *system) detectionLimit() int { return 2 * s.config.Clock.T }

// older returns a process a tick later. It is not busy.
func (s *system) afterTick(p int, v process) process {
	next := v.core
	if !v.isLive() {
		if !s.able.Clockwork {
			next.deadFor = min(v.deadFor+1, s.detectionLimit())
		}
		return process{s.internLocal(p, next), v.inbox}
	}
	left := []byte(v.countdown)
	for i := range left {
		left[i]--
	}
	next.countdown = countdown(left)
	return process{s.internLocal(p, next), s.mapEnvelopes(v.inbox, func(l *inTransit) {
		if l.promise != open {
			l.within--
		}
	})}
}

// changed returns an inbox with a change of each letter.
func (s *system) mapEnvelopes(in *inbox, change func(*inTransit)) *inbox {
	letters := slices.Clone(in.envelopes)
	for i, l := range letters {
		next := l.inTransit
		change(&next)
		letters[i] = s.internEnvelope(next)
	}
	return s.internInbox(letters)
}

// bound returns process p once the bounds of the clock hold: what is on its way over a timely link gets its deadline.
func (s *system) afterGST(p int, v process) process {
	return process{v.local, s.mapEnvelopes(v.inbox, func(l *inTransit) {
		if l.promise == open && s.isTimely(l.from, p) {
			l.promise = timely
		}
	})}
}

// stabilization is the step from which on the bounds of the clock hold. It comes at some moment; where the world names a tick
// after which they hold, time brings it.
func (s *system) stabilizations(v clockValue) []component.Step {
	if v.gst == 0 {
		return nil
	}
	step := component.Step{Code: move{kind: stabilize}.code(), Action: actions[stabilize], Next: clockValue{}, Sends: s.boundsHoldSends()}
	if v.gst == Unlimited {
		step.Fairness = weak(fairnessClass{kind: stabilize})
	}
	return []component.Step{step}
}

// binding tells all processes that the bounds hold.
func (s *system) boundsHoldSends() (sends []component.Send) {
	for p := range s.n {
		sends = append(sends, component.Send{To: p, Message: boundsHold{}})
	}
	return sends
}
