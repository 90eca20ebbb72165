package world

import (
	"cmp"
	"encoding/json"
	"slices"

	"interrex/checker/component"
	"interrex/model"
)

// A Leadership is a term and its leader. The zero value means no leadership.
type Leadership struct {
	Term   int
	Leader model.ID
}

// leaderships is the history of leaders, also of dead and restarted ones. It is comparable: the JSON of a list by term, then by id.
type leaderships string

// list lists the leaderships.
func (h leaderships) list() (all []Leadership) {
	if h != "" {
		_ = json.Unmarshal([]byte(h), &all)
	}
	return all
}

// with returns the history with a leadership added.
func (h leaderships) with(l Leadership) leaderships {
	all := h.list()
	if l == (Leadership{}) || slices.Contains(all, l) {
		return h
	}
	all = append(all, l)
	slices.SortFunc(all, func(a, b Leadership) int { return cmp.Or(cmp.Compare(a.Term, b.Term), cmp.Compare(a.Leader, b.Leader)) })
	text, _ := json.Marshal(all)
	return leaderships(text)
}

// isShared reports whether a term has two leaders.
func (h leaderships) isShared() bool {
	terms := slices.CompactFunc(h.list(), func(a, b Leadership) bool { return a.Term == b.Term })
	return len(terms) < len(h.list())
}

// leadership returns the term of a process that leads in a local state.
func (s *system) leadership(p int, state model.Local) Leadership {
	status := s.handler.Status(state)
	if s.history < 0 || status.Elected != s.config.IDs[p] || status.Term <= 0 {
		return Leadership{}
	}
	return Leadership{status.Term, s.config.IDs[p]}
}

// suspected is the record of suspicions: a bit for each leader that was suspected since its election.
type suspected uint64

// A suspicion changes the record: first it adds, then it clears.
type suspicion struct{ adds, clears uint64 }

func (r suspected) change(m suspicion) suspected {
	return (r | suspected(m.adds)) &^ suspected(m.clears)
}

// observations returns the messages of a step to the history and the record of suspicions. after is the process after the step.
func (a *actor) observations(after process, e model.Event) (notes []component.Send) {
	if l := a.leadership(a.p, after.state); l != (Leadership{}) {
		notes = append(notes, component.Send{To: a.history, Message: l})
	}
	if a.suspicions < 0 {
		return notes
	}
	var m suspicion
	for _, id := range a.suspectedBy(e) {
		if q := a.place(id); q >= 0 && a.is(q, hasElected{a.system, q}) {
			m.adds |= 1 << q
		}
	}
	if a.elected(after) == a.p && a.elected(a.v) != a.p {
		m.clears = 1 << a.p
	}
	if m != (suspicion{}) {
		notes = append(notes, component.Send{To: a.suspicions, Message: m})
	}
	return notes
}

// suspectedBy lists the processes that the process suspects when it handles an event. A start suspects the leader only if it also
// stands for a detection.
func (a *actor) suspectedBy(e model.Event) []model.ID {
	status := a.v.status
	switch e.Kind {
	case model.Report:
		return []model.ID{e.Of}
	case model.Detect:
		return []model.ID{status.Elected}
	case model.Start:
		if status.Elected != model.Nobody && a.startsDetect() && status.Idle && a.config.Timeouts == Any {
			return []model.ID{status.Elected}
		}
	case model.Timeout:
		if e.Timer.Of != model.Nobody {
			return []model.ID{e.Timer.Of}
		}
		if accusing, is := a.handler.Protocol().(model.Accusing); is {
			return accusing.Accuses(a.group, a.id(), status, e.Timer)
		}
	}
	return nil
}
