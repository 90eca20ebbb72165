package world

import (
	"slices"

	"interrex/checker"
	"interrex/model"
	"interrex/spec"
)

var _ checker.Confluent = (*World)(nil)

// A step of one process reads and writes its own local state, the head of a channel into it, and the
// tails of channels out of it. So steps of two processes commute, except where a step depends on more
// of the others: on a ring, on who is next; a timer, on what it waits for; a detection, on who is dead.
// docs/reduction.md goes through all cases.

// Dependencies is part of checker.Commuting.
func (w *World) Dependencies(s checker.State, op checker.Operation, held checker.Operations) checker.Operations {
	link, p, kind := w.which(op)
	switch {
	case op == w.passing() || !w.isSettled(s):
		return w.anything
	case s[p] == dead: // for ever, and so is what it would do
		return checker.Operations{}
	case link >= 0 && w.content(s, link) == 0:
		return w.fillers(s, link, held)
	case w.isApproximated(s):
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

// handling is what must be tried with anything that p does: everything else that it does and, if its
// messages go to the next live process, the deaths of those that are next.
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
	if w.approximation() != nil {
		return w.approximation().feeders[link]
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

// dying is what must be tried with the death of p: everything that it does, whatever is sent to it as
// the next process, and timers, which may wait for it.
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

// timersWait reports whether the moment when a timer may fire depends on others.
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

// KeyTransition is part of checker.Commuting. What p does is a key if its death is tried as well; a start
// is one if, in addition, all other starts that could use up the budget are tried.
func (w *World) KeyTransition(s checker.State, op checker.Operation) (with checker.Operations, visible checker.Visible, ok bool) {
	link, p, kind := w.which(op)
	var e event
	switch {
	case op == w.passing() || !w.isSettled(s):
		return with, 0, false
	case link >= 0:
		e = event{model.Receive, w.links[link].from, w.channels.at(w.content(s, link)).takes[0].message}
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
		if w.approximation() != nil {
			return with, 0, false
		}
		with = with.With(w.ofProcess(p, opFate))
	}
	if w.isApproximated(s) {
		return with, w.dependenciesOf(s, p, e).changes, true
	}
	return with, w.visible(s, p, s[p], w.outcome(p, s[p], e).local), true
}

// uncharted marks a step that may undo something about which the law of spec.Changes says nothing: because others
// are fresh or may come back, or because the process itself has elected someone meanwhile. All properties see it.
const uncharted = checker.Visible(spec.AnyChange + 1)

// visible says what a process may undo by going from one local state to another: spec.Changes.
func (w *World) visible(s checker.State, p int, from, to checker.Cell) checker.Visible {
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
	visible := checker.Visible(changes)
	if changes != spec.InTraffic && w.config.Restarts != 0 && (w.mayReturn(s) || w.anyFresh(s)) {
		visible |= uncharted
	}
	return visible
}

// marksLater is changes of an event that was left alone while its process has gone from the local state that
// it has in s to another.
func (w *World) marksLater(s checker.State, p int, from, to checker.Cell) checker.Visible {
	visible, before := w.visible(s, p, from, to), w.traits(p, from).elected
	if before != w.traits(p, s[p]).elected && before != w.traits(p, to).elected {
		visible |= uncharted
	}
	return visible
}

// anyFresh reports whether some process has come back and done nothing yet.
func (w *World) anyFresh(s checker.State) bool {
	for p := range w.n {
		if s[p] != dead && w.traits(p, s[p]).fresh {
			return true
		}
	}
	return false
}

// The operations of a world are, first, to take from one channel or to lose what is in it; then what else
// may happen to one process, by kinds of moves; and last what happens to no process: time passes, bounds
// begin to hold, mistakes end.
const (
	opStart = iota
	opDetect
	opTimeout
	opOther // draws, reports and withdrawals, recoveries
	opFate  // crashes and restarts

	operationKinds
)

// operations are those of the kinds of moves that are not deliveries.
var operations = [moveKinds]int{
	start: opStart, detect: opDetect, suspect: opDetect, timeout: opTimeout, crash: opFate, restart: opFate,
	draw: opOther, report: opOther, withdraw: opOther, recover_: opOther,
}

// Operation is part of checker.Commuting.
func (w *World) Operation(step checker.Step) checker.Operation {
	m := moveOf(step.Code)
	switch {
	case m.kind == deliver || m.kind == deliverAgain || m.kind == lose:
		return checker.Operation(w.linkOf[m.peer][m.process])
	case m.kind.isNobodys():
		return w.passing()
	}
	return w.ofProcess(m.process, operations[m.kind])
}

// passing is the operation of what happens to no process.
func (w *World) passing() checker.Operation { return w.ofProcess(w.n, 0) }

// ofProcess is the operation of a kind of a process.
func (w *World) ofProcess(p, kind int) checker.Operation {
	return checker.Operation(len(w.links) + operationKinds*p + kind)
}

// which returns the channel of an operation or, if that is -1, its process and kind.
func (w *World) which(op checker.Operation) (link, p, kind int) {
	if int(op) < len(w.links) {
		return int(op), w.links[op].to, 0
	}
	at := int(op) - len(w.links)
	return -1, at / operationKinds, at % operationKinds
}

// Operations is part of checker.Commuting. Worlds with bags, or with channels that may become full, are not
// reduced: docs/reduction.md says why. Nor are those that record suspicions, since the record is about steps.
func (w *World) Operations() int {
	if w.config.Channels == Bag || w.config.Capacity != Unlimited || w.config.Suspicions {
		return 0
	}
	return len(w.links) + operationKinds*w.n + 1
}

// HasKeyTransitions is part of checker.Commuting. A tick concerns every process, so a world by the clock has none.
func (w *World) HasKeyTransitions() bool { return !w.config.IsClocked() }

// isSettled reports whether from now on no process comes back, and no channel or detector errs: deaths are
// all that the adversary has left.
func (w *World) isSettled(s checker.State) bool {
	return !w.config.IsClocked() && !w.mayReturn(s) && !w.mayErr(s)
}

// mayReturn reports whether someone may come back.
func (w *World) mayReturn(s checker.State) bool {
	return w.budgets.restarts.has(s) && (w.budgets.crashes.has(s) || w.mask(s) != 0)
}

// mayErr reports whether a channel or a detector may err.
func (w *World) mayErr(s checker.State) bool {
	b := &w.budgets
	return b.losses.has(s) || b.duplicates.has(s) || b.mistakes.has(s)
}

// learnOperations collects the sets of operations that are often needed together.
func (w *World) learnOperations() {
	w.own, w.summaries = make([]checker.Operations, w.n), newSummaries()
	for i, link := range w.links {
		w.own[link.to] = w.own[link.to].With(checker.Operation(i))
	}
	for p := range w.n {
		w.starts = w.starts.With(w.ofProcess(p, opStart))
		w.timeouts = w.timeouts.With(w.ofProcess(p, opTimeout))
		w.others = w.others.With(w.ofProcess(p, opOther))
		for kind := range operationKinds {
			op := w.ofProcess(p, kind)
			w.anything = w.anything.With(op)
			if kind != opFate {
				w.own[p] = w.own[p].With(op)
			}
		}
		w.anything = w.anything.Or(w.own[p])
	}
	w.anything = w.anything.With(w.passing())
}

// Dependencies are what becomes of an event at a process while others of its events happen before it.
type dependencies struct {
	own     checker.Operations // that do not commute with it, but for deliveries
	taking  []delivery         // and the deliveries
	locals  []checker.Cell     // in which it may find the process, its dependent events aside
	mute    bool               // it sends nothing in any of them, and makes nobody take part or recover
	changes checker.Visible    // that it can make
}

// A delivery is that of a message, some time, through a channel.
type delivery struct {
	link    int
	message number
}

func (r *dependencies) has(w *World, p int, e event) bool {
	if e.kind == model.Receive {
		return slices.Contains(r.taking, delivery{w.linkOf[e.peer][p], e.message})
	}
	return r.own.Has(w.operationOf(p, e))
}

func (r *dependencies) add(w *World, p int, e event) {
	if e.kind == model.Receive {
		r.taking = append(r.taking, delivery{w.linkOf[e.peer][p], e.message})
		return
	}
	r.own = r.own.With(w.operationOf(p, e))
}

// dependenciesOf finds out what else that may happen to process p does not commute with an event: by looking
// up, in each local state that the others can bring about, what comes of both in either order.
func (w *World) dependenciesOf(s checker.State, p int, e event) *dependencies {
	key := e.key(s[p]) | uint64(p)<<44 | w.circumstances(s)<<50
	if known := w.approximation().dependencies.get(key); known != nil {
		return known
	}
	own := w.operationOf(p, e)
	var r dependencies
	for again := true; again; {
		again = false
		r.locals = append(r.locals[:0], s[p])
		for i := 0; i < len(r.locals) && !again; i++ {
			for _, other := range w.eventsBeside(s, p, r.locals[i]) {
				if w.operationOf(p, other) == own || r.has(w, p, other) {
					continue
				}
				next := w.outcome(p, r.locals[i], other).local
				if !w.commute(s, p, r.locals[i], e, other) || !w.addsNothing(s, p, s[p], next) {
					r.add(w, p, other)
					again = true
					break
				}
				if !slices.Contains(r.locals, next) {
					r.locals = append(r.locals, next)
				}
			}
		}
	}
	r.mute = true
	for _, local := range r.locals {
		out := w.outcome(p, local, e)
		before, after := w.traits(p, local).status, w.traits(p, out.local).status
		r.mute = r.mute && len(out.sends) == 0 && (before.TakesPart || !after.TakesPart) && (before.Recovering || !after.Recovering)
		r.changes |= w.marksLater(s, p, local, out.local)
	}
	return w.approximation().dependencies.put(key, r)
}

// circumstances are what dependencies depend on besides the process and the event: who is dead, whether
// anyone may start, and whether anyone is fresh. For a world small enough to be approximated they fit 14 bits.
func (w *World) circumstances(s checker.State) (bits uint64) {
	return w.mask(s) | bit(w.budgets.starts.has(s))<<w.n | bit(w.anyFresh(s))<<(w.n+1)
}

// exits are the operations of process p that may take it out of the local states that are as it is.
func (w *World) exits(s checker.State, p int, isAsIt func(*traits) bool) (set checker.Operations) {
	locals := []checker.Cell{s[p]}
	for i := 0; i < len(locals); i++ {
		for _, e := range w.eventsBeside(s, p, locals[i]) {
			switch next := w.outcome(p, locals[i], e).local; {
			case !isAsIt(w.traits(p, next)):
				set = set.With(w.operationOf(p, e))
			case !slices.Contains(locals, next):
				locals = append(locals, next)
			}
		}
	}
	return set
}

// eventsBeside are the events that may happen to process p in a local state, from s on.
func (w *World) eventsBeside(s checker.State, p int, local checker.Cell) []event {
	events := w.ownEvents(s, p, local)
	for link, l := range w.links {
		if l.to == p {
			for _, m := range w.approximation().messages[link] {
				events = append(events, event{model.Receive, l.from, m})
			}
		}
	}
	return events
}

// ownEvents are those of them that need no message.
func (w *World) ownEvents(s checker.State, p int, local checker.Cell) []event {
	return slices.DeleteFunc(w.eventsAt(p, local), func(e event) bool {
		switch e.kind {
		case model.Start:
			return !w.traits(p, local).fresh && !w.budgets.starts.has(s)
		case model.Detect:
			return s[w.traits(p, local).elected] != dead && w.config.Timeouts != Any
		}
		return false
	})
}

// addsNothing reports whether a process can do nothing of its own in one local state that it cannot in
// another. Timers are compared as they are, since an event tells them by their places.
func (w *World) addsNothing(s checker.State, p int, before, after checker.Cell) bool {
	if later := w.traits(p, after).timers; len(later) > 0 && !slices.Equal(later, w.traits(p, before).timers) {
		return false
	}
	had := w.ownEvents(s, p, before)
	return !slices.ContainsFunc(w.ownEvents(s, p, after), func(e event) bool { return !slices.Contains(had, e) })
}

// commute reports whether two events at a process lead to the same in either order: the same local
// state, the same messages in each channel, no bound met, and neither prevents the other.
func (w *World) commute(s checker.State, p int, local checker.Cell, a, b event) bool {
	first, second := w.outcome(p, local, a), w.outcome(p, local, b)
	if !w.still(s, p, local, first.local, b) || !w.still(s, p, local, second.local, a) {
		return false
	}
	ab, ba := w.outcome(p, first.local, b), w.outcome(p, second.local, a)
	for _, o := range []*outcome{first, second, ab, ba} {
		if o.capped || o.saturated {
			return false
		}
	}
	if ab.local != ba.local {
		return false
	}
	for q := range w.n {
		to := func(sends ...[]send) (all []number) {
			for _, s := range slices.Concat(sends...) {
				if w.approximatedTo(p, s) == q {
					all = append(all, s.message)
				}
			}
			return all
		}
		if !slices.Equal(to(first.sends, ab.sends), to(second.sends, ba.sends)) {
			return false
		}
	}
	return true
}

// still reports whether an event that can happen in one local state can happen in another, too.
func (w *World) still(s checker.State, p int, before, after checker.Cell, e event) bool {
	if e.kind == model.Start && w.traits(p, before).fresh != w.traits(p, after).fresh {
		return false // only one of the two spends the budget
	}
	return e.kind == model.Receive || slices.Contains(w.ownEvents(s, p, after), e)
}
