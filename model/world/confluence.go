package world

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"interrex/checker"
	"interrex/model"
)

// Confluent is part of checker.Confluence.
func (w *confluence) Confluent(s checker.State, op checker.Operation) (visible checker.Visible, ok bool) {
	c, ok := w.nominee(s, op)
	if !ok {
		return 0, false
	}
	f := w.outlooks.Get().(*futures)
	defer w.outlooks.Put(f)
	if !f.foresee(s, c) {
		return 0, false
	}
	return f.isConfluent(0)
}

// A nominee is a step that may turn out to be confluent.
type nominee struct {
	op    checker.Operation
	event event
	at    pendingMessage

	isMute bool // it sends nothing
}

// nominee returns the step of an enabled operation. ok is false if it is clear at once that it is not confluent.
func (w *confluence) nominee(s checker.State, op checker.Operation) (c nominee, ok bool) {
	if !w.nominates(s) {
		return c, false
	}
	link, p, kind := w.which(op)
	head := number(0)
	switch {
	case link >= 0:
		head = w.channels.at(w.content(s, link)).takes[0].message
	case kind != opDetect || !w.nominatesDetection(s):
		return c, false
	}
	c = w.nomineeAt(op, s[p], head)
	return c, c.isMute || !w.mustBeMute(s, link)
}

// nominates reports whether in a state some step may be confluent at all.
func (w *confluence) nominates(s checker.State) bool {
	return !w.mayErr(s) && !(w.budgets.crashes.has(s) && w.config.Repair == Resent && w.config.Algorithm.Topology.IsRing())
}

// nominatesDetection reports whether this may be to detect the death of a leader.
func (w *confluence) nominatesDetection(s checker.State) bool {
	return w.config.Timeouts != Any && !w.config.IsClocked() && !w.mayReturn(s)
}

// nomineeAt is the step of an operation whose process has a local state: to take a message, or to detect.
func (w *confluence) nomineeAt(op checker.Operation, local checker.Cell, head number) (c nominee) {
	link, p, _ := w.which(op)
	c = nominee{op: op, at: pendingMessage{link, head}, event: event{kind: model.Detect}}
	if link >= 0 {
		c.event = event{model.Receive, w.links[link].from, head}
	}
	c.isMute = len(w.outcome(p, local, c.event).sends) == 0
	return c
}

// foresee lets everything happen from a state on but a nominee. It returns false if that becomes too much, or if
// something that may happen does not commute with it.
func (f *futures) foresee(s checker.State, c nominee) bool {
	f.begin(s, c.op, c.at, c.event)
	p := f.actor
	for _, other := range f.incoming[p] { // what can be seen at once
		if content := f.content(s, other); content != 0 && other != c.at.link {
			m := f.channels.at(content).takes[0].message
			if !f.agree(p, s[p], c.event, event{model.Receive, f.links[other].from, m}) {
				f.disagree, f.blame = true, origin{process: int16(p), link: int16(other), message: int16(slices.Index(f.messages[other], m))}
				return false
			}
		}
	}
	return f.run()
}

// mustBeMute reports whether sending later instead of now may make a difference: the sender may be dead by
// then, or the receiver back; or, by the clock, time may have passed.
func (w *World) mustBeMute(s checker.State, link int) bool {
	return w.budgets.crashes.has(s) || w.mayReturn(s) ||
		w.channels.clocked && (w.gst.has(s) || !w.channels.flow(w.content(s, link)).due)
}

// isConfluent reports whether the event that is left alone, which commutes with all others of its process, makes
// no other difference by coming first, nor one that is minded.
func (f *futures) isConfluent(minded checker.Visible) (visible checker.Visible, ok bool) {
	p, e := f.actor, f.event
	for i, local := range f.locals[p] {
		out := f.outcome(p, local, e)
		f.blame = origin{process: int16(p), local: int16(i), message: -1}
		switch {
		case e.kind == model.Detect && !f.detects(p, local):
			return 0, false
		case out.capped || out.saturated || f.mute && len(out.sends) > 0 || f.ticks && !f.agesAlike(p, local, e, out):
			return 0, false
		}
		visible |= f.marksLater(f.from, p, local, out.local)
		if visible&minded != 0 {
			return visible, false
		}
	}
	for _, local := range f.locals[p] {
		if out := f.outcome(p, local, e); !f.keepsTimers(p, local, out.local) || !f.delaysNoTimer(p, local, e, out) {
			f.timed = true
			return 0, false
		}
	}
	return visible, true
}

// detects reports whether p can detect in a local state what it can detect now.
func (f *futures) detects(p int, local checker.Cell) bool {
	now, then := f.traits(p, f.from[p]), f.traits(p, local)
	return then.status.Idle && then.elected == now.elected
}

// keepsTimers reports whether the event takes no timer of its process away that might fire before.
func (f *futures) keepsTimers(p int, before, after checker.Cell) bool {
	if f.channels.clocked {
		return true
	}
	armed := f.traits(p, before).timers
	if slices.Equal(armed, f.traits(p, after).timers) {
		return true
	}
	return !slices.ContainsFunc(armed, func(t model.Timer) bool { return !f.staysQuiet(p, t) })
}

// delaysNoTimer reports whether the event makes no timer of another process wait that might otherwise fire: it
// sends nothing that is awaited, and nobody waits for its process; or they already wait, for the pending
// message.
func (f *futures) delaysNoTimer(p int, local checker.Cell, e event, out *outcome) bool {
	before, after := f.traits(p, local).status, f.traits(p, out.local).status
	if len(out.sends) == 0 && (before.TakesPart || !after.TakesPart) && (before.Recovering || !after.Recovering) {
		return true
	}
	if f.await == nil || f.channels.clocked {
		return true
	}
	for q := range f.n {
		locals := f.locals[q]
		if q == p {
			locals = []checker.Cell{local}
		}
		for _, l := range locals {
			for _, timer := range f.traits(q, l).timers {
				if f.delays(p, out, q, timer) && !f.staysQuiet(q, timer) {
					return false
				}
			}
		}
	}
	return true
}

// A delay is the question whether an outcome makes a timer of a process wait.
type delay struct {
	by          *outcome
	process     int
	slot, about int
	dead        uint64
	deaths      int
}

// delays reports whether what p sends, or its taking part, makes a timer of q wait.
func (f *futures) delays(p int, out *outcome, q int, timer model.Timer) bool {
	d := delay{out, q, timer.Slot, f.group.Index(timer.Of), f.mask(f.from), f.deaths}
	known, found := f.delayed[d]
	if !found {
		known = f.wouldDelay(p, out, q, timer)
		f.delayed[d] = known
	}
	return known
}

func (f *futures) wouldDelay(p int, out *outcome, q int, timer model.Timer) bool {
	then := f.emptied()
	then[p] = out.local
	for _, s := range out.sends {
		f.receivers(p, s, func(q int) {
			if link := f.linkOf[p][q]; link >= 0 && !f.cut[link] {
				f.fill(then, link, f.channels.push(f.content(then, link), s.message))
			}
		})
	}
	alone := situation{World: f.World, state: then, masked: true, active: p}
	for link := -1; link < len(f.links); link++ {
		if alone.link = link; f.await.CanCome(&alone, f.group, f.config.IDs[q], timer) {
			return true
		}
	}
	return false
}

// agree reports whether two events at a process lead to the same in either order, now or when others
// have acted.
func (f *futures) agree(p int, local checker.Cell, a, b event) bool {
	first, second := f.outcome(p, local, a), f.outcome(p, local, b)
	if !f.stays(p, local, first.local, b) || !f.stays(p, local, second.local, a) {
		return false
	}
	ab, ba := f.outcome(p, first.local, b), f.outcome(p, second.local, a)
	if first.capped || second.capped || ab.capped || ba.capped || first.saturated || second.saturated || ab.saturated || ba.saturated {
		return false
	}
	if f.channels.clocked && a.kind != b.kind && len(first.sends)+len(ba.sends) > 0 && len(second.sends)+len(ab.sends) > 0 {
		return false // what a delivery sends may arrive later than what else is sent
	}
	if f.deaths > 0 && !slices.Equal(second.sends, ab.sends) {
		return false // its process may die after some of them
	}
	return ab.local == ba.local && sameSends(first.sends, ab.sends, second.sends, ba.sends)
}

// sameSends reports whether each process is sent the same in the same order: in a and then b, or c and then d.
func sameSends(a, b, c, d []send) bool {
	if len(a)+len(b) != len(c)+len(d) {
		return false
	}
	if len(a)+len(b) == 0 {
		return true
	}
	one, other := slices.Concat(a, b), slices.Concat(c, d)
	if slices.ContainsFunc(one, func(s send) bool { return s.to < 0 && s.to != one[0].to || s.to >= 0 && one[0].to < 0 }) {
		return slices.Equal(one, other) // they may go to one and the same
	}
	for _, s := range one {
		to := func(all []send) (messages []number) {
			for _, x := range all {
				if x.to == s.to {
					messages = append(messages, x.message)
				}
			}
			return messages
		}
		if !slices.Equal(to(one), to(other)) {
			return false
		}
	}
	return true
}

// stays reports whether an event that can happen in one local state of p can happen in another.
func (f *futures) stays(p int, before, after checker.Cell, e event) bool {
	was, is := f.traits(p, before), f.traits(p, after)
	switch e.kind {
	case model.Receive:
		return true
	case model.Start:
		return is.status.MayStart && is.fresh == was.fresh // or only one of the two spends the budget
	case model.Recover:
		return is.status.Recovering
	case model.Detect:
		return is.status.Idle && is.elected == was.elected
	case model.Timeout:
		return slices.Equal(is.timers, was.timers) && (!f.channels.clocked || is.countdown[e.peer] == 0)
	}
	return false
}

// A confluence knows which steps are sure, on the assumption that timers fire only in circumstances in
// which they have been observed to fire.
type confluence struct {
	*World
	known    map[alarm][]uint64 // of each timer, who was dead when it could fire
	outlooks sync.Pool
	awaited  *memo[bool] // whether a pending message lets a timer wait
	firing   *memo[bool] // and whether the timer may fire before
	told     *memo[bool] // isKnown

	mu  sync.Mutex
	met map[alarm][]uint64 // observed, and not yet in known
}

// An alarm is a timer of a process.
type alarm struct {
	process int
	timer   model.Timer
}

// Confluence is part of checker.Confluent. An algorithm that never comes to rest, because its timers count,
// has too many local states for a set of futures.
func (w *World) Confluence() checker.Confluence {
	if w.Operations() == 0 || w.keeps() || w.occasional != nil || w.able.Clockwork || w.n > mostApproximated || w.handler.Has(model.Choose) ||
		w.handler.Has(model.Report) || w.handler.Has(model.Withdraw) || w.able.Timed && w.config.Timeouts == Any {
		return nil
	}
	c := &confluence{World: w, known: map[alarm][]uint64{}, met: map[alarm][]uint64{}, awaited: newMemo[bool](), firing: newMemo[bool](), told: newMemo[bool]()}
	c.outlooks.New = func() any { return c.newFutures() }
	return c
}

// Observe is part of checker.Confluence. By the clock, a timer fires when its time is up, so nothing is
// assumed.
func (c *confluence) Observe(state func() checker.State, enabled checker.Operations) {
	left := enabled.And(c.timeouts)
	if c.config.IsClocked() || left.IsEmpty() {
		return
	}
	for s := state(); !left.IsEmpty(); {
		op := left.First()
		left = left.Minus(checker.Operations{}.With(op))
		_, p, _ := c.which(op)
		if c.isKnown(s, p) {
			continue
		}
		now := situation{World: c.World, state: s}
		for _, timer := range c.traits(p, s[p]).timers {
			if a := (alarm{p, timer}); !slices.Contains(c.known[a], c.mask(s)) && now.timerGuard(p, timer) == "" {
				c.mu.Lock()
				if !slices.Contains(c.met[a], c.mask(s)) {
					c.met[a] = append(c.met[a], c.mask(s))
				}
				c.mu.Unlock()
			}
		}
	}
}

// isKnown reports whether it is known already that each timer of p may fire where these are dead.
func (c *confluence) isKnown(s checker.State, p int) bool {
	dead := c.mask(s)
	key := dead | uint64(s[p])<<16 | uint64(p)<<32
	if known := c.told.get(key); known != nil {
		return *known
	}
	known := !slices.ContainsFunc(c.traits(p, s[p]).timers, func(t model.Timer) bool { return !slices.Contains(c.known[alarm{p, t}], dead) })
	return *c.told.put(key, known)
}

// Refine is part of checker.Confluence.
func (c *confluence) Refine() bool {
	refuted := len(c.met) > 0
	for a, masks := range c.met {
		c.known[a] = slices.Sorted(slices.Values(append(c.known[a], masks...)))
	}
	c.met, c.firing, c.told = map[alarm][]uint64{}, newMemo[bool](), newMemo[bool]()
	return refuted
}

// An assumed is what is known of an alarm, as it is kept.
type assumed struct {
	Process    int
	Timer      model.Timer
	Known, Met []uint64 `json:",omitempty"` // who was dead when it could fire, and what of that Refine has not seen yet
}

// Assumed is part of checker.Lasting.
func (c *confluence) Assumed() []byte {
	var all []assumed
	for a, masks := range c.known {
		all = append(all, assumed{a.process, a.timer, masks, slices.Sorted(slices.Values(c.met[a]))})
	}
	for a, masks := range c.met {
		if _, known := c.known[a]; !known {
			all = append(all, assumed{a.process, a.timer, nil, slices.Sorted(slices.Values(masks))})
		}
	}
	slices.SortFunc(all, func(a, b assumed) int {
		return cmp.Or(a.Process-b.Process, cmp.Compare(a.Timer.Name, b.Timer.Name), a.Timer.Slot-b.Timer.Slot, cmp.Compare(a.Timer.Of, b.Timer.Of))
	})
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // it has plain fields only
	}
	return text
}

// Assume is part of checker.Lasting.
func (c *confluence) Assume(text []byte) error {
	var all []assumed
	if err := json.Unmarshal(text, &all); err != nil {
		return fmt.Errorf("what it assumes is no such thing: %w", err)
	}
	c.known, c.met = map[alarm][]uint64{}, map[alarm][]uint64{}
	c.firing, c.told = newMemo[bool](), newMemo[bool]()
	for _, a := range all {
		if a.Process < 0 || a.Process >= c.n {
			return fmt.Errorf("it assumes something of process %d, and there are %d", a.Process, c.n)
		}
		if at := (alarm{a.Process, a.Timer}); len(a.Known) > 0 {
			c.known[at] = a.Known
		}
		if at := (alarm{a.Process, a.Timer}); len(a.Met) > 0 {
			c.met[at] = a.Met
		}
	}
	return nil
}

// mask has a bit for each dead process.
func (w *World) mask(s checker.State) (mask uint64) {
	for p := range w.n {
		mask |= bit(s[p] == dead) << p
	}
	return mask
}
