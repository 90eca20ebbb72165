package world

import (
	"fmt"
	"slices"

	"interrex/spec"
)

// Promises reports whether the algorithm's author promises a property in this world: no more
// may befall the processes than the author reckons with.
func (c Config) Promises(property string) bool {
	return c.unreckoned() == "" && slices.Contains(c.Algorithm.Promised, property)
}

// Promised lists the properties that the author promises in this world. The error says why there is none.
func (c Config) Promised() ([]spec.Property, error) {
	promised := slices.DeleteFunc(c.Algorithm.Meaningful(), func(p spec.Property) bool { return !slices.Contains(c.Algorithm.Promised, p.Name) })
	why := c.unreckoned()
	switch {
	case why != "":
		return nil, fmt.Errorf("nothing is promised of %s %s", c.Algorithm.Name, why)
	case len(promised) == 0:
		return nil, fmt.Errorf("nothing is promised of %s in any world", c.Algorithm.Name)
	}
	return promised, nil
}

// unreckoned says what of the world its author does not reckon with, and what he does; "" if it is his.
func (c Config) unreckoned() string {
	a := c.Algorithm
	crashes := a.Survives != Unlimited && (c.Crashes == Unlimited || c.Crashes > a.Survives)
	switch {
	case crashes && a.Survives == 0:
		return "where a process may crash: give -crashes=0"
	case crashes:
		return fmt.Sprintf("where more than %d may crash: give -crashes=%[1]d", a.Survives)
	case c.Restarts != 0 && a.Restarts == 0:
		return "where a process may come back: give -restarts=0"
	case c.Channels != FIFO && !a.Terms:
		return "over channels that are " + string(c.Channels) + ": give -channels=fifo"
	case a.Detected() && c.Detector != PerfectDetector:
		return "with a detector that is " + string(c.Detector) + ": give -detector=perfect"
	case a.Terms || !a.Timed():
		return ""
	case a.Clockwork() && !c.suffices():
		return "with links that need not be timely enough: see -timely and -tm"
	case !a.Clockwork() && c.Timeouts != Sync:
		return "with timeouts that are " + string(c.Timeouts) + ": give -timeouts=sync"
	}
	return ""
}
