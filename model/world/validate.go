package world

import (
	"fmt"
	"slices"

	"interrex/model"
	"interrex/spec"
)

// Validate returns an error in one line, with what is allowed, for a world that is not possible. Single values are valid: they are checked
// where they are read.
func (c Config) Validate() error {
	for _, validate := range []func() error{
		c.Algorithm.Validate, c.validateTimers, c.validateProcesses, c.validateRanks, c.validateAmounts,
	} {
		if err := validate(); err != nil {
			return err
		}
	}
	return nil
}

// validateProcesses returns an error for a wrong number of processes, or initial leaders that the algorithm cannot have.
func (c Config) validateProcesses() error {
	a, n := c.Algorithm, len(c.IDs)
	switch {
	case n < 1 || n > MaxProcesses:
		return fmt.Errorf("%d ids: wrong number; allowed are 1 to %d processes", n, MaxProcesses)
	case c.Initial == SelfElected && (a.Terms() || a.Anonymous):
		return fmt.Errorf("initial %s: not for %s; allowed are %s and %s", SelfElected, a.Name, NobodyElected, LeaderElected)
	}
	return nil
}

// validateAmounts returns an error for a default that is out of range, channels that a clock cannot have, or message numbers that do not
// fit.
func (c Config) validateAmounts() error {
	c = c.Bounded()
	isNumbered := c.Algorithm.Numbering() != nil
	isBound := func(n int) bool { return n == Unlimited || n >= 0 && n <= maxAmount }
	switch {
	case !isBound(c.Elections):
		return fmt.Errorf("elections %d: out of range; allowed are 0 to 65535 and unlimited", c.Elections)
	case !isBound(c.Capacity):
		return fmt.Errorf("capacity %d: out of range; allowed are 0 to 65535 and unlimited", c.Capacity)
	case c.IsClocked() && c.Late > MostTicks:
		return fmt.Errorf("late %d: out of range; allowed are 0 to %d ticks", c.Late, MostTicks)
	case c.IsClocked() && c.Clock.T > MostTicks:
		return fmt.Errorf("t %d: out of range; allowed are 1 to %d ticks", c.Clock.T, MostTicks)
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

// validateRanks returns an error if the algorithm's own criterion is not a total order.
func (c Config) validateRanks() error {
	outranks := c.Algorithm.Outranks()
	if outranks == nil {
		return nil
	}
	if c.Criterion != model.ByID {
		return fmt.Errorf("criterion %s: not for %s, which has its own method Outranks; allowed is %s", c.Criterion, c.Algorithm.Name, model.ByID)
	}
	ascending := model.RankBy(c.IDs, outranks).Ascending()
	for i, a := range ascending {
		for j, b := range ascending {
			if outranks(a, b) != (i > j) {
				return fmt.Errorf("%s: the method Outranks is not a strict total order of %d and %d; exactly one of two processes outranks the other, without cycles",
					c.Algorithm.Name, a, b)
			}
		}
	}
	return nil
}

// validateTimers returns an error for timers without the methods that Timeouts needs.
func (c Config) validateTimers() error {
	able := c.Algorithm.Abilities()
	switch {
	case c.IsClocked() && able.Termed && !c.Algorithm.Own:
		return NoClock(c.Algorithm)
	case !able.Timed:
	case c.IsClocked() && !able.Clocked:
		return fmt.Errorf("timeouts %s: %s has timers without the method Ticks of model.Clocked", c.Timeouts, c.Algorithm.Name)
	case !c.IsClocked() && c.Timeouts != Any && !able.Awaiting:
		instead := Any
		if c.Algorithm.Own {
			instead = TimeoutsOf(c.Algorithm)[0]
		}
		return fmt.Errorf("timeouts %s: %s has timers without the methods CanCome and Concerns of model.Await; allowed without them is %s",
			c.Timeouts, c.Algorithm.Name, instead)
	}
	return nil
}

// NoClock is the error of a clock with an algorithm of the catalogue that has terms. An own election with Ticks can have both.
func NoClock(a model.Algorithm) error {
	return fmt.Errorf("timeouts %s: the model of %s has no periodic heartbeats, which a clock needs; allowed are %s, %s, %s",
		ByClock, a.Name, Sync, Perfect, Any)
}

// Promises reports whether the algorithm's author promises a property in this world.
func (c Config) Promises(property string) bool {
	return c.departures() == nil && slices.Contains(c.Algorithm.Promised, property)
}

// Promised lists the properties that the author promises in this world. If there are none, the error has the reason.
func (c Config) Promised() ([]spec.Property, error) {
	promised := slices.DeleteFunc(c.Algorithm.Meaningful(), func(p spec.Property) bool { return !slices.Contains(c.Algorithm.Promised, p.Name) })
	why := c.departures()
	switch {
	case why != nil:
		return nil, fmt.Errorf("%s promises nothing %s", c.Algorithm.Name, why[0].description)
	case len(promised) == 0:
		return nil, fmt.Errorf("%s promises nothing in any world", c.Algorithm.Name)
	}
	return promised, nil
}

// A departure is a difference of a world from the author's assumptions.
type departure struct {
	description string // "with -crashes=1"
	flag        string // the flag that undoes it; empty if one flag is not enough
}

// departures lists the differences of this world from the author's assumptions. Promises of an election with terms hold in every world.
func (c Config) departures() (all []departure) {
	a, own := c.Algorithm, TimeoutsOf(c.Algorithm)[0]
	if a.Own && (a.Terms() || c.isWithin(c.Author)) {
		return nil
	}
	if a.Own && c.Author != nil {
		return []departure{{"beyond its default world", ""}}
	}
	unless := func(isGood bool, name string, value, good any) {
		if value == Unlimited {
			value = "unlimited"
		}
		if !isGood {
			all = append(all, departure{fmt.Sprintf("with -%s=%v", name, value), fmt.Sprintf("-%s=%v", name, good)})
		}
	}
	unless(isAtMost(c.Crashes, a.Survives), "crashes", c.Crashes, a.Survives)
	unless(c.Restarts == 0 || a.Restarts != 0, "restarts", c.Restarts, 0)
	unless(c.Channels == FIFO || a.Terms(), "channels", c.Channels, FIFO)
	unless(c.Detector == PerfectDetector || !a.Detected(), "detector", c.Detector, PerfectDetector)
	switch {
	case a.Terms() || !a.Timed():
	case a.Clockwork() && !c.hasEnoughLinks():
		all = append(all, departure{"without enough timely links", ""})
	case a.Own && c.IsClocked() && !a.Clockwork():
		unless(c.GST == 0, "gst", c.GST, 0)
	case !a.Clockwork():
		unless(c.Timeouts == own, "timeouts", c.Timeouts, own)
	}
	return all
}

// isWithin reports whether the author's default world includes this one: it has the same channels, detector and timing, and at least
// the same budgets.
func (c Config) isWithin(author *Config) bool {
	return author != nil && isAtMost(c.Crashes, author.Crashes) && isAtMost(c.Restarts, author.Restarts) && isAtMost(c.Mistakes, author.Mistakes) &&
		c.Channels == author.Channels && isAtMost(c.Losses, author.Losses) && isAtMost(c.Duplicates, author.Duplicates) &&
		c.Detector == author.Detector && c.Timeouts == author.Timeouts && (!c.IsClocked() || isAtMost(c.GST, author.GST))
}

// isAtMost compares two budgets.
func isAtMost(budget, of int) bool {
	return of == Unlimited || budget != Unlimited && budget <= of
}

// WayBack lists the flags that change this world into one with the author's promises. It stops at a difference without a flag.
func (c Config) WayBack() (flags []string) {
	for _, d := range c.departures() {
		if d.flag == "" {
			break
		}
		flags = append(flags, d.flag)
	}
	return flags
}

// hasEnoughLinks reports whether the links that become timely are enough for the algorithm.
func (c Config) hasEnoughLinks() bool {
	if c.Timely == nil {
		return true
	}
	relying, is := c.protocol().(model.Relying)
	return is && relying.Suffices(c.IDs, c.Crashes, c.isTimely)
}
