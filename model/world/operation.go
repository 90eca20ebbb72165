package world

import "interrex/checker"

// The operations of a world are to take from one channel, and what else may befall one process, by
// kinds of moves. The channels come first.
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

// operation is the operation that a move is a step of. Moves that worlds without reduction alone
// have do not matter.
func (w *World) operation(m move) checker.Operation {
	if m.kind == deliver {
		return checker.Operation(w.linkOf[m.peer][m.process])
	}
	return w.ofProcess(m.process, operations[m.kind])
}

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

// Operations is part of checker.Commuting. Worlds with a clock, with channels that err or are full
// some day, and with returns are not reduced: docs/reduction.md says why.
func (w *World) Operations() int {
	c := w.config
	if c.IsClocked() || c.Channels != FIFO || c.Capacity != Unlimited || c.Restarts != 0 || w.budgets.mistakes.size != 0 {
		return 0
	}
	return len(w.links) + operationKinds*w.n
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
}
