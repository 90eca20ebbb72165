package world

import (
	"slices"

	"interrex/checker/component"
	"interrex/model"
)

// own are the steps of a process without a message: draws, or else timeouts, a recovery, reports of its detector, a detection, and a
// start.
func (a *actor) own() (steps []component.Step) {
	switch a.mayAct() {
	case Lives:
		return nil
	case DrawsFirst:
		return a.draws()
	}
	steps = append(a.timeouts(), a.recovery()...)
	if a.isDetected {
		steps = append(steps, a.reports(detectorReport)...)
		steps = append(steps, a.reports(withdraw)...)
	}
	if !a.startsDetect() {
		steps = append(steps, a.detection()...)
	}
	return append(steps, a.start()...)
}

// act is the step of a move without a message.
func (a *actor) act(m move, f component.Fairness, budget ...component.Send) []component.Step {
	m.process = a.p
	return a.handle(m, a.v.inbox, f, budget)
}

// fair is the class of fairness of a kind of steps of the process.
func (a *actor) fair(k kind) component.Fairness {
	return weak(fairnessClass{kind: k, process: a.p})
}

// draws are the steps in which a process draws. Together they are one class of fairness.
func (a *actor) draws() (steps []component.Step) {
	for i := range a.handler.Choices(a.v.state) {
		steps = append(steps, a.act(move{kind: draw, variant: i}, a.fair(draw))...)
	}
	return steps
}

// recovery is the step of a restarted process.
func (a *actor) recovery() []component.Step {
	if !a.v.status.Recovering {
		return nil
	}
	return a.act(move{kind: recovery}, a.fair(recovery))
}

// detection is the step in which an idle process detects the death of its leader, or wrongly suspects it.
func (a *actor) detection() []component.Step {
	if a.followsLeader() != "" {
		return nil
	}
	leader := a.elected(a.v)
	if a.mayDetect(leader) == "" {
		f := a.fair(detect)
		if a.isDetected && a.config.Detector == IncompleteDetector {
			f = component.Fairness{}
		}
		return a.act(move{kind: detect, peer: leader}, f)
	}
	m := move{kind: suspect, peer: leader}
	switch {
	case a.maySuspect(leader) != "":
		return nil
	case a.firesEarly():
		return a.act(m, component.Fairness{})
	}
	return a.act(m, component.Fairness{}, a.spending(mistakes)...)
}

// followsLeader is the guard of a detection, correct or wrong: the process is idle and follows another one.
func (a *actor) followsLeader() Guard {
	leader := a.elected(a.v)
	switch {
	case !a.isInitiator(a.p):
		return Initiator
	case !a.v.status.Idle:
		return Idle
	case leader < 0 || leader == a.p:
		return HasLeader
	}
	return ""
}

// mayDetect is the guard of the detection of a death. In a synchronous system no message of the dead process is on its way. By the
// clock the process has been dead for T ticks.
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

// maySuspect is the guard of a wrong suspicion: a timer fires early, or a detector makes a mistake.
func (a *actor) maySuspect(leader int) Guard {
	switch {
	case a.is(leader, isDead{}):
		return PeerLive
	case a.firesEarly():
		return ""
	}
	return a.inBudget(mistakes)
}

// firesEarly reports whether a timeout may suspect a live leader.
func (s *system) firesEarly() bool {
	return s.able.Timed && !s.isDetected && s.config.Timeouts == Any
}

// startsDetect reports whether starts also stand for detections, which then have no steps. On a ring they do not: a detection there
// first forgets the leader.
func (s *system) startsDetect() bool {
	return s.config.Starts == Unlimited && !s.config.Algorithm.SelfGuarded && s.config.Algorithm.Topology == model.Complete
}

// start is the step in which a process begins an election spontaneously. The first step after a restart does not use the budget. A
// start that stands for a correct detection has its fairness.
func (a *actor) start() []component.Step {
	if a.mayStart() != "" {
		return nil
	}
	f, budget := component.Fairness{}, a.spending(starts)
	leader := a.elected(a.v)
	if a.startsDetect() && a.v.status.Idle && leader >= 0 && leader != a.p && a.mayDetect(leader) == "" {
		f = a.fair(detect)
	}
	if a.v.isFresh {
		budget = nil
	}
	return a.act(move{kind: start}, f, budget...)
}

func (a *actor) mayStart() Guard {
	switch {
	case !a.isInitiator(a.p):
		return Initiator
	case !a.v.status.MayStart:
		return MayStart
	case a.v.isFresh:
		return ""
	}
	return a.inBudget(starts)
}

// reports are the steps in which the failure detector of a process reports another one as dead, truly or by mistake, or withdraws its
// report. Withdrawals are fair for a perfect detector.
func (a *actor) reports(of kind) (steps []component.Step) {
	for _, id := range a.reportable(of) {
		k := a.place(id)
		if a.mayReport(of, k) != "" {
			continue
		}
		m, f := move{kind: of, peer: k}, weak(fairnessClass{kind: of, process: a.p, peer: k})
		switch {
		case of == detectorReport && !a.is(k, isDead{}):
			steps = append(steps, a.act(m, component.Fairness{}, a.spending(mistakes)...)...)
			continue
		case of == detectorReport && a.config.Detector == IncompleteDetector, of == withdraw && !a.isPerfect():
			f = component.Fairness{}
		}
		steps = append(steps, a.act(m, f)...)
	}
	return steps
}

// reportable lists the processes that the detector may report, or those with a report that it may withdraw.
func (a *actor) reportable(of kind) []model.ID {
	report, withdrawn := a.handler.Suspects(a.id(), a.group, a.v.state)
	if of == withdraw {
		return withdrawn
	}
	return report
}

// mayReport is the guard of a report or its withdrawal.
func (a *actor) mayReport(of kind, k int) Guard {
	switch {
	case !slices.Contains(a.reportable(of), a.config.IDs[k]):
		return MayReport
	case of == withdraw:
		return PeerLive.unless(!a.is(k, isDead{}))
	case a.is(k, isDead{}):
		return ""
	case a.budgets()[mistakes] == 0:
		return PeerDead
	}
	return a.inBudget(mistakes)
}

// isPerfect reports whether the detector is perfect in this state.
func (a *actor) isPerfect() bool {
	return a.config.Detector == PerfectDetector || a.config.Detector == EventuallyPerfect && !a.has(mistakes)
}
