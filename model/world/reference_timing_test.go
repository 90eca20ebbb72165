package world_test

import (
	"cmp"
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

// recordLeader adds p to the history of leaders if it leads in its term (spec/election.md, 2.3).
func (w *reference) recordLeader(s *world.Plain, p int) {
	status := w.handler.Status(s.Processes[p].Local)
	leadership := world.Leadership{Term: status.Term, Leader: w.IDs[p]}
	if !w.Algorithm.Terms() || status.Elected != w.IDs[p] || status.Term == 0 || slices.Contains(s.Leaders, leadership) {
		return
	}
	s.Leaders = append(s.Leaders, leadership)
	slices.SortFunc(s.Leaders, func(a, b world.Leadership) int {
		return cmp.Or(cmp.Compare(a.Term, b.Term), cmp.Compare(a.Leader, b.Leader))
	})
}

// persisted returns the stable storage of a dead process, if it can restart (1.6).
func (w *reference) persisted(l model.Local) model.Local {
	if !w.Algorithm.Stable() || w.Restarts == 0 {
		return nil
	}
	return w.handler.Kept(l)
}

// mayFireInTerms is the table of raft.md, with its two conditions before the table.
func (w *reference) mayFireInTerms(s *world.Plain, i int, timer string) bool {
	own := w.handler.Status(s.Processes[i].Local)
	followers, answering, heard := true, 1, false
	for j, id := range w.IDs {
		if j == i || !s.Processes[j].Live {
			continue
		}
		status := w.handler.Status(s.Processes[j].Local)
		hears, reaches := !w.isCut(j, i), !w.isCut(i, j)
		followers = followers && (!reaches || status.Elected == w.IDs[i] && status.Term == own.Term)
		heard = heard || hears && status.Elected == id && status.Term >= own.Term
		if hears && reaches {
			answering++
		}
	}
	early := w.Timeouts == world.Any
	switch timer {
	case "H":
		return !followers && !isOnItsWay(s, i, -1, model.LEADER) && !isOnItsWay(s, -1, i, model.REFUSE)
	case "Q":
		return early || answering <= len(w.IDs)/2
	}
	if isOnItsWay(s, i, -1, model.REQUESTPREVOTE) || isOnItsWay(s, -1, i, model.PREVOTE, model.REFUSE) {
		return false
	}
	for k := range w.IDs {
		if w.Timeouts == world.Sync && !s.Processes[k].Live && hasMessageOnItsWay(s, k) {
			return false
		}
	}
	return early || !heard && !isOnItsWay(s, -1, -1, model.REQUESTVOTE, model.VOTE) && !isOnItsWay(s, -1, i, model.LEADER)
}

func (w *reference) isCut(from, to int) bool {
	return slices.Contains(w.Cut, world.Pair{From: w.IDs[from], To: w.IDs[to]})
}
