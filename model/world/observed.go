package world

import (
	"fmt"
	"slices"

	"interrex/model"
)

// What has been met of a world so far, by all who explore it.

// hasMet reports whether any local part that has been met of a live process is as wanted.
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

// sentSoFar lists the messages that have been on their way.
func (s *system) sentSoFar() (messages []model.Message) {
	s.mail.mu.Lock()
	defer s.mail.mu.Unlock()
	for of := range s.mail.envelopes {
		messages = append(messages, of.message)
	}
	return messages
}

// longest is the most messages that a channel has held.
func (s *system) longest() (most int) {
	s.mail.mu.Lock()
	defer s.mail.mu.Unlock()
	for _, in := range s.mail.inboxes {
		for end := 0; in != nil && end < len(in.envelopes); {
			first := end
			_, end = in.channelEnds(in.envelopes[first].from)
			most = max(most, end-first)
		}
	}
	return most
}

// Unsent are the kinds that OnItsWay has been asked about and that no step has sent, and the kinds that have been sent, both in
// alphabetical order. It says nothing of the catalogue, in which variants of an election share what their timers wait for.
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

// LastPhase is the last phase that any message met so far belongs to, -1 if none does.
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

// Grown is part of checker.Growing: the most that a queue and a process have held so far, and which bound is
// missing.
func (w *World) Grown() string {
	most := 0
	w.locals.mu.Lock()
	for _, met := range w.locals.byCore {
		live := 0
		for c := range met {
			if c.isLive() {
				live++
			}
		}
		most = max(most, live)
	}
	w.locals.mu.Unlock()
	text := fmt.Sprintf("a channel holds up to %d messages, and a process has up to %d local states", w.longest(), most)
	if w.config.Capacity == Unlimited {
		text += "; interrex.Bounds (-capacity) limits the messages"
	}
	if w.config.Elections == Unlimited {
		text += "; interrex.Bounds (-elections) limits the elections of each process"
	}
	return text
}
