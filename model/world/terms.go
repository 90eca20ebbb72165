package world

import (
	"fmt"
	"slices"
)

// MostTerm is the last term, and the greatest length, that a log may be given.
const MostTerm = 1000

// validateTerms says what is wrong with logs, options and links that are cut.
func (c Config) validateTerms() error {
	if !c.Algorithm.Terms {
		if c.PreVote || c.CheckQuorum || c.Cut != nil {
			return fmt.Errorf("pre-vote, check-quorum, cut: %s has no terms", c.Algorithm.Name)
		}
		return nil
	}
	if c.IsClocked() {
		return fmt.Errorf("timeouts %s: %s sends no heartbeat that is no news, which a clock would miss", c.Timeouts, c.Algorithm.Name)
	}
	for i, l := range c.Cut {
		if l.From == l.To || !slices.Contains(c.IDs, l.From) || !slices.Contains(c.IDs, l.To) {
			return fmt.Errorf("cut link %d-%d: it joins two of the processes %v", l.From, l.To, c.IDs)
		}
		if slices.Contains(c.Cut[:i], l) {
			return fmt.Errorf("cut link %d-%d is given twice", l.From, l.To)
		}
	}
	return nil
}
