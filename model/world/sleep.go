package world

import (
	mathbits "math/bits"
	"slices"

	"interrex/checker"
)

// Which steps may sleep (checker.Sleeping). The classes are: for each link, its deliveries; for each process, the steps of
// its own; and, if these are not too many, for each process its crash. Other steps never sleep.
//
// A step of a process depends on its local state and, if it takes a message, on its link; it changes these, and adds to
// outgoing links. So it commutes with each step of another process, unless it sends to that process and the other takes
// from that link: behind a deed neither the classes of its process sleep nor those of the links that it adds to (deed.wakes).
// Further:
//
//   - A deed that depends on others (a timer, a detector, a detection, a suspicion) is asked for in the row where it
//     would sleep, and behind it nothing sleeps: it might not be possible after what should sleep (isTold).
//   - A mistaken report never sleeps: whether it is one depends on whether the other lives. Two starts take the same from
//     their budget in either order; all other deeds cost nothing.
//   - Deeds that leave something in the history of leaders never sleep, for their order may matter (withNone).
//   - A crash commutes with all steps of others, for messages to the dead vanish. It absorbs a step of its process that
//     changed only the view of the process, and nothing on stable storage (deed.lulls).
//   - On a repaired ring, receivers depend on the dead: nothing sleeps behind a crash, and a crash sleeps only behind what
//     it absorbs.
//   - A deed that may send two messages to one process never sleeps: in between, that process would have a view that
//     may be in no state.
//   - Behind a restart, a loss and steps of detectors, nothing sleeps; and nowhere by the clock, or where channels can be
//     full or repeat messages, where messages are sent on, or where suspicions are recorded.

// Sleeps is part of checker.Sleeping.
func (pk *packing) Sleeps() bool {
	return len(pk.links)+pk.n <= 64 && !pk.channels.clocked && pk.config.Capacity == Unlimited && !pk.may[deliverAgain] &&
		!pk.resends && pk.World.suspected.cell < 0
}

// noClass is the class of steps that never sleep.
const noClass = 64

// crashOf is the class of the crash of a process. It has none if there would be too many, or if steps of no class come before it.
func (w *World) crashOf(p int) int {
	if len(w.links)+2*w.n > noClass || w.may[mistakesEnd] {
		return noClass
	}
	return len(w.links) + w.n + p
}

// repairs reports whether who gets a message may depend on who is dead.
func (pk *packing) repairs() bool { return pk.may[crash] && pk.config.Algorithm.Topology.IsRing() }

// own is the class of what a process does on its own.
func (pk *packing) own(p int) uint64 { return 1 << (len(pk.links) + p) }

// reach is the classes of all that a process may do.
func (pk *packing) reach(p int) uint64 {
	classes := pk.own(p)
	for _, link := range pk.incoming[p] {
		classes |= 1 << link
	}
	return classes
}

// withNone is what wakes is of a deed that commutes with no other.
const withNone = ^uint64(0)

// setWakes finds out with which classes of steps a deed of process p may not commute.
func (pk *packing) setWakes(d *deed, p int, from uint32) {
	if !pk.Sleeps() {
		return
	}
	if d.record != 0 || pk.repairs() && pk.dies && d.count > 1 {
		d.wakes = withNone
		return
	}
	d.wakes = pk.reach(p) | 1<<pk.crashOf(p)
	if seen := pk.peers[p].seen; d.inward && (pk.gravesAt < 0 || seen[from].traits.crashed == seen[d.to].traits.crashed) {
		d.lulls = 1 << pk.crashOf(p)
	}
	sends := pk.sends[d.sends : d.sends+uint32(d.count)]
	for i := range sends {
		if slices.ContainsFunc(sends[:i], func(s sending) bool { return s.to == sends[i].to || s.to < 0 || sends[i].to < 0 }) {
			d.wakes = withNone
			return
		}
	}
	for _, s := range sends {
		if s.to >= 0 {
			d.wakes |= 1 << pk.linkOf[p][s.to]
			continue
		}
		for _, link := range pk.outgoing[p] {
			d.wakes |= 1 << link
		}
	}
}

// A routine is the steps that a process has in all states in which it has a view, beside those that depend on others.
type routine struct {
	bundle  checker.Bundle
	classes uint64    // all of whose steps are in the bundle; 0: there is none
	empty   uint64    // the class of what it does on its own, if that is in the bundle and no step of it leads anywhere
	settles uint64    // the class of what it does on its own, if that is in the bundle and commutes with what others do
	_       [2]uint64 // it fills a line of the cache
}

// routineAt is the place of a routine among those of a process: by the number of its view, by whether it may crash, and whether the
// death of its leader can be known.
func routineAt(view uint32, mayCrash, orphaned bool) int {
	return 4*int(view) + 2*int(bit(orphaned)) + int(bit(mayCrash))
}

// A sleeper is what a rowExpander knows of sleep.
type sleeper struct {
	reaches []uint64 // of each process
	mends   bool     // packing.repairs
	crashAt int      // the class of the first process's crash

	// In the row:
	sleep    *checker.Sleep // nil: all steps are asked for
	bundled  uint64         // the classes whose steps are in bundles
	crashing uint64         // the processes whose crash is
	spared   uint64         // the processes whose crash sleeps
	settled  uint64         // the classes all of whose steps lead where it will be known when what is made from now on is expanded
	isListed bool           // the steps being made are in no bundle
	behind   uint64         // the classes that sleep behind them
	settles  bool           // all steps of their class so far lead where it will be known
}

func newSleeper(pk *packing) sleeper {
	s := sleeper{reaches: make([]uint64, pk.n), mends: pk.repairs(), crashAt: pk.crashOf(0)}
	for p := range s.reaches {
		if pk.Sleeps() {
			s.reaches[p] = pk.reach(p)
		}
	}
	return s
}

// rest takes down the steps that are in bundles, and returns the classes of which none need be made.
func (x *rowExpander[R]) rest(loaded uint64) (asleep uint64) {
	x.settled, x.bundled, x.crashing, x.spared = 0, 0, 0, 0
	if x.sleep = x.out.Sleep; x.sleep == nil {
		return 0
	}
	mayCrash := x.crashes.has(&x.row)
	met, bundled, settles, empty, crashing := x.sleep.Met, uint64(0), uint64(0), uint64(0), uint64(0)
	for p := range x.seats {
		seat := &x.seats[p]
		leader := int(seat.view.follows) - 1
		orphaned := leader >= 0 && x.isDead(leader) && x.knowsDeath(leader)
		at := routineAt(seat.number, mayCrash, orphaned)
		if at >= len(seat.routines) || seat.routines[at] == nil {
			x.learnRoutine(p, at, orphaned)
		}
		if r := seat.routines[at]; r != nil && r.classes != 0 {
			met = append(met, &r.bundle)
			crashing |= 1 << p
			bundled, settles, empty = bundled|r.classes, settles|r.settles, empty|r.empty
		}
	}
	x.sleep.Met, x.crashing, x.bundled = met, crashing, bundled
	asleep = x.sleep.Classes & bundled
	x.settled = asleep & (loaded | settles)
	if x.spared = x.sleep.Classes >> x.crashAt & crashing; !x.mends {
		x.settled |= x.spared << x.crashAt
	}
	return asleep | empty
}

// beginOthers begins to make the steps that are in no class.
func (x *rowExpander[R]) beginOthers() {
	x.isListed, x.behind = true, 0
}

// beginCrash begins to make the crash of a process.
func (x *rowExpander[R]) beginCrash(p int) {
	x.isListed, x.behind = x.crashing>>p&1 == 0, x.settled&^x.reaches[p]
	if x.mends {
		x.behind = 0
	} else {
		x.settled |= 1 << (x.crashAt + p)
	}
}

// beginClass begins to make the steps of a class. That ends with endClass; between them beginDeed is called with each deed.
func (x *rowExpander[R]) beginClass(class int) {
	x.settles, x.isListed = true, x.bundled>>class&1 == 0
}

// beginDeed says what sleeps behind a deed, and whether its class can still settle. What the deed costs it takes from a budget.
func (x *rowExpander[R]) beginDeed(d *deed, budget *purse[R]) {
	if x.sleep == nil {
		return
	}
	x.settles = x.settles && d.wakes != withNone && !d.blocked && budget != &x.mistakes
	if x.behind = x.settled &^ d.wakes; !x.isTold(d) {
		x.behind = 0
	}
	if budget == nil {
		x.behind |= d.lulls
	}
}

// endClass settles a class all of whose steps were possible, and commute.
func (x *rowExpander[R]) endClass(class int) {
	if x.settles {
		x.settled |= 1 << class
	}
}

// learnRoutine finds out the routine of a process in the row, if all that it does is known, and puts it in its place.
func (x *rowExpander[R]) learnRoutine(p, at int, orphaned bool) {
	known := &x.seats[p].routines
	if more := at + 1 - len(*known); more > 0 {
		*known = append(*known, make([]*routine, more)...)
	}
	(*known)[at] = x.routine(p, orphaned)
}

// A portion is part of a routine.
type portion struct {
	steps, blocked []checker.Step

	// Of what the process does on its own:
	isFixed bool // which steps there are depends on nothing but the view
	settles bool // and they commute with what others do
}

// routine finds out the routine of a process in the row, whose leader's death can be known or not; nil: not all of it is known.
func (x *rowExpander[R]) routine(p int, orphaned bool) *routine {
	v, own := x.seats[p].view, x.seats[p].own
	if v.own == 0 || v.loaded != 0 && v.takings == 0 && !v.draws {
		return nil
	}
	all := x.takenBy(p)
	alone, isKnown := x.doneBy(p, orphaned)
	if !isKnown {
		return nil
	}
	if alone.isFixed {
		all.steps, all.blocked = append(all.steps, alone.steps...), append(all.blocked, alone.blocked...)
	}
	if x.may[crash] && x.crashes.has(&x.row) && !v.dead {
		all.steps = append(all.steps, checker.Step{Code: move{kind: crash, process: p}.code(), Action: x.actions.of[crash]})
	}
	bundle, ok := checker.NewBundle(all.steps, all.blocked)
	if !ok {
		return &routine{}
	}
	r := &routine{bundle: bundle, classes: x.reaches[p]}
	switch {
	case !alone.isFixed:
		r.classes &^= own
	case len(alone.steps) == 0:
		r.empty = own
	case alone.settles:
		r.settles = own
	}
	return r
}

// takenBy is what process p may take from its channels.
func (x *rowExpander[R]) takenBy(p int) (some portion) {
	v := x.seats[p].view
	for rest := v.loaded; rest != 0 && !v.draws; rest &= rest - 1 {
		at := int(v.takings) - 1 + x.hops[mathbits.TrailingZeros64(rest)].place
		for i := x.takings[at]; i < x.takings[at+1]; i++ {
			x.enlist(&some, &x.deeds[i], x.deeds[i].step)
		}
	}
	return some
}

// doneBy is what process p may do on its own, if all of that is known.
func (x *rowExpander[R]) doneBy(p int, orphaned bool) (some portion, isKnown bool) {
	v := x.seats[p].view
	some.isFixed, some.settles = true, true
	for i := v.own - 1; i < v.own-1+v.owns; i++ {
		d := &x.deeds[i]
		may, fixed, known := x.isFixed(d)
		if !known || fixed && may && d.to == notYet {
			return some, false
		}
		some.isFixed, some.settles = some.isFixed && fixed, some.settles && may && d.wakes != withNone && !d.blocked
		if may {
			x.enlist(&some, d, x.owed(d, p, orphaned))
		}
	}
	return some, true
}

// enlist puts the steps in which a deed is done into a portion.
func (x *rowExpander[R]) enlist(to *portion, d *deed, step checker.Step) {
	if d.blocked {
		to.blocked = append(to.blocked, step)
		return
	}
	to.steps = x.listed(to.steps, d, step)
}

// listed appends the step in which a deed is done, and those in which its process crashes meanwhile.
func (x *rowExpander[R]) listed(steps []checker.Step, d *deed, step checker.Step) []checker.Step {
	steps = append(steps, step)
	if d.count > 1 && x.dies && x.crashes.has(&x.row) {
		step.Owed, step.Action = checker.None, x.actions.inside
		for range d.count - 1 {
			step.Code++
			steps = append(steps, step)
		}
	}
	return steps
}

// isFixed reports whether it depends on nothing but its view that a process may do a deed of its own, and whether it may then. It may
// not be known yet whether a condition asks for anything.
func (pk *packing) isFixed(d *deed) (may, fixed, known bool) {
	if d.kind != timeout {
		return true, !d.asks || d.kind == start && d.free, true
	}
	c := &pk.conditions[d.about]
	if len(c.answers) == 0 {
		return false, false, c.anew
	}
	return c.answers[0].may, c.answers[0].asked == 0, true
}

// owed is the step in which a process may do a deed of its own. If its leader's death can be known, to start is to detect it.
func (pk *packing) owed(d *deed, p int, orphaned bool) checker.Step {
	step := d.step
	if d.kind == start && d.idle && orphaned {
		step.Owed = checker.Weak(pk.duties.detects + p)
	}
	return step
}

// isTold reports whether a deed is possible whatever becomes of the others meanwhile.
func (pk *packing) isTold(d *deed) bool {
	switch d.kind {
	case deliver, start, draw, recover_:
		return true
	case timeout:
		_, fixed, _ := pk.isFixed(d)
		return fixed
	}
	return false
}
