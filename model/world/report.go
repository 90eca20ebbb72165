package world

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model"
	"interrex/spec"
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
	s.listings.Store(crashInside, listing{crash, 1, false}) // only a step with several messages can be cut
	messages, timers := s.Declared()
	for of := range kind(len(kinds)) {
		switch of {
		case deliver:
			for rank, declared := range messages {
				s.listings.Store(actionName(of, string(declared)), listing{of, rank, s.may[of]})
			}
		case timeout:
			for rank, declared := range timers {
				s.listings.Store(actionName(of, declared), listing{of, rank, s.may[of]})
			}
		default:
			s.listings.Store(kinds[of].name, listing{of, 0, s.may[of]})
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
	s.listings.LoadOrStore(name, listing{of, undeclared, false})
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

// Actions is an optional method of checker.System.
func (w *World) Actions() []checker.NamedAction {
	all := map[string]listing{}
	for name, listed := range w.listings.Range {
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

// The following methods report observations of all explorations of a world so far.

// hasLocal reports whether a live process had a wanted status.
func (s *system) hasLocal(isWanted func(model.Status) bool) bool {
	s.locals.mu.Lock()
	defer s.locals.mu.Unlock()
	for _, met := range s.locals.byCore {
		for _, l := range met {
			if l.isLive() && isWanted(l.status) {
				return true
			}
		}
	}
	return false
}

// sentSoFar lists the messages that were on their way.
func (s *system) sentSoFar() (messages []model.Message) {
	s.mail.mu.Lock()
	defer s.mail.mu.Unlock()
	for of := range s.mail.numbers {
		messages = append(messages, of.message)
	}
	return messages
}

// Unsent returns the kinds that OnItsWay was asked about and no step has sent, and the kinds that were sent. Both are in alphabetical
// order. For the catalogue the first are none, since variants of an election share the conditions of their timers.
func (w *World) Unsent() (asked, sent []model.Kind) {
	for _, m := range w.sentSoFar() {
		sent = append(sent, model.KindOf(m))
	}
	slices.Sort(sent)
	sent = slices.Compact(sent)
	for kind := range w.asks.Range {
		if !slices.Contains(sent, kind.(model.Kind)) {
			asked = append(asked, kind.(model.Kind))
		}
	}
	slices.Sort(asked)
	return asked, sent
}

// LastPhase is the last phase of a message so far, -1 if there is none.
func (w *World) LastPhase() int {
	last := -1
	for _, m := range w.sentSoFar() {
		if phased, is := m.(model.Phased); is {
			_, phase, _ := phased.InPhase()
			last = max(last, phase)
		}
	}
	return last
}

// Grown describes the longest channel, the most local states of a process, and the missing bounds.
func (w *World) Grown() string {
	w.locals.mu.Lock()
	most := slices.Max(w.locals.live)
	w.locals.mu.Unlock()
	w.mail.mu.Lock()
	defer w.mail.mu.Unlock()
	text := fmt.Sprintf("a channel holds up to %d messages, and a process has up to %d local states", w.mail.longest, most)
	if w.config.Capacity == Unlimited {
		text += "; interrex.Bounds (-capacity) limits the messages"
	}
	if w.config.Elections == Unlimited {
		text += "; interrex.Bounds (-elections) limits the elections of each process"
	}
	return text
}

// Account returns the views of a path, from which a violated property names the violating processes.
func (w *World) Account(p *checker.Path) spec.Run {
	var r spec.Run
	states := p.States()
	for step, s := range states {
		r.Views = append(r.Views, w.View(s))
		for _, l := range w.leaderships(s) {
			isKnown := slices.ContainsFunc(r.Leaderships, func(k spec.Leadership) bool { return k.Term == l.Term && k.Leader == l.Leader })
			if !isKnown {
				r.Leaderships = append(r.Leaderships, spec.Leadership{Term: l.Term, Leader: l.Leader, Step: step, Died: w.IsDead(s, w.place(l.Leader))})
			}
		}
	}
	slices.SortStableFunc(r.Leaderships, func(a, b spec.Leadership) int { return a.Term - b.Term })
	if r.Forever = len(r.Views); p.Lasso {
		r.Forever = len(p.Stem)
	}
	last := states[len(states)-1]
	r.Calls, r.Results = w.messagesOf(last, model.Calls), w.messagesOf(last, model.Announces)
	for _, s := range states[min(r.Forever, len(states)-1):] {
		for _, f := range w.inFlight(s) {
			if !slices.Contains(r.Underway, f.Message) {
				r.Underway = append(r.Underway, f.Message)
			}
		}
	}
	return r
}

// messagesOf lists the wanted messages on their way: "ELECTION(1) from P1 to P2".
func (w *World) messagesOf(s checker.State, isWanted func(model.Message) bool) (all []string) {
	for to, l := range w.inTransit(w.ValuesOf(s)) {
		if f := w.flight(to, l); isWanted(l.message) {
			all = append(all, fmt.Sprintf("%s from P%d to P%d", f.Message, f.From, f.To))
		}
	}
	return all
}

// Overdue finds a step of a class of fairness that the cycle of a lasso starves. A class with weak fairness is starved if it lasts in
// each state, and is enabled in one. A class with strong fairness is starved if it is enabled in one. Such a lasso is not fair, and
// violates no property. ok is false if there is no such class.
func (w *World) Overdue(p *checker.Path) (o Occurrence, ok bool) {
	if !p.Lasso {
		return o, false
	}
	cycle := p.States()[len(p.Stem):]
	for _, s := range cycle {
		w.Steps(s, func(step checker.Step, to checker.State) {
			class := step.Fairness
			isTaken := slices.ContainsFunc(p.Cycle, func(t checker.Transition) bool { return t.Step.Fairness == class })
			if ok || to == nil || class == checker.None || isTaken {
				return
			}
			stops := func(s checker.State) bool { return !w.persists(s, class) }
			if class.IsStrong() || !slices.ContainsFunc(cycle, stops) {
				o, ok = w.Occurrence(s, step), true
			}
		})
	}
	return o, ok
}

// persists reports whether a class of fairness is enabled or lasts in a state.
func (w *World) persists(s checker.State, class checker.FairnessClass) (persists bool) {
	w.Lasts(s, func(lasting checker.FairnessClass) { persists = persists || lasting == class })
	w.Steps(s, func(step checker.Step, to checker.State) { persists = persists || to != nil && step.Fairness == class })
	return persists
}
