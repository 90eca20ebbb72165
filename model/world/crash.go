package world

import (
	"interrex/checker"
	"interrex/model"
)

// A crashed is what a dead process leaves: what it has kept on stable storage, as the local state with
// which it would come back, and, by the clock, how long it has been dead. Worlds without storage and
// clock have no cells for it. For a live process it is the zero value.
type crashed struct {
	kept model.Local
	age  int // ticks, no more than matter
}

// A tomb is a crashed together with what becomes of it.
type tomb struct {
	crashed
	older checker.Cell // a tick later, unless it has been dead for long: olderGrave
}

// remembersCrashed reports whether it matters what the dead have kept, or how long they have been dead.
func (w *World) remembersCrashed() bool {
	return w.config.Crashes != 0 && (w.keeps() || w.config.IsClocked() && !w.able.Clockwork)
}

// keeps reports whether something survives a crash that anyone could come back to.
func (w *World) keeps() bool { return w.able.Keeping && w.config.Restarts != 0 }

// dig finds out what becomes of a crashed process later.
func (w *World) dig(g crashed) tomb {
	older := crashed{g.kept, g.age + 1}
	if !w.config.IsClocked() || g.age >= w.config.longDead() {
		return tomb{crashed: g}
	}
	return tomb{g, checker.Cell(w.graves.number(older))}
}

// olderGrave is what a dead process leaves, a tick later. Of one that has been dead for long it stays the same.
func (w *World) olderGrave(grave checker.Cell) checker.Cell {
	if g := w.graves.at(number(grave)); g.age < w.config.longDead() {
		return g.older
	}
	return grave
}

// crashedOf is what a process leaves when it dies in a local state.
func (w *World) crashedOf(l local) crashed {
	if w.keeps() {
		return crashed{kept: w.handler.Kept(l.state)}
	}
	return crashed{}
}

// markCrashed writes down what a live process leaves when it dies.
func (w *World) markCrashed(s checker.State, p int) {
	if w.gravesAt >= 0 {
		s[w.gravesAt+p] = w.traits(p, s[p]).crashed
	}
	s[p] = dead
	w.suspected.forget(s, p)
}

// raise brings a dead process back.
func (w *World) raise(s checker.State, p int) {
	if kept := w.keptBy(s, p); kept != nil {
		s[p] = w.number(p, local{kept, w.config.Elections, true, w.startTimers(p, kept)})
	} else {
		s[p] = w.restarted[p]()
	}
	if w.gravesAt >= 0 {
		s[w.gravesAt+p] = 0
	}
}

// keptBy is what a dead process has kept, nil if nothing or if it lives.
func (w *World) keptBy(s checker.State, p int) model.Local {
	if w.gravesAt < 0 {
		return nil
	}
	return w.graves.at(number(s[w.gravesAt+p])).kept
}

// Handler is the algorithm that the world surrounds.
func (w *World) Handler() model.Handler { return w.handler }

// Local is the local state of a process, nil if it is dead.
func (w *World) Local(s checker.State, id model.ID) model.Local {
	p := w.group.Index(id)
	if s[p] == dead {
		return nil
	}
	return w.traits(p, s[p]).state
}

// Occurrence puts a step into words, except for what it changes and destroys.
func (w *World) Occurrence(from checker.State, step checker.Step) Occurrence {
	m := moveOf(step.Code)
	o := Occurrence{Action: w.action(from, m), CrashAfter: m.crashAfter, Message: w.carried(from, m)}
	if !m.kind.isNobodys() {
		o.Process = w.config.IDs[m.process]
	}
	if m.hasPeer() {
		o.Peer = w.config.IDs[m.peer]
	}
	if e, handled := w.event(from, m); handled {
		o.Sends, o.Of = w.sendings(from, m, e)
	}
	return o
}
