package world

import (
	"interrex/checker"
	"interrex/model"
)

// Sent visits the messages that leave in a step, in their order. Lost: the receiver is dead.
func (w *World) Sent(from checker.State, step checker.Step, visit func(m model.Message, lost bool)) {
	m := moveOf(step.Code)
	e, handled := w.event(from, m)
	if !handled {
		return
	}
	sends := w.outcome(m.process, from[m.process], e).sends
	if m.crashAfter > 0 {
		sends = sends[:m.crashAfter]
	}
	for _, s := range sends {
		to := s.to
		switch to {
		case toNext:
			to = w.next(from, m.process)
		case toPrevious:
			to = w.previous(from, m.process)
		}
		visit(*w.channels.messages.at(s.message), from[to] == dead)
	}
}

// LastPhase is the last phase of which any message tells that has come up, -1 if none does.
func (w *World) LastPhase() int {
	last := -1
	for _, m := range *w.channels.messages.values.Load() {
		if phased, is := m.(model.Phased); is {
			_, phase, _ := phased.InPhase()
			last = max(last, phase)
		}
	}
	return last
}

// Taken is the message that a process takes in a step, nil if it takes none.
func (w *World) Taken(from checker.State, step checker.Step) model.Message {
	m := moveOf(step.Code)
	if e, handled := w.event(from, m); handled && e.kind == model.Receive {
		return *w.channels.messages.at(e.message)
	}
	return nil
}

// IsTick reports whether a step is one in which nothing happens but that time passes.
func (w *World) IsTick(step checker.Step) bool { return moveOf(step.Code).kind == tick }
