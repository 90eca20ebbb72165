package world

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"interrex/checker"
	"interrex/model"
)

// An actionTable has the actions of a report: those of the algorithm, one for each kind of message and each timer, and those of the
// adversary. Possible actions are expected; of messages and timers, the declared ones are. Other actions are added on first use.
type actionTable struct {
	mu     sync.Mutex
	listed map[string]listing
}

// A listing is the position of an action in a report: by kind of step, then declared ones in the order of declaration, then others by
// name.
type listing struct {
	kind       kind
	rank       int
	isExpected bool
}

// crashInside is the action of a process that crashes inside a step, after a part of its messages.
const crashInside = "crash inside a step"

// undeclared is the rank of an undeclared message or timer.
const undeclared = 1 << 30

// listActions lists the actions that are known before the exploration.
func (s *system) listActions() {
	s.actions.listed = map[string]listing{crashInside: {crash, 1, false}} // only a step with several messages can be cut
	s.may = s.possibleKinds()
	messages, timers := s.Declared()
	for of := range kind(len(kinds)) {
		switch of {
		case deliver:
			for rank, declared := range messages {
				s.list(of, string(declared), rank)
			}
		case timeout:
			for rank, declared := range timers {
				s.list(of, declared, rank)
			}
		default:
			s.list(of, "", 0)
		}
	}
}

// list returns the name of the action of a kind of step, with the kind of message or the timer. A new one gets the rank.
func (s *system) list(of kind, what string, rank int) (name string) {
	name = strings.TrimSuffix(kinds[of].name+" "+what, " ")
	s.actions.mu.Lock()
	defer s.actions.mu.Unlock()
	if _, isKnown := s.actions.listed[name]; !isKnown {
		s.actions.listed[name] = listing{of, rank, rank != undeclared && s.may[of]}
	}
	return name
}

// Declared returns the kinds of messages and the names of timers that the algorithm declares.
func (s *system) Declared() (messages []model.Kind, timers []string) {
	messages, timers = s.config.Algorithm.Kinds, s.config.Algorithm.Timers
	if d, is := s.handler.Protocol().(model.Declaring); is {
		more, moreTimers := d.Declares(s.config.Restarts != 0)
		messages, timers = slices.Concat(messages, more), slices.Concat(timers, moreTimers)
	}
	return messages, timers
}

// possibleKinds returns which kinds of steps the config allows. An exploration may reach fewer.
func (s *system) possibleKinds() [len(kinds)]bool {
	c, has := s.config, func(b budget) bool { return s.whole[b] != 0 }
	untimely := func(l link) bool { return !s.isTimely(l.from, l.to) }
	canDrop := s.clock >= 0 && s.able.Clockwork && (c.GST != 0 || slices.ContainsFunc(s.links(), untimely))
	return [len(kinds)]bool{
		start:          has(starts) || has(restarts),                                             // a restarted process may start
		detect:         has(crashes) && !s.startsDetect() && !s.able.Termed && !s.able.Clockwork, // these detect by timers
		suspect:        !s.startsDetect() && !s.able.Termed && (has(mistakes) || s.firesEarly()),
		draw:           s.able.Choosing,
		deliver:        true,
		deliverAgain:   has(duplicates),
		timeout:        s.able.Timed,
		detectorReport: s.able.Suspecting && (has(crashes) || has(mistakes)),
		withdraw:       s.able.Suspecting && (has(restarts) || has(mistakes)),
		recovery:       has(restarts) && s.able.Recovering,
		mistakesEnd:    c.Detector == EventuallyPerfect && has(mistakes),
		passTick:       c.IsClocked(),
		stabilize:      c.IsClocked() && c.GST != 0,
		crash:          has(crashes),
		restart:        has(restarts),
		lose:           has(losses) || canDrop,
	}
}

// Actions is an optional method of checker.System.
func (w *World) Actions() []checker.NamedAction {
	w.actions.mu.Lock()
	all := maps.Clone(w.actions.listed)
	w.actions.mu.Unlock()
	names := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(cmp.Compare(all[a].kind, all[b].kind), cmp.Compare(all[a].rank, all[b].rank), cmp.Compare(a, b))
	})
	named := make([]checker.NamedAction, len(names))
	for i, name := range names {
		isExpected := all[name].isExpected && (!w.config.Algorithm.Own || w.isAble(name))
		named[i] = checker.NamedAction{Action: checker.Action(w.machine().Action(name)), Name: name, Expected: isExpected}
	}
	return named
}

// isAble reports whether an own election has a local state that allows an action, as far as explored.
func (w *World) isAble(action string) bool {
	switch action {
	case kinds[start].name:
		return w.hasLocal(func(s model.Status) bool { return s.MayStart })
	case kinds[detect].name, kinds[suspect].name:
		return w.hasLocal(func(s model.Status) bool { return s.Idle })
	}
	return true
}

// actionOf is the name of the action of a step in which a process handles an event.
func (s *system) actionOf(of kind, e model.Event) string {
	switch of {
	case deliver:
		return s.list(of, string(model.KindOf(e.Message)), undeclared)
	case timeout:
		return s.list(of, e.Timer.Name, undeclared)
	}
	return kinds[of].name
}
