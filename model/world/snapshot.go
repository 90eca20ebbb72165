package world

import (
	"interrex/checker"
	"interrex/model"
)

// A Snapshot is a whole state in words: all that makes it a state of its own. Two states of one
// World are the same exactly if their snapshots are.
type Snapshot struct {
	Members  []Member // in ring order
	InFlight []Flight // channel by channel, each in its order; in a bag, in that of the spelling
	Annals   []Reign  // that there have been, by term, then by id
	Budgets  []Budget // in a fixed order
	Reigns   []Reign  // that there have been, where leaders have terms: by term, then by id
	Settles  int      // ticks within which the bounds of the clock begin to hold: 0 if they do
}

// A Member is a process in a Snapshot. The local state of a dead one is what it has kept; else that
// of one who knows nothing, which stands for all that a dead process may have been.
type Member struct {
	ID        model.ID
	Live      bool
	Fresh     bool // restarted, and no step of the algorithm taken since
	Elections int  // that it may still begin, or Unlimited
	Variables []model.Variable
	Kept      []model.Variable // of a dead one: with what it would come back, if that differs
	Timers    []Running        // by the clock
	DeadFor   int              // ticks, as far as they matter
}

// A Budget is what the adversary may still do, or Unlimited.
type Budget struct {
	Name string
	Left int
}

// Snapshot puts a state into words.
func (w *World) Snapshot(s checker.State) Snapshot {
	snapshot := Snapshot{InFlight: w.inFlight(s), Annals: w.annals.of(s).reigns}
	switch {
	case !w.gst.has(s):
	case w.gst.size == Unlimited:
		snapshot.Settles = Unlimited
	default:
		snapshot.Settles = int(s[w.gst.cell])
	}
	for p, id := range w.config.IDs {
		m := Member{ID: id, Live: s[p] != dead, Elections: w.config.Elections}
		local := w.handler.Initial(model.Nobody)
		if kept := w.keptBy(s, p); kept != nil {
			local = kept
		}
		if m.Live {
			t := w.traits(p, s[p])
			local, m.Fresh, m.Elections, m.Timers = t.state, t.fresh, t.elections, t.running()
		} else if w.gravesAt >= 0 {
			grave := w.graves.at(number(s[w.gravesAt+p]))
			if m.DeadFor = grave.age; grave.kept != nil {
				m.Kept = model.Variables(w.group, grave.kept)
			}
		}
		m.Variables = model.Variables(w.group, local)
		snapshot.Members = append(snapshot.Members, m)
	}
	for i, b := range w.budgets.all() {
		snapshot.Budgets = append(snapshot.Budgets, Budget{budgetNames[i], b.left(s)})
	}
	return snapshot
}

// Links counts the channels: one from each process to each other or, on a ring, to each that the
// death of those between can make its next one.
func (w *World) Links() int { return len(w.links) }

// budgetNames are the names of budgets.all, in its order.
var budgetNames = [...]string{"crashes", "restarts", "starts", "mistakes", "losses", "duplicates"}
