package world

import (
	"fmt"
	"slices"

	"interrex/model"
)

// Types of worlds with a clock.
type (
	Ties string                      // order of a delivery and a timer that are due in the same tick
	Pair struct{ From, To model.ID } // a link
)

const (
	// ByClock means discrete time: messages have deadlines, and timers fire after a number of ticks.
	ByClock Timeouts = "clock"

	DeliveryFirst Ties = "delivery-first"
	TimerFirst    Ties = "timer-first" // the timer may come first
)

// Values lists the values; the first is the default.
func (Ties) Values() []Ties { return []Ties{DeliveryFirst, TimerFirst} }

// MostTicks is the greatest number of ticks in a Config.
const MostTicks = 100

// IsClocked reports whether the world has a clock.
func (c Config) IsClocked() bool { return c.Timeouts == ByClock }

// DefaultClock is the clock for messages of at most tm ticks, and tp ticks of handling. Its timers are the shortest ones that fire
// correctly if all bounds hold.
func (c Config) DefaultClock(tm, tp int) model.Clock {
	c.Clock = model.Clock{Tm: tm, Tp: tp, T: max(1, 2*tm+tp), Eta: 1}
	if watching, is := c.protocol().(model.Watching); is {
		c.Clock.T = max(1, watching.Patience(len(c.IDs), tm, tp))
	}
	c.Clock.T2 = c.DefaultT2()
	return c.Clock
}

// DefaultT2 is the longest time until an announcement if all bounds hold. After an answer the call arrives within Tm. The highest
// process handles it within Tp, and waits T for higher ones. The announcement takes Tm.
func (c Config) DefaultT2() int { return min(c.Clock.T+2*c.Clock.Tm+c.Clock.Tp, MostTicks) }

// isTimely reports whether a link delivers in time once the bounds hold.
func (c Config) isTimely(from, to model.ID) bool {
	return c.Timely == nil || slices.Contains(c.Timely, Pair{from, to})
}

// Counters and message numbers, for algorithms that have them.

// MostCounters is the greatest bound of a counter.
const MostCounters = 100

const defaultCounters = 3

// maxNumbers is the greatest count of message numbers: the ages of messages are the bits of a byte.
const maxNumbers = 8

// numbers is the count of numbers that the messages of one process need; 0 for an algorithm without numbers.
func (c Config) numbers() int {
	numbering := c.Algorithm.Numbering()
	if numbering == nil {
		return 0
	}
	hop := c.Clock.Tm + c.Clock.Tp
	if c.GST != 0 || c.Timely != nil {
		hop = max(hop, c.Late)
	}
	return numbering.Numbering(len(c.IDs), hop, c.Clock.Eta)
}

// hasEnoughLinks reports whether the links that become timely are enough for the algorithm.
func (c Config) hasEnoughLinks() bool {
	if c.Timely == nil {
		return true
	}
	relying, is := c.protocol().(model.Relying)
	return is && relying.Suffices(c.IDs, c.Crashes, c.isTimely)
}

// validateClock returns an error for channels that a clock cannot have, or message numbers that do not fit.
func (c Config) validateClock() error {
	isNumbered := c.Algorithm.Numbering() != nil
	switch {
	case c.IsClocked() && c.Channels != FIFO:
		return fmt.Errorf("channels %s: not with a clock; allowed is fifo", c.Channels)
	case isNumbered && c.Restarts != 0:
		return fmt.Errorf("restarts: a restarted process of %s would reuse its message numbers; allowed is 0", c.Algorithm.Name)
	case isNumbered && c.numbers() > maxNumbers:
		return fmt.Errorf("eta %d: a message may take %d periods; allowed are %d, with a longer eta or faster messages",
			c.Clock.Eta, c.numbers()-2, maxNumbers-2)
	}
	return nil
}

// MostTerm is the greatest term, and the greatest length, of a log.
const MostTerm = 1000

// NoClock is the error of a clock with an algorithm of the catalogue that has terms. An own election with Ticks can have both.
func NoClock(a model.Algorithm) error {
	return fmt.Errorf("timeouts %s: the model of %s has no periodic heartbeats, which a clock needs; allowed are %s, %s, %s",
		ByClock, a.Name, Sync, Perfect, Any)
}
