package world

import (
	"slices"

	"interrex/checker/component"
	"interrex/model"
)

// own are the steps of a process that no message causes: draws, or else timeouts, a recovery, reports of its detector, a
// detection, a start.
func (a *actor) own() (steps []component.Step) {
	switch a.mayAct() {
	case Lives:
		return nil
	case DrawsFirst:
		return a.draws()
	}
	steps = append(a.timeouts(), a.recovery()...)
	if a.isDetected {
		steps = append(steps, a.reports()...)
		steps = append(steps, a.withdrawals()...)
	}
	if !a.startsDetect() {
		steps = append(steps, a.detection()...)
	}
	return append(steps, a.start()...)
}

// act is a step of a kind with an event, which changes nothing else.
func (a *actor) act(m move, e model.Event, f component.Fairness) []component.Step {
	m.process = a.p
	return a.handle(handling{move: m, event: e, v: a.v, fairness: f})
}

// draws are the steps in which a process draws. One of them must be taken, no matter which.
func (a *actor) draws() (steps []component.Step) {
	for i, value := range a.handler.Choices(a.v.state) {
		steps = append(steps, a.act(move{kind: draw, variant: i}, model.Event{Kind: model.Choose, Value: value}, weak(fairnessClass{kind: draw, process: a.p}))...)
	}
	return steps
}

// recovery is the step of a process that has come back.
func (a *actor) recovery() []component.Step {
	if !a.status(a.v).Recovering {
		return nil
	}
	return a.act(move{kind: recovery}, model.Event{Kind: model.Recover}, weak(fairnessClass{kind: recovery, process: a.p}))
}

// detection is the step in which an idle process finds that its leader is dead, correctly or by mistake.
func (a *actor) detection() []component.Step {
	if a.followsLeader() != "" {
		return nil
	}
	leader := a.elected(a.v)
	m, e := move{kind: detect, peer: leader}, model.Event{Kind: model.Detect}
	if a.mayDetect(leader) == "" {
		f := weak(fairnessClass{kind: detect, process: a.p})
		if a.isDetected && a.config.Detector == IncompleteDetector {
			f = component.Fairness{}
		}
		return a.act(m, e, f)
	}
	if m.kind = suspect; a.maySuspect(leader) != "" {
		return nil
	}
	if a.firesEarly() {
		return a.act(m, e, component.Fairness{})
	}
	return a.mistake(m, e)
}

// mistake is a step that a mistake of the detector causes.
func (a *actor) mistake(m move, e model.Event) []component.Step {
	m.process = a.p
	return a.handle(handling{move: m, event: e, v: a.v, budget: a.spending(mistakes)})
}

// followsLeader is the guard of a detection, correct or not: the process is idle and follows another one.
func (a *actor) followsLeader() Guard {
	leader := a.elected(a.v)
	switch {
	case !a.isInitiator(a.p):
		return Initiator
	case !a.status(a.v).Idle:
		return Idle
	case leader < 0 || leader == a.p:
		return HasLeader
	}
	return ""
}

// mayDetect is the guard of the detection of a death: by now it can be known. In a synchronous system, nothing that the dead
// process has sent is on its way; by the clock, it has been dead for T ticks.
func (a *actor) mayDetect(leader int) Guard {
	switch {
	case !a.is(leader, isDead{}):
		return LeaderDead
	case a.clock >= 0 && !a.is(leader, hasBeenDead{a.config.Clock.T}),
		a.clock < 0 && a.able.Timed && a.config.Timeouts == Sync && !a.isSilent(leader):
		return IsKnown
	}
	return ""
}

// maySuspect is the guard of a wrong detection: a timer fires early, or a detector makes a mistake.
func (a *actor) maySuspect(leader int) Guard {
	switch {
	case a.is(leader, isDead{}):
		return LeaderLive
	case a.firesEarly():
		return ""
	}
	return a.inBudget(mistakes)
}

// firesEarly reports whether timers may take a live leader for dead.
func (s *system) firesEarly() bool {
	return s.able.Timed && !s.isDetected && s.config.Timeouts == Any
}

// startsDetect reports whether a start also stands for a detection, which is then no step of its own. On a ring it does not:
// there, a detection forgets the leader first.
func (s *system) startsDetect() bool {
	return s.config.Starts == Unlimited && !s.config.Algorithm.SelfGuarded && s.config.Algorithm.Topology == model.Complete
}

// start is the step in which a process begins an election without a cause: off the budget, unless the process has come back
// and not acted since. Where a start stands for a detection that can be made, it is taken like one.
func (a *actor) start() []component.Step {
	if a.mayStart() != "" {
		return nil
	}
	h := handling{move: move{kind: start, process: a.p}, event: model.Event{Kind: model.Start}, v: a.v}
	leader := a.elected(a.v)
	if a.startsDetect() && a.status(a.v).Idle && leader >= 0 && leader != a.p && a.mayDetect(leader) == "" {
		h.fairness = weak(fairnessClass{kind: detect, process: a.p})
	}
	if !a.v.isFresh {
		h.budget = a.spending(starts)
	}
	return a.handle(h)
}

func (a *actor) mayStart() Guard {
	switch {
	case !a.isInitiator(a.p):
		return Initiator
	case !a.status(a.v).MayStart:
		return MayStart
	case a.v.isFresh:
		return ""
	}
	return a.inBudget(starts)
}

// reports are the steps in which the failure detector of a process reports another one: a dead one, or by mistake a live one.
func (a *actor) reports() (steps []component.Step) {
	report, _ := a.handler.Suspects(a.id(), a.group, a.v.state)
	for _, id := range report {
		k := a.place(id)
		if a.mayReport(k) != "" {
			continue
		}
		m, e := move{kind: detectorReport, peer: k}, model.Event{Kind: model.Report, Of: id}
		switch {
		case !a.is(k, isDead{}):
			steps = append(steps, a.mistake(m, e)...)
		case a.config.Detector == IncompleteDetector:
			steps = append(steps, a.act(m, e, component.Fairness{})...)
		default:
			steps = append(steps, a.act(m, e, weak(fairnessClass{kind: detectorReport, process: a.p, peer: k}))...)
		}
	}
	return steps
}

// mayReport is the guard of a report.
func (a *actor) mayReport(k int) Guard {
	report, _ := a.handler.Suspects(a.id(), a.group, a.v.state)
	switch {
	case !slices.Contains(report, a.config.IDs[k]):
		return MayReport
	case a.is(k, isDead{}):
		return ""
	case a.budgets()[mistakes] == 0:
		return PeerDead
	}
	return a.inBudget(mistakes)
}

// withdrawals are the steps in which the detector withdraws its report of a live process. A perfect detector must.
func (a *actor) withdrawals() (steps []component.Step) {
	_, withdrawn := a.handler.Suspects(a.id(), a.group, a.v.state)
	for _, id := range withdrawn {
		k := a.place(id)
		if a.mayWithdraw(k) != "" {
			continue
		}
		f := component.Fairness{}
		if a.isPerfect() {
			f = weak(fairnessClass{kind: withdraw, process: a.p, peer: k})
		}
		steps = append(steps, a.act(move{kind: withdraw, peer: k}, model.Event{Kind: model.Withdraw, Of: id}, f)...)
	}
	return steps
}

// mayWithdraw is the guard of the withdrawal of a report.
func (a *actor) mayWithdraw(k int) Guard {
	_, withdrawn := a.handler.Suspects(a.id(), a.group, a.v.state)
	if !slices.Contains(withdrawn, a.config.IDs[k]) {
		return MayReport
	}
	return PeerLive.unless(!a.is(k, isDead{}))
}

// isPerfect reports whether the detector is perfect, or is by now.
func (a *actor) isPerfect() bool {
	return a.config.Detector == PerfectDetector || a.config.Detector == EventuallyPerfect && !a.has(mistakes)
}
