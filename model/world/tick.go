package world

import (
	"slices"

	"interrex/checker"
	"interrex/model"
)

// tick emits that a tick passes. It cannot while something is due: a delivery, a timer, the
// detection of a dead leader, a recovery. Time that changes nothing is no step.
func (x *expansion) tick() {
	if x.later() {
		x.emit(x.step(move{kind: tick}, checker.Weak(x.duties.tick)), x.to)
	}
}

// later makes x.to the state a tick later. It reports whether there is one.
func (x *expansion) later() bool {
	copy(x.to, x.from)
	if x.dueDelivery || !x.age() {
		return false
	}
	for i := range x.links {
		if content := x.content(x.from, i); content != 0 {
			x.fill(x.to, i, x.channels.flow(content).later)
		}
	}
	if x.gst.pass(x.to) {
		x.bind(x.to)
	}
	return !slices.Equal(x.to, x.from)
}

// age makes all processes a tick older, the dead ones too. It reports whether a tick may pass. Who
// has no election left neither detects nor recovers, and holds up nobody.
func (x *expansion) age() bool {
	for p := range x.n {
		if x.from[p] == dead {
			if x.gravesAt >= 0 {
				x.to[x.gravesAt+p] = x.graves.at(number(x.from[x.gravesAt+p])).older
			}
			continue
		}
		t := x.traits(p, x.from[p])
		if x.isBusy(p, t) {
			return false
		}
		if t.hand != "" {
			x.to[p] = t.older
		}
	}
	return true
}

// isBusy reports whether p must do something before a tick can pass.
func (x *expansion) isBusy(p int, t *traits) bool {
	return t.due || t.elections != 0 && (t.status.Recovering || x.detectionDue(p, t))
}

// detectionDue reports whether p must find out, before a tick can pass, that its leader is dead.
func (x *expansion) detectionDue(p int, t *traits) bool {
	if x.detected && x.config.Detector == IncompleteDetector {
		return false
	}
	return t.status.Idle && t.elected >= 0 && t.elected != p && x.isInitiator[p] && x.from[t.elected] == dead &&
		x.deadFor(x.from, t.elected) >= 2*x.config.Clock.T
}

// deadFor is for how many ticks a dead process has been dead, as far as that matters.
func (w *World) deadFor(s checker.State, p int) int {
	if w.gravesAt < 0 {
		return 0
	}
	return w.graves.at(number(s[w.gravesAt+p])).age
}

// stabilise emits that from now on the bounds hold.
func (x *expansion) stabilise() {
	if !x.gst.has(x.from) {
		return
	}
	copy(x.to, x.from)
	x.to[x.gst.cell] = 0
	x.bind(x.to)
	owed := checker.None
	if x.gst.size == Unlimited { // else time brings it
		owed = checker.Weak(x.duties.bounds)
	}
	x.emit(x.step(move{kind: stabilise}, owed), x.to)
}

// bind gives what is under way on a timely link its deadline.
func (x *expansion) bind(s checker.State) {
	for i := range x.links {
		if content := x.content(s, i); content != 0 && x.timely[i] {
			x.fill(s, i, x.channels.flow(content).bound)
		}
	}
}

// drops emits that the first message of a channel that is not sure to arrive never does. That one
// of the two happens to it is owed: else it could hold up time for ever.
func (x *expansion) drops() {
	for i, link := range x.links {
		content := x.content(x.from, i)
		if content == 0 || !x.channels.flow(content).unsure {
			continue
		}
		copy(x.to, x.from)
		x.fill(x.to, i, x.channels.contents.at(content).takes[0].rest)
		x.emit(x.step(move{kind: lose, process: link.to, peer: link.from}, x.delivery(i, 0)), x.to)
	}
}

// A stabilisation is the cell that tells in how many ticks, at the latest, the bounds of the clock
// begin to hold: 0 if they do. Where that may take arbitrarily long it is 1 until then.
type stabilisation struct {
	size int
	cell int // -1: they hold from the beginning
}

func (g stabilisation) begin(s checker.State) {
	if g.cell >= 0 {
		s[g.cell] = checker.Cell(max(g.size, 1))
	}
}

// has reports whether the bounds do not hold yet.
func (g stabilisation) has(s checker.State) bool { return g.cell >= 0 && s[g.cell] > 0 }

// pass counts a tick, and reports whether the bounds begin to hold with it.
func (g stabilisation) pass(s checker.State) bool {
	if !g.has(s) || g.size == Unlimited {
		return false
	}
	s[g.cell]--
	return s[g.cell] == 0
}

// mayFire decides whether the timer t of process p, its armed timer number i, may fire. By the
// clock: when it has run down and, as ties are, no delivery is due in the same tick.
func (x *expansion) mayFire(p, i int, t model.Timer) bool {
	if !x.channels.clocked {
		return x.situation.mayFire(p, t)
	}
	return x.traits(p, x.from[p]).hand[i] == 0 && !(x.dueDelivery && x.config.Ties == DeliveryFirst)
}
