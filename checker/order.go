package checker

import (
	"errors"
	"slices"
)

// An order tells which steps lead back, to states of no higher rank, where states are on disk and it matters: for whether there may be
// cycles in a reduced graph, as long as no step is known to lead back; and for which of its steps may be keys, if these
// must lead beyond. The states of a level are expanded in blocks: those of the current one are in the store's table, and
// all before it in sorted runs of their own.
type order struct {
	passed   runs     // of the states before the block
	from, to int      // the block
	cautious bool     // something has gone wrong in a block: from now on each is of one state
	scouting bool     // the workers make the steps that may be keys, to find out where they lead
	beyond   []uint64 // of these, those that do not lead to a state before the block, as records have them, in their order
}

// matters reports whether it matters which steps lead back.
func (sp *spill) matters() bool {
	return sp.reducer != nil && sp.script == nil && (!sp.reducer.loose || !sp.backward)
}

// beginOrder finds out what lies before the next state to be expanded, if that matters.
func (sp *spill) beginOrder() error {
	sp.endOrder()
	if !sp.matters() {
		return nil
	}
	sp.order = &order{from: sp.expanded, to: sp.expanded}
	return sp.enterAll(&sp.order.passed, 0, sp.expanded)
}

// endOrder gives the files back.
func (sp *spill) endOrder() {
	if sp.order != nil {
		sp.order.passed.drop(sp.disk)
		sp.order = nil
	}
}

// within is the end of a round that should go up to to, where blocks matter: it goes no further than its block. Nothing is
// expanded if it is where the round begins.
func (sp *spill) within(to int) (int, error) {
	if sp == nil || sp.order == nil || sp.script != nil {
		return to, nil
	}
	if o := sp.order; sp.expanded < o.from || sp.expanded >= o.to {
		if err := sp.settle(true); err != nil || sp.bound != "" {
			return sp.expanded, err
		}
		if sp.order == nil { // a step has led back
			return to, nil
		}
		if err := sp.openBlock(to); err != nil || sp.bound != "" {
			return sp.expanded, err
		}
	}
	return min(to, sp.order.to), nil
}

// openBlock begins a block with the next state to be expanded: of this one alone if the round has no other.
func (sp *spill) openBlock(to int) (err error) {
	o := sp.order
	if err := sp.enterAll(&o.passed, o.from, o.to); err != nil {
		return sp.orFull(err)
	}
	o.from = sp.expanded
	o.to = sp.levelEnd
	if o.cautious || to == o.from+1 {
		o.to = o.from + 1
	}
	branching := sp.steps/max(sp.expanded, 1) + 1
	o.to = min(o.to, o.from+max(sp.most/sp.stride/branching, 1))
	if !sp.reducer.loose {
		err = sp.scout()
	}
	if o.to > o.from+1 && errors.As(err, new(*ModelPanic)) { // what goes wrong first is found out in single blocks
		o.cautious, o.to = true, o.from+1
		err = sp.scout()
	}
	if err != nil {
		return sp.orFull(err)
	}
	sp.store.indexPart(o.from, o.to)
	return nil
}

// scout finds out which of the steps out of the states of the block that may be keys lead beyond. The block ends before a
// state for whose successors rows have no room.
func (sp *spill) scout() error {
	o := sp.order
	o.scouting = true
	defer func() { o.scouting = false }()
	for at := o.from; at < o.to; {
		reached := sp.run.expand(at, min(o.to, at+sp.block()))
		if err := sp.firstPanic(); err != nil {
			sp.used = 0
			return err
		}
		sp.takeRows()
		if at = reached; sp.outgrown {
			o.to = at
		}
	}
	all, err := o.passed.subtract(sp.byRow(), sp.stride)
	if err != nil {
		return &DiskError{err}
	}
	o.beyond = o.beyond[:0]
	for at := sp.stride - 1; at < len(all); at += sp.stride {
		o.beyond = append(o.beyond, all[at])
	}
	slices.Sort(o.beyond)
	return nil
}

// isScouting reports whether steps are made to find out where they lead.
func (sp *spill) isScouting() bool { return sp != nil && sp.order != nil && sp.order.scouting }

// scoutOne is expandOne for a scout.
func (w *worker) scoutOne(rank uint32, learn bool) bool {
	if !w.make(rank, learn, false, 0) {
		return false
	}
	if w.run.reducer.tries(rank) == [2]bool{} {
		return true
	}
	w.pick.gather()
	for left := w.pick.keys; !left.IsEmpty(); {
		op := left.First()
		left = left.Minus(Operations{}.With(op))
		w.collect(slices.Index(w.pick.of, op))
	}
	return true
}

// leadsBeyond reports whether a step leads to a state that is not known when its level begins, or has a higher rank than the one that
// it leaves. It is the step at a place among those of a state in the block.
func (sp *spill) leadsBeyond(rank uint32, place int, row Row) bool {
	if to, known := sp.store.lookUp(row); known {
		return to > rank
	}
	_, is := slices.BinarySearch(sp.order.beyond, uint64(rank)<<32|uint64(place))
	return is
}

// lookBack finds out whether the steps of the round lead back within the block.
func (sp *spill) lookBack() {
	if sp.order == nil || sp.backward {
		return
	}
	for _, s := range sp.stretches {
		c := cursor{stretch: s}
		for i, hash := range s.hashes {
			if to, known := sp.store.find(s.key(uint32(i)), hash); known && to <= c.parentOf(uint32(i)) {
				sp.backward = true
				return
			}
		}
	}
}

// lookFarBack finds out whether the steps that are set aside lead back before the block. Such a row is not new.
func (sp *spill) lookFarBack(records []uint64) (left []uint64, err error) {
	if sp.order == nil {
		return records, nil
	}
	n := len(records)
	if records, err = sp.order.passed.subtract(records, sp.stride); err != nil {
		return nil, err
	}
	if sp.backward = sp.backward || len(records) < n; !sp.matters() {
		sp.endOrder()
	}
	return records, nil
}

// indexPart makes the table of the rows of the log whose ranks are in [from, to).
func (s *store) indexPart(from, to int) {
	size := s.table.size
	for size*2 < (to-from)*3 {
		size = larger(size)
	}
	s.begin(size)
	s.table.admit(to)
	for rank := uint32(from); int(rank) < to; rank++ {
		s.table.putAlone(s.hash(s.log.at(rank)), rank+1)
	}
	s.table.used = to - from
}
