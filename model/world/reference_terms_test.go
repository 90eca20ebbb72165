package world_test

import (
	"cmp"
	"slices"

	"interrex/model"
	"interrex/model/world"
)

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
