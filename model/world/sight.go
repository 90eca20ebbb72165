package world

import (
	"fmt"

	"interrex/checker"
	"interrex/model"
)

// Sees says what a process sees of a step: its own steps, and that time passes. "": nothing.
func (w *World) Sees(id model.ID, from checker.State, step checker.Step) string {
	switch m := moveOf(step.Code); m.kind {
	case tick:
		return actions[tick]
	case crash, restart, lose, stabilise, mistakesEnd:
		return ""
	default:
		if w.config.IDs[m.process] != id {
			return ""
		}
	}
	return w.DescribeStep(from, step)
}

// Knows is all that a process knows in a state: its variables, and what is left of its timers.
func (w *World) Knows(id model.ID, s checker.State) string {
	p := w.group.Index(id)
	t := w.traits(p, s[p])
	if s[p] == dead {
		return "dead"
	}
	return fmt.Sprint(model.Variables(w.group, t.state), []byte(t.hand))
}

// Dies tells who dies in a step, or Nobody.
func (w *World) Dies(step checker.Step) model.ID {
	if m := moveOf(step.Code); m.kind == crash || m.crashAfter > 0 {
		return w.config.IDs[m.process]
	}
	return model.Nobody
}

// Hears reports whether a step delivers a message over a link that never is timely.
func (w *World) Hears(step checker.Step) bool {
	m := moveOf(step.Code)
	return m.kind == deliver && !w.timely[w.linkOf[m.peer][m.process]]
}

// IsDead reports whether the process at a place on the ring is dead.
func (w *World) IsDead(s checker.State, place int) bool { return s[place] == dead }
