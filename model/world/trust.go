package world

import (
	"fmt"
	"math/bits"
)

// What a world says to algorithms that count, and number their messages.

// MostCounters is how far a counter can count.
const MostCounters = 100

const defaultCounters = 3

// mostNumbers is how many numbers there can be: the ages of messages are the bits of a byte.
const mostNumbers = 8

// numbers is how many numbers the messages of one process need. A message is sent on by each other
// process at most once, so that no copy of it is under way after so many hops; then its number may
// be given again. One number more is for who has sent already in a tick, and one for who has not.
func (c Config) numbers() int {
	if !c.Algorithm.Numbering {
		return 0
	}
	hop := c.Clock.Tm + c.Clock.Tp
	if c.GST != 0 || c.Timely != nil {
		hop = max(hop, c.Late)
	}
	return (len(c.IDs)-1)*hop/c.Clock.Eta + 2
}

// suffices reports whether the links that are timely in the end are enough for an Ω: all, or those
// of lecture 003's Property 1.
func (c Config) suffices() bool {
	return c.Timely == nil || c.Algorithm.Sparse && c.HasProperty1()
}

// HasProperty1 reports whether in each run, whoever has died, a live process reaches all live ones on
// paths of timely links and live processes.
func (c Config) HasProperty1() bool {
	for alive := 1; alive < 1<<len(c.IDs); alive++ {
		dead := len(c.IDs) - bits.OnesCount(uint(alive))
		if (c.Crashes == Unlimited || dead <= c.Crashes) && !c.someoneReaches(alive) {
			return false
		}
	}
	return true
}

// someoneReaches reports whether one of a set of processes reaches all of it.
func (c Config) someoneReaches(alive int) bool {
	for root := range c.IDs {
		reached, before := alive&(1<<root), 0
		for reached != before {
			before = reached
			for from := range c.IDs {
				for to := range c.IDs {
					if reached>>from&1 == 1 && from != to && c.isTimely(c.IDs[from], c.IDs[to]) {
						reached |= alive & (1 << to)
					}
				}
			}
		}
		if reached == alive {
			return true
		}
	}
	return false
}

// validateCounters says what is wrong with counters and numbers.
func (c Config) validateCounters() error {
	a := c.Algorithm
	if a.Counting && (c.Counters < 1 || c.Counters > MostCounters) {
		return fmt.Errorf("counters %d: they count to 1 to %d", c.Counters, MostCounters)
	}
	if !a.Numbering {
		return nil
	}
	if c.Restarts != 0 {
		return fmt.Errorf("restarts: a process of %s that came back would number its messages anew; allowed is 0", a.Name)
	}
	if c.numbers() > mostNumbers {
		return fmt.Errorf("eta %d: a message can be under way for %d periods, allowed are %d; let it be longer, or messages faster", c.Clock.Eta, c.numbers()-2, mostNumbers-2)
	}
	return nil
}
