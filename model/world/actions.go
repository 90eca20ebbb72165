package world

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
)

// An actionTable has the actions of a report: those of the algorithm, one for each kind of message and each timer, and those of the
// adversary. Possible actions are expected; of messages and timers, the declared ones are. Other actions are added on first use.
type actionTable struct {
	of     [kinds]checker.Action // by kind of move, without deliveries and timeouts
	inside checker.Action        // a crash inside a step

	mu     sync.Mutex
	max    int // their greatest number
	listed []listed
	named  map[actionName]checker.Action // deliveries and timeouts
}

// An actionName is a kind of message that is delivered, or the name of a timer that fires.
type actionName struct {
	kind kind
	name string
}

// A listed action has its position in a report: by kind of move, then declared ones in the order of declaration, then others by name.
type listed struct {
	checker.NamedAction
	place, rank int
}

// CrashInside is the action of a process that crashes inside a step, after a part of its messages.
const CrashInside = "crash inside a step"

// ordered are the kinds of moves in the order of a report: starts, steps of elections, detectors, the clock, and faults.
var ordered = [kinds]kind{
	start, detect, suspect, draw, deliver, deliverAgain, timeout, detectorReport, withdraw, recovery, mistakesEnd, passTick, stabilize, crash, restart, lose,
}

// undeclared is the rank of an undeclared message or timer.
const undeclared = 1 << 30

// registerActions numbers the actions that are known before the exploration.
func (s *system) registerActions() {
	r := &s.actions
	r.max, r.named = 1<<16, map[actionName]checker.Action{}
	s.may = s.possibleKinds()
	kinds, timers := s.Declared()
	for place, kind := range ordered {
		switch {
		case kind == deliver:
			for rank, declared := range kinds {
				r.action(actionName{kind, string(declared)}, rank, s.may[kind])
			}
		case kind == timeout:
			for rank, declared := range timers {
				r.action(actionName{kind, declared}, rank, s.may[kind])
			}
		default:
			r.of[kind] = r.add(actions[kind], place, 0, s.may[kind])
		}
		if kind == crash {
			r.inside = r.add(CrashInside, place, 1, false) // only a step with several messages can be cut
		}
	}
}

// add numbers a new action.
func (r *actionTable) add(name string, place, rank int, expected bool) checker.Action {
	if len(r.listed) >= r.max {
		panic(checker.Overflow{What: "actions"})
	}
	number := checker.Action(len(r.listed) + 1)
	r.listed = append(r.listed, listed{checker.NamedAction{Action: number, Name: name, Expected: expected}, place, rank})
	return number
}

// action returns the action of a kind of message or a timer. A new one gets the rank.
func (r *actionTable) action(of actionName, rank int, expected bool) checker.Action {
	r.mu.Lock()
	defer r.mu.Unlock()
	action, met := r.named[of]
	if !met {
		action = r.add(strings.TrimSuffix(actions[of.kind]+" "+of.name, " "), slices.Index(ordered[:], of.kind), rank, expected)
		r.named[of] = action
	}
	return action
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
	c, b := s.config, s.budgets()
	crashes, restarts, mistakes := b[crashes] != 0, b[restarts] != 0, b[mistakes] != 0
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
		crash:          crashes, restart: restarts, lose: b[losses] != 0 || s.canDrop(),
		passTick: c.IsClocked(), stabilize: c.IsClocked() && c.GST != 0, mistakesEnd: c.Detector == EventuallyPerfect && mistakes,
	}
}

// canDrop reports whether links of a world with a clock may lose messages.
func (s *system) canDrop() bool {
	c := s.config
	return c.IsClocked() && s.able.Clockwork && (c.GST != 0 || c.Timely != nil && slices.ContainsFunc(s.links(), func(l link) bool { return !s.isTimely(l.from, l.to) }))
}

// Actions is an optional method of checker.System.
func (w *World) Actions() []checker.NamedAction {
	w.actions.mu.Lock()
	all := slices.Clone(w.actions.listed)
	w.actions.mu.Unlock()
	slices.SortFunc(all, func(a, b listed) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.rank, b.rank), cmp.Compare(a.Name, b.Name))
	})
	named := make([]checker.NamedAction, len(all))
	for i, a := range all {
		named[i] = a.NamedAction
		named[i].Expected = a.Expected && (!w.config.Algorithm.Own || w.isAble(a.Action))
	}
	return named
}

// isAble reports whether an own election has a local state that allows an action, as far as explored.
func (w *World) isAble(a checker.Action) bool {
	switch a {
	case w.actions.of[start]:
		return w.hasLocal(func(s model.Status) bool { return s.MayStart })
	case w.actions.of[detect], w.actions.of[suspect]:
		return w.hasLocal(func(s model.Status) bool { return s.Idle })
	}
	return true
}

// actionOf is the action of a move from a state.
func (w *World) actionOf(values []component.Value, m move) checker.Action {
	switch {
	case m.crashAfter > 0:
		return w.actions.inside
	case m.kind == deliver || m.kind == timeout:
		return w.actions.ofEvent(m.kind, w.event(values, m))
	}
	return w.actions.of[m.kind]
}

// ofEvent is the action of a delivery or a timeout.
func (r *actionTable) ofEvent(k kind, e model.Event) checker.Action {
	name := e.Timer.Name
	if k == deliver {
		name = string(model.KindOf(e.Message))
	}
	return r.action(actionName{k, name}, undeclared, false)
}

// actionName is the name of the action of a step in which a process handles an event.
func (s *system) actionName(m move, e model.Event) string {
	if m.kind != deliver && m.kind != timeout {
		return actions[m.kind]
	}
	r := &s.actions
	action := r.ofEvent(m.kind, e)
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.listed[action-1].Name
}
