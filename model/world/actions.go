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

	mu                   sync.Mutex
	max                  int // their greatest number
	listed               []listed
	deliveries, timeouts map[string]checker.Action // by kind of message and by name of timer
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

// deliveryOf is the action of receiving a message of a kind.
func (r *actionTable) deliveryOf(kind model.Kind, rank int, expected bool) checker.Action {
	return r.named(r.deliveries, deliver, string(kind), rank, expected)
}

// timeoutOf is the action of a timer that fires.
func (r *actionTable) timeoutOf(timer string, rank int, expected bool) checker.Action {
	return r.named(r.timeouts, timeout, timer, rank, expected)
}

// delivery is the action of receiving a message.
func (r *actionTable) delivery(m model.Message) checker.Action {
	return r.deliveryOf(model.KindOf(m), undeclared, false)
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
