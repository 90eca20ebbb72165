package world

import (
	"slices"

	"interrex/checker"
	"interrex/model"
)

// An expansion is one call of Steps: where it comes from and room to work in.
type expansion struct {
	*World
	situation   situation
	isInitiator []bool
	from        checker.State // never changed
	base        checker.State // from, with the event taken and the budgets spent
	to          checker.State // the successor being made
	emit        func(checker.Step, checker.State)
}

func (w *World) newExpansion() *expansion {
	x := &expansion{World: w, base: make(checker.State, w.width), to: make(checker.State, w.width)}
	x.situation.World = w
	for _, id := range w.config.IDs {
		x.isInitiator = append(x.isInitiator, w.config.Initiators == nil || slices.Contains(w.config.Initiators, id))
	}
	return x
}

// handle emits that the process of m handles the event, and that it crashes while doing so,
// after each proper prefix of what it sends.
func (x *expansion) handle(m move, e event, owed checker.Duty) {
	out := x.outcome(m.process, x.from[m.process], e)
	if out.capped && e.kind != model.Receive && e.kind != model.Timeout {
		x.emit(checker.Step{Code: m.code(), Owed: owed, Bound: electionsBound}, nil)
		return
	}
	bound := checker.Bound(0)
	if out.capped {
		bound = electionsBound
	}
	copy(x.to, x.base)
	x.to[m.process] = out.local
	x.finish(m, x.sendAll(m.process, out.sends), owed, bound)
	if x.config.CrashPoints != AtSends || len(out.sends) < 2 || !x.budgets.crashes.has(x.from) {
		return
	}
	for prefix := 1; prefix < len(out.sends); prefix++ {
		copy(x.to, x.base)
		m.crashAfter = prefix
		fits := x.sendAll(m.process, out.sends[:prefix]) && x.kill(m.process)
		x.finish(m, fits, checker.None, bound)
	}
}

// finish emits the step to x.to; if that did not fit into the channels, that the step is disabled.
func (x *expansion) finish(m move, fits bool, owed checker.Duty, bound checker.Bound) {
	if !fits {
		x.emit(checker.Step{Code: m.code(), Owed: owed, Bound: capacityBound}, nil)
		return
	}
	x.emit(checker.Step{Code: m.code(), Owed: owed, Bound: bound}, x.to)
}

// sendAll puts messages of process p into their channels, except those to the dead. It reports
// whether they fit.
func (x *expansion) sendAll(p int, sends []send) bool {
	for _, s := range sends {
		q := s.to
		if q == toNext {
			q = x.next(x.to, p)
		}
		if q != p && x.to[q] == dead {
			continue
		}
		cell := x.cell[p][q]
		x.to[cell] = x.channels.push(x.to[cell], s.message)
		if x.to[cell] == full {
			return false
		}
	}
	return true
}

// kill lets process p die. What is on its way to it is lost or, where the ring is repaired so,
// sent on, nearest sender first: what that channel carries is the oldest. It reports whether
// that fits.
func (x *expansion) kill(p int) bool {
	x.to[p] = dead
	x.budgets.crashes.spend(x.to)
	heir, from := x.next(x.to, p), x.previous(x.to, p)
	for distance := 1; distance <= x.n; distance++ {
		sender := (p - distance + x.n) % x.n
		cell := x.cell[sender][p]
		if cell < 0 || x.to[cell] == 0 {
			continue
		}
		left := x.to[cell]
		x.to[cell] = 0
		if x.config.Repair == Resent && x.config.Algorithm.Topology == model.Cycle && heir != p {
			healed := x.cell[from][heir]
			x.to[healed] = x.channels.join(x.to[healed], left)
			if x.to[healed] == full {
				return false
			}
		}
	}
	return true
}
