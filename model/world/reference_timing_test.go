package world_test

import (
	"slices"

	"interrex/model"
	"interrex/model/world"
)

// mayFire is 1.9, with the tables of the four pages that have timers.
func (w *reference) mayFire(s *world.Plain, p int, t model.Timer) bool {
	switch {
	case w.IsClocked():
		return w.isUp(s, p, t)
	case w.Algorithm.Name == "raft":
		return w.mayFireInTerms(s, p, t.Name)
	case w.Timeouts == world.Any:
		return true
	case w.Algorithm.Name == "ring-watch":
		return w.mayMiss(s, t.Of)
	case w.Timeouts == world.Sync && w.isHigherOnItsWay(s, p):
		return false
	case t.Name == "T":
		return !isOnItsWay(s, -1, p, model.OK, model.REJECT) && !isOnItsWay(s, p, -1, model.ELECTION)
	case isOnItsWay(s, -1, p, model.COORDINATOR):
		return false
	}
	for j := range w.IDs {
		if w.isBelow(p, j) && s.Processes[j].Live && w.mayAnnounce(s, j) {
			return false
		}
	}
	return true
}

// mayMiss is the table of ring-watch.md: k is dead, and no ELECTED(k) is on its way.
func (w *reference) mayMiss(s *world.Plain, k model.ID) bool {
	return !s.Processes[slices.Index(w.IDs, k)].Live && !isCirculating(s, model.Elected{ID: k})
}

// isHigherOnItsWay reports whether a message of a dead j > i is on its way.
func (w *reference) isHigherOnItsWay(s *world.Plain, i int) bool {
	for j := range w.IDs {
		if w.isBelow(i, j) && !s.Processes[j].Live && hasMessageOnItsWay(s, j) {
			return true
		}
	}
	return false
}

// mayAnnounce reports whether a live process j runs an election, or a message on its way makes it start one.
func (w *reference) mayAnnounce(s *world.Plain, j int) bool {
	status := w.handler.Status(s.Processes[j].Local)
	switch {
	case status.TakesPart, isOnItsWay(s, -1, j, model.ELECTION):
		return true
	case w.Algorithm.Name == "bully-recovery": // BR8, BR9
		return status.Recovering || isOnItsWay(s, -1, j, model.COORDINATOR)
	}
	return false
}

// hasMessageOnItsWay reports whether a message of p is on its way.
func hasMessageOnItsWay(s *world.Plain, p int) bool {
	return slices.ContainsFunc(s.Channels[p], func(m []model.Message) bool { return len(m) > 0 })
}

// isOnItsWay reports whether a message of one of the kinds is on its way from p to q; -1 means any process.
func isOnItsWay(s *world.Plain, p, q int, kinds ...model.Kind) bool {
	for from, channels := range s.Channels {
		for to, messages := range channels {
			for _, m := range messages {
				if (p < 0 || p == from) && (q < 0 || q == to) && slices.Contains(kinds, model.KindOf(m)) {
					return true
				}
			}
		}
	}
	return false
}

// isCirculating reports whether this message is on its way.
func isCirculating(s *world.Plain, m model.Message) bool {
	for _, channels := range s.Channels {
		for _, messages := range channels {
			if slices.Contains(messages, m) {
				return true
			}
		}
	}
	return false
}
