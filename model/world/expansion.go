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
	lots        bool // the algorithm draws them

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
	x.lots = w.handler.Has(model.Choose)
	x.resends = w.config.Repair == Resent && w.config.Algorithm.Topology.IsRing()
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
	x.remember(to, p, e)
	x.finish(step, to, x.sendAll(to, p, out.sends))
	if !mayDie {
		return
	}
	step.Owed, step.Action = checker.None, x.actions.inside
	for prefix := 1; prefix < len(out.sends); prefix++ {
		copy(to, x.base)
		to[p] = out.local // of which the grave keeps a part
		x.crown(to, p)
		x.remember(to, p, e)
		fits := x.sendAll(to, p, out.sends[:prefix]) && x.kill(to, p)
		step.Code++ // moves tell by their lowest bits after how many messages
		x.finish(step, to, fits)
	}
}

// finish emits the step to a state; if it did not fit into the channels, that it is disabled.
func (x *expansion) finish(step checker.Step, to checker.State, fits bool) {
	if !fits {
		step.Bound, to = capacityBound, nil
	}
	x.emit(step, to)
}

// sendAll puts messages of process p into their channels, except those to the dead and over links
// that are cut. It reports whether they fit.
func (x *expansion) sendAll(to checker.State, p int, sends []send) bool {
	for _, s := range sends {
		q := s.to
		switch q {
		case toNext:
			q = x.next(to, p)
		case toPrevious:
			q = x.previous(to, p)
		}
		if q != p && to[q] == dead {
			continue
		}
		link := x.linkOf[p][q]
		if x.cut[link] {
			continue
		}
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
	fits := !x.resends || x.resend(to, p, model.Right) &&
		(x.config.Algorithm.Topology != model.BothWays || x.resend(to, p, model.Left))
	for _, link := range x.incoming[p] {
		x.fill(to, link, 0)
	}
	return fits
}

// resend sends on what was travelling that way to the dead process p, if anyone is left: between
// its neighbours, which are now each other's. It reports whether that fits.
func (x *expansion) resend(to checker.State, p int, way model.Way) bool {
	before, after, links := x.previous(to, p), x.next(to, p), x.incoming[p]
	if way == model.Left {
		before, after, links = after, before, x.oncoming[p]
	}
	if after == p {
		return true
	}
	healed := x.linkOf[before][after]
	joined := x.content(to, healed)
	for _, link := range links {
		if joined = x.channels.join(joined, x.content(to, link), way); joined == full {
			return false
		}
	}
	x.fill(to, healed, joined)
	return true
}
