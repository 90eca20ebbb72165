package world

import (
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
)

// A clockValue is the value of the clock: the most ticks until its bounds hold. 0 means that they hold, Unlimited eventually.
type clockValue struct{ gst int }

// isBeforeGST asks whether the bounds of the clock do not hold yet (GST is the global stabilization time).
type isBeforeGST struct{}

func (isBeforeGST) Holds(v component.Value) bool { return v.(clockValue).gst != 0 }

// The messages of the clock to all processes: a tick passes, or the bounds begin to hold.
type (
	tick       struct{}
	boundsHold struct{}
)

// A promise is the kind of a message's deadline.
type promise uint8

const (
	timely promise = iota // the message arrives within its ticks
	open                  // the message has no deadline until the bounds hold
	unsure                // the message arrives within its ticks, or never
)

// A countdown has one byte for each armed timer, in the order of Timers: the ticks left. Without a clock it is empty.
type countdown string

// countdownAfter returns the countdown of a process after a step. A running timer continues, unless it has fired or the rule has armed
// it again. A timer that a message arms starts after the Tp ticks of handling.
func (s *system) countdownAfter(p int, before *local, after model.Outcome, e model.Event) countdown {
	if s.clock < 0 {
		return ""
	}
	var left []byte
	for _, t := range s.handler.Timers(s.config.IDs[p], s.group, after.Local) {
		ticks := s.handler.Ticks(after.Local, t, s.config.Clock)
		if ticks < 1 {
			panic(fmt.Sprintf("timer %v of P%d: Ticks returned %d; the least is 1", t, s.config.IDs[p], ticks))
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

// envelopeTo returns the envelope of a new message to a process, with its deadline. An answer to a message arrives within Tp+Tm, other
// messages within Tm.
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

// isTimely reports whether a link delivers in time once the bounds hold.
func (s *system) isTimely(from, to int) bool {
	return s.config.isTimely(s.config.IDs[from], s.config.IDs[to])
}

// tickStep lets a tick pass.
func (a *actor) tickStep(step component.Step) component.Step {
	gst := a.value.(clockValue).gst
	step.Next, step.Sends = clockValue{gst}, a.toAll(tick{})
	if gst > 0 {
		step.Next = clockValue{gst - 1}
	}
	if gst == 1 {
		step.Sends = append(step.Sends, a.toAll(boundsHold{})...)
	}
	return step
}

// mayTick is the guard of a tick. It waits for due deliveries, timers, detections of dead leaders, and recoveries. A tick without a
// change is not a step.
func (a *actor) mayTick() reason {
	for p := range a.n {
		if a.ask.Is(p, isBusy{}) {
			return a.busy(p)
		}
	}
	for p, id := range a.config.IDs {
		leader := a.ask.About(p, undetectedLeader{a.system, p}).(int)
		if leader >= 0 && a.ask.Is(leader, hasBeenDead{a.detectionLimit()}) {
			return because("P%d must first find out that P%d is dead", id, a.config.IDs[leader])
		}
	}
	for p := range a.n {
		if a.value.(clockValue).gst > 0 || a.ask.Is(p, changesWithTick{a.system, p}) {
			return nil
		}
	}
	return because("nothing is under way that time could change")
}

// busy names what is due at a process before the next tick.
func (s *system) busy(p int) reason {
	return func(values component.Values) string {
		v, id := processOf(values, p), s.config.IDs[p]
		if v.inbox.isDue() {
			return s.firstDue(values)
		}
		if i := strings.IndexByte(string(v.countdown), 0); i >= 0 {
			return fmt.Sprintf("%s of P%d is due", v.timers[i], id)
		}
		return fmt.Sprintf("P%d must recover first", id)
	}
}

// The questions of the clock.
type (
	isBusy          struct{} // the process has a due timer, message or recovery
	isDueDelivery   struct{} // a message to it is due
	changesWithTick struct { // a tick changes the process
		*system
		p int
	}
	hasBeenDead      struct{ ticks int } // for at least these ticks
	undetectedLeader struct {            // index of the leader that the process must detect if it has been dead for detectionLimit; -1 if there is none
		*system
		p int
	}
)

func (isBusy) Holds(v component.Value) bool {
	p := v.(process)
	return p.isLive() && (strings.IndexByte(string(p.countdown), 0) >= 0 || p.inbox.isDue() || p.elections != 0 && p.status.Recovering)
}

func (isDueDelivery) Holds(v component.Value) bool { return v.(process).inbox.isDue() }

func (q changesWithTick) Holds(v component.Value) bool {
	return !isBusy{}.Holds(v) && q.afterTick(q.p, v.(process)) != v.(process)
}

func (q hasBeenDead) Holds(v component.Value) bool {
	p := v.(process)
	return !p.isLive() && p.deadFor >= q.ticks
}

// Of returns -1 for a process without elections left: it detects no death.
func (q undetectedLeader) Of(v component.Value) any {
	a := &actor{system: q.system, p: q.p, v: v.(process)}
	if a.followsLeader() != nil || a.v.elections == 0 || q.isIncomplete() {
		return -1
	}
	return a.elected(a.v)
}

// isDue reports whether a message must arrive or be lost before the next tick.
func (in inbox) isDue() bool { return in.has((*envelope).isDue) }

func (l *envelope) isDue() bool { return l.within == 0 && l.promise != open }

// detectionLimit is the number of ticks until the detection of a dead leader is due.
func (s *system) detectionLimit() int { return 2 * s.config.Clock.T }

// afterTick returns a process after a tick. It must not be busy.
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

// mapEnvelopes returns an inbox with each envelope changed.
func (s *system) mapEnvelopes(in inbox, change func(*inTransit)) inbox {
	mapped := s.emptyInbox()
	for l := range in.envelopes() {
		next := l.inTransit
		change(&next)
		mapped.letters += s.internEnvelope(next).letter
	}
	return mapped
}

// afterGST returns process p after the stabilization: its incoming messages over timely links get their deadlines.
func (s *system) afterGST(p int, v process) process {
	return process{v.local, s.mapEnvelopes(v.inbox, func(l *inTransit) {
		if l.promise == open && s.isTimely(l.from, p) {
			l.promise = timely
		}
	})}
}

// toAll sends a message to all processes.
func (s *system) toAll(m component.Message) (sends []component.Send) {
	for p := range s.n {
		sends = append(sends, component.Send{To: p, Message: m})
	}
	return sends
}
