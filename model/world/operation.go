package world

import "interrex/checker"

// The operations of a world are, first, to take from one channel, or to lose what is in it; then what else
// may befall one process, by kinds of moves; and at last what befalls nobody: that time passes, that bounds
// begin to hold, that mistakes end.
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

// passing is the operation of what befalls nobody.
func (w *World) passing() checker.Operation { return w.ofProcess(w.n, 0) }

// ofProcess is the operation of a kind of a process.
func (w *World) ofProcess(p, kind int) checker.Operation {
	return checker.Operation(len(w.links) + operationKinds*p + kind)
}

// which is the channel or, if that is -1, the process and the kind that an operation is of.
func (w *World) which(op checker.Operation) (link, p, kind int) {
	if int(op) < len(w.links) {
		return int(op), w.links[op].to, 0
	}
	at := int(op) - len(w.links)
	return -1, at / operationKinds, at % operationKinds
}

// Operations is part of checker.Commuting. Worlds with bags, or with channels that are full some day, are
// not reduced: docs/reduction.md says why. What recalls suspicions is about steps.
func (w *World) Operations() int {
	if w.config.Channels == Bag || w.config.Capacity != Unlimited || w.config.Suspicions {
		return 0
	}
	return len(w.links) + operationKinds*w.n + 1
}

// HasKeys is part of checker.Commuting. A tick concerns everyone.
func (w *World) HasKeys() bool { return !w.config.IsClocked() }

// isSettled reports whether from now on nobody comes back, no channel errs and no detector: of what
// the adversary has, but deaths are left.
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

// learnOperations gathers the operations that are often needed together.
func (w *World) learnOperations() {
	w.own = make([]checker.Operations, w.n)
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
