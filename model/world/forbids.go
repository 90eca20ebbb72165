package world

import (
	"fmt"
	"slices"

	"interrex/model"
)

// forbids returns the first guard of an attempt that is false, and the values that make it so; ""
// if all are true. x has been expanded. It asks what the steps are made by, in the same order.
func (x *expansion) forbids(a attempt) (Guard, string) {
	switch a.kind {
	case tick:
		return x.holdsTime()
	case stabilise:
		return unless(x.gst.has(x.from), NotYet, "they hold")
	case mistakesEnd:
		return unless(x.budgets.mistakes.has(x.from), StillErrs, "they have ended")
	case restart:
		if x.from[a.process] != dead {
			return IsDead, "it lives"
		}
		return x.budgeted(x.budgets.restarts, "restarts")
	case lose:
		return x.mayLose(a)
	}
	if x.from[a.process] == dead {
		return Lives, "dead"
	}
	if a.kind == crash {
		return x.budgeted(x.budgets.crashes, "crashes")
	}
	t := x.traits(a.process, x.from[a.process])
	if a.kind == draw {
		return unless(len(t.choices) > 0, Draws, "it has none to draw")
	}
	if len(t.choices) > 0 {
		return DrawsFirst, "it has a lot to draw first"
	}
	switch a.kind {
	case deliver, deliverAgain:
		return x.delivers(a)
	case timeout:
		return x.fires(a, t)
	case recover_:
		return unless(t.status.Recovering, Recovering, "it owes none: "+x.variablesOf(t))
	case report, withdraw:
		return x.tells(a, t)
	}
	if !x.isInitiator[a.process] {
		return Initiator, "it is none of the -initiators"
	}
	if a.kind == start {
		if !t.status.MayStart {
			return MayStart, "it may not: " + x.variablesOf(t)
		}
		if t.fresh {
			return "", ""
		}
		return x.budgeted(x.budgets.starts, "starts")
	}
	return x.findsOut(a, t)
}

func unless(holds bool, guard Guard, why string) (Guard, string) {
	if holds {
		return "", ""
	}
	return guard, why
}

func (x *expansion) budgeted(b budget, name string) (Guard, string) {
	if b.ends {
		return unless(b.has(x.from), InBudget, name+" have ended")
	}
	return unless(b.has(x.from), InBudget, fmt.Sprintf("the budget -%s=%d is spent", name, b.size))
}

// delivers: something must be on its way and, if the channel is to keep a copy, budgeted for.
func (x *expansion) delivers(a attempt) (Guard, string) {
	link := x.linkOf[a.peer][a.process]
	if x.content(x.from, link) == 0 {
		return OnTheWay, x.empty(link)
	}
	if a.kind == deliver {
		return "", ""
	}
	return x.budgeted(x.budgets.duplicates, "duplicates")
}

// empty says why a channel carries nothing.
func (x *expansion) empty(i int) string {
	if x.cut[i] {
		return "the link is cut"
	}
	from, to := x.links[i].from, x.links[i].to
	topology := x.config.Algorithm.Topology
	next := x.next(x.from, from)
	if topology.IsRing() && x.from[from] != dead && next != to && (topology != model.BothWays || x.previous(x.from, from) != to) {
		return fmt.Sprintf("nothing is on its way: P%d stands between them", x.config.IDs[next])
	}
	return "nothing is on its way"
}

// mayLose: what a channel may lose is what is on its way and, by the clock, not sure to arrive.
func (x *expansion) mayLose(a attempt) (Guard, string) {
	content := x.content(x.from, x.linkOf[a.peer][a.process])
	if content == 0 {
		return OnTheWay, x.empty(x.linkOf[a.peer][a.process])
	}
	if x.channels.clocked {
		return unless(x.channels.flow(content).unsure, MayBeLost, "the link keeps its bounds")
	}
	return x.budgeted(x.budgets.losses, "losses")
}

// fires: a timer must be armed and, by the clock, run down; else what it waits for cannot come.
func (x *expansion) fires(a attempt, t *traits) (Guard, string) {
	if a.armed < 0 {
		return Armed, "not armed: " + x.variablesOf(t)
	}
	timer := t.timers[a.armed]
	switch s := &x.situation; {
	case x.mayFire(a.process, a.armed, timer):
		return "", ""
	case x.channels.clocked && t.hand[a.armed] > 0:
		return HasRunDown, "it fires in " + ticksOf(int(t.hand[a.armed]))
	case x.channels.clocked:
		return GoesFirst, x.firstDue()
	case !s.hasOccasion(a.process, timer):
		return Occasion, "it could change nothing: " + x.variablesOf(t)
	case s.canCome(a.process, timer):
		return CannotCome, s.awaited(a.process, timer)
	default:
		q := s.unheard(a.process, timer)
		return Silence, "still on the way: " + x.sentBy(x.from, q)
	}
}

// tells: what a detector may say is what the algorithm listens to, of the dead or by mistake.
func (x *expansion) tells(a attempt, t *traits) (Guard, string) {
	listens, isDead := t.report, x.from[a.peer] == dead
	if a.kind == withdraw {
		listens = t.withdraw
	}
	switch {
	case !slices.Contains(listens, a.peer):
		return MayReport, "it is not listened to: " + x.variablesOf(t)
	case a.kind == withdraw:
		return unless(!isDead, PeerLive, fmt.Sprintf("P%d is dead", x.config.IDs[a.peer]))
	case isDead:
		return "", ""
	case x.budgets.mistakes.size == 0:
		return PeerDead, fmt.Sprintf("P%d lives, and the detector makes no mistakes", x.config.IDs[a.peer])
	}
	return x.budgeted(x.budgets.mistakes, "mistakes")
}

// findsOut: to find out that the leader is dead, or to believe so, one must be idle and have another
// for a leader, which is dead and known to be, or lives.
func (x *expansion) findsOut(a attempt, t *traits) (Guard, string) {
	leader := t.elected
	switch {
	case !t.status.Idle:
		return Idle, "not idle: " + x.variablesOf(t)
	case leader < 0:
		return HasLeader, "it has elected nobody of the group"
	case leader == a.process:
		return HasLeader, "it has elected itself"
	}
	name := fmt.Sprintf("P%d", x.config.IDs[leader])
	switch isDead := x.from[leader] == dead; {
	case a.kind == suspect && isDead:
		return LeaderLive, name + " is dead"
	case a.kind == suspect && x.able.Timed && !x.detected && x.config.Timeouts == Any:
		return "", ""
	case a.kind == suspect:
		return x.budgeted(x.budgets.mistakes, "mistakes")
	case !isDead:
		return LeaderDead, name + " lives"
	case x.situation.mayDetect(leader):
		return "", ""
	case x.channels.clocked:
		return IsKnown, fmt.Sprintf("%s has been dead for %s, and that is found out after %s", name, ticksOf(x.deadFor(x.from, leader)), ticksOf(x.config.Clock.T))
	}
	return IsKnown, "still on the way: " + x.sentBy(x.from, leader)
}
