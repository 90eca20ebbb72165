package world

import (
	"fmt"
	"slices"

	"interrex/model"
)

// The words of worlds with a clock.
type (
	Ties string                      // what comes first where a delivery and a timer are due in one tick
	Pair struct{ From, To model.ID } // a link, by its ends
)

const (
	// ByClock: time is discrete, messages have deadlines, and timers run so many ticks.
	ByClock Timeouts = "clock"

	DeliveryFirst Ties = "delivery-first"
	TimerFirst    Ties = "timer-first" // the timer may come first
)

// Values are the words that there are, the first by default.
func (Ties) Values() []Ties { return []Ties{DeliveryFirst, TimerFirst} }

// MostTicks is the longest time that a clock may be given.
const MostTicks = 100

// IsClocked reports whether the world has a clock.
func (c Config) IsClocked() bool { return c.Timeouts == ByClock }

// DefaultClock is the clock of a world in which a message takes tm ticks at most, and its
// handling tp: the shortest timers that are no mistake where all bounds hold.
func (c Config) DefaultClock(tm, tp int) model.Clock {
	c.Clock = model.Clock{Tm: tm, Tp: tp, T: max(1, 2*tm+tp), Eta: 1}
	if c.Algorithm.Watched {
		c.Clock.T = max(1, 2*len(c.IDs)*(tm+tp)) // once round for the call, once for the announcement
	}
	c.Clock.T2 = c.DefaultT2()
	return c.Clock
}

// DefaultT2 is how long an announcement can take where all bounds hold: an answer says that the
// call has come, or will within Tm; the highest has handled it within Tp, waits T for those above
// it, and the announcement takes Tm.
func (c Config) DefaultT2() int { return min(c.Clock.T+2*c.Clock.Tm+c.Clock.Tp, MostTicks) }

// validateClock says what is wrong with the numbers of a clock.
func (c Config) validateClock() error {
	k := c.Clock
	for _, d := range []amount{{"tm", k.Tm}, {"tp", k.Tp}, {"late", c.Late}} {
		if d.value < 0 || d.value > MostTicks {
			return fmt.Errorf("%s %d: it is 0 to %d ticks", d.name, d.value, MostTicks)
		}
	}
	for _, d := range []amount{{"t", k.T}, {"t2", k.T2}, {"eta", k.Eta}} {
		if d.value < 1 || d.value > MostTicks {
			return fmt.Errorf("%s %d: a timer runs 1 to %d ticks", d.name, d.value, MostTicks)
		}
	}
	if err := isWord("ties", c.Ties); err != nil {
		return err
	}
	if c.Channels != FIFO {
		return fmt.Errorf("channels %s: a world with a clock has fifo channels", c.Channels)
	}
	for _, p := range c.Timely {
		if p.From == p.To || !slices.Contains(c.IDs, p.From) || !slices.Contains(c.IDs, p.To) {
			return fmt.Errorf("timely link %d>%d: it joins two of the processes %v", p.From, p.To, c.IDs)
		}
	}
	return nil
}

// isTimely reports whether a link keeps the bounds once they hold.
func (c Config) isTimely(from, to model.ID) bool {
	return c.Timely == nil || slices.Contains(c.Timely, Pair{from, to})
}
