package world

import "slices"

// A Guard is a condition of a step, worded as it is when it is true.
type Guard string

const (
	Lives      Guard = "the process lives"
	IsDead     Guard = "the process is dead"
	DrawsFirst Guard = "the process has no lot to draw first"
	OnTheWay   Guard = "a message is on its way there"
	MayBeLost  Guard = "the message may be lost"
	InBudget   Guard = "the adversary's budget is not spent"
	InBounds   Guard = "no bound of ours cuts the step off"

	Armed      Guard = "the timer is armed"
	HasRunDown Guard = "the timer has run down"
	GoesFirst  Guard = "no delivery goes first in this tick"
	Occasion   Guard = "the timer has occasion to fire"
	CannotCome Guard = "what the timer waits for cannot come any more"
	Silence    Guard = "the dead who concern it are silent"

	Draws      Guard = "the process has a lot to draw"
	Recovering Guard = "the process owes a recovery"
	Initiator  Guard = "the process may be an initiator"
	MayStart   Guard = "the process may begin an election"
	Idle       Guard = "the process is idle"
	HasLeader  Guard = "the process has elected another"
	LeaderDead Guard = "the leader is dead"
	LeaderLive Guard = "the leader lives"
	IsKnown    Guard = "the death can be known by now"

	MayReport Guard = "the detector may say so to the process"
	PeerDead  Guard = "the reported one is dead"
	PeerLive  Guard = "the reported one lives"

	SendsMore   Guard = "a step sends more than one message"
	NothingDue  Guard = "nothing must happen before time passes"
	TimeMatters Guard = "a tick changes something"
	NotYet      Guard = "the bounds of the clock do not hold yet"
	StillErrs   Guard = "the detector may still make mistakes"
)

// Guards lists all of them.
func Guards() []Guard {
	return []Guard{
		Lives, IsDead, DrawsFirst, OnTheWay, MayBeLost, InBudget, InBounds,
		Armed, HasRunDown, GoesFirst, Occasion, CannotCome, Silence,
		Draws, Recovering, Initiator, MayStart, Idle, HasLeader, LeaderDead, LeaderLive, IsKnown,
		MayReport, PeerDead, PeerLive, SendsMore, NothingDue, TimeMatters, NotYet, StillErrs,
	}
}

// The guards of each action have their only home here: Steps makes a step if none is false, and Disabled says which
// one is false if there is no step. Each function returns the first guard that is false, "" if all are true.

// unless returns a guard if it is false.
func (g Guard) unless(isTrue bool) Guard {
	if isTrue {
		return ""
	}
	return g
}

// ownGuard: a process acts on its own only while it lives, and only after it has drawn its lot.
func (x *expansion) ownGuard(p int) Guard {
	switch {
	case x.from[p] == dead:
		return Lives
	case x.lots && len(x.traits(p, x.from[p]).choices) > 0:
		return DrawsFirst
	}
	return ""
}

// deliveryGuard is the guard of a delivery from channel i, besides ownGuard of its receiver.
func (x *expansion) deliveryGuard(i int) Guard { return OnTheWay.unless(x.content(x.from, i) != 0) }

// lossGuard is the guard of a loss from channel i: by the clock, only what is not sure to arrive is lost.
func (x *expansion) lossGuard(i int) Guard {
	content := x.content(x.from, i)
	switch {
	case content == 0:
		return OnTheWay
	case !x.channels.clocked:
		return x.inBudget(x.budgets.losses)
	case !x.channels.flow(content).unsure:
		return MayBeLost
	}
	return ""
}

func (x *expansion) inBudget(b budget) Guard { return InBudget.unless(b.has(x.from)) }

// timeoutGuard is the guard of armed timer number i of process p. By the clock it fires when it has run down and, if
// ties go to deliveries, no delivery is due in the same tick.
func (x *expansion) timeoutGuard(p, i int, t *traits) Guard {
	switch {
	case !x.channels.clocked:
		return x.situation.timerGuard(p, t.timers[i])
	case t.countdown[i] > 0:
		return HasRunDown
	case x.dueDelivery && x.config.Ties == DeliveryFirst:
		return GoesFirst
	}
	return ""
}

func drawGuard(t *traits) Guard     { return Draws.unless(len(t.choices) > 0) }
func recoveryGuard(t *traits) Guard { return Recovering.unless(t.status.Recovering) }

// reportGuard: a detector reports the dead and, by mistake, the living.
func (x *expansion) reportGuard(k int, t *traits) Guard {
	switch {
	case !slices.Contains(t.report, k):
		return MayReport
	case x.from[k] == dead:
		return ""
	case x.budgets.mistakes.size == 0:
		return PeerDead
	}
	return x.inBudget(x.budgets.mistakes)
}

func (x *expansion) withdrawalGuard(k int, t *traits) Guard {
	switch {
	case !slices.Contains(t.withdraw, k):
		return MayReport
	case x.from[k] == dead:
		return PeerLive
	}
	return ""
}

// leaderGuard: a process that finds its leader dead, rightly or not, is idle and follows another process.
func (x *expansion) leaderGuard(p int, t *traits) Guard {
	switch {
	case !x.initiators[p]:
		return Initiator
	case !t.status.Idle:
		return Idle
	case t.elected < 0 || t.elected == p:
		return HasLeader
	}
	return ""
}

// detectionGuard is the guard of a detection, besides leaderGuard.
func (x *expansion) detectionGuard(t *traits) Guard {
	switch {
	case x.from[t.elected] != dead:
		return LeaderDead
	case !x.situation.mayDetect(t.elected):
		return IsKnown
	}
	return ""
}

// suspicionGuard is the guard of a wrong detection, besides leaderGuard: a timer fires early, or a detector errs.
func (x *expansion) suspicionGuard(t *traits) Guard {
	switch {
	case x.from[t.elected] == dead:
		return LeaderLive
	case x.firesEarly():
		return ""
	}
	return x.inBudget(x.budgets.mistakes)
}

// firesEarly reports whether timers may take a live leader for dead.
func (x *expansion) firesEarly() bool {
	return x.able.Timed && !x.detected && x.config.Timeouts == Any
}

func (x *expansion) startGuard(p int, t *traits) Guard {
	switch {
	case !x.initiators[p]:
		return Initiator
	case !t.status.MayStart:
		return MayStart
	case t.fresh: // who has come back may start
		return ""
	}
	return x.inBudget(x.budgets.starts)
}

func (x *expansion) crashGuard(p int) Guard {
	if x.from[p] == dead {
		return Lives
	}
	return x.inBudget(x.budgets.crashes)
}

func (x *expansion) restartGuard(p int) Guard {
	if x.from[p] != dead {
		return IsDead
	}
	return x.inBudget(x.budgets.restarts)
}

func (x *expansion) stabilisationGuard() Guard { return NotYet.unless(x.gst.has(x.from)) }
func (x *expansion) mistakesGuard() Guard      { return StillErrs.unless(x.budgets.mistakes.has(x.from)) }

// guard returns the first false guard of a candidate. x has been expanded.
func (x *expansion) guard(a candidate) Guard {
	switch a.kind {
	case tick:
		return x.tickGuard()
	case stabilise:
		return x.stabilisationGuard()
	case mistakesEnd:
		return x.mistakesGuard()
	case crash:
		return x.crashGuard(a.process)
	case restart:
		return x.restartGuard(a.process)
	case lose:
		return x.lossGuard(x.linkOf[a.peer][a.process])
	}
	guard, t := x.ownGuard(a.process), x.traits(a.process, x.from[a.process])
	switch {
	case guard == Lives:
		return Lives
	case a.kind == draw:
		return drawGuard(t)
	case guard != "":
		return guard
	}
	return x.guardOfOwn(a, t)
}

// guardOfOwn is guard for a candidate of a process that lives and has drawn.
func (x *expansion) guardOfOwn(a candidate, t *traits) Guard {
	switch a.kind {
	case deliver:
		return x.deliveryGuard(x.linkOf[a.peer][a.process])
	case deliverAgain:
		if guard := x.deliveryGuard(x.linkOf[a.peer][a.process]); guard != "" {
			return guard
		}
		return x.inBudget(x.budgets.duplicates)
	case timeout:
		if a.armed < 0 {
			return Armed
		}
		return x.timeoutGuard(a.process, a.armed, t)
	case recover_:
		return recoveryGuard(t)
	case report:
		return x.reportGuard(a.peer, t)
	case withdraw:
		return x.withdrawalGuard(a.peer, t)
	case start:
		return x.startGuard(a.process, t)
	}
	guard := x.leaderGuard(a.process, t)
	switch {
	case guard != "":
		return guard
	case a.kind == detect:
		return x.detectionGuard(t)
	}
	return x.suspicionGuard(t)
}
