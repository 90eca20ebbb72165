package world

import (
	"slices"

	"interrex/checker"
)

// By the clock an outlook goes on in time: a message that is not due yet may be taken now, or some ticks
// later. To take it is sure if it comes to the same.

// runsDown reports whether a timer that shows so many ticks may fire before the pending message is taken.
func (f *outlook) runsDown(ticks byte) bool {
	return ticks == 0 && (f.ticks || f.config.Ties == TimerFirst)
}

// later is a local state of p a tick later, if a tick may pass in it.
func (f *outlook) later(p int, local checker.Cell) (older checker.Cell, ok bool) {
	if t := f.traits(p, local); f.ticks && !t.due {
		return f.older(p, local), true
	}
	return 0, false
}

// older is what a tick makes of a local state in which no timer is due.
func (f *outlook) older(p int, local checker.Cell) checker.Cell {
	if t := f.traits(p, local); t.hand != "" {
		return t.older
	}
	return local
}

// agesAlike reports whether an event and a tick lead to the same in either order, and the event holds up
// no tick that could pass without it.
func (f *outlook) agesAlike(p int, local checker.Cell, e event, out *outcome) bool {
	before, after := f.traits(p, local), f.traits(p, out.local)
	if before.due {
		return true // no tick passes
	}
	if after.due || after.status.Recovering && !before.status.Recovering {
		return false
	}
	leads := after.status.Idle && after.elected >= 0 && after.elected != p
	if leads && !(before.status.Idle && before.elected == after.elected) && f.mayBeFoundDead(after.elected) {
		return false // a detection may be due
	}
	later := f.outcome(p, f.older(p, local), e)
	return later.local == f.older(p, out.local) && slices.Equal(later.sends, out.sends)
}
