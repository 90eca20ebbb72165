package world

import (
	"interrex/checker/component"
	"interrex/model"
)

// timeouts are the steps in which a timer of a process fires.
func (a *actor) timeouts() (steps []component.Step) {
	for i, t := range a.v.timers {
		if a.mayFire(t, i) == nil {
			steps = append(steps, a.act(move{kind: timeout, variant: i}, timeoutClass(a.p, t), a.spending(firings)...)...)
		}
	}
	return steps
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
	case !a.has(firings):
		return a.inBudget(firings)
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
func (a *actor) isSilent(q int) bool {
	for p := range a.n {
		if a.isLinked(q, p) && a.is(p, isComing{from: q}) {
			return false
		}
	}
	return true
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
	for q, id := range a.config.IDs {
		if (to == model.Anyone || to == id) && (question.from < 0 || a.isLinked(question.from, q)) && a.is(q, question) {
			return true
		}
	}
	return false
}

// Circulates implements model.Situation.
func (a *actor) Circulates(m model.Message) bool { return a.some(isComing{from: -1, message: m}) }
