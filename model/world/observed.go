package world

import (
	"fmt"
	"slices"

	"interrex/model"
)

// The methods of this file report observations of all explorations of a world so far.

// hasLocal reports whether a live process had a wanted status.
func (s *system) hasLocal(isWanted func(model.Status) bool) bool {
	s.locals.mu.Lock()
	defer s.locals.mu.Unlock()
	for _, met := range s.locals.byCore {
		for _, l := range met {
			if l.isLive() && isWanted(l.status) {
				return true
			}
		}
	}
	return false
}

// sentSoFar lists the messages that were on their way.
func (s *system) sentSoFar() (messages []model.Message) {
	s.mail.mu.Lock()
	defer s.mail.mu.Unlock()
	for of := range s.mail.numbers {
		messages = append(messages, of.message)
	}
	return messages
}

// Unsent returns the kinds that OnItsWay was asked about and no step has sent, and the kinds that were sent. Both are in alphabetical
// order. For the catalogue the first are none, since variants of an election share the conditions of their timers.
func (w *World) Unsent() (asked, sent []model.Kind) {
	for _, m := range w.sentSoFar() {
		sent = append(sent, model.KindOf(m))
	}
	slices.Sort(sent)
	sent = slices.Compact(sent)
	for kind := range w.asks.Range {
		if !slices.Contains(sent, kind.(model.Kind)) {
			asked = append(asked, kind.(model.Kind))
		}
	}
	slices.Sort(asked)
	return asked, sent
}

// LastPhase is the last phase of a message so far, -1 if there is none.
func (w *World) LastPhase() int {
	last := -1
	for _, m := range w.sentSoFar() {
		if phased, is := m.(model.Phased); is {
			_, phase, _ := phased.InPhase()
			last = max(last, phase)
		}
	}
	return last
}

// Grown describes the longest channel, the most local states of a process, and the missing bounds.
func (w *World) Grown() string {
	w.locals.mu.Lock()
	most := slices.Max(w.locals.live)
	w.locals.mu.Unlock()
	w.mail.mu.Lock()
	defer w.mail.mu.Unlock()
	text := fmt.Sprintf("a channel holds up to %d messages, and a process has up to %d local states", w.mail.longest, most)
	if w.config.Capacity == Unlimited {
		text += "; interrex.Bounds (-capacity) limits the messages"
	}
	if w.config.Elections == Unlimited {
		text += "; interrex.Bounds (-elections) limits the elections of each process"
	}
	return text
}
