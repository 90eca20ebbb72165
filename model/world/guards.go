package world

import (
	"fmt"
	"slices"

	"interrex/checker/component"
	"interrex/model"
)

// guard is the guard of a move: its rule, and its budget. A move with a false guard has no step.
func (a *actor) guard(m move) reason {
	if why := a.may(m); why != nil {
		return why
	}
	if b, isLimited := a.cost(m); isLimited {
		return a.inBudget(b)
	}
	return nil
}

// may is the guard of a move without its budget.
func (a *actor) may(m move) reason {
	if m.kind.isHandled() && m.kind != draw {
		if why := a.mayAct(); why != nil {
			return why
		}
	}
	switch m.kind {
	case start:
		return a.mayStart()
	case detect:
		return a.mayDetect()
	case suspect:
		return a.maySuspect()
	case deliver, deliverAgain:
		return a.empty(m.peer).unless(a.v.inbox.hasFrom(m.peer))
	case timeout:
		if m.variant < 0 {
			return a.inState("not armed")
		}
		return a.mayFire(a.v.timers[m.variant], m.variant)
	case detectorReport, withdraw:
		return a.mayReport(m)
	case recovery:
		return a.inState("it owes none").unless(a.v.status.Recovering)
	case lose:
		return a.mayLose(m.peer)
	case restart:
		return because("it lives").unless(!a.v.isLive())
	case mistakesEnd:
		return because("they have ended").unless(a.has(mistakes))
	case passTick:
		return a.mayTick()
	case stabilize:
		return because("they hold").unless(a.value != clockValue{})
	}
	switch { // crash, draw
	case !a.v.isLive():
		return because(Dead)
	case m.kind == draw:
		return because("it has none to draw").unless(len(a.choices()) > 0)
	}
	return nil
}

// cost is the budget that a move takes one off; isLimited is false if it takes none.
func (a *actor) cost(m move) (b budget, isLimited bool) {
	switch m.kind {
	case start:
		return starts, !a.v.isFresh // the first step after a restart takes none
	case suspect:
		return mistakes, !a.firesEarly()
	case detectorReport:
		return mistakes, !a.is(m.peer, isDead{})
	case timeout:
		return firings, true
	case deliverAgain:
		return duplicates, true
	case lose:
		return losses, a.clock < 0
	case crash:
		return crashes, true
	case restart:
		return restarts, true
	}
	return 0, false
}

// isFair reports whether a move has a class of fairness. Moves of the adversary have none.
func (a *actor) isFair(m move) bool {
	switch m.kind {
	case start:
		return a.startsDetect() && a.mayDetect() == nil // it stands for a correct detection
	case detect:
		return !a.isIncomplete()
	case detectorReport:
		return a.is(m.peer, isDead{}) && !a.isIncomplete()
	case withdraw:
		return a.isPerfect()
	case stabilize:
		return a.value == clockValue{Unlimited} // otherwise a tick is the latest moment
	case lose:
		return a.clock >= 0 // in one class with the delivery, so that time can pass
	case suspect, deliverAgain, crash, restart:
		return false
	}
	return true
}

// fairness is the class of fairness of a move. Draws of a process are one class. A lossy channel has strong fairness: a message that is
// sent infinitely often arrives.
func (a *actor) fairness(m move) component.Fairness {
	if !a.isFair(m) {
		return component.Fairness{}
	}
	f := fairnessClass{kind: m.kind, process: a.p}
	switch m.kind {
	case start:
		f.kind = detect
	case detectorReport, withdraw:
		f.peer = m.peer
	case timeout:
		return timeoutClass(a.p, a.v.timers[m.variant])
	case deliver, lose:
		f.kind, f.peer = deliver, m.peer
		if a.config.Channels == Bag {
			f.of = a.carried(m)
		}
	}
	return component.Fairness{Class: f, Strong: f.kind == deliver && a.config.Channels == Lossy}
}

// mayAct is the guard of all steps in which a process handles an event: it lives, and it has no pending draw.
func (a *actor) mayAct() reason {
	switch {
	case !a.v.isLive():
		return because(Dead)
	case len(a.choices()) > 0:
		return because("it has a lot to draw first")
	}
	return nil
}

// choices lists what the process may draw; if it is not empty, the process must draw.
func (a *actor) choices() []int {
	if !a.able.Choosing || !a.v.isLive() {
		return nil
	}
	return a.handler.Choices(a.v.state)
}

// mayLose is the guard of a loss from a channel. By the clock only a link that is not timely loses messages, the first one.
func (a *actor) mayLose(from int) reason {
	switch {
	case !a.v.inbox.hasFrom(from):
		return a.empty(from)
	case a.clock >= 0 && a.v.inbox.channel(from).at(0).promise != unsure:
		return because("the link keeps its bounds")
	}
	return nil
}

// followsLeader is the guard of a detection, correct or wrong: the process is idle and follows another one.
func (a *actor) followsLeader() reason {
	switch leader := a.elected(a.v); {
	case !a.isInitiator(a.p):
		return because(notInitiator)
	case !a.v.status.Idle:
		return a.inState("not idle")
	case leader < 0:
		return because("it has no leader")
	case leader == a.p:
		return because("it has elected itself")
	}
	return nil
}

// mayDetect is the guard of the detection of a death. In a synchronous system no message of the dead process is on its way. By the
// clock the process has been dead for T ticks.
func (a *actor) mayDetect() reason {
	if why := a.followsLeader(); why != nil {
		return why
	}
	leader, limit := a.elected(a.v), a.config.Clock.T
	switch {
	case !a.is(leader, isDead{}):
		return because("P%d lives", a.config.IDs[leader])
	case a.clock >= 0 && !a.is(leader, hasBeenDead{limit}):
		return func(values component.Values) string {
			deadFor := ticks(processOf(values, leader).deadFor)
			return fmt.Sprintf("P%d has been dead for %s, and that is found out after %s", a.config.IDs[leader], deadFor, ticks(limit))
		}
	case a.clock < 0 && a.able.Timed && a.config.Timeouts == Sync && !a.isSilent(leader):
		return a.stillSent(leader)
	}
	return nil
}

// maySuspect is the guard of a wrong suspicion: a timer fires early, or a detector makes a mistake.
func (a *actor) maySuspect() reason {
	if why := a.followsLeader(); why != nil {
		return why
	}
	leader := a.elected(a.v)
	return because("P%d is dead", a.config.IDs[leader]).unless(!a.is(leader, isDead{}))
}

// firesEarly reports whether a timeout may suspect a live leader.
func (s *system) firesEarly() bool {
	return s.able.Timed && !s.isDetected && s.config.Timeouts == Any
}

// startsDetect reports whether starts also stand for detections, which then have no steps. On a ring they do not: a detection there
// first forgets the leader.
func (s *system) startsDetect() bool {
	return s.config.Starts == Unlimited && !s.config.Algorithm.SelfGuarded && s.config.Algorithm.Topology == model.Complete
}

// mayStart is the guard of a spontaneous start.
func (a *actor) mayStart() reason {
	switch {
	case !a.isInitiator(a.p):
		return because(notInitiator)
	case !a.v.status.MayStart:
		return a.noStart()
	}
	return nil
}

const notInitiator = "it is none of the -initiators"

// noStart is the reason why the rules begin no election in the local state.
func (a *actor) noStart() reason {
	switch status, leader := a.v.status, a.elected(a.v); {
	case status.TakesPart:
		return a.inState("it takes part in an election already")
	case status.Recovering:
		return a.inState("it must recover first")
	case status.Term > 0:
		return a.inState("it knows of term %d, and from then on only a timer begins an election", status.Term)
	case leader >= 0:
		return a.inState("it has elected P%d already", a.config.IDs[leader])
	case status.Waits:
		return a.inState("it waits for the outcome of an election")
	}
	return a.inState("its rules begin no election in this local state")
}

// mayReport is the guard of a report of the detector, correct or wrong, or its withdrawal.
func (a *actor) mayReport(m move) reason {
	id := a.config.IDs[m.peer]
	concerned, reported := a.handler.Suspects(a.id(), a.group, a.v.state)
	if m.kind == withdraw {
		concerned = reported
	}
	switch {
	case !slices.Contains(concerned, id):
		return a.inState("it is not listened to")
	case m.kind == withdraw:
		return because("P%d is dead", id).unless(!a.is(m.peer, isDead{}))
	case a.whole[mistakes] == 0:
		return because("P%d lives, and the detector makes no mistakes", id).unless(a.is(m.peer, isDead{}))
	}
	return nil
}

// isIncomplete reports whether the detector may miss deaths.
func (s *system) isIncomplete() bool { return s.isDetected && s.config.Detector == IncompleteDetector }

// isPerfect reports whether the detector is perfect in this state.
func (a *actor) isPerfect() bool {
	return a.config.Detector == PerfectDetector || a.config.Detector == EventuallyPerfect && !a.has(mistakes)
}

// mayFire is the guard of the armed timer at index i. With Any it fires at any time, if it can change something. With Perfect it fires
// when the messages that it awaits can no longer arrive. With Sync, no message of a dead process that concerns it may be on its way,
// either. By the clock it fires when it has run down. Deliveries that are due in this tick go first, unless ties go to timers.
func (a *actor) mayFire(t model.Timer, i int) reason {
	switch {
	case a.clock >= 0 && a.v.countdown[i] > 0:
		return because("it fires in %s", ticks(a.v.countdown[i]))
	case a.clock >= 0 && a.config.Ties == DeliveryFirst && a.some(isDueDelivery{}):
		return a.firstDue
	case a.clock >= 0:
		return nil
	case !a.handler.HasOccasion(a, a.group, a.id(), t):
		return a.inState("it could change nothing")
	case a.config.Timeouts != Any && a.handler.CanCome(a, a.group, a.id(), t):
		return a.canCome(t)
	case a.config.Timeouts == Sync:
		return a.areSilent(t)
	}
	return nil
}

// areSilent is the guard of a timer of a synchronous system: no message of a dead process that concerns it is on its way.
func (a *actor) areSilent(t model.Timer) reason {
	for q, id := range a.config.IDs {
		if a.handler.Concerns(a.group, a.id(), t, id) && a.is(q, isDead{}) && !a.isSilent(q) {
			return a.stillSent(q)
		}
	}
	return nil
}

// isSilent reports whether no message from a process is on its way.
func (a *actor) isSilent(q int) bool { return !a.isOnItsWay(isComing{from: q}, model.Anyone) }

// isOnItsWay reports whether a message that fits is on its way to a process, or to anyone.
func (a *actor) isOnItsWay(q isComing, to model.ID) bool {
	for p, id := range a.config.IDs {
		if (to == model.Anyone || to == id) && (q.from < 0 || a.isLinked(q.from, p)) && a.is(p, q) {
			return true
		}
	}
	return false
}

// The methods of model.Situation are the questions of a timer.

// Live implements model.Situation.
func (a *actor) Live(id model.ID) bool { return !a.is(a.place(id), isDead{}) }

// TakesPart implements model.Situation.
func (a *actor) TakesPart(id model.ID) bool { return a.is(a.place(id), takesPart{}) }

// Recovering implements model.Situation.
func (a *actor) Recovering(id model.ID) bool { return a.is(a.place(id), recovers{}) }

// Status implements model.Situation.
func (a *actor) Status(id model.ID) model.Status {
	if p := a.place(id); p != a.p {
		return a.ask.About(p, statusOf{}).(model.Status)
	}
	return a.v.status
}

// Cut implements model.Situation.
func (a *actor) Cut(from, to model.ID) bool { return a.isCut(a.place(from), a.place(to)) }

// OnItsWay implements model.Situation.
func (a *actor) OnItsWay(kind model.Kind, from, to model.ID) bool {
	if a.config.Algorithm.Own {
		a.asks.Store(kind, true)
	}
	question := isComing{from: -1, kind: kind}
	if from != model.Anyone {
		question.from = a.place(from)
	}
	return a.isOnItsWay(question, to)
}

// Circulates implements model.Situation.
func (a *actor) Circulates(m model.Message) bool {
	return a.isOnItsWay(isComing{from: -1, message: m}, model.Anyone)
}
