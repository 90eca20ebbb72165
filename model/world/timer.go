package world

import (
	"interrex/checker/component"
	"interrex/model"
)

// timeouts are the firings of the armed timers of a process.
func (a *actor) timeouts() (steps []component.Step) {
	for i, t := range a.v.timers {
		if a.mayFire(t, i) == "" {
			h := handling{move: move{kind: timeout, process: a.p, variant: i}, event: model.Event{Kind: model.Timeout, Timer: t}, v: a.v}
			h.fairness, h.budget = timeoutClass(a.p, t), a.spending(firings)
			steps = append(steps, a.handle(h)...)
		}
	}
	return steps
}

// mayFire is the guard of an armed timer, the one with place i. Any: at any time, if firing can change something. Perfect:
// when what it waits for can no longer come. Sync: when, in addition, the dead that concern it have fallen silent. By the
// clock: when it has run down; then deliveries that are due in this tick go first, unless ties go to timers.
func (a *actor) mayFire(t model.Timer, i int) Guard {
	switch {
	case a.clock >= 0 && a.v.countdown[i] > 0:
		return HasRunDown
	case a.clock >= 0 && a.config.Ties == DeliveryFirst && a.isDeliveryDue():
		return GoesFirst
	case a.clock >= 0:
		return ""
	case a.occasional != nil && !a.occasional.HasOccasion(a, a.group, a.id(), t):
		return Occasion
	case a.config.Timeouts != Any && a.await.CanCome(a, a.group, a.id(), t):
		return CannotCome
	case !a.has(firings):
		return InBudget
	case a.config.Timeouts == Sync && a.notSilent(t) >= 0:
		return Silence
	}
	return ""
}

// unheard returns a dead process that concerns a timer and has sent something that is still on its way; -1 for none.
func (a *actor) notSilent(t model.Timer) int {
	for q, id := range a.config.IDs {
		if a.await.Concerns(a.group, a.id(), t, id) && a.is(q, isDead{}) && !a.isSilent(q) {
			return q
		}
	}
	return -1
}

// isSilent reports whether nothing that a process has sent is on its way.
func (a *actor) isSilent(q int) bool {
	for p := range a.n {
		if a.isLinked(q, p) && a.is(p, hears{a.system, q}) {
			return false
		}
	}
	return true
}

// The methods of model.Situation: what a timer may ask about.

// Live is part of model.Situation.
func (a *actor) Live(id model.ID) bool { return !a.is(a.place(id), isDead{}) }

// TakesPart is part of model.Situation.
func (a *actor) TakesPart(id model.ID) bool { return a.is(a.place(id), takesPart{a.system}) }

// Recovering is part of model.Situation.
func (a *actor) Recovering(id model.ID) bool { return a.is(a.place(id), recovers{a.system}) }

// Status is part of model.Situation.
func (a *actor) Status(id model.ID) model.Status {
	if p := a.place(id); p != a.p {
		return a.ask.About(p, statusOf{a.system}).(model.Status)
	}
	return a.status(a.v)
}

// Cut is part of model.Situation.
func (a *actor) Cut(from, to model.ID) bool { return a.isCut(a.place(from), a.place(to)) }

// OnItsWay is part of model.Situation.
func (a *actor) OnItsWay(kind model.Kind, from, to model.ID) bool {
	if a.config.Algorithm.Own {
		a.asks.Store(kind, true)
	}
	for q, id := range a.config.IDs {
		if to != model.Anyone && to != id {
			continue
		}
		sender := -1
		if from != model.Anyone {
			sender = a.place(from)
		}
		if (sender < 0 || a.isLinked(sender, q)) && a.is(q, awaits{a.system, kind, sender}) {
			return true
		}
	}
	return false
}

// Circulates is part of model.Situation.
func (a *actor) Circulates(m model.Message) bool {
	for q := range a.n {
		if a.is(q, awaitsMessage{a.system, m}) {
			return true
		}
	}
	return false
}
