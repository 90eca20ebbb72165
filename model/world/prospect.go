package world

import (
	"slices"

	"interrex/checker"
	"interrex/model"
)

// A prospect is what may ever come of a world, and more: every message that has ever been sent may
// come at any time, again and again, and every timer that runs may fire. It is found out once.
type prospect struct {
	locals   [][]checker.Cell                // of each process
	messages [][]number                      // of each link
	feeders  []checker.Operations            // of each link, the operations of its sender that may put something into it
	sources  map[delivery]checker.Operations // of each message, those that may send it
	arming   []checker.Operations            // of each process, those that may arm a timer where none runs

	rivalries *memo[rivalry]
}

// mostProspects is beyond how many local states and messages a prospect is given up.
const mostProspects = 500

// mostForeseen is how many processes there may be.
const mostForeseen = 12

// prospect is that of the world, found out when it is first asked for; nil if there is none.
func (w *World) prospect() *prospect {
	w.foresight.Do(func() { w.prospects = w.foresee() })
	return w.prospects
}

// foresee finds out the prospect of a world in which it does not depend on who has died where messages
// go; nil if that is too large, or of no use.
func (w *World) foresee() *prospect {
	if w.Operations() == 0 || !w.HasKeys() || w.keeps() || w.occasional != nil || w.n > mostForeseen || w.handler.Has(model.Choose) ||
		w.config.Algorithm.Topology.IsRing() && w.config.Crashes != 0 {
		return nil
	}
	f := &prospect{
		locals: make([][]checker.Cell, w.n), messages: make([][]number, len(w.links)),
		sources: map[delivery]checker.Operations{}, rivalries: newMemo[rivalry](),
		feeders: make([]checker.Operations, len(w.links)), arming: make([]checker.Operations, w.n),
	}
	s := make(checker.State, w.width)
	w.Init(func(first checker.State) { copy(s, first) })
	for p := range w.n {
		f.locals[p] = []checker.Cell{s[p]}
		if w.restarted != nil {
			f.locals[p] = append(f.locals[p], w.restarted[p])
		}
	}
	for size := -1; size != f.size(); {
		if size = f.size(); size > mostProspects {
			return nil
		}
		for p := range w.n {
			w.foreseeOf(f, p)
		}
	}
	return f
}

func (f *prospect) size() (n int) {
	for _, l := range f.locals {
		n += len(l)
	}
	for _, m := range f.messages {
		n += len(m)
	}
	return n
}

// foreseeOf lets a process handle all that it may.
func (w *World) foreseeOf(f *prospect, p int) {
	for i := 0; i < len(f.locals[p]) && i <= mostProspects; i++ {
		local := f.locals[p][i]
		for _, e := range w.eventsAt(p, local) {
			f.enter(w, p, local, e)
		}
		for link := range w.links {
			if w.links[link].to == p {
				for _, m := range f.messages[link] {
					f.enter(w, p, local, event{model.Receive, w.links[link].from, m})
				}
			}
		}
	}
}

// eventsAt are the events, but for deliveries, that may happen to a process in a local state at some time.
func (w *World) eventsAt(p int, local checker.Cell) (events []event) {
	t := w.traits(p, local)
	for i := range t.choices {
		events = append(events, event{kind: model.Choose, peer: i})
	}
	for i := range t.timers {
		events = append(events, event{kind: model.Timeout, peer: i})
	}
	if t.status.Recovering {
		events = append(events, event{kind: model.Recover})
	}
	if t.status.MayStart {
		events = append(events, event{kind: model.Start})
	}
	if t.status.Idle && t.elected >= 0 && t.elected != p {
		events = append(events, event{kind: model.Detect})
	}
	for _, k := range t.report {
		events = append(events, event{kind: model.Report, peer: k})
	}
	for _, k := range t.withdraw {
		events = append(events, event{kind: model.Withdraw, peer: k})
	}
	return events
}

// enter takes down what comes of an event.
func (f *prospect) enter(w *World, p int, local checker.Cell, e event) {
	out, op := w.outcome(p, local, e), w.operationOf(p, e)
	if !slices.Contains(f.locals[p], out.local) {
		f.locals[p] = append(f.locals[p], out.local)
	}
	if len(w.traits(p, local).timers) == 0 && len(w.traits(p, out.local).timers) > 0 {
		f.arming[p] = f.arming[p].With(op)
	}
	for _, s := range out.sends {
		link := w.linkOf[p][w.foreseenTo(p, s)]
		f.feeders[link] = f.feeders[link].With(op)
		f.sources[delivery{link, s.message}] = f.sources[delivery{link, s.message}].With(op)
		if !slices.Contains(f.messages[link], s.message) {
			f.messages[link] = append(f.messages[link], s.message)
		}
	}
}

// foreseenTo is where a message goes.
func (w *World) foreseenTo(p int, s send) int {
	switch s.to {
	case toNext:
		return (p + 1) % w.n
	case toPrevious:
		return (p + w.n - 1) % w.n
	}
	return s.to
}

// operationOf is the operation in which a process handles an event.
func (w *World) operationOf(p int, e event) checker.Operation {
	switch e.kind {
	case model.Receive:
		return checker.Operation(w.linkOf[e.peer][p])
	case model.Start:
		return w.ofProcess(p, opStart)
	case model.Detect:
		return w.ofProcess(p, opDetect)
	case model.Timeout:
		return w.ofProcess(p, opTimeout)
	}
	return w.ofProcess(p, opOther)
}
