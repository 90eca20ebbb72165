package world

import (
	"fmt"
	"slices"

	"interrex/checker/component"
	"interrex/model"
)

// own are the steps of a process without a message: draws, or else timeouts, a recovery, reports of its detector, a detection, and a
// start.
func (a *actor) own() (steps []component.Step) {
	switch {
	case !a.v.isLive():
		return nil
	case a.mustDraw():
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

func (a *actor) mayDraw() reason {
	if !a.v.isLive() {
		return because(Dead)
	}
	return because("it has none to draw").unless(a.mustDraw())
}

// recovery is the step of a restarted process.
func (a *actor) recovery() []component.Step {
	if a.mayRecover() != nil {
		return nil
	}
	return a.act(move{kind: recovery}, a.fair(recovery))
}

func (a *actor) mayRecover() reason {
	return a.inState("it owes none").unless(a.v.status.Recovering)
}

// detection is the step in which an idle process detects the death of its leader, or wrongly suspects it.
func (a *actor) detection() []component.Step {
	leader := a.elected(a.v)
	if a.mayDetect() == nil {
		f := a.fair(detect)
		if a.isDetected && a.config.Detector == IncompleteDetector {
			f = component.Fairness{}
		}
		return a.act(move{kind: detect, peer: leader}, f)
	}
	switch {
	case a.maySuspect() != nil:
		return nil
	case a.firesEarly():
		return a.act(move{kind: suspect, peer: leader}, component.Fairness{})
	}
	return a.act(move{kind: suspect, peer: leader}, component.Fairness{}, a.spending(mistakes)...)
}

// followsLeader is the guard of a detection, correct or wrong: the process is idle and follows another one.
func (a *actor) followsLeader() reason {
	switch leader := a.elected(a.v); {
	case !a.isInitiator(a.p):
		return because(notInitiator)
	case !a.v.status.Idle:
		return a.inState("not idle")
	case leader < 0:
		return because("it has no leader")
	case leader == a.p:
		return because("it has elected itself")
	}
	return nil
}

// mayDetect is the guard of the detection of a death. In a synchronous system no message of the dead process is on its way. By the
// clock the process has been dead for T ticks.
func (a *actor) mayDetect() reason {
	if why := a.followsLeader(); why != nil {
		return why
	}
	leader, limit := a.elected(a.v), a.config.Clock.T
	switch {
	case !a.is(leader, isDead{}):
		return because("P%d lives", a.config.IDs[leader])
	case a.clock >= 0 && !a.is(leader, hasBeenDead{limit}):
		return func(values component.Values) string {
			deadFor := ticks(processOf(values, leader).deadFor)
			return fmt.Sprintf("P%d has been dead for %s, and that is found out after %s", a.config.IDs[leader], deadFor, ticks(limit))
		}
	case a.clock < 0 && a.able.Timed && a.config.Timeouts == Sync && !a.isSilent(leader):
		return a.stillSent(leader)
	}
	return nil
}

// maySuspect is the guard of a wrong suspicion: a timer fires early, or a detector makes a mistake.
func (a *actor) maySuspect() reason {
	if why := a.followsLeader(); why != nil {
		return why
	}
	switch leader := a.elected(a.v); {
	case a.is(leader, isDead{}):
		return because("P%d is dead", a.config.IDs[leader])
	case a.firesEarly():
		return nil
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
	if a.mayStart() != nil {
		return nil
	}
	f, budget := component.Fairness{}, a.spending(starts)
	if a.startsDetect() && a.mayDetect() == nil {
		f = a.fair(detect)
	}
	if a.v.isFresh {
		budget = nil
	}
	return a.act(move{kind: start}, f, budget...)
}

func (a *actor) mayStart() reason {
	switch {
	case !a.isInitiator(a.p):
		return because(notInitiator)
	case !a.v.status.MayStart:
		return a.noStart()
	case a.v.isFresh:
		return nil
	}
	return a.inBudget(starts)
}

const notInitiator = "it is none of the -initiators"

// noStart is the reason why the rules begin no election in the local state.
func (a *actor) noStart() reason {
	switch status, leader := a.v.status, a.elected(a.v); {
	case status.TakesPart:
		return a.inState("it takes part in an election already")
	case status.Recovering:
		return a.inState("it must recover first")
	case status.Term > 0:
		return a.inState("it knows of term %d, and from then on only a timer begins an election", status.Term)
	case leader >= 0:
		return a.inState("it has elected P%d already", a.config.IDs[leader])
	case status.Waits:
		return a.inState("it waits for the outcome of an election")
	}
	return a.inState("its rules begin no election in this local state")
}

// reports are the steps in which the failure detector of a process reports another one as dead, truly or by mistake, or withdraws its
// report. Withdrawals are fair for a perfect detector.
func (a *actor) reports(of kind) (steps []component.Step) {
	for _, id := range a.reportable(of) {
		k := a.place(id)
		if a.mayReport(of, k) != nil {
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
func (a *actor) mayReport(of kind, k int) reason {
	id := a.config.IDs[k]
	switch isDead := a.is(k, isDead{}); {
	case !slices.Contains(a.reportable(of), id):
		return a.inState("it is not listened to")
	case of == withdraw:
		return because("P%d is dead", id).unless(!isDead)
	case isDead:
		return nil
	case a.whole[mistakes] == 0:
		return because("P%d lives, and the detector makes no mistakes", id)
	}
	return a.inBudget(mistakes)
}

// isPerfect reports whether the detector is perfect in this state.
func (a *actor) isPerfect() bool {
	return a.config.Detector == PerfectDetector || a.config.Detector == EventuallyPerfect && !a.has(mistakes)
}
