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
	diesInside  bool // a process may die after part of what it sends
	resends     bool // what is on its way to the dead is sent on

	// startsDetect: a start stands for a detection too, so that none is needed. On a ring it
	// does not: detection forgets the leader first.
	startsDetect bool

	from checker.State // never changed
	base checker.State // from, with the event taken and the budgets spent
	to   checker.State // the successor being made
	emit func(checker.Step, checker.State)
}

func (w *World) newExpansion() *expansion {
	x := &expansion{World: w, base: make(checker.State, w.width), to: make(checker.State, w.width)}
	x.situation.World = w
	x.diesInside = w.config.CrashPoints == AtSends && w.config.Crashes != 0
	a := w.config.Algorithm
	x.startsDetect = w.config.Starts == Unlimited && !a.SelfGuarded && a.Topology == model.Complete
	x.resends = w.config.Repair == Resent && w.config.Algorithm.Topology == model.Cycle
	for _, id := range w.config.IDs {
		x.isInitiator = append(x.isInitiator, w.config.Initiators == nil || slices.Contains(w.config.Initiators, id))
	}
	return x
}

// handle emits that the process of m handles the event, x.base being what the world has become
// but for that, and that it crashes while doing so, after each proper prefix of what it sends.
func (x *expansion) handle(m move, e event, owed checker.Duty) {
	out, code := x.outcome(m.process, x.from[m.process], e), m.code()
	if out.capped && e.kind != model.Receive && e.kind != model.Timeout {
		x.emit(checker.Step{Code: code, Owed: owed, Bound: electionsBound}, nil)
		return
	}
	bound := checker.Bound(0)
	if out.capped {
		bound = electionsBound
	}
	to := x.base
	mayDie := len(out.sends) > 1 && x.diesInside && x.budgets.crashes.has(x.from)
	if mayDie {
		to = x.to
		copy(to, x.base)
	}
	to[m.process] = out.local
	x.finish(checker.Step{Code: code, Owed: owed, Bound: bound}, to, x.sendAll(to, m.process, out.sends))
	if !mayDie {
		return
	}
	for prefix := 1; prefix < len(out.sends); prefix++ {
		copy(to, x.base)
		fits := x.sendAll(to, m.process, out.sends[:prefix]) && x.kill(to, m.process)
		x.finish(checker.Step{Code: code + uint64(prefix), Bound: bound}, to, fits)
	}
}

// finish emits the step to a state; if it did not fit into the channels, that it is disabled.
func (x *expansion) finish(step checker.Step, to checker.State, fits bool) {
	if !fits {
		step.Bound, to = capacityBound, nil
	}
	x.emit(step, to)
}

// sendAll puts messages of process p into their channels, except those to the dead. It reports
// whether they fit.
func (x *expansion) sendAll(to checker.State, p int, sends []send) bool {
	for _, s := range sends {
		q := s.to
		if q == toNext {
			q = x.next(to, p)
		}
		if q != p && to[q] == dead {
			continue
		}
		link := x.linkOf[p][q]
		pushed := x.channels.push(x.content(to, link), s.message)
		if pushed == full {
			return false
		}
		x.fill(to, link, pushed)
	}
	return true
}

// kill lets process p die. What is on its way to it is lost or, where the ring is repaired so,
// sent on, nearest sender first: what that channel carries is the oldest. It reports whether
// that fits.
func (x *expansion) kill(to checker.State, p int) bool {
	to[p] = dead
	x.budgets.crashes.spend(to)
	heir := p
	if x.resends {
		heir = x.next(to, p)
	}
	for _, link := range x.incoming[p] {
		left := x.content(to, link)
		x.fill(to, link, 0)
		if heir == p || left == 0 {
			continue
		}
		healed := x.linkOf[x.previous(to, p)][heir]
		joined := x.channels.join(x.content(to, healed), left)
		if joined == full {
			return false
		}
		x.fill(to, healed, joined)
	}
	return true
}
