// Package detect decides from the rhythm of a member's heartbeats whether its silence has lasted too long. It reads no
// clock: callers pass the times.
package detect

import "time"

// How long a silence is tolerated: from three to ten intervals between heartbeats, and four deviations beyond the mean.
const (
	least  = 3
	most   = 10
	margin = 4
)

// An Estimator follows one member. Mean and deviation of the time between heartbeats are smoothed as
// TCP smooths its round trips (V. Jacobson, Congestion Avoidance and Control, 1988): the mean by an
// eighth, the deviation by a quarter.
type Estimator struct {
	every     time.Duration // between heartbeats
	last      time.Time     // when anything was heard
	beat      time.Time     // when the last heartbeat was; zero: none yet
	mean, off time.Duration
	hasRhythm bool
}

// NewEstimator follows a member that sends heartbeats at an interval, from a moment on, as if it had been heard then.
func NewEstimator(every time.Duration, from time.Time) *Estimator {
	return &Estimator{every: every, last: from}
}

// Heard records a message: a sign of life that does not change the rhythm.
func (e *Estimator) Heard(at time.Time) {
	if at.After(e.last) {
		e.last = at
	}
}

// Beat records a heartbeat. A pause longer than the longest that is tolerated counts as the longest.
func (e *Estimator) Beat(at time.Time) {
	e.Heard(at)
	last := e.beat
	if e.beat = at; last.IsZero() {
		return
	}
	gap := min(max(0, at.Sub(last)), most*e.every)
	if !e.hasRhythm {
		e.hasRhythm, e.mean, e.off = true, gap, gap/2
		return
	}
	miss := gap - e.mean
	e.mean += miss / 8
	e.off += (max(miss, -miss) - e.off) / 4
}

// Patience is how long a silence is tolerated.
func (e *Estimator) Patience() time.Duration {
	if !e.hasRhythm {
		return most * e.every
	}
	return min(max(e.mean+margin*e.off, least*e.every), most*e.every)
}

// Deadline is the time to suspect the member, without a sign of life before.
func (e *Estimator) Deadline() time.Time { return e.last.Add(e.Patience()) }

// Last is when anything was heard.
func (e *Estimator) Last() time.Time { return e.last }
