package world

import (
	"interrex/checker"
	"interrex/model"
)

// suspicions are a record of who has been suspected since it last became the leader: by a process whose
// detector has reported it or whose timer has given it up, or that has detected the death of its leader,
// rightly or not. Only where it is asked for is there a cell for it; it holds the number of a set
// of places, and that of the empty one is 0.
type suspicions struct {
	cell int // -1: no record is kept
	sets *table[uint64, uint64]
}

func newSuspicions() suspicions {
	s := suspicions{cell: -1, sets: newTable("suspicions", narrow, func(set uint64) uint64 { return set })}
	s.sets.number(0)
	return s
}

// of is the set of places of those who have been suspected.
func (r *suspicions) of(s checker.State) uint64 {
	if r.cell < 0 {
		return 0
	}
	return *r.sets.at(number(s[r.cell]))
}

// forget takes the process p out.
func (r *suspicions) forget(s checker.State, p int) {
	if r.cell >= 0 {
		s[r.cell] = checker.Cell(r.sets.number(r.of(s) &^ (1 << p)))
	}
}

// remember notes what the event e of process p, which has led to the state to, says of leaders: whom it
// suspects, and that p has become one.
func (x *expansion) remember(to checker.State, p int, e event) {
	if x.suspected.cell < 0 {
		return
	}
	set := x.suspected.of(to)
	for _, q := range x.accused(p, e) {
		if x.leads(x.from, q) {
			set |= 1 << q
		}
	}
	if x.leads(to, p) && !x.leads(x.from, p) {
		set &^= 1 << p
	}
	to[x.suspected.cell] = checker.Cell(x.suspected.sets.number(set))
}

func (w *World) leads(s checker.State, p int) bool {
	return s[p] != dead && w.traits(p, s[p]).elected == p
}

// accused lists the places of those whom p suspects when it handles the event e. To start without
// a cause is to suspect nobody, unless it stands for a detection too, which may be mistaken.
func (x *expansion) accused(p int, e event) []int {
	t := x.traits(p, x.from[p])
	switch e.kind {
	case model.Report:
		return []int{e.peer}
	case model.Detect:
		return []int{t.elected}
	case model.Start:
		if !x.detects && t.status.Idle && t.elected >= 0 && x.config.Timeouts == Any {
			return []int{t.elected}
		}
	case model.Timeout:
		timer := t.timers[e.peer]
		if timer.Of != model.Nobody {
			return x.places([]model.ID{timer.Of})
		}
		if accusing := x.handler.Accusing(); accusing != nil {
			return x.places(accusing.Accuses(x.group, x.config.IDs[p], t.status, timer))
		}
	}
	return nil
}
