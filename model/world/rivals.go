package world

import (
	"slices"

	"interrex/checker"
	"interrex/model"
)

// A rivalry is what becomes of an event at a process while others of its events happen before it.
type rivalry struct {
	own     checker.Operations // that do not commute with it, but for deliveries
	taking  []delivery         // and the deliveries
	locals  []checker.Cell     // in which it may find the process, its rivals aside
	mute    bool               // it sends nothing in any of them, and makes nobody take part or recover
	changes checker.Marks      // that it can make
}

// A delivery is that of a message, some time, through a channel.
type delivery struct {
	link    int
	message number
}

func (r *rivalry) has(w *World, p int, e event) bool {
	if e.kind == model.Receive {
		return slices.Contains(r.taking, delivery{w.linkOf[e.peer][p], e.message})
	}
	return r.own.Has(w.operationOf(p, e))
}

func (r *rivalry) add(w *World, p int, e event) {
	if e.kind == model.Receive {
		r.taking = append(r.taking, delivery{w.linkOf[e.peer][p], e.message})
		return
	}
	r.own = r.own.With(w.operationOf(p, e))
}

// rivalsOf finds out what else that may happen to process p does not commute with an event: by looking
// up, in each local state that the others can bring about, what comes of both in either order.
func (w *World) rivalsOf(s checker.State, p int, e event) *rivalry {
	key := e.key(s[p]) | uint64(p)<<44 | w.circumstances(s)<<50
	if known := w.prospect().rivalries.get(key); known != nil {
		return known
	}
	own := w.operationOf(p, e)
	var r rivalry
	for again := true; again; {
		again = false
		r.locals = append(r.locals[:0], s[p])
		for i := 0; i < len(r.locals) && !again; i++ {
			for _, other := range w.eventsBeside(s, p, r.locals[i]) {
				if w.operationOf(p, other) == own || r.has(w, p, other) {
					continue
				}
				next := w.outcome(p, r.locals[i], other).local
				if !w.commute(s, p, r.locals[i], e, other) || !w.addsNothing(s, p, s[p], next) {
					r.add(w, p, other)
					again = true
					break
				}
				if !slices.Contains(r.locals, next) {
					r.locals = append(r.locals, next)
				}
			}
		}
	}
	r.mute = true
	for _, local := range r.locals {
		out := w.outcome(p, local, e)
		before, after := w.traits(p, local).status, w.traits(p, out.local).status
		r.mute = r.mute && len(out.sends) == 0 && (before.TakesPart || !after.TakesPart) && (before.Recovering || !after.Recovering)
		r.changes |= w.marksLater(s, p, local, out.local)
	}
	return w.prospect().rivalries.put(key, r)
}

// circumstances are what rivalries depend on beside the process and the event: who is dead, whether
// anyone may start, and whether anyone is fresh. Of a group that is foreseen they fit 14 bits.
func (w *World) circumstances(s checker.State) (bits uint64) {
	return w.mask(s) | bit(w.budgets.starts.has(s))<<w.n | bit(w.anyFresh(s))<<(w.n+1)
}

// exits are the operations of process p that may take it out of the local states that are as it is.
func (w *World) exits(s checker.State, p int, isAsIt func(*traits) bool) (set checker.Operations) {
	locals := []checker.Cell{s[p]}
	for i := 0; i < len(locals); i++ {
		for _, e := range w.eventsBeside(s, p, locals[i]) {
			switch next := w.outcome(p, locals[i], e).local; {
			case !isAsIt(w.traits(p, next)):
				set = set.With(w.operationOf(p, e))
			case !slices.Contains(locals, next):
				locals = append(locals, next)
			}
		}
	}
	return set
}

// eventsBeside are the events that may happen to process p in a local state, from s on.
func (w *World) eventsBeside(s checker.State, p int, local checker.Cell) []event {
	events := w.ownEvents(s, p, local)
	for link, l := range w.links {
		if l.to == p {
			for _, m := range w.prospect().messages[link] {
				events = append(events, event{model.Receive, l.from, m})
			}
		}
	}
	return events
}

// ownEvents are those of them that no message brings.
func (w *World) ownEvents(s checker.State, p int, local checker.Cell) []event {
	return slices.DeleteFunc(w.eventsAt(p, local), func(e event) bool {
		switch e.kind {
		case model.Start:
			return !w.traits(p, local).fresh && !w.budgets.starts.has(s)
		case model.Detect:
			return s[w.traits(p, local).elected] != dead && w.config.Timeouts != Any
		}
		return false
	})
}

// addsNothing reports whether a process can do nothing of its own in one local state that it cannot in
// another. Timers are compared as they are, since an event tells them by their places.
func (w *World) addsNothing(s checker.State, p int, before, after checker.Cell) bool {
	if later := w.traits(p, after).timers; len(later) > 0 && !slices.Equal(later, w.traits(p, before).timers) {
		return false
	}
	had := w.ownEvents(s, p, before)
	return !slices.ContainsFunc(w.ownEvents(s, p, after), func(e event) bool { return !slices.Contains(had, e) })
}

// commute reports whether two events at a process lead to the same in either order: the same local
// state, the same messages in each channel, no bound met, and neither prevents the other.
func (w *World) commute(s checker.State, p int, local checker.Cell, a, b event) bool {
	first, second := w.outcome(p, local, a), w.outcome(p, local, b)
	if !w.still(s, p, local, first.local, b) || !w.still(s, p, local, second.local, a) {
		return false
	}
	ab, ba := w.outcome(p, first.local, b), w.outcome(p, second.local, a)
	for _, o := range []*outcome{first, second, ab, ba} {
		if o.capped || o.saturated {
			return false
		}
	}
	if ab.local != ba.local {
		return false
	}
	for q := range w.n {
		to := func(sends ...[]send) (all []number) {
			for _, s := range slices.Concat(sends...) {
				if w.foreseenTo(p, s) == q {
					all = append(all, s.message)
				}
			}
			return all
		}
		if !slices.Equal(to(first.sends, ab.sends), to(second.sends, ba.sends)) {
			return false
		}
	}
	return true
}

// still reports whether an event that can happen in one local state can happen in another, too.
func (w *World) still(s checker.State, p int, before, after checker.Cell, e event) bool {
	if e.kind == model.Start && w.traits(p, before).fresh != w.traits(p, after).fresh {
		return false // only one of the two spends the budget
	}
	return e.kind == model.Receive || slices.Contains(w.ownEvents(s, p, after), e)
}
