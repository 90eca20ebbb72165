package world

import (
	"slices"

	"interrex/checker"
	"interrex/model"
)

// foreseen reports whether the outcomes that are remembered say what commutes: no process can die any more.
func (w *World) foreseen(s checker.State) bool {
	return w.prospect() != nil && !w.budgets.crashes.has(s)
}

// precisely is Needs where no one dies any more and all talk to one another, for an operation that
// is not the taking from an empty channel.
func (w *World) precisely(s checker.State, op checker.Operation, held checker.Operations) checker.Operations {
	link, p, kind := w.which(op)
	t := w.traits(p, s[p])
	switch {
	case link >= 0:
		e := event{model.Receive, w.links[link].from, w.channels.contents.at(w.content(s, link)).takes[0].message}
		return w.beside(s, p, e, held)
	case kind == opTimeout && len(t.timers) == 0:
		return w.prospect().arming[p]
	case kind == opTimeout && w.timersWait():
		return w.waiting(s, p, held)
	case kind == opStart && !t.fresh && !w.budgets.starts.has(s), kind == opFate:
		return checker.Operations{}
	case kind == opStart && t.status.MayStart:
		return w.beside(s, p, event{kind: model.Start}, held)
	}
	return w.anything // of what else there is, little happens where no one dies
}

// beside is what must be tried beside an event: its rivals, or what could send them, and if it may
// let timers wait, all timers.
func (w *World) beside(s checker.State, p int, e event, held checker.Operations) checker.Operations {
	r := w.rivalsOf(s, p, e)
	set := r.own
	for _, d := range r.taking {
		sources := w.prospect().sources[d]
		if s[w.links[d.link].from] == dead {
			sources = checker.Operations{}
		}
		content := w.channels.contents.at(w.content(s, d.link)).messages
		if slices.Contains(content, d.message) || len(content) > 0 && !sources.Minus(held.Or(set)).IsEmpty() {
			sources = checker.Operations{}.With(checker.Operation(d.link))
		}
		set = set.Or(sources)
	}
	if !r.mute && w.timersWait() {
		set = set.Or(w.timeouts)
	}
	return set
}

// waiting is what must happen before an armed timer of p can fire, or another is armed. That a timer
// waits has a cause: one channel, one process that takes part, or the dead. While it lasts the timer
// waits, since what else there is can only make it wait the more (model.Await).
func (w *World) waiting(s checker.State, p int, held checker.Operations) checker.Operations {
	timers := w.traits(p, s[p]).timers
	set := w.exits(s, p, func(t *traits) bool { return slices.Equal(t.timers, timers) })
	for _, timer := range timers {
		cause, ok := w.cause(s, p, timer, held.Or(set))
		if !ok {
			return w.anything
		}
		set = set.Or(cause)
	}
	return set
}

// cause is what would end one of the causes for which a timer waits: the one for which the fewest
// operations are needed beside those held. It is not ok if the timer does not wait.
func (w *World) cause(s checker.State, p int, timer model.Timer, held checker.Operations) (best checker.Operations, ok bool) {
	fewest := checker.MostOperations + 1
	consider := func(set checker.Operations) {
		if n := set.Minus(held).Count(); n < fewest {
			best, fewest = set, n
		}
	}
	id := w.config.IDs[p]
	alone := situation{World: w, state: s, masked: true}
	waits := func(link, active int) bool {
		alone.link, alone.active = link, active
		return w.await.CanCome(&alone, w.group, id, timer)
	}
	for i, link := range w.links {
		ofTheDead := s[link.from] == dead && w.config.Timeouts == Sync && w.await.Concerns(w.group, id, timer, w.config.IDs[link.from])
		if w.content(s, i) != 0 && (ofTheDead || waits(i, -1)) {
			consider(checker.Operations{}.With(checker.Operation(i)))
		}
	}
	for q := range w.n {
		if s[q] != dead && waits(-1, q) {
			is := w.traits(q, s[q]).status
			consider(w.exits(s, q, func(t *traits) bool {
				return t.status.TakesPart == is.TakesPart && t.status.Recovering == is.Recovering
			}))
		}
	}
	return best, fewest <= checker.MostOperations
}
