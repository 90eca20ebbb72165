package world

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

// unless returns a guard if it is false.
func (g Guard) unless(isTrue bool) Guard {
	if isTrue {
		return ""
	}
	return g
}
