package world

import (
	"interrex/checker"
	"interrex/model"
)

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

// Occurrence puts a step into words, but for what it changes and destroys.
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
