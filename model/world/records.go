package world

import "interrex/checker"

// A record is what a deed leaves in the records of a world besides what it does to views: the history of leaders, and who
// has been suspected since it became the leader.
type record struct {
	leadership Leadership // that begins
	accused    uint64     // the places of those whom the process suspects, if they lead
	crowned    uint64     // its own place, if it becomes a leader
}

// recordOf is the number of what process p leaves in the records if event e turns one local state into another, 0 if nothing.
func (pk *packing) recordOf(p int, from, to checker.Cell, e event) uint32 {
	r := record{leadership: pk.traits(p, to).leadership}
	if pk.suspected.cell >= 0 {
		for _, q := range pk.accused(p, from, e) {
			r.accused |= 1 << q
		}
		if pk.leadsAs(p, to) && !pk.leadsAs(p, from) {
			r.crowned = 1 << p
		}
	}
	if r == (record{}) {
		return 0
	}
	pk.records = append(pk.records, r)
	return uint32(len(pk.records) - 1)
}

// write enters a record into a row.
func (x *rowExpander[R]) write(to *R, r record) {
	if r.leadership != (Leadership{}) {
		x.enter(to, r.leadership)
	}
	if x.suspecting == nil {
		return
	}
	accused := uint64(0)
	for q := range x.seats {
		if x.seats[q].view.leads {
			accused |= r.accused & (1 << q)
		}
	}
	x.suspect(to, (*x.suspected.sets.at(number(in(x.suspecting, to)))|accused)&^r.crowned)
}

// enter enters a leadership into the history of leaders.
func (x *rowExpander[R]) enter(to *R, leads Leadership) {
	history := checker.Cell(in(x.leading, to))
	n, known := x.World.leaders.with(history, leads)
	if !known {
		if x.unknown() {
			return
		}
		n = x.World.leaders.enter(history, leads)
	}
	x.keep(to, x.leading, x.World.leaders.cell, n)
}

// suspect makes the record of suspicions a set of places.
func (x *rowExpander[R]) suspect(to *R, set uint64) {
	n, known := x.suspected.known(set)
	if !known {
		if x.unknown() {
			return
		}
		n = x.suspected.number(set)
	}
	x.keep(to, x.suspecting, x.suspected.cell, n)
}

// forget takes process p out of the record of suspicions, if one is kept.
func (x *rowExpander[R]) forget(to *R, p int) {
	if x.suspecting != nil {
		x.suspect(to, *x.suspected.sets.at(number(in(x.suspecting, to)))&^(1<<p))
	}
}

// keep puts the number of a record into a row. If there is no room for it, the row is given up.
func (x *rowExpander[R]) keep(to *R, at *spot, cell int, n checker.Cell) {
	if at.fits(uint64(n)) {
		turn(at, to, in(at, to), uint32(n))
		return
	}
	if x.fits = false; x.learn {
		x.notice(cell, uint64(n))
	}
}

// notice makes rows have room for a number in a cell that belongs to no process.
func (pk *packing) notice(cell int, n uint64) {
	for i := range pk.rest {
		if rest := &pk.rest[i]; rest.cell == cell {
			rest.most = max(rest.most, n)
		}
	}
}
