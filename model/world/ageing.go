package world

import (
	"encoding/binary"

	"interrex/checker"
	"interrex/model"
)

// By the clock, what a process has left on its timers and by when messages arrive is part of what it sees. A tick replaces the
// views of all, and so does the moment from which on the bounds hold: what each becomes is remembered with it.

// An age is what time does to a view.
type age struct {
	older uint32 // the view a tick later, and one; 0: not known yet
	bound uint32 // the view once the bounds hold, and one; 0: not known yet
	seeks int32  // whom its process must find dead before time passes, if he has been dead for long; -1: nobody
	known bool   // its process has been dead for so long that this can be known
	long  bool   // and for so long that it must be found out
}

// ageOf is what is known from the beginning of what time does to a view.
func (pk *packing) ageOf(p int, v *seen) age {
	if v.local != dead {
		return age{seeks: int32(pk.seeks(p, v.traits))}
	}
	ticks := pk.ticksDead(v.grave)
	return age{seeks: -1, known: ticks >= pk.config.Clock.T, long: ticks >= pk.config.longDead()}
}

// setClock makes facts of what a tick waits for, and a condition of when a timer that has run down may fire.
func (pk *packing) setClock() {
	due := pk.fact(fact{kind: dueDelivery})
	pk.hold = due | pk.fact(fact{kind: isBusy})
	answers := []answer{{asked: due, may: true}, {asked: due, true: due, may: pk.config.Ties == TimerFirst}}
	pk.runDown = pk.addCondition(condition{answers: answers})
}

// isDue reports whether a message of a view must arrive before a tick can pass.
func (pk *packing) isDue(v *seen) bool {
	for _, content := range v.contents {
		if content != 0 && pk.channels.flow(content).due {
			return true
		}
	}
	return false
}

// time makes what the clock does: a tick, the moment from which on the bounds hold, the losses of what is not sure to arrive.
func (x *rowExpander[R]) time(loaded uint64) {
	if x.facts&x.hold == 0 && !x.isSought() {
		x.tick()
	}
	if x.late && x.fits {
		to := x.row
		turn(x.binds, &to, in(x.binds, &to), 0)
		x.bind(&to)
		owed := checker.None
		if x.gst.size == Unlimited {
			owed = checker.Weak(x.duties.bounds)
		}
		x.add(x.vector.step(move{kind: stabilise}, owed), &to)
	}
	x.loseAny(loaded)
}

// isSought reports whether someone must find out, before a tick can pass, that his leader is dead.
func (x *rowExpander[R]) isSought() bool {
	for p := range x.peers {
		if q := x.ageIn(p).seeks; q >= 0 && x.isDead(int(q)) && x.ageIn(int(q)).long {
			return true
		}
	}
	return false
}

// ageIn is what time does to the view of a process in the row.
func (x *rowExpander[R]) ageIn(p int) *age { return &x.peers[p].ages[x.seats[p].number] }

// tick lets a tick pass. One that changes nothing is no step.
func (x *rowExpander[R]) tick() {
	to := x.row
	for p := range x.peers {
		after := x.ageIn(p).older
		if after == 0 {
			if x.unknown() {
				return
			}
			if after = x.learnOlder(p, x.seats[p].number); !x.learnt() {
				return
			}
		}
		x.put(&to, p, after-1)
	}
	if x.late && x.gst.size != Unlimited {
		left := in(x.binds, &to)
		if turn(x.binds, &to, left, left-1); left == 1 {
			x.bind(&to)
		}
	}
	if to != x.row && x.fits {
		x.add(x.vector.step(move{kind: tick}, checker.Weak(x.duties.tick)), &to)
	}
}

// bind makes the bounds hold in a row.
func (x *rowExpander[R]) bind(to *R) {
	for p := 0; p < x.n && x.fits; p++ {
		n := in(&x.seats[p].spot, to)
		after := x.peers[p].ages[n].bound
		if after == 0 {
			if x.unknown() {
				return
			}
			if after = x.learnBound(p, n); !x.learnt() {
				return
			}
		}
		x.put(to, p, after-1)
	}
}

// learnOlder finds out the view that another becomes by a tick, and one.
func (pk *packing) learnOlder(p int, n uint32) uint32 {
	v := &pk.peers[p].seen[n]
	local, grave := v.local, v.grave
	switch {
	case local == dead && pk.gravesAt >= 0:
		grave = pk.olderGrave(grave)
	case local != dead && v.traits.countdown != "":
		local = v.traits.older
	}
	after := pk.replaced(p, v, keyOf(nil, local, grave), func(_ int, f *flow) number { return f.later }) + 1
	pk.peers[p].ages[n].older = after
	return after
}

// learnBound finds out the view that another becomes when the bounds begin to hold, and one.
func (pk *packing) learnBound(p int, n uint32) uint32 {
	v := &pk.peers[p].seen[n]
	after := pk.replaced(p, v, keyOf(nil, v.local, v.grave), func(place int, f *flow) number {
		if pk.timely[pk.incoming[p][place]] {
			return f.bound
		}
		return v.contents[place]
	}) + 1
	pk.peers[p].ages[n].bound = after
	return after
}

// replaced is the number of the view that another one becomes by what time does to the contents of its incoming links. The key
// is that of its process.
func (pk *packing) replaced(p int, v *seen, key []byte, by func(place int, f *flow) number) uint32 {
	for place, content := range v.contents {
		if content != 0 {
			content = by(place, pk.channels.flow(content))
		}
		key = binary.LittleEndian.AppendUint32(key, content)
	}
	return pk.number(p, string(key))
}

// post notes what process p sends when it handles an event. By the clock, messages have their dates if it is known over which
// links they go: all as from when the bounds hold on and, if these do not hold from the beginning, all as until then.
func (pk *packing) post(p int, e event, sends []send) {
	for _, late := range []bool{false, true} {
		if late && pk.gst.cell < 0 {
			return
		}
		for _, s := range sends {
			sent := sending{to: pk.placeOf(p, s.to), message: s.message, within: uint8(pk.config.within(e.kind))}
			if sent.to >= 0 {
				link := pk.linkOf[p][sent.to]
				sent.message = pk.datedOn(link, s.message, int(sent.within), late)
				sent.slot = pk.slot(link, sent.message)
			}
			pk.sends = append(pk.sends, sent)
		}
	}
}

// first is where what a deed sends begins in the state of the row.
func (x *rowExpander[R]) first(d *deed) uint32 {
	if x.late {
		return d.sends + uint32(d.count)
	}
	return d.sends
}

// occasion is the condition of a timer of process p. By the clock, the timer has run down.
func (pk *packing) occasion(p int, t model.Timer) uint32 {
	if pk.channels.clocked {
		return pk.runDown
	}
	return pk.condition(p, t)
}

// losable lists what may be lost from a channel: by the clock, the first message, if it is not sure to arrive.
func (c *channels) losable(content number) []take {
	known := c.at(content)
	switch {
	case !c.clocked:
		return known.losses
	case c.flow(content).unsure:
		return known.takes[:1]
	}
	return nil
}
