package world

import (
	"interrex/checker"
	"interrex/model"
	"interrex/spec"
)

// What a step of one process reads and writes is its own local state, the head of a channel into
// it, and the tails of channels out of it: steps of two processes commute, but where the state says
// more of others. On a ring, who is next; for a timer, whatever it waits for; for a detection, who
// is dead. docs/reduction.md goes through it.

// Needs is part of checker.Commuting.
func (w *World) Needs(s checker.State, op checker.Operation, held checker.Operations) checker.Operations {
	link, p, kind := w.which(op)
	switch {
	case op == w.passing() || !w.isSettled(s):
		return w.anything
	case s[p] == dead: // for ever, and so is what it would do
		return checker.Operations{}
	case link >= 0 && w.content(s, link) == 0:
		return w.fillers(s, link, held)
	case w.foreseen(s):
		return w.precisely(s, op, held)
	case link >= 0:
		return w.handling(s, p)
	case kind == opFate:
		return w.dying(s, p)
	case kind == opTimeout && len(w.traits(p, s[p]).timers) > 0 && w.timersWait():
		return w.anything
	case kind == opDetect:
		return w.handling(s, p).Or(w.undetected(s, p))
	case kind == opOther:
		return w.handling(s, p).Or(w.unreported(s, p))
	}
	return w.handling(s, p)
}

// handling is what must be tried beside anything that p does: all else that it does and, where
// its messages go to the next who lives, the deaths of those.
func (w *World) handling(s checker.State, p int) checker.Operations {
	set := w.own[p]
	if w.timersWait() {
		set = set.Or(w.timeouts)
	}
	if w.config.Algorithm.Topology.IsRing() && w.budgets.crashes.has(s) {
		set = set.With(w.ofProcess(w.next(s, p), opFate))
		if w.config.Algorithm.Topology == model.BothWays {
			set = set.With(w.ofProcess(w.previous(s, p), opFate))
		}
	}
	return set
}

// fillers is what must happen before anything gets into an empty channel.
func (w *World) fillers(s checker.State, link int, held checker.Operations) checker.Operations {
	from, to := w.links[link].from, w.links[link].to
	if s[from] == dead {
		return checker.Operations{}
	}
	if w.prospect() != nil {
		return w.prospect().feeders[link]
	}
	if !w.config.Algorithm.Topology.IsRing() || w.next(s, from) == to ||
		w.config.Algorithm.Topology == model.BothWays && w.previous(s, from) == to {
		return w.own[from]
	}
	// Someone between them must die first.
	if !w.budgets.crashes.has(s) {
		return checker.Operations{}
	}
	set := checker.Operations{}.With(w.ofProcess(w.next(s, from), opFate))
	if w.config.Algorithm.Topology == model.BothWays {
		set = set.With(w.ofProcess(w.previous(s, from), opFate))
	}
	return set
}

// dying is what must be tried beside the death of p: all that it does, whatever is sent to it as
// the next, and timers, which may wait for it.
func (w *World) dying(s checker.State, p int) checker.Operations {
	if !w.budgets.crashes.has(s) {
		return checker.Operations{}
	}
	set := w.own[p]
	if w.config.Algorithm.Topology.IsRing() {
		if !w.isLast(s) {
			return w.anything
		}
		set = set.Or(w.own[w.previous(s, p)])
		if w.config.Algorithm.Topology == model.BothWays {
			set = set.Or(w.own[w.next(s, p)])
		}
	}
	if w.timersWait() {
		set = set.Or(w.timeouts)
	}
	if w.handler.Has(model.Withdraw) {
		set = set.Or(w.others)
	}
	return set
}

// timersWait reports whether it depends on others when a timer may fire.
func (w *World) timersWait() bool {
	return w.able.Timed && (w.config.Timeouts != Any || w.occasional != nil)
}

// isLast reports whether one more process may die, and no other.
func (w *World) isLast(s checker.State) bool {
	b := w.budgets.crashes
	return b.cell >= 0 && s[b.cell] == 1
}

// undetected is what must happen before p can find out that its leader is dead.
func (w *World) undetected(s checker.State, p int) (set checker.Operations) {
	t := w.traits(p, s[p])
	if leader := t.elected; t.status.Idle && leader >= 0 && leader != p {
		if s[leader] != dead {
			return set.With(w.ofProcess(leader, opFate))
		}
		for i, link := range w.links {
			if link.from == leader && w.content(s, i) != 0 {
				return set.With(checker.Operation(i)).With(w.ofProcess(link.to, opFate))
			}
		}
	}
	return set
}

// unreported is what must happen before a detector tells p more than it can now.
func (w *World) unreported(s checker.State, p int) (set checker.Operations) {
	t := w.traits(p, s[p])
	for _, k := range t.report {
		set = set.With(w.ofProcess(k, opFate))
	}
	for _, k := range t.withdraw {
		set = set.With(w.ofProcess(k, opFate))
	}
	return set
}

// Key is part of checker.Commuting. What p does is a key if its death is tried as well; a start
// moreover, if all others are that could use up the budget.
func (w *World) Key(s checker.State, op checker.Operation) (with checker.Operations, marks checker.Marks, ok bool) {
	link, p, kind := w.which(op)
	var e event
	switch {
	case op == w.passing() || !w.isSettled(s):
		return with, 0, false
	case link >= 0:
		e = event{model.Receive, w.links[link].from, w.channels.contents.at(w.content(s, link)).takes[0].message}
	case kind == opStart:
		e = event{kind: model.Start}
		if w.budgets.starts.size != Unlimited {
			with = w.starts
		}
	case kind == opDetect:
		e = event{kind: model.Detect}
	case kind == opOther && len(w.traits(p, s[p]).choices) > 0:
		e = event{kind: model.Choose}
	default:
		return with, 0, false
	}
	if w.budgets.crashes.has(s) {
		if w.prospect() != nil {
			return with, 0, false
		}
		with = with.With(w.ofProcess(p, opFate))
	}
	if w.foreseen(s) {
		return with, w.rivalsOf(s, p, e).changes, true
	}
	return with, w.marks(s, p, s[p], w.outcome(p, s[p], e).local), true
}

// uncharted marks what takes something back where the law of spec.Changes says nothing: others are fresh, or
// may come back; or the process itself has elected someone meanwhile. All properties mind it.
const uncharted = checker.Marks(spec.AnyChange + 1)

// marks says what a process may take back that goes from one local state to another: spec.Changes.
func (w *World) marks(s checker.State, p int, from, to checker.Cell) checker.Marks {
	before, after := w.traits(p, from), w.traits(p, to)
	changes := spec.InTraffic
	switch leader := before.status.Elected; {
	case leader == after.status.Elected || leader == model.Nobody:
	case before.elected == p:
		changes |= spec.FromItself
	case before.elected >= 0 && s[before.elected] != dead:
		changes |= spec.FromLive
	default:
		changes |= spec.FromDead
	}
	if d := before.status.Decision; d != spec.Undecided && d != after.status.Decision {
		changes |= spec.InDecision
	}
	marks := checker.Marks(changes)
	if changes != spec.InTraffic && w.config.Restarts != 0 && (w.mayReturn(s) || w.anyFresh(s)) {
		marks |= uncharted
	}
	return marks
}

// marksLater is marks of an event that was left alone while its process has gone from the local state that
// it has in s to another.
func (w *World) marksLater(s checker.State, p int, from, to checker.Cell) checker.Marks {
	marks, before := w.marks(s, p, from, to), w.traits(p, from).elected
	if before != w.traits(p, s[p]).elected && before != w.traits(p, to).elected {
		marks |= uncharted
	}
	return marks
}

// anyFresh reports whether someone has come back and done nothing yet.
func (w *World) anyFresh(s checker.State) bool {
	for p := range w.n {
		if s[p] != dead && w.traits(p, s[p]).fresh {
			return true
		}
	}
	return false
}
