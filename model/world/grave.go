package world

import (
	"interrex/checker"
	"interrex/model"
)

// A grave is what there is to a dead process beside its death: what it has kept on stable storage,
// as the local state with which it would come back, and, by the clock, for how long it has been
// dead. Worlds that have neither have no graves. That of a live process is the zero value.
type grave struct {
	kept model.Local
	age  int // ticks, no more than matter
}

// A tomb is a grave with what becomes of it.
type tomb struct {
	grave
	older checker.Cell // a tick later
}

// needsGraves reports whether it matters of the dead who they were, or for how long they are dead.
func (w *World) needsGraves() bool {
	return w.config.Crashes != 0 && (w.keeps() || w.config.IsClocked() && !w.able.Clockwork)
}

// keeps reports whether something survives a crash that anyone could come back to.
func (w *World) keeps() bool { return w.able.Keeping && w.config.Restarts != 0 }

// dig finds out what becomes of a grave.
func (w *World) dig(g grave) tomb {
	older := grave{g.kept, g.age + 1}
	if !w.config.IsClocked() || g.age >= 2*w.config.Clock.T {
		return tomb{grave: g}
	}
	return tomb{g, checker.Cell(w.graves.number(older))}
}

// graveOf is what a process leaves that dies in a local state.
func (w *World) graveOf(l local) grave {
	if w.keeps() {
		return grave{kept: w.handler.Kept(l.state)}
	}
	return grave{}
}

// bury lays a live process that dies into its grave.
func (w *World) bury(s checker.State, p int) {
	if w.gravesAt >= 0 {
		s[w.gravesAt+p] = w.traits(p, s[p]).grave
	}
	s[p] = dead
	w.suspected.forget(s, p)
}

// raise brings a dead process back.
func (w *World) raise(s checker.State, p int) {
	s[p] = w.restarted[p]
	if w.gravesAt < 0 {
		return
	}
	if kept := w.keptBy(s, p); kept != nil {
		s[p] = w.number(p, local{kept, w.config.Elections, true, w.wound(p, kept)})
	}
	s[w.gravesAt+p] = 0
}

// keptBy is what a dead process has kept, nil if nothing or if it lives.
func (w *World) keptBy(s checker.State, p int) model.Local {
	if w.gravesAt < 0 {
		return nil
	}
	return w.graves.at(number(s[w.gravesAt+p])).kept
}
