package world

import (
	"fmt"
	"slices"

	"interrex/checker"
	"interrex/model"
)

// A hand is what is left of each armed timer, in the order of the algorithm's Timers: a byte of
// ticks each. Without a clock there is none.
type hand string

// wound are the timers of a process that comes to a local state from nowhere.
func (w *World) wound(p int, state model.Local) hand {
	return w.wind(p, nil, model.Outcome{Local: state}, event{})
}

// wind returns what the timers of p show after a step. One that ran before runs on, unless it has
// fired or the rule has armed it anew.
func (w *World) wind(p int, before *traits, after model.Outcome, e event) hand {
	if !w.config.IsClocked() {
		return ""
	}
	var shown []byte
	for _, t := range w.handler.Timers(w.config.IDs[p], w.group, after.Local) {
		ticks := w.handler.Ticks(after.Local, t, w.config.Clock)
		if ticks < 1 {
			panic(fmt.Sprintf("timer %v of P%d is to run %d ticks: it is 1 at least", t, w.config.IDs[p], ticks))
		}
		if e.kind == model.Receive { // it is armed when the message has been handled
			ticks += w.config.Clock.Tp
		}
		if i := running(before, t); i >= 0 && !slices.Contains(after.Rearmed, t) && !(e.kind == model.Timeout && e.peer == i) {
			ticks = int(before.hand[i])
		}
		if ticks > 255 {
			panic(checker.Overflow{What: "ticks of a timer"})
		}
		shown = append(shown, byte(ticks))
	}
	return hand(shown)
}

// running returns which of the timers armed before t is, or -1.
func running(before *traits, t model.Timer) int {
	if before == nil {
		return -1
	}
	return slices.Index(before.timers, t)
}

// due reports whether a timer must fire before a tick can pass.
func (h hand) due() bool {
	for i := range len(h) {
		if h[i] == 0 {
			return true
		}
	}
	return false
}

// older is what the timers show a tick later.
func (h hand) older() hand {
	later := []byte(h)
	for i := range later {
		later[i]--
	}
	return hand(later)
}
