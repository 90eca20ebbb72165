package world_test

import "interrex/model"

// rank is the number of processes that a process outranks: section 1.1 of spec/election.md.
func (w *reference) rank(id model.ID) int {
	below := 0
	for q, other := range w.IDs {
		if other != id && w.isBelow(q, w.place(id)) {
			below++
		}
	}
	return below
}

func (w *reference) place(id model.ID) int {
	for p, other := range w.IDs {
		if other == id {
			return p
		}
	}
	return -1
}

// isBelow compares two processes by index.
func (w *reference) isBelow(p, q int) bool {
	switch {
	case w.Criterion == model.ByLoad && w.Loads[p] != w.Loads[q]:
		return w.Loads[p] > w.Loads[q]
	case w.Criterion == model.ByLog && w.Logs[p].Term != w.Logs[q].Term:
		return w.Logs[p].Term < w.Logs[q].Term
	case w.Criterion == model.ByLog && w.Logs[p].Length != w.Logs[q].Length:
		return w.Logs[p].Length < w.Logs[q].Length
	}
	return w.IDs[p] < w.IDs[q]
}

// highest is the process with the greatest rank.
func (w *reference) highest() model.ID {
	highest := w.IDs[0]
	for _, id := range w.IDs {
		if w.rank(id) > w.rank(highest) {
			highest = id
		}
	}
	return highest
}
