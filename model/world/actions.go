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
	place, rank int
	isExpected  bool
}

// crashInside is the action of a process that crashes inside a step, after a part of its messages.
const crashInside = "crash inside a step"

// ordered are the kinds of moves in the order of a report: starts, steps of elections, detectors, the clock, and faults.
var ordered = [kinds]kind{
	start, detect, suspect, draw, deliver, deliverAgain, timeout, detectorReport, withdraw, recovery, mistakesEnd, passTick, stabilize, crash, restart, lose,
}

// undeclared is the rank of an undeclared message or timer.
const undeclared = 1 << 30

// listActions lists the actions that are known before the exploration.
func (s *system) listActions() {
	s.actions.listed = map[string]listing{crashInside: {slices.Index(ordered[:], crash), 1, false}} // only a step with several messages can be cut
	s.may = s.possibleKinds()
	kinds, timers := s.Declared()
	for _, kind := range ordered {
		switch kind {
		case deliver:
			for rank, declared := range kinds {
				s.list(deliver, string(declared), rank)
			}
		case timeout:
			for rank, declared := range timers {
				s.list(timeout, declared, rank)
			}
		default:
			s.list(kind, "", 0)
		}
	}
}

// list returns the name of the action of a kind of step, with the kind of message or the timer. A new one gets the rank.
func (s *system) list(of kind, what string, rank int) (name string) {
	name = strings.TrimSuffix(actions[of].name+" "+what, " ")
	s.actions.mu.Lock()
	defer s.actions.mu.Unlock()
	if _, isKnown := s.actions.listed[name]; !isKnown {
		s.actions.listed[name] = listing{slices.Index(ordered[:], of), rank, rank != undeclared && s.may[of]}
	}
	return name
}

// Declared returns the kinds of messages and the names of timers that the algorithm declares.
func (s *system) Declared() (kinds []model.Kind, timers []string) {
	kinds, timers = s.config.Algorithm.Kinds, s.config.Algorithm.Timers
	if d, is := s.handler.Protocol().(model.Declaring); is {
		moreKinds, moreTimers := d.Declares(s.config.Restarts != 0)
		kinds, timers = slices.Concat(kinds, moreKinds), slices.Concat(timers, moreTimers)
	}
	return kinds, timers
}

// possibleKinds returns which kinds of moves the config allows. An exploration may reach fewer.
func (s *system) possibleKinds() [kinds]bool {
	c, b := s.config, s.whole
	crashes, restarts, mistakes := b[crashes] != 0, b[restarts] != 0, b[mistakes] != 0
	untimely := func(l link) bool { return !s.isTimely(l.from, l.to) }
	canDrop := s.clock >= 0 && s.able.Clockwork && (c.GST != 0 || slices.ContainsFunc(s.links(), untimely))
	return [kinds]bool{
		deliver: true, deliverAgain: b[duplicates] != 0,
		timeout:        s.able.Timed,
		draw:           s.able.Choosing,
		recovery:       restarts && s.able.Recovering,
		detectorReport: s.able.Suspecting && (crashes || mistakes),
		withdraw:       s.able.Suspecting && (restarts || mistakes),
		detect:         crashes && !s.startsDetect() && !s.able.Termed && !s.able.Clockwork, // these detect by timers
		suspect:        !s.startsDetect() && !s.able.Termed && (mistakes || s.able.Timed && !s.isDetected && c.Timeouts == Any),
		start:          b[starts] != 0 || restarts, // a restarted process may start
		crash:          crashes, restart: restarts, lose: b[losses] != 0 || canDrop,
		passTick: c.IsClocked(), stabilize: c.IsClocked() && c.GST != 0, mistakesEnd: c.Detector == EventuallyPerfect && mistakes,
	}
}

// Actions is an optional method of checker.System.
func (w *World) Actions() []checker.NamedAction {
	w.actions.mu.Lock()
	all := maps.Clone(w.actions.listed)
	w.actions.mu.Unlock()
	names := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(cmp.Compare(all[a].place, all[b].place), cmp.Compare(all[a].rank, all[b].rank), cmp.Compare(a, b))
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
	case actions[start].name:
		return w.hasLocal(func(s model.Status) bool { return s.MayStart })
	case actions[detect].name, actions[suspect].name:
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
	return actions[of].name
}
