package world

import (
	"cmp"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"interrex/checker"
)

// A recurrence says of each step whether it may be part of a cycle (checker.Recurrence), by what is known of views.
//
// On a cycle nothing is used up, and the dead stay the same: budgets and the history of leaders have no way back. What each process
// sees goes round among its own views. So a step is on no cycle if it takes a process to a view from which no way leads back to the
// one it had, or sends a message that nobody can take in without such a step; and no message comes in on a cycle but what a step on a
// cycle sends. A tick takes all processes to other views. Each step that is excluded leaves fewer ways back: this goes on until no
// more are. If some are left, it is looked which views there are at all while the dead are the same, and done again.
type recurrence struct {
	*packing
	dead   [][]bool           // of each process, by view; nil if nobody ever is
	rounds map[uint64]*rounds // by who is dead
	nobody *rounds            // if nobody is
	empty  bool
	rows   int // that there are

	last   [mostWords]uint64 // the row that was asked about last, if any, and its rounds
	lastOf *rounds
}

// rounds are the ways on which processes can go round while the dead are the same.
type rounds struct {
	occurs  [][]bool   // of each process, by view: there is a state with it; nil: not known
	classes [][]uint32 // of each process, by view: from each view of a class a way may lead to each other
	leaves  [][]bool   // of each process, by view: a step of its own may be part of a cycle
	turns   [][]bool   // of each process, by view: likewise, a step of a kind of which each cycle has one; nil: none is known
	ages    [][]bool   // of each process, by view: a tick may be, for all that this process sees
	ticks   bool       // a tick may be
	any     bool       // some step may be
}

// mostSetsOfDead is for how many it is found out which steps may be part of a cycle.
const mostSetsOfDead = 64

// Recurrence is part of checker.Recurring. Where the dead come back without end, nothing is told.
func (pk *packing) Recurrence(rows iter.Seq[checker.Row], states int) checker.Recurrence {
	sets := pk.setsOfDead()
	if pk.isTooMuch(sets) || states < fewRows*pk.views*len(sets) {
		return nil
	}
	pk.pushAsleep()
	r := &recurrence{packing: pk, rounds: map[uint64]*rounds{}}
	if len(sets) > 1 {
		r.findDead()
	}
	for _, dead := range sets {
		r.rounds[dead] = pk.roundsOf(dead, nil)
	}
	if r.nobody = r.rounds[0]; !r.findEmpty() {
		r.look(rows)
		for dead, found := range r.rounds {
			if found.any {
				r.rounds[dead] = pk.roundsOf(dead, found.occurs)
			}
		}
		r.nobody = r.rounds[0]
		if !r.findEmpty() && r.rows >= manyRows {
			for dead, found := range r.rounds {
				pk.findTurns(dead, found)
			}
		}
	}
	return r
}

// pushAsleep finds out which view a message makes of another, where both are known: the step that sends it may have slept wherever there
// was that other view. What else there is to know of steps that have slept is known from others of their processes.
func (pk *packing) pushAsleep() {
	if !pk.Sleeps() {
		return
	}
	for link := range pk.slots {
		for message, slot := range pk.slots[link] {
			if slot == 0 {
				continue
			}
			peer, place := &pk.peers[pk.hops[link].to], pk.hops[link].place
			for n := range peer.seen {
				at, v := &peer.pushed[n*peer.stride+int(slot)-1], &peer.seen[n]
				if *at != 0 || v.local == dead || pk.cut[link] {
					continue
				}
				if content := pk.channels.find(v.contents[place], number(message)); content != 0 {
					if after, known := peer.numbers[v.key(v.local, place, content)]; known {
						*at = after + 1
					}
				}
			}
		}
	}
}

// isTooMuch reports whether nothing can be told where these may be dead.
func (pk *packing) isTooMuch(dead []uint64) bool {
	return pk.many || pk.n > 64 || len(dead) > mostSetsOfDead || pk.may[restart] && pk.budgets.restarts.size == Unlimited
}

// fewRows is how many rows are searched in the time that is taken for each view, while the dead are the same, to find out which steps recur.
var fewRows = 1

// manyRows is how many rows must be searched for cycles before it is worth it to find out where to begin.
var manyRows = 1 << 15

// findEmpty finds out whether no step may be part of a cycle.
func (r *recurrence) findEmpty() bool {
	r.empty = true
	for _, found := range r.rounds {
		r.empty = r.empty && !found.any
	}
	return r.empty
}

// look finds out which views there are where some step may be part of a cycle.
func (r *recurrence) look(rows iter.Seq[checker.Row]) {
	for _, found := range r.rounds {
		for p := range r.peers {
			found.occurs = append(found.occurs, make([]bool, len(r.peers[p].views)))
		}
	}
	for row := range rows {
		r.rows++
		if found := r.of(row); found.any {
			for p := range found.occurs {
				found.occurs[p][r.spots[p].of(row)] = true
			}
		}
	}
}

// Sights is part of checker.Recurring.
func (pk *packing) Sights() func(checker.Row) (isNew, canTell bool) {
	seen := map[uint64][][]bool{} // by who is dead: of each process, by view
	return func(row checker.Row) (isNew, canTell bool) {
		if pk.many || pk.n > 64 {
			return false, false
		}
		dead := uint64(0)
		for p := range pk.peers {
			dead |= bit(pk.peers[p].views[pk.spots[p].of(row)].dead) << p
		}
		views := seen[dead]
		if views == nil {
			views = make([][]bool, len(pk.peers))
			seen[dead] = views
		}
		for p := range views {
			view := int(pk.spots[p].of(row))
			if more := len(pk.peers[p].views) - len(views[p]); more > 0 {
				views[p] = append(views[p], make([]bool, more)...)
			}
			isNew = isNew || !views[p][view]
			views[p][view] = true
		}
		return isNew, true
	}
}

// findDead finds out in which views processes are dead.
func (r *recurrence) findDead() {
	for _, peer := range r.peers {
		var dead []bool
		for i := range peer.views {
			dead = append(dead, peer.views[i].dead)
		}
		r.dead = append(r.dead, dead)
	}
}

// setsOfDead lists who may be dead at the same time, or more than mostSetsOfDead of that.
func (pk *packing) setsOfDead() []uint64 {
	most, sets := pk.budgets.crashes.size, []uint64{0}
	if most == Unlimited {
		most = pk.n
	}
	for p := 0; p < pk.n && len(sets) <= mostSetsOfDead; p++ {
		for _, dead := range sets {
			if bits.OnesCount64(dead) < most {
				sets = append(sets, dead|1<<p)
			}
		}
	}
	return sets
}

// IsEmpty is part of checker.Recurrence.
func (r *recurrence) IsEmpty() bool { return r.empty }

// of returns the rounds while those are dead who are in a row. All steps out of a state ask that.
func (r *recurrence) of(row checker.Row) *rounds {
	if r.dead == nil {
		return r.nobody
	}
	if last := checker.Row(r.last[:len(row)]); r.lastOf == nil || !slices.Equal(last, row) {
		copy(last, row)
		r.lastOf = r.find(row)
	}
	return r.lastOf
}

func (r *recurrence) find(row checker.Row) *rounds {
	dead := uint64(0)
	for p := range r.dead {
		dead |= bit(r.dead[p][r.spots[p].of(row)]) << p
	}
	if dead == 0 {
		return r.nobody
	}
	return r.rounds[dead]
}

// Leaves is part of checker.Recurrence.
func (r *recurrence) Leaves(row checker.Row) bool {
	rounds := r.of(row)
	ticks := rounds.ticks
	for p := range r.peers {
		view := r.spots[p].of(row)
		if rounds.leaves[p][view] {
			return true
		}
		ticks = ticks && rounds.ages[p][view]
	}
	return ticks
}

// Turns is part of checker.Recurrence.
func (r *recurrence) Turns(row checker.Row) bool {
	rounds := r.of(row)
	if rounds.turns == nil {
		return r.Leaves(row)
	}
	for p := range r.peers {
		if rounds.turns[p][r.spots[p].of(row)] {
			return true
		}
	}
	return false
}

// Recurs is part of checker.Recurrence.
func (r *recurrence) Recurs(from, to checker.Row) bool {
	for i, rest := range r.rest {
		if spot := &r.spots[r.n+i]; rest.cell != r.suspected.cell && spot.of(from) != spot.of(to) {
			return false
		}
	}
	classes := r.of(from).classes
	for p := range classes {
		if spot := &r.spots[p]; (from[spot.word]^to[spot.word])>>(spot.shift&63)&spot.mask != 0 && classes[p][spot.of(from)] != classes[p][spot.of(to)] {
			return false
		}
	}
	return true
}

// An exclusion finds out which steps are on no cycle while the dead are the same.
type exclusion struct {
	*packing
	rounds
	dead  uint64
	early bool     // timers may take a live leader for dead
	gone  []bool   // of each deed, that it is on no cycle
	sent  [][]bool // of each process, by slot, whether a message may come in on a cycle
	taken [][]bool // and whether it may be taken in
	loses bool     // messages may be lost on a cycle
}

// roundsOf finds out which steps may be part of a cycle while just these processes are dead. It may be known which views occur.
func (pk *packing) roundsOf(dead uint64, occurs [][]bool) *rounds {
	return &pk.newExclusion(dead, occurs).without(nil).rounds
}

// newExclusion has nothing excluded yet.
func (pk *packing) newExclusion(dead uint64, occurs [][]bool) *exclusion {
	e := &exclusion{packing: pk, dead: dead, gone: make([]bool, len(pk.deeds)), early: pk.newExpansion().firesEarly()}
	e.ticks, e.loses = pk.channels.clocked, pk.channels.clocked || pk.may[lose] && pk.budgets.losses.size == Unlimited
	for p := range pk.peers {
		views, slots := len(pk.peers[p].views), pk.peers[p].slots
		e.classes, e.leaves = append(e.classes, make([]uint32, views)), append(e.leaves, make([]bool, views))
		e.ages = append(e.ages, make([]bool, views))
		e.sent, e.taken = append(e.sent, make([]bool, slots)), append(e.taken, make([]bool, slots))
	}
	e.occurs = occurs
	return e
}

// without excludes what is on no cycle that has none of some deeds.
func (e *exclusion) without(some func(d *deed) bool) *exclusion {
	e.exclude(func(p int, view uint32, d *deed) bool { return !e.mayRecur(p, view, d) || some != nil && some(d) })
	for again := true; again; {
		e.classify()
		ticked := e.ticks
		e.ticks = ticked && e.findAges()
		again = e.exclude(func(p int, view uint32, d *deed) bool { return !e.leadsBack(p, view, d) }) || e.ticks != ticked
	}
	e.any = e.findLeaves()
	return e
}

// A turning is a kind of deeds: of a timeout, those of one timer of all processes.
type turning struct {
	kind  moveKind
	timer string
}

func (pk *packing) turningOf(d *deed) (t turning) {
	if t.kind = d.kind; d.kind == timeout {
		t.timer = pk.conditions[d.about].timer.Name
	}
	return t
}

// findTurns looks for a kind of deeds without which there is no cycle: then each cycle has one of them, and a search may begin where
// these are done. The kind that is done in the fewest views is tried first.
func (pk *packing) findTurns(dead uint64, is *rounds) {
	if !is.any {
		return
	}
	all, views := pk.newExclusion(dead, is.occurs).without(nil), map[turning]int{}
	all.eachDeed(func(_ int, _ uint32, d *deed) { views[pk.turningOf(d)]++ })
	kinds := slices.SortedFunc(maps.Keys(views), func(a, b turning) int {
		return cmp.Or(views[a]-views[b], int(a.kind)-int(b.kind), strings.Compare(a.timer, b.timer))
	})
	for _, kind := range kinds {
		if pk.newExclusion(dead, is.occurs).without(func(d *deed) bool { return pk.turningOf(d) == kind }).any {
			continue
		}
		for p := range pk.peers {
			is.turns = append(is.turns, make([]bool, len(pk.peers[p].views)))
		}
		all.eachDeed(func(p int, view uint32, d *deed) { is.turns[p][view] = is.turns[p][view] || pk.turningOf(d) == kind })
		return
	}
}

// eachDeed visits all deeds that are known and not excluded.
func (e *exclusion) eachDeed(visit func(p int, view uint32, d *deed)) {
	for p := range e.peers {
		for view := range e.peers[p].views {
			e.deedsOf(p, uint32(view), func(i uint32) { visit(p, uint32(view), &e.deeds[i]) })
		}
	}
}

// findLeaves finds out in which views there is a step that may be part of a cycle, and reports whether in any.
func (e *exclusion) findLeaves() (any bool) {
	any = e.ticks
	for p := range e.peers {
		for view := range e.peers[p].views {
			at := &e.leaves[p][view]
			e.deedsOf(p, uint32(view), func(uint32) { *at = true })
			e.lossesOf(p, uint32(view), func(after uint32) { *at = *at || e.classes[p][view] == e.classes[p][after] })
			any = any || *at
		}
	}
	return any
}

// findAges finds out in which views a tick leaves a way back, and reports whether in any of each process.
func (e *exclusion) findAges() bool {
	all := true
	for p := range e.peers {
		any := false
		for view := range e.peers[p].views {
			at := &e.ages[p][view]
			*at = false
			e.olderThan(p, uint32(view), func(after uint32) { *at = e.classes[p][view] == e.classes[p][after] })
			any = any || *at
		}
		all = all && any
	}
	return all
}

// olderThan visits the view a tick later, if ticks may pass on a cycle.
func (e *exclusion) olderThan(p int, view uint32, visit func(after uint32)) {
	if e.ticks && e.mayOccur(p, view) && e.peers[p].views[view].dead == e.isDead(p) && e.peers[p].ages[view].older != 0 {
		visit(e.peers[p].ages[view].older - 1)
	}
}

// exclude excludes deeds, and reports whether there were any.
func (e *exclusion) exclude(isOut func(p int, view uint32, d *deed) bool) (any bool) {
	for p := range e.peers {
		for view := range e.peers[p].views {
			e.deedsOf(p, uint32(view), func(i uint32) {
				e.gone[i] = isOut(p, uint32(view), &e.deeds[i])
				any = any || e.gone[i]
			})
		}
	}
	return any
}

func (e *exclusion) isDead(p int) bool { return e.dead>>p&1 != 0 }

// mayOccur reports whether there may be a state with a view. A view through which a process passes within a step need not occur.
func (e *exclusion) mayOccur(p int, view uint32) bool { return e.occurs == nil || e.occurs[p][view] }

// deedsOf visits the deeds of a process with a view that are known and not excluded.
func (e *exclusion) deedsOf(p int, view uint32, visit func(i uint32)) {
	v := &e.peers[p].views[view]
	if e.isDead(p) || !e.mayOccur(p, view) {
		return
	}
	if v.takings > 0 {
		first := int(v.takings) - 1
		for i, end := e.takings[first], e.takings[first+len(e.incoming[p])]; i < end; i++ {
			if !e.gone[i] {
				visit(i)
			}
		}
	}
	if v.own > 0 {
		for i := v.own - 1; i < v.own-1+v.owns; i++ {
			if !e.gone[i] {
				visit(i)
			}
		}
	}
}

// lossesOf visits the views without one of the messages, if they may be lost on a cycle.
func (e *exclusion) lossesOf(p int, view uint32, visit func(after uint32)) {
	if !e.loses || e.isDead(p) || !e.mayOccur(p, view) {
		return
	}
	for _, at := range e.peers[p].seen[view].losses {
		for _, after := range at {
			visit(after)
		}
	}
}

// pushesOf visits the views with one more message that may come in on a cycle.
func (e *exclusion) pushesOf(p int, view uint32, visit func(slot int, after uint32)) {
	peer := &e.peers[p]
	if peer.views[view].dead {
		return
	}
	for slot, sent := range e.sent[p] {
		if after := peer.pushed[int(view)*peer.stride+slot]; sent && after != 0 && after != tooMuch {
			visit(slot, after-1)
		}
	}
}

// mayRecur reports whether a deed has been done, spends nothing, and may be done while the dead are these.
func (e *exclusion) mayRecur(p int, view uint32, d *deed) bool {
	b := &e.budgets
	if d.to == notYet || d.blocked {
		return false
	}
	switch d.kind {
	case deliverAgain:
		return b.duplicates.size == Unlimited
	case timeout:
		return e.mayFire(&e.conditions[d.about])
	case report:
		return e.isDead(int(d.about)) || b.mistakes.size == Unlimited
	case detect:
		return e.isDead(int(d.about))
	case withdraw:
		return !e.isDead(int(d.about))
	case suspect:
		return !e.isDead(int(d.about)) && (e.early || b.mistakes.size == Unlimited)
	case start:
		return b.starts.size == Unlimited || e.peers[p].seen[view].traits.fresh
	}
	return true
}

// mayFire reports whether a timer of that condition has fired while the dead were these.
func (e *exclusion) mayFire(c *condition) bool {
	if c.anew { // and nobody has kept what it said
		return true
	}
	about, living := uint64(0), uint64(0)
	for f, mark := range e.factBits {
		if f.kind == lives {
			about |= mark
			living |= bit(!e.isDead(f.process)) * mark
		}
	}
	for _, a := range c.answers {
		if a.may && (a.true^living)&a.asked&about == 0 {
			return true
		}
	}
	return false
}

// classify finds out between which views ways lead to and fro.
func (e *exclusion) classify() {
	for p := range e.peers {
		clear(e.sent[p])
		clear(e.taken[p])
	}
	for p := range e.peers {
		for view := range e.peers[p].views {
			e.deedsOf(p, uint32(view), func(i uint32) {
				for _, late := range e.moments() {
					e.sendsOf(p, &e.deeds[i], late, func(q int, slot uint32) {
						if slot != 0 {
							e.sent[q][slot-1] = true
						}
					})
				}
			})
		}
	}
	for p := range e.peers {
		e.classifyViews(p)
	}
}

// classifyViews is classify for the views of one process.
func (e *exclusion) classifyViews(p int) {
	var all []uint32
	for view := range e.peers[p].views {
		all = append(all, uint32(view))
	}
	class := uint32(0)
	checker.Components(len(all), all, func(view uint32, to []uint32) []uint32 {
		e.deedsOf(p, view, func(i uint32) { to = append(to, e.deeds[i].to) })
		e.lossesOf(p, view, func(after uint32) { to = append(to, after) })
		e.pushesOf(p, view, func(_ int, after uint32) { to = append(to, after) })
		e.olderThan(p, view, func(after uint32) { to = append(to, after) })
		return to
	}, func(views []uint32) {
		class++
		for _, view := range views {
			e.classes[p][view] = class
		}
	})
	for _, view := range all {
		e.pushesOf(p, view, func(slot int, after uint32) {
			e.taken[p][slot] = e.taken[p][slot] || e.classes[p][view] == e.classes[p][after]
		})
	}
}

// leadsBack reports whether ways back are left to who does a deed, and to whoever takes in what it sends.
func (e *exclusion) leadsBack(p int, view uint32, d *deed) bool {
	if e.classes[p][view] != e.classes[p][d.to] {
		return false
	}
	for _, late := range e.moments() {
		may := true
		e.sendsOf(p, d, late, func(q int, slot uint32) { may = may && slot != 0 && e.taken[q][slot-1] })
		if may {
			return true
		}
	}
	return false
}

// moments are those that make a difference to what is sent: the bounds of the clock hold or, late, they do not hold yet.
func (e *exclusion) moments() []bool { return []bool{false, true}[:1+bit(e.gst.cell >= 0)] }

// sendsOf visits what is sent to the living if process p does a deed: to whom, and in which of its slots. That is 0 if it has
// never been sent so.
func (e *exclusion) sendsOf(p int, d *deed, late bool, visit func(q int, slot uint32)) {
	first := d.sends + uint32(bit(late))*uint32(d.count)
	for i := first; i < first+uint32(d.count); i++ {
		s := &e.sends[i]
		q, slot := s.to, s.slot
		if q < 0 {
			q = e.living(p, q, e.isDead)
			slot = e.slotOn(e.linkOf[p][q], s, late)
		}
		if (q == p || !e.isDead(q)) && !e.cut[e.linkOf[p][q]] {
			visit(q, slot)
		}
	}
}

// slotOn is the slot of what is sent to the next process, if it goes over a link. It is 0 if it never has.
func (e *exclusion) slotOn(link int, s *sending, late bool) uint32 {
	message := s.message
	if e.channels.clocked {
		known := e.channels.posted.get(e.deadline(link, int(s.within), late).key(message))
		if known == nil {
			return 0
		}
		message = *known
	}
	if int(message) < len(e.slots[link]) {
		return e.slots[link][message]
	}
	return 0
}
