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

// An actionTable lists the actions of a world by the names that a report gives them: those of the
// algorithm, with its messages and timers told apart, and those of the adversary. An action that may
// happen in the world is expected; of messages and timers, those that the algorithm declares are. Any
// other action gets its name when it is first met.
type actionTable struct {
	of     [kinds]checker.Action // by kind of move, but for deliveries and timeouts
	inside checker.Action        // a crash inside a step, whatever the step is

	mu                   sync.Mutex
	max                  int // how many there may be
	listed               []listed
	deliveries, timeouts map[string]checker.Action // by kind of message and by name of timer
}

// A listed action has its place in a report: by kind of move, then declared ones in the order of
// declaration, then the rest by name.
type listed struct {
	checker.NamedAction
	place, rank int
}

// CrashInside is the action of a process that dies in the middle of a step, after some of its messages.
const CrashInside = "crash inside a step"

// ordered are the kinds of moves in the order of a report: how elections begin, how they go on,
// what detectors say, what befalls processes and messages.
var ordered = [kinds]kind{
	start, detect, suspect, draw, deliver, deliverAgain, timeout, detectorReport, withdraw, recovery, mistakesEnd, passTick, stabilize, crash, restart, lose,
}

// undeclared is the rank of what an algorithm does not declare.
const undeclared = 1 << 30

// learn numbers the actions that are known beforehand.
func (s *system) registerActions() {
	r := &s.actions
	r.max, r.deliveries, r.timeouts = 1<<16, map[string]checker.Action{}, map[string]checker.Action{}
	s.may = s.possibleKinds()
	kinds, timers := s.Declared()
	for place, kind := range ordered {
		switch {
		case kind == deliver:
			for rank, declared := range kinds {
				r.deliveryOf(declared, rank, s.may[kind])
			}
		case kind == timeout:
			for rank, declared := range timers {
				r.timeoutOf(declared, rank, s.may[kind])
			}
		default:
			r.of[kind] = r.add(actions[kind], place, 0, s.may[kind])
		}
		if kind == crash {
			r.inside = r.add(CrashInside, place, 1, false) // only a step that sends several messages has an inside
		}
	}
}

// enter gives an action its number.
func (r *actionTable) add(name string, place, rank int, expected bool) checker.Action {
	if len(r.listed) >= r.max {
		panic(checker.Overflow{What: "actions"})
	}
	number := checker.Action(len(r.listed) + 1)
	r.listed = append(r.listed, listed{checker.NamedAction{Action: number, Name: name, Expected: expected}, place, rank})
	return number
}

// named returns the action of a kind of message, or of a timer.
func (r *actionTable) named(known map[string]checker.Action, kind kind, name string, rank int, expected bool) checker.Action {
	r.mu.Lock()
	defer r.mu.Unlock()
	action, met := known[name]
	if !met {
		action = r.add(strings.TrimSuffix(actions[kind]+" "+name, " "), slices.Index(ordered[:], kind), rank, expected)
		known[name] = action
	}
	return action
}

// deliveryOf is the action of taking a message of a kind.
func (r *actionTable) deliveryOf(kind model.Kind, rank int, expected bool) checker.Action {
	return r.named(r.deliveries, deliver, string(kind), rank, expected)
}

// timeoutOf is the action of a timer that fires.
func (r *actionTable) timeoutOf(timer string, rank int, expected bool) checker.Action {
	return r.named(r.timeouts, timeout, timer, rank, expected)
}

// delivery is the action of taking a message.
func (r *actionTable) delivery(m model.Message) checker.Action {
	return r.deliveryOf(model.KindOf(m), undeclared, false)
}

// Declared are the kinds of messages, and the names of the timers, that the algorithm declares in the world.
func (s *system) Declared() (kinds []model.Kind, timers []string) {
	kinds, timers = s.config.Algorithm.Kinds, s.config.Algorithm.Timers
	if d, is := s.handler.Protocol().(model.Declaring); is {
		moreKinds, moreTimers := d.Declares(s.config.Restarts != 0)
		kinds, timers = slices.Concat(kinds, moreKinds), slices.Concat(timers, moreTimers)
	}
	return kinds, timers
}

// possible says which kinds of move the world has at all. Whether one of them ever happens, the
// exploration shows.
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
		detect:         crashes && !s.startsDetect() && !s.able.Termed && !s.able.Clockwork, // there timers find out
		suspect:        !s.startsDetect() && !s.able.Termed && (mistakes || s.able.Timed && !s.isDetected && c.Timeouts == Any),
		start:          b[starts] != 0 || restarts, // who has come back may start
		crash:          crashes, restart: restarts, lose: b[losses] != 0 || s.canDrop(),
		passTick: c.IsClocked(), stabilize: c.IsClocked() && c.GST != 0, mistakesEnd: c.Detector == EventuallyPerfect && mistakes,
	}
}

// drops reports whether messages may be dropped: a world by the clock may lose what a link is not sure to deliver.
func (s *system) canDrop() bool {
	c := s.config
	return c.IsClocked() && s.able.Clockwork && (c.GST != 0 || c.Timely != nil && slices.ContainsFunc(s.links(), func(l link) bool { return !s.isTimely(l.from, l.to) }))
}

// Actions is part of checker.Acting. The order is by kind of move; deliveries are ordered by message and timeouts by
// timer, as declared, and those not declared by name.
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

// isAble reports whether the author's own election can take an action at all, as far as has been explored: it has a local state that
// allows it. What the catalogue can do is known.
func (w *World) isAble(a checker.Action) bool {
	switch a {
	case w.actions.of[start]:
		return w.hasLocal(func(s model.Status) bool { return s.MayStart })
	case w.actions.of[detect], w.actions.of[suspect]:
		return w.hasLocal(func(s model.Status) bool { return s.Idle })
	}
	return true
}

// actionOf is the action of a step from a state.
func (w *World) actionOf(values []component.Value, m move) checker.Action {
	switch {
	case m.crashAfter > 0:
		return w.actions.inside
	case m.kind == deliver:
		return w.actions.delivery(w.event(values, m).Message)
	case m.kind == timeout:
		return w.actions.timeoutOf(w.event(values, m).Timer.Name, undeclared, false)
	}
	return w.actions.of[m.kind]
}

// actionName is the name of the action of a step in which a process handles an event.
func (s *system) actionName(m move, e model.Event) string {
	switch m.kind {
	case deliver:
		return s.actions.name(s.actions.delivery(e.Message))
	case timeout:
		return s.actions.name(s.actions.timeoutOf(e.Timer.Name, undeclared, false))
	}
	return actions[m.kind]
}

// name is the name of an action.
func (r *actionTable) name(a checker.Action) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.listed[a-1].Name
}
