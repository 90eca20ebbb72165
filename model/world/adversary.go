package world

import (
	"interrex/checker/component"
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

// An adversary is the rest of each budget; Unlimited means no limit.
type adversary [budgets]int

// A spending reduces a budget by one, or to 0 if ending is set.
type spending struct {
	of     budget
	ending bool
}

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

func (a adversary) spend(m spending) adversary {
	switch {
	case m.ending:
		a[m.of] = 0
	case a[m.of] > 0:
		a[m.of]--
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
	return []component.Send{{To: s.adversary, Message: spending{of: b}}}
}

// payment is the message that reduces the budget of a move.
func (a *actor) payment(m move) []component.Send {
	if b, isLimited := a.cost(m); isLimited {
		return a.spending(b)
	}
	return nil
}
