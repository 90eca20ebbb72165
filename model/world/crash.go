package world

import (
	"slices"

	"interrex/checker"
	"interrex/model"
)

// A crashed is what a dead process leaves: what it has kept on stable storage, as the local state with
// which it would come back, and, by the clock, how long it has been dead. Worlds without storage and
// clock have no cells for it. For a live process it is the zero value.
type crashed struct {
	kept model.Local
	age  int // ticks, no more than matter
}

// A tomb is a crashed together with what becomes of it.
type tomb struct {
	crashed
	older checker.Cell // a tick later
}

// remembersCrashed reports whether it matters what the dead have kept, or how long they have been dead.
func (w *World) remembersCrashed() bool {
	return w.config.Crashes != 0 && (w.keeps() || w.config.IsClocked() && !w.able.Clockwork)
}

// keeps reports whether something survives a crash that anyone could come back to.
func (w *World) keeps() bool { return w.able.Keeping && w.config.Restarts != 0 }

// dig finds out what becomes of a crashed process later.
func (w *World) dig(g crashed) tomb {
	older := crashed{g.kept, g.age + 1}
	if !w.config.IsClocked() || g.age >= w.config.longDead() {
		return tomb{crashed: g}
	}
	return tomb{g, checker.Cell(w.graves.number(older))}
}

// crashedOf is what a process leaves when it dies in a local state.
func (w *World) crashedOf(l local) crashed {
	if w.keeps() {
		return crashed{kept: w.handler.Kept(l.state)}
	}
	return crashed{}
}

// markCrashed writes down what a live process leaves when it dies.
func (w *World) markCrashed(s checker.State, p int) {
	if w.gravesAt >= 0 {
		s[w.gravesAt+p] = w.traits(p, s[p]).crashed
	}
	s[p] = dead
	w.suspected.forget(s, p)
}

// raise brings a dead process back.
func (w *World) raise(s checker.State, p int) {
	if kept := w.keptBy(s, p); kept != nil {
		s[p] = w.number(p, local{kept, w.config.Elections, true, w.startTimers(p, kept)})
	} else {
		s[p] = w.restarted[p]()
	}
	if w.gravesAt >= 0 {
		s[w.gravesAt+p] = 0
	}
}

// keptBy is what a dead process has kept, nil if nothing or if it lives.
func (w *World) keptBy(s checker.State, p int) model.Local {
	if w.gravesAt < 0 {
		return nil
	}
	return w.graves.at(number(s[w.gravesAt+p])).kept
}

// Handler is the algorithm that the world surrounds.
func (w *World) Handler() model.Handler { return w.handler }

// Local is the local state of a process, nil if it is dead.
func (w *World) Local(s checker.State, id model.ID) model.Local {
	p := w.group.Index(id)
	if s[p] == dead {
		return nil
	}
	return w.traits(p, s[p]).state
}

// Occurrence puts a step into words, except for what it changes and destroys.
func (w *World) Occurrence(from checker.State, step checker.Step) Occurrence {
	m := moveOf(step.Code)
	o := Occurrence{Action: w.action(from, m), CrashAfter: m.crashAfter, Message: w.carried(from, m)}
	if !m.kind.isNobodys() {
		o.Process = w.config.IDs[m.process]
	}
	if m.hasPeer() {
		o.Peer = w.config.IDs[m.peer]
	}
	if e, handled := w.event(from, m); handled {
		o.Sends, o.Of = w.sendings(from, m, e)
	}
	return o
}

// staysQuiet reports whether an armed timer of p cannot fire before the pending message is taken: it
// waits for that, or for another message and then for what comes of it.
func (f *futures) staysQuiet(p int, timer model.Timer) bool {
	if f.isAwaited(p, timer) {
		return true
	}
	if f.returns && f.deaths > 0 { // who should take the other message may die, come back, and know nothing
		return false
	}
	for link, l := range f.links {
		if checker.Operation(link) == f.left || f.content(f.from, link) == 0 {
			continue
		}
		for _, m := range f.channels.at(f.content(f.from, link)).messages {
			if f.alone(link, m, p, timer) && (l.to == p && f.disarms(p, timer, l.from, m) || l.to != p && f.relays(link, m, p, timer)) {
				f.helpful = append(f.helpful, delivery{link, m})
				return true
			}
		}
	}
	return false
}

// alone reports whether a message on its way makes a timer wait, whatever else the state has.
func (f *futures) alone(link int, m number, p int, timer model.Timer) bool {
	pending := f.pending
	defer func() { f.pending = pending }()
	f.pending = pendingMessage{link, m}
	return f.isAwaited(p, timer)
}

// disarms reports whether p has no such timer after it has taken a message, and will have none before the
// pending message is taken.
func (f *futures) disarms(p int, timer model.Timer, from int, m number) bool {
	var after []checker.Cell
	add := func(local checker.Cell) {
		if !slices.Contains(after, local) {
			after = append(after, local)
		}
	}
	for _, local := range f.locals[p] {
		add(f.outcome(p, local, event{model.Receive, from, m}).local)
	}
	for i := 0; i < len(after); i++ {
		if slices.Contains(f.traits(p, after[i]).timers, timer) {
			return false
		}
		for _, e := range f.own(nil, p, after[i]) {
			add(f.outcome(p, after[i], e).local)
		}
		for _, link := range f.incoming[p] {
			if checker.Operation(link) == f.left {
				continue
			}
			for _, other := range f.messages[link] {
				add(f.outcome(p, after[i], event{model.Receive, f.links[link].from, other}).local)
			}
		}
	}
	return true
}

// relays reports whether the receiver of a message, in any of its local states, sends one to p that keeps the
// timer waiting: it comes behind the pending one, or disarms the timer. If the receiver may die instead, the
// timer must wait for its silence.
func (f *futures) relays(link int, m number, p int, timer model.Timer) bool {
	q := f.links[link].to
	back := f.linkOf[q][p]
	behind := back >= 0 && checker.Operation(back) == f.left
	if back < 0 || f.cut[back] || f.deaths > 0 && !(behind && f.prolongs(p, timer, q)) {
		return false
	}
	for _, local := range f.locals[q] {
		answers := func(s send) bool {
			return s.to == p && f.alone(back, s.message, p, timer) && (behind || f.disarms(p, timer, q, s.message))
		}
		if !slices.ContainsFunc(f.outcome(q, local, event{model.Receive, f.links[link].from, m}).sends, answers) {
			return false
		}
	}
	return true
}
