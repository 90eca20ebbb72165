package model

// The timers of the bully algorithms: T waits for an answer, T' for the announcement.
var (
	timerT  = Timer{Name: "T", Slot: 0}
	timerT2 = Timer{Name: "T'", Slot: 1}
)

// armed lists the timer that runs in a mode.
func armed(m mode) []Timer {
	switch m {
	case waitingForOK:
		return []Timer{timerT}
	case waitingForCoordinator:
		return []Timer{timerT2}
	}
	return nil
}

// timerTicks is how long the timers run where there is a clock.
func timerTicks(t Timer, c Clock) int {
	if t == timerT {
		return c.T
	}
	return c.T2
}

// bullyTimers says what the timers wait for, in the words of spec/bully.md.
type bullyTimers struct{}

// Accuses: both timers take all who outrank i for dead. None has answered, or who answered has not
// announced itself.
func (bullyTimers) Accuses(group *Group, i ID, _ Status, _ Timer) (above []ID) {
	for _, j := range group.Ring {
		if group.Outranks(j, i) {
			above = append(above, j)
		}
	}
	return above
}

func (bullyTimers) CanCome(s Situation, group *Group, i ID, t Timer) bool {
	if t == timerT {
		return s.OnItsWay(OK, Anyone, i) || s.OnItsWay(REJECT, Anyone, i) || s.OnItsWay(ELECTION, i, Anyone)
	}
	if s.OnItsWay(COORDINATOR, Anyone, i) {
		return true
	}
	for _, j := range group.Ring {
		if group.Outranks(j, i) && (s.TakesPart(j) || s.OnItsWay(ELECTION, Anyone, j)) {
			return true
		}
	}
	return false
}

// Concerns: the messages of a dead process above me could be what I wait for.
func (bullyTimers) Concerns(group *Group, i ID, _ Timer, dead ID) bool {
	return group.Outranks(dead, i)
}
