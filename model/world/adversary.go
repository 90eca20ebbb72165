package world

import (
	"interrex/checker/component"
	"interrex/model"
	"slices"
)

// A budget is a kind of move that the adversary has a limited number of.
type budget uint8

const (
	crashes budget = iota
	restarts
	starts
	mistakes
	losses
	duplicates
	firings // of timers that may fire at any moment
	budgets
)

// budgetNames are the flags of the budgets.
var budgetNames = [budgets]string{"crashes", "restarts", "starts", "mistakes", "losses", "duplicates", "timeouts-left"}

// An adversary is the rest of each budget; Unlimited means no limit. A message to it is a budget, to be reduced by one.
type adversary [budgets]int

// budgets returns the adversary of the initial state.
func (s *system) budgets() (a adversary) {
	c := s.config
	a[crashes], a[restarts], a[starts], a[firings] = c.Crashes, c.Restarts, c.Starts, Unlimited
	if c.Timeouts == Any {
		a[firings] = c.Firings
	}
	if c.Errs() {
		a[mistakes] = c.Mistakes
	}
	switch c.Channels {
	case Lossy:
		a[losses] = c.Losses
	case Duplicating:
		a[duplicates] = c.Duplicates
	}
	return a
}

// spend returns the rest after one move with a budget.
func (a adversary) spend(b budget) adversary {
	if a[b] > 0 {
		a[b]--
	}
	return a
}

// has asks whether a budget is not used up.
type has struct{ budget }

func (q has) Holds(v component.Value) bool { return v.(adversary)[q.budget] != 0 }

// has reports whether a budget is not used up. A budget that is always empty or unlimited needs no question.
func (a *actor) has(b budget) bool {
	switch whole := a.whole[b]; {
	case whole == 0:
		return false
	case whole == Unlimited && b != mistakes:
		return true
	}
	return a.ask.Is(a.adversary, has{b})
}

// inBudget is the guard of a move that uses a budget.
func (a *actor) inBudget(b budget) reason {
	switch {
	case a.has(b):
		return nil
	case b == mistakes && a.config.Detector == EventuallyPerfect:
		return because("mistakes have ended")
	}
	return because("the budget -%s=%d is spent", budgetNames[b], a.whole[b])
}

// spending is the message that reduces a budget by one.
func (s *system) spending(b budget) []component.Send {
	if s.whole[b] == Unlimited {
		return nil
	}
	return []component.Send{{To: s.adversary, Message: b}}
}

// payment is the message that reduces the budget of a move.
func (a *actor) payment(m move) []component.Send {
	if b, isLimited := a.cost(m); isLimited {
		return a.spending(b)
	}
	return nil
}

// crashStep lets the process crash at the end of a step. Messages on their way to it are lost or, with the repair Resent, sent on.
// Messages that it has sent stay in the channels.
func (a *actor) crashStep(step component.Step) component.Step {
	if a.suspicions >= 0 {
		step.Sends = append(slices.Clip(step.Sends), component.Send{To: a.suspicions, Message: suspicion{clears: 1 << a.p}})
	}
	dead := core{}
	if a.able.Keeping && a.config.Restarts != 0 {
		dead.persisted = a.handler.Kept(a.v.state)
	}
	step.Next = process{a.internLocal(a.p, dead), a.emptyInbox()}
	if a.config.Repair == Resent && a.config.Algorithm.Topology.IsRing() {
		step = a.resend(step, model.Right)
		if a.config.Algorithm.Topology == model.BothWays {
			step = a.resend(step, model.Left)
		}
	}
	return step
}

// resend sends on the messages of one direction to a dead process, if another one lives. They go, in order, to the end of the channel
// between its neighbours. The messages of the nearest sender are the oldest ones, and go first.
func (a *actor) resend(step component.Step, way model.Way) component.Step {
	direction := 1
	if way == model.Left {
		direction = -1
	}
	before, after := a.neighbour(-direction), a.neighbour(direction)
	if after == a.p {
		return step
	}
	for distance := 1; distance <= a.n; distance++ {
		from := ((a.p-direction*distance)%a.n + a.n) % a.n
		for l := range a.v.inbox.channel(from).envelopes() {
			if model.WayOf(l.message) == way {
				again := l.inTransit
				again.from = before
				step = a.post(step, after, a.internEnvelope(again))
			}
		}
	}
	return step
}

// restarted returns a dead process after its restart: with the same id, in its initial local state or with its stable storage, and with
// empty incoming channels.
func (a *actor) restarted() process {
	state := a.v.persisted
	if state == nil {
		state = a.handler.Begin(a.id(), a.group, model.Nobody, true)
	}
	return a.begin(a.p, state, true)
}
