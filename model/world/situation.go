package world

import (
	"interrex/checker"
	"interrex/model"
)

// A situation is a state as the conditions of timers see it.
type situation struct {
	*World
	state checker.State
}

func (s *situation) Live(id model.ID) bool { return s.state[s.group.Index(id)] != dead }

func (s *situation) TakesPart(id model.ID) bool { return s.Status(id).TakesPart }

func (s *situation) Recovering(id model.ID) bool { return s.Status(id).Recovering }

func (s *situation) Cut(from, to model.ID) bool { return s.config.isCut(from, to) }

func (s *situation) Status(id model.ID) model.Status {
	p := s.group.Index(id)
	return s.traits(p, s.state[p]).status
}

// OnItsWay looks at the channels between two processes, model.Anyone being all of them.
func (s *situation) OnItsWay(kind model.Kind, from, to model.ID) bool {
	for i, link := range s.links {
		c := s.content(s.state, i)
		if c == 0 || s.channels.contents.at(c).kinds>>kind&1 == 0 {
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
		if content.kinds>>m.Kind()&1 == 0 {
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
	id := s.config.IDs[p]
	if !s.handler.HasOccasion(s, s.group, id, t) {
		return false
	}
	if s.config.Timeouts == Any {
		return true
	}
	if s.await.CanCome(s, s.group, id, t) {
		return false
	}
	if s.config.Timeouts == Perfect {
		return true
	}
	for q, other := range s.config.IDs {
		if s.state[q] == dead && s.await.Concerns(s.group, id, t, other) && !s.silent(q) {
			return false
		}
	}
	return true
}

// mayDetect decides whether the death of process q can be known by now.
func (s *situation) mayDetect(q int) bool {
	if s.state[q] != dead {
		return false
	}
	switch {
	case s.config.IsClocked():
		return s.deadFor(s.state, q) >= s.config.Clock.T
	case s.config.Algorithm.Timed && s.config.Timeouts == Sync:
		return s.silent(q)
	}
	return true
}
