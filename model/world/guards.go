package world

// A Guard is a condition of a step. Its text is the true condition.
type Guard string

const (
	Lives      Guard = "the process lives"
	IsDead     Guard = "the process is dead"
	DrawsFirst Guard = "the process has no pending draw"
	OnTheWay   Guard = "a message is on its way there"
	MayBeLost  Guard = "the message may be lost"
	InBudget   Guard = "the adversary's budget is not spent"
	InBounds   Guard = "no bound of the search cuts the step off"

	Armed      Guard = "the timer is armed"
	HasRunDown Guard = "the timer has run down"
	GoesFirst  Guard = "no delivery goes first in this tick"
	Occasion   Guard = "the timeout can change the process"
	CannotCome Guard = "the awaited messages cannot arrive any more"
	Silence    Guard = "no message of a dead process that concerns the timer is on its way"

	Draws      Guard = "the process has a pending draw"
	Recovering Guard = "the process must recover"
	Initiator  Guard = "the process is an initiator"
	MayStart   Guard = "the process may begin an election"
	Idle       Guard = "the process is idle"
	HasLeader  Guard = "the process has elected another"
	LeaderDead Guard = "the leader is dead"
	LeaderLive Guard = "the leader lives"
	IsKnown    Guard = "the death can be detected"

	MayReport Guard = "the process accepts this report"
	PeerDead  Guard = "the reported process is dead"
	PeerLive  Guard = "the reported process lives"

	SendsMore   Guard = "a step sends more than one message"
	NothingDue  Guard = "no step is due before the tick"
	TimeMatters Guard = "the tick changes the state"
	NotYet      Guard = "the bounds of the clock do not hold yet"
	StillErrs   Guard = "the detector may still make mistakes"
)

// unless returns the guard unless it is true.
func (g Guard) unless(isTrue bool) Guard {
	if isTrue {
		return ""
	}
	return g
}
