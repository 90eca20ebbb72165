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
	resends     bool // what is on its way to the dead is sent on
	detects     bool // a start does not stand for a detection too
	dies        bool // a process may die after part of what it sends
	dueDelivery bool // a message must arrive, or be lost, before a tick can pass
	within      int  // ticks in which what the step sends arrives

	from checker.State // never changed
	base checker.State // from, with the event taken and the budgets spent
	to   checker.State // the successor being made
	emit func(checker.Step, checker.State)
}

func (w *World) newExpansion() *expansion {
	x := &expansion{World: w, base: make(checker.State, w.width), to: make(checker.State, w.width)}
	x.situation.World = w
	x.dies = w.config.CrashPoints == AtSends && w.config.Crashes != 0
	x.detects = !w.startsDetect()
	x.resends = w.config.Repair == Resent && w.config.Algorithm.Topology == model.Cycle
	for _, id := range w.config.IDs {
		x.isInitiator = append(x.isInitiator, w.config.Initiators == nil || slices.Contains(w.config.Initiators, id))
	}
	return x
}

// step is a move as a step.
func (x *expansion) step(m move, owed checker.Duty) checker.Step {
	return checker.Step{Code: m.code(), Owed: owed, Action: x.actions.of[m.kind]}
}

// handle emits that the process p handles the event in a step, x.base being what the world has
// become but for that, and that it crashes while doing so, after each proper prefix of what it
// sends.
func (x *expansion) handle(step checker.Step, p int, e event) {
	out := x.outcome(p, x.from[p], e)
	if x.within = x.config.Clock.Tm; e.kind == model.Receive {
		x.within += x.config.Clock.Tp
	}
	if out.capped && e.kind != model.Receive && e.kind != model.Timeout {
		step.Bound = electionsBound
		x.emit(step, nil)
		return
	}
	switch {
	case out.capped:
		step.Bound = electionsBound
	case out.saturated:
		step.Bound = countersBound
	}
	to := x.base
	mayDie := len(out.sends) > 1 && x.dies && x.budgets.crashes.has(x.from)
	if mayDie {
		to = x.to
		copy(to, x.base)
	}
	to[p] = out.local
	x.crown(to, p)
	x.finish(step, to, x.sendAll(to, p, out.sends))
	if !mayDie {
		return
	}
	step.Owed, step.Action = checker.None, x.actions.inside
	for prefix := 1; prefix < len(out.sends); prefix++ {
		copy(to, x.base)
		to[p] = out.local // of which the grave keeps a part
		x.crown(to, p)
		fits := x.sendAll(to, p, out.sends[:prefix]) && x.kill(to, p)
		step.Code++ // moves tell by their lowest bits after how many messages
		x.finish(step, to, fits)
	}
}

// crown enters p into the annals if it leads in a term.
func (x *expansion) crown(to checker.State, p int) {
	if x.annals.cell < 0 {
		return
	}
	if reign := x.traits(p, to[p]).reign; reign != (Reign{}) {
		x.annals.enter(to, reign)
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
		pushed := x.channels.push(x.content(to, link), x.post(to, link, s.message))
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
	x.bury(to, p)
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
