package anonymous

import (
	"fmt"
	"slices"

	"interrex/checker"
)

// A Walk is the run in which all take turns: in a round each process takes the oldest message
// that was on its way to it when the round began, from the one side, and then from the other. It
// is fair, since no message waits for more than those before it.
type Walk struct {
	Rounds []checker.State // the states between rounds, the first one included
	Back   int             // the round after the last is this one again
}

// Lockstep follows that run of a table until it repeats itself. The error says where a round
// ends with processes that are not in the same local state, or not with the same messages on
// their way to them: on an anonymous ring that cannot be.
func (c Class) Lockstep(t Table) (Walk, error) {
	r, w := c.newRing(t), Walk{}
	for s := slices.Clone(r.begin); ; s = slices.Clone(s) {
		if w.Back = slices.IndexFunc(w.Rounds, func(old checker.State) bool { return slices.Equal(old, s) }); w.Back >= 0 {
			return w, nil
		}
		w.Rounds = append(w.Rounds, slices.Clone(s))
		for side := range r.sides() {
			if err := c.symmetric(s); err != nil {
				return w, fmt.Errorf("table %v, after %d rounds: %w", t, len(w.Rounds)-1, err)
			}
			r.round(s, side)
		}
	}
}

// round lets each process take the message of that side which is the oldest now.
func (r *ring) round(s checker.State, side int) {
	before := slices.Clone(s)
	for p := range r.Processes {
		if before[r.channel(p, side)] != 0 {
			r.deliver(s, p, side)
		}
	}
}

// symmetric says where two processes differ, if they do.
func (c Class) symmetric(s checker.State) error {
	for p := range c.Processes {
		if s[p] != s[0] {
			return fmt.Errorf("processes 1 and %d are in local states %d and %d", p+1, s[0], s[p])
		}
		for side := range c.sides() {
			if s[c.channel(p, side)] != s[c.channel(0, side)] {
				return fmt.Errorf("other messages are on their way to process %d than to process 1", p+1)
			}
		}
	}
	return nil
}

// fateInLockstep is what comes for ever of the run at the ends of its rounds, given the marks.
// Within a round one process may lead, when it has had its turn and others have not.
func (c Class) fateInLockstep(w Walk, marks int) Fate { return c.fateOf(w.Rounds[w.Back:], marks) }
