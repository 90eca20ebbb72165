package node

import (
	"time"

	"interrex/impl"
)

// An expectation is a timer that waits for answers, and of whom.
type expectation struct {
	timer impl.Timer
	of    []impl.ID
}

// despair ends a wait for answers when none can come, since the processes of all who might give them
// have ended for certain. A suspicion is not enough: the wait is what may prove it wrong.
func (m *member) despair(now time.Time) {
	for _, id := range m.expects.of {
		if !m.peers[m.config.Place(id)].gone {
			return
		}
	}
	if a := (alarm{timer: m.expects.timer}); m.alarms.has(a) {
		m.alarms.set(a, now)
	}
}
