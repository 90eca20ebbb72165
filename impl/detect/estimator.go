// Package detect decides from the rhythm of a member's heartbeats whether its silence has lasted too long. It reads no clock: callers pass the times.
package detect

import (
	"fmt"
	"time"
)

// Settings bounds how long a silence is tolerated.
type Settings struct {
	Least, Most time.Duration // bounds of the timeout
	Margin      float64       // tolerated deviations beyond the mean
}

// For returns the settings for members that send heartbeats at this interval.
func For(every time.Duration) Settings {
	return Settings{Least: 3 * every, Most: 10 * every, Margin: 4}
}

// Validate returns an error in one line if Settings are invalid.
func (s Settings) Validate() error {
	if s.Least <= 0 || s.Most < s.Least {
		return fmt.Errorf("detector from %v to %v: out of range; allowed is a positive least, and a most that is not less", s.Least, s.Most)
	}
	if s.Margin < 0 {
		return fmt.Errorf("detector's margin %v: negative; allowed are 0 and more", s.Margin)
	}
	return nil
}

// An Estimator follows one member. Mean and deviation of the time between heartbeats are smoothed as
// TCP smooths its round trips (V. Jacobson, Congestion Avoidance and Control, 1988): the mean by an
// eighth, the deviation by a quarter.
type Estimator struct {
	settings   Settings
	last       time.Time // when anything was heard
	beat       time.Time // when the last heartbeat was
	mean, off  time.Duration
	hasRhythm  bool
	hasStarted bool
}

// NewEstimator follows a member from a moment on, as if it had been heard at that moment.
func NewEstimator(s Settings, from time.Time) *Estimator {
	return &Estimator{settings: s, last: from}
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
	if !e.hasStarted {
		e.hasStarted, e.beat = true, at
		return
	}
	gap := min(max(0, at.Sub(e.beat)), e.settings.Most)
	e.beat = at
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
		return e.settings.Most
	}
	borne := e.mean + time.Duration(e.settings.Margin*float64(e.off))
	return min(max(borne, e.settings.Least), e.settings.Most)
}

// Deadline is the time to suspect the member, without a sign of life before.
func (e *Estimator) Deadline() time.Time { return e.last.Add(e.Patience()) }

// Last is when anything was heard.
func (e *Estimator) Last() time.Time { return e.last }
