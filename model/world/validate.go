package world

import (
	"cmp"
	"fmt"
	"slices"
)

// MaxProcesses is how many processes a world can have: a set of them is one machine word.
const MaxProcesses = 64

// Validate says what is wrong with a world, in one line that says what is allowed.
func (c Config) Validate() error {
	if err := c.Algorithm.Validate(); err != nil {
		return err
	}
	if err := c.validateWords(); err != nil {
		return err
	}
	if err := c.validateTimers(); err != nil {
		return err
	}
	if n := len(c.IDs); n < 1 || n > MaxProcesses {
		return fmt.Errorf("%d ids: there must be 1 to %d processes", n, MaxProcesses)
	}
	for i, id := range c.IDs {
		if id < 1 || id > 1<<31-1 {
			return fmt.Errorf("id %d: ids are 1 to %d", id, 1<<31-1)
		}
		if slices.Contains(c.IDs[:i], id) {
			return fmt.Errorf("id %d is given twice: ids are distinct", id)
		}
	}
	for _, id := range c.Initiators {
		if !slices.Contains(c.IDs, id) {
			return fmt.Errorf("initiator %d: there is no such process; the ids are %v", id, c.IDs)
		}
	}
	if err := c.validateMerits(); err != nil {
		return err
	}
	for _, b := range c.amounts() {
		if left := b.value == Usual && (b.name == "elections" || b.name == "capacity"); !left && (b.value < Unlimited || b.value > 65535) {
			return fmt.Errorf("%s %d: it is 0 to 65535, or unlimited", b.name, b.value)
		}
	}
	if a := c.Algorithm; c.Initial == SelfElected && (a.Terms || a.Anonymous) {
		return fmt.Errorf("initial %s: %s has no such beginning; it is %s or %s", SelfElected, a.Name, NobodyElected, LeaderElected)
	}
	if err := c.validateTerms(); err != nil {
		return err
	}
	if c.IsClocked() {
		if err := c.validateClock(); err != nil {
			return err
		}
	}
	return c.validateCounters()
}

// validateWords says which word there is not.
func (c Config) validateWords() error {
	return cmp.Or(
		isWord("criterion", c.Criterion), isWord("crash-points", c.CrashPoints), isWord("initial", c.Initial),
		isWord("timeouts", c.Timeouts), isWord("detector", c.Detector), isWord("channels", c.Channels), isWord("repair", c.Repair),
		isWord("reading", c.Reading), isWord("watchers", c.Watchers))
}

func isWord[W interface {
	~string
	Values() []W
}](name string, word W) error {
	if all := word.Values(); !slices.Contains(all, word) {
		return fmt.Errorf("%s %q: it is one of %v", name, string(word), all)
	}
	return nil
}

// validateMerits says what cannot be the load or the log of a process.
func (c Config) validateMerits() error {
	if c.Loads != nil && len(c.Loads) != len(c.IDs) || c.Logs != nil && len(c.Logs) != len(c.IDs) {
		return fmt.Errorf("%d loads, %d logs: there is one for each of the %d processes", len(c.Loads), len(c.Logs), len(c.IDs))
	}
	for _, load := range c.Loads {
		if load < 1 || load > 65535 {
			return fmt.Errorf("load %d: it is 1 to 65535", load)
		}
	}
	for _, l := range c.Logs {
		if l.Term < 0 || l.Term > MostTerm || l.Length < 0 || l.Length > MostTerm {
			return fmt.Errorf("log %v: its term and its length are 0 to %d", l, MostTerm)
		}
	}
	return nil
}

type amount struct {
	name  string
	value int
}

func (c Config) amounts() []amount {
	return []amount{
		{"crashes", c.Crashes}, {"restarts", c.Restarts}, {"starts", c.Starts}, {"mistakes", c.Mistakes},
		{"losses", c.Losses}, {"duplicates", c.Duplicates}, {"elections", c.Elections}, {"capacity", c.Capacity},
		{"gst", c.GST},
	}
}

// validateTimers says what an algorithm with timers lacks by which the world knows when they fire.
func (c Config) validateTimers() error {
	able := c.Algorithm.Abilities()
	switch {
	case !able.Timed:
	case c.IsClocked() && !able.Clocked:
		return fmt.Errorf("timeouts %s: %s has timers, and the method Ticks of model.Clocked is missing", c.Timeouts, c.Algorithm.Name)
	case !c.IsClocked() && c.Timeouts != Any && !able.Awaiting:
		return fmt.Errorf("timeouts %s: %s has timers, and the methods CanCome and Concerns of model.Await are missing; without them it is %s",
			c.Timeouts, c.Algorithm.Name, Any)
	}
	return nil
}
