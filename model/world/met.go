package world

import (
	"fmt"
	"slices"
	"sync"

	"interrex/checker"
	"interrex/model"
)

// A met is what has been met of a world so far, by all who explore it.
type met struct {
	mu      sync.Mutex
	locals  []map[model.Local]bool // of each process
	longest int                    // messages in a channel
	starter bool                   // a process may start
	idle    bool                   // a process may find that its leader has died
	asked   map[model.Kind]bool    // of the author's own election: the kinds of messages that its timers ask for
}

// mostTerms is the greatest term of an election.
const mostTerms = 1<<16 - 1

// note notes a local state of a process.
func (s *system) note(p int, state model.Local) {
	t, status := &s.met, s.handler.Status(state)
	if status.Term > mostTerms {
		panic(checker.Overflow{What: "terms"})
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.locals == nil {
		t.locals = make([]map[model.Local]bool, s.n)
	}
	if t.locals[p] == nil {
		t.locals[p] = map[model.Local]bool{}
	}
	if !t.locals[p][state] {
		t.locals[p][state] = true
		s.checkTimers(p, state)
	}
	t.starter, t.idle = t.starter || status.MayStart, t.idle || status.Idle
}

// checkTimers panics if two timers of a process cannot be told apart.
func (s *system) checkTimers(p int, state model.Local) {
	timers := s.handler.Timers(s.config.IDs[p], s.group, state)
	for i, timer := range timers {
		if j := slices.IndexFunc(timers, func(u model.Timer) bool { return u.Name == timer.Name && u.Slot == timer.Slot }); j < i {
			panic(fmt.Sprintf("two timers of P%d are armed, %v and %v, that neither Name nor Slot tells apart", s.config.IDs[p], timers[j], timer))
		}
	}
}

// noteLength notes how many messages a channel holds.
func (s *system) noteLength(messages int) {
	t := &s.met
	t.mu.Lock()
	defer t.mu.Unlock()
	t.longest = max(t.longest, messages)
}

// noteAsked notes that a timer has asked for a kind of message.
func (s *system) noteAsked(kind model.Kind) {
	t := &s.met
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.asked == nil {
		t.asked = map[model.Kind]bool{}
	}
	t.asked[kind] = true
}

// Unsent are the kinds that OnItsWay has been asked about and that no step has sent, and the kinds that have been sent, both in
// alphabetical order. It says nothing of the catalogue, in which variants of an election share what their timers wait for.
func (w *World) Unsent() (asked, sent []model.Kind) {
	for _, m := range w.messages.met() {
		if !slices.Contains(sent, model.KindOf(m)) {
			sent = append(sent, model.KindOf(m))
		}
	}
	w.met.mu.Lock()
	defer w.met.mu.Unlock()
	for kind := range w.met.asked {
		if !slices.Contains(sent, kind) {
			asked = append(asked, kind)
		}
	}
	slices.Sort(asked)
	slices.Sort(sent)
	return asked, sent
}

// LastPhase is the last phase that any message met so far belongs to, -1 if none does.
func (w *World) LastPhase() int {
	last := -1
	for _, m := range w.messages.met() {
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
	w.met.mu.Lock()
	defer w.met.mu.Unlock()
	most := 0
	for _, locals := range w.met.locals {
		most = max(most, len(locals))
	}
	text := fmt.Sprintf("a channel holds up to %d messages, and a process has up to %d local states", w.met.longest, most)
	if w.config.Capacity == Unlimited {
		text += "; interrex.Bounds (-capacity) limits the messages"
	}
	if w.config.Elections == Unlimited {
		text += "; interrex.Bounds (-elections) limits the elections of each process"
	}
	return text
}
