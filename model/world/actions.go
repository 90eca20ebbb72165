package world

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model"
)

// A listing is the position of an action in a report: by kind of step, then declared ones in the order of declaration, then others by
// name. Possible actions are expected; of messages and timers, the declared ones are.
type listing struct {
	kind       kind
	rank       int
	isExpected bool
}

// crashInside is the action of a process that crashes inside a step, after a part of its messages.
const crashInside = "crash inside a step"

// undeclared is the rank of an undeclared message or timer.
const undeclared = 1 << 30

// listActions lists the actions of a report that are known before the exploration: those of the algorithm, one for each declared kind of
// message and timer, and those of the adversary.
func (s *system) listActions() {
	s.listed = map[string]listing{crashInside: {crash, 1, false}} // only a step with several messages can be cut
	messages, timers := s.Declared()
	for of := range kind(len(kinds)) {
		switch of {
		case deliver:
			for rank, declared := range messages {
				s.listed[actionName(of, string(declared))] = listing{of, rank, s.may[of]}
			}
		case timeout:
			for rank, declared := range timers {
				s.listed[actionName(of, declared)] = listing{of, rank, s.may[of]}
			}
		default:
			s.listed[kinds[of].name] = listing{of, 0, s.may[of]}
		}
	}
}

// actionName is the name of an action, with the kind of message or the timer.
func actionName(of kind, what string) string { return strings.TrimSuffix(kinds[of].name+" "+what, " ") }

// actionOf is the name of the action of a step in which a process handles an event.
func (s *system) actionOf(of kind, e model.Event) (name string) {
	switch of {
	case deliver:
		name = actionName(of, string(model.KindOf(e.Message)))
	case timeout:
		name = actionName(of, e.Timer.Name)
	default:
		return kinds[of].name
	}
	if _, isListed := s.listed[name]; !isListed {
		s.unlisted.Store(name, listing{of, undeclared, false})
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
	c, able := s.config, s.able
	has := func(b budget) bool { return s.whole[b] != 0 }
	untimely := func(l link) bool { return !s.isTimely(l.from, l.to) }
	canDrop := s.clock >= 0 && able.Clockwork && (c.GST != 0 || slices.ContainsFunc(s.links(), untimely))
	canDetect := !s.startsDetect() && !able.Termed // else starts or timers detect
	return [len(kinds)]bool{
		start:          has(starts) || has(restarts), // a restarted process may start
		detect:         canDetect && has(crashes) && !able.Clockwork,
		suspect:        canDetect && (has(mistakes) || s.firesEarly()),
		draw:           able.Choosing,
		deliver:        true,
		deliverAgain:   has(duplicates),
		timeout:        able.Timed,
		detectorReport: able.Suspecting && (has(crashes) || has(mistakes)),
		withdraw:       able.Suspecting && (has(restarts) || has(mistakes)),
		recovery:       has(restarts) && able.Recovering,
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
	all := maps.Clone(w.listed)
	for name, listed := range w.unlisted.Range {
		all[name.(string)] = listed.(listing)
	}
	names := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(cmp.Compare(all[a].kind, all[b].kind), cmp.Compare(all[a].rank, all[b].rank), cmp.Compare(a, b))
	})
	named := make([]checker.NamedAction, len(names))
	for i, name := range names {
		isExpected := all[name].isExpected && (!w.config.Algorithm.Own || w.isAble(all[name].kind))
		named[i] = checker.NamedAction{Action: checker.Action(w.machine().Action(name)), Name: name, Expected: isExpected}
	}
	return named
}

// isAble reports whether an own election has a local state that allows a kind of steps, as far as explored.
func (w *World) isAble(of kind) bool {
	switch of {
	case start:
		return w.hasLocal(func(s model.Status) bool { return s.MayStart })
	case detect, suspect:
		return w.hasLocal(func(s model.Status) bool { return s.Idle })
	}
	return true
}
