package world

import (
	"interrex/checker"
	"interrex/model"
)

// Steps is part of checker.System. The order of steps is by kind, then by process, then by
// channel: where several counterexamples are shortest, deliveries come first and crashes late.
func (w *World) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	x := w.expansions.Get().(*expansion)
	x.expand(s, emit)
	w.expansions.Put(x)
}

// expand emits the steps out of s.
func (x *expansion) expand(s checker.State, emit func(checker.Step, checker.State)) {
	x.from, x.emit, x.situation.state, x.dueDelivery = s, emit, s, false
	x.deliveries()
	for p := range x.n {
		if s[p] != dead {
			x.local(p)
		}
	}
	if x.channels.clocked {
		x.tick()
		x.stabilise()
		x.drops()
	}
	if x.budgets.mistakes.ends && x.budgets.mistakes.has(s) {
		x.mistakesEnd()
	}
	x.adversary()
	x.emit = nil
}

// deliveries emits the delivery of what each channel offers.
func (x *expansion) deliveries() {
	for i, link := range x.links {
		content := x.content(x.from, i)
		if content == 0 || x.lots && len(x.traits(link.to, x.from[link.to]).choices) > 0 {
			continue
		}
		if x.channels.clocked {
			x.dueDelivery = x.dueDelivery || x.channels.flow(content).due
		}
		for variant, take := range x.channels.contents.at(content).takes {
			m := move{kind: deliver, process: link.to, peer: link.from, variant: variant}
			e := event{model.Receive, link.from, take.message}
			copy(x.base, x.from)
			x.fill(x.base, i, take.rest)
			step := x.step(m, x.delivery(i, take.message))
			step.Action = take.action
			x.handle(step, link.to, e)
			if x.budgets.duplicates.has(x.from) {
				m.kind = deliverAgain
				copy(x.base, x.from)
				x.budgets.duplicates.spend(x.base)
				x.handle(x.step(m, checker.None), link.to, e)
			}
		}
	}
}

// local emits what process p may do of its own: draws, or else timeouts, detections, starts.
func (x *expansion) local(p int) {
	t := x.traits(p, x.from[p])
	if t.inert {
		return
	}
	if len(t.choices) > 0 {
		x.draws(p, t)
		return
	}
	for i, timer := range t.timers {
		if x.mayFire(p, i, timer) {
			step := x.step(move{kind: timeout, process: p, variant: i}, t.owed[i])
			step.Action = t.timeouts[i]
			copy(x.base, x.from)
			x.handle(step, p, event{kind: model.Timeout, peer: i})
		}
	}
	if t.status.Recovering {
		x.act(move{kind: recover_, process: p}, event{kind: model.Recover}, checker.Weak(x.duties.recovers+p))
	}
	if x.detected {
		x.suspicions(p, t)
	}
	if x.isInitiator[p] {
		x.detection(p, t)
		x.start(p, t)
	}
}

// draws emits each draw of p. They are owed together: that one of them is made, and not which.
func (x *expansion) draws(p int, t *traits) {
	for i := range t.choices {
		x.act(move{kind: draw, process: p, variant: i}, event{kind: model.Choose, peer: i}, checker.Weak(x.duties.draws+p))
	}
}

// detection emits that p, idle, finds its leader dead, or believes so.
func (x *expansion) detection(p int, t *traits) {
	leader := t.elected
	if !t.status.Idle || leader < 0 || leader == p || !x.detects {
		return
	}
	m := move{kind: detect, process: p, peer: leader}
	if x.situation.mayDetect(leader) {
		owed := checker.Weak(x.duties.detects + p)
		if x.detected && x.config.Detector == IncompleteDetector {
			owed = checker.None
		}
		x.act(m, event{kind: model.Detect}, owed)
		return
	}
	if x.from[leader] != dead {
		m.kind = suspect
		if x.able.Timed && !x.detected && x.config.Timeouts == Any {
			x.act(m, event{kind: model.Detect}, checker.None)
		} else if x.budgets.mistakes.has(x.from) {
			x.mistake(m, event{kind: model.Detect})
		}
	}
}

// start emits an election that nothing has caused.
func (x *expansion) start(p int, t *traits) {
	if !t.status.MayStart || !t.fresh && !x.budgets.starts.has(x.from) {
		return
	}
	owed := checker.None
	if !x.detects && t.status.Idle && t.elected >= 0 && x.situation.mayDetect(t.elected) {
		owed = checker.Weak(x.duties.detects + p)
	}
	copy(x.base, x.from)
	if !t.fresh {
		x.budgets.starts.spend(x.base)
	}
	x.handle(x.step(move{kind: start, process: p}, owed), p, event{kind: model.Start})
}

// suspicions emits the reports of p's failure detector, true and mistaken, and their withdrawal.
func (x *expansion) suspicions(p int, t *traits) {
	for _, k := range t.report {
		m, e := move{kind: report, process: p, peer: k}, event{kind: model.Report, peer: k}
		switch {
		case x.from[k] == dead && x.config.Detector == IncompleteDetector:
			x.act(m, e, checker.None)
		case x.from[k] == dead:
			x.act(m, e, checker.Weak(x.duties.reports+p*x.n+k))
		case x.budgets.mistakes.has(x.from):
			x.mistake(m, e)
		}
	}
	for _, k := range t.withdraw {
		if x.from[k] == dead {
			continue
		}
		owed := checker.None
		if x.isPerfect() { // k has come back, or was mistaken
			owed = checker.Weak(x.duties.withdrawals + p*x.n + k)
		}
		x.act(move{kind: withdraw, process: p, peer: k}, event{kind: model.Withdraw, peer: k}, owed)
	}
}

// isPerfect reports whether the detector is perfect, or by now is.
func (x *expansion) isPerfect() bool {
	return x.config.Detector == PerfectDetector || x.config.Detector == EventuallyPerfect && !x.budgets.mistakes.has(x.from)
}

func (x *expansion) mistake(m move, e event) {
	copy(x.base, x.from)
	x.budgets.mistakes.spend(x.base)
	x.handle(x.step(m, checker.None), m.process, e)
}

// mistakesEnd emits that from now on the detector makes no mistakes: it is perfect.
func (x *expansion) mistakesEnd() {
	copy(x.to, x.from)
	x.to[x.budgets.mistakes.cell] = 0
	x.emit(x.step(move{kind: mistakesEnd}, checker.Weak(x.duties.mistakes)), x.to)
}

// act emits that a process handles an event which changes nothing else.
func (x *expansion) act(m move, e event, owed checker.Duty) {
	copy(x.base, x.from)
	x.handle(x.step(m, owed), m.process, e)
}

// adversary emits what may befall processes and channels.
func (x *expansion) adversary() {
	if x.budgets.crashes.has(x.from) {
		for p := range x.n {
			if x.from[p] != dead {
				copy(x.to, x.from)
				x.finish(x.step(move{kind: crash, process: p}, checker.None), x.to, x.kill(x.to, p))
			}
		}
	}
	if x.budgets.restarts.has(x.from) {
		for p := range x.n {
			if x.from[p] == dead {
				copy(x.to, x.from)
				x.raise(x.to, p)
				x.budgets.restarts.spend(x.to)
				x.emit(x.step(move{kind: restart, process: p}, checker.None), x.to)
			}
		}
	}
	if x.budgets.losses.has(x.from) {
		x.losses()
	}
}

func (x *expansion) losses() {
	for i, link := range x.links {
		for variant, loss := range x.channels.contents.at(x.content(x.from, i)).losses {
			copy(x.to, x.from)
			x.fill(x.to, i, loss.rest)
			x.budgets.losses.spend(x.to)
			m := move{kind: lose, process: link.to, peer: link.from, variant: variant}
			x.emit(x.step(m, checker.None), x.to)
		}
	}
}
