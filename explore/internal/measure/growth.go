package measure

import (
	"slices"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// draws reports whether processes draw lots in such a world. Draws may go on without end, and so may chains of
// messages, where the world itself has finitely many states.
func draws(c world.Config) bool { return c.Algorithm.Draws() }

// growing finds, for each stretch, a run with a cycle that makes a chain of messages longer in each round,
// among those that show an unbounded number of messages; nil: none found. Least is the least length of chains;
// 0: any length.
func (m *Point) growing(c world.Config) (endless []*Extreme, least int) {
	for _, s := range m.Until {
		var found *Extreme
		for _, cost := range s.Costs {
			if e := cost.Greatest; found == nil && draws(c) && e.Unbounded && grows(c, e.path()) {
				found, least = &e, leastLength
			}
		}
		endless = append(endless, found)
	}
	return endless, least
}

// settle completes the delays that were measured with chains of at most that many messages. It reports whether
// they are those of chains of any length.
func (m *Point) settle(endless []*Extreme, most int) bool {
	for i, s := range m.Until {
		delays := &s.Costs[len(s.Costs)-1]
		if endless[i] != nil {
			delays.Greatest = *endless[i]
		}
		if most > 0 && (delays.Least.Cost >= most || !delays.Greatest.Unbounded && delays.Greatest.Cost >= most) {
			return false
		}
	}
	return true
}

// grows follows a lasso of the world with messages that carry the length of their chain, until a length cannot be
// explained otherwise than by growth.
//
// Each length in the last state of a round comes from one in its first state, plus at most the number of steps,
// or began in the round. If no length of the first state comes back to its own place greater than it was, no
// length ever exceeds the greatest one by more than what a round adds for each place. If one does, it does so
// within as many rounds as there are places.
func grows(c world.Config, lasso *checker.Path) bool {
	if c.Channels == world.Bag { // messages that are alike but for their lengths have no places
		return false
	}
	w := world.New(chained(c, 0))
	var at checker.State
	w.Init(func(s checker.State) { at = slices.Clone(s) })
	longest, sent := 0, 0
	follow := func(steps []checker.Transition) bool {
		for _, t := range steps {
			if taken, isChained := w.Taken(at, t.Step).(model.Chained); isChained {
				longest = max(longest, taken.Length)
			}
			w.Sent(at, t.Step, func(model.Message, bool) { sent++ })
			next := checker.State(nil)
			w.Steps(at, func(step checker.Step, to checker.State) {
				if step.Code == t.Step.Code && to != nil {
					next = slices.Clone(to)
				}
			})
			if next == nil {
				return false
			}
			at = next
		}
		return true
	}
	if !follow(lasso.Stem) {
		return false
	}
	places := sent + len(c.IDs) // the messages on their way, and the draws that are owed
	most := len(lasso.Stem) + (places+1)*len(lasso.Cycle)
	for range places * (most + 1) {
		if !follow(lasso.Cycle) {
			return false
		}
		if longest > most {
			return true
		}
	}
	return false
}

// The greatest lengths of chains that are tried: each is twice the one before.
const (
	leastLength = 8
	mostLength  = 1024
)
