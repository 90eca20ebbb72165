package network

import "time"

// Lanes is how many lanes there are, each a nanosecond wide: see [Instant].
const Lanes = 1 << 14

// TimerLane is the lane of the timers of the member at a place. Those beyond the 63rd share theirs.
func TimerLane(place int) int { return 1 + place%63 }

// Instant is the first moment at or after t that belongs to a lane. Where each source of events
// keeps to a lane of its own no two events fall together, so that a simulation in virtual time is a
// function of its seed. To a real clock sixteen microseconds make no difference.
func Instant(t time.Time, lane int) time.Time {
	ahead := (int64(lane) - t.UnixNano()) % Lanes
	if ahead < 0 {
		ahead += Lanes
	}
	return t.Add(time.Duration(ahead))
}
