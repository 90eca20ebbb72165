package world

import (
	"slices"

	"interrex/checker"
	"interrex/model"
)

// A situation is a state as the conditions of timers see it.
type situation struct {
	*World
	state checker.State

	// If it is masked, nothing is on its way but in one channel, and no one takes part but one process.
	masked       bool
	link, active int
}

// hides reports whether a channel is not seen.
func (s *situation) hides(link int) bool { return s.masked && link != s.link }

func (s *situation) Live(id model.ID) bool { return s.state[s.group.Index(id)] != dead }

func (s *situation) TakesPart(id model.ID) bool { return s.Status(id).TakesPart }

func (s *situation) Recovering(id model.ID) bool { return s.Status(id).Recovering }

func (s *situation) Cut(from, to model.ID) bool { return s.config.isCut(from, to) }

func (s *situation) Status(id model.ID) model.Status {
	p := s.group.Index(id)
	status := s.traits(p, s.state[p]).status
	if s.masked && p != s.active {
		status.TakesPart, status.Recovering = false, false
	}
	return status
}

// OnItsWay looks at the channels between two processes, model.Anyone being all of them.
func (s *situation) OnItsWay(kind model.Kind, from, to model.ID) bool {
	for i, link := range s.links {
		c := s.content(s.state, i)
		if c == 0 || s.hides(i) || !slices.Contains(s.channels.contents.at(c).kinds, kind) {
			continue
		}
		if (from == model.Anyone || from == s.config.IDs[link.from]) && (to == model.Anyone || to == s.config.IDs[link.to]) {
			return true
		}
	}
	return false
}

func (s *situation) Circulates(m model.Message) bool {
	for i := range s.links {
		content := s.channels.contents.at(s.content(s.state, i))
		if s.hides(i) || !slices.Contains(content.kinds, m.Kind()) {
			continue
		}
		for _, other := range content.messages {
			if model.Plain(*s.channels.messages.at(other)) == m {
				return true
			}
		}
	}
	return false
}

// silent reports whether nothing that the process p has sent is on its way.
func (s *situation) silent(p int) bool {
	for i, link := range s.links {
		if link.from == p && s.content(s.state, i) != 0 {
			return false
		}
	}
	return true
}

// mayFire decides whether timer t of process p may fire, if it has occasion to. Any: at any time.
// Perfect: when what it waits for can no longer come. Sync: when moreover the dead who concern it
// have fallen silent.
func (s *situation) mayFire(p int, t model.Timer) bool {
	return s.hasOccasion(p, t) && !s.canCome(p, t) && s.unheard(p, t) < 0
}

// hasOccasion reports whether timer t of process p could change something by firing.
func (s *situation) hasOccasion(p int, t model.Timer) bool {
	return s.occasional == nil || s.occasional.HasOccasion(s, s.group, s.config.IDs[p], t)
}

// canCome reports whether timer t of process p must not fire as long as what it waits for can come,
// and it can.
func (s *situation) canCome(p int, t model.Timer) bool {
	return s.config.Timeouts != Any && s.await.CanCome(s, s.group, s.config.IDs[p], t)
}

// unheard returns a dead process for whose silence timer t of process p has to wait, or -1.
func (s *situation) unheard(p int, t model.Timer) int {
	if s.config.Timeouts != Sync {
		return -1
	}
	for q, other := range s.config.IDs {
		if s.state[q] == dead && s.await.Concerns(s.group, s.config.IDs[p], t, other) && !s.silent(q) {
			return q
		}
	}
	return -1
}

// mayDetect decides whether the death of process q can be known by now.
func (s *situation) mayDetect(q int) bool {
	if s.state[q] != dead {
		return false
	}
	switch {
	case s.config.IsClocked():
		return s.deadFor(s.state, q) >= s.config.Clock.T
	case s.able.Timed && s.config.Timeouts == Sync:
		return s.silent(q)
	}
	return true
}
