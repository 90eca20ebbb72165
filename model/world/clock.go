package world

import (
	"fmt"
	"maps"
	"slices"

	"interrex/checker"
	"interrex/model"
)

// The words of worlds with a clock.
type (
	Ties string                      // what comes first where a delivery and a timer are due in one tick
	Pair struct{ From, To model.ID } // a link, by its ends
)

const (
	// ByClock: time is discrete, messages have deadlines, and timers run so many ticks.
	ByClock Timeouts = "clock"

	DeliveryFirst Ties = "delivery-first"
	TimerFirst    Ties = "timer-first" // the timer may come first
)

// Values lists the words; the first is the default.
func (Ties) Values() []Ties { return []Ties{DeliveryFirst, TimerFirst} }

// MostTicks is the longest time that a clock may be given.
const MostTicks = 100

// IsClocked reports whether the world has a clock.
func (c Config) IsClocked() bool { return c.Timeouts == ByClock }

// DefaultClock is the clock of a world in which a message takes tm ticks at most, and its
// handling tp: the shortest timers that are no mistake where all bounds hold.
func (c Config) DefaultClock(tm, tp int) model.Clock {
	c.Clock = model.Clock{Tm: tm, Tp: tp, T: max(1, 2*tm+tp), Eta: 1}
	if watching, is := c.protocol().(model.Watching); is {
		c.Clock.T = max(1, watching.Patience(len(c.IDs), tm, tp))
	}
	c.Clock.T2 = c.DefaultT2()
	return c.Clock
}

// DefaultT2 is how long an announcement can take if all bounds hold: an answer says that the call
// has arrived, or will within Tm; the highest handles it within Tp and waits T for those above it; and
// the announcement takes Tm.
func (c Config) DefaultT2() int { return min(c.Clock.T+2*c.Clock.Tm+c.Clock.Tp, MostTicks) }

// validateClock says what is wrong with the numbers of a clock.
func (c Config) validateClock() error {
	k := c.Clock
	for _, d := range []amount{{"tm", k.Tm}, {"tp", k.Tp}, {"late", c.Late}} {
		if d.value < 0 || d.value > MostTicks {
			return fmt.Errorf("%s %d: out of range; allowed are 0 to %d ticks", d.name, d.value, MostTicks)
		}
	}
	for _, d := range []amount{{"t", k.T}, {"t2", k.T2}, {"eta", k.Eta}} {
		if d.value < 1 || d.value > MostTicks {
			return fmt.Errorf("%s %d: out of range; a timer runs 1 to %d ticks", d.name, d.value, MostTicks)
		}
	}
	if err := isWord("ties", c.Ties); err != nil {
		return err
	}
	if c.Channels != FIFO {
		return fmt.Errorf("channels %s: not with a clock; allowed is fifo", c.Channels)
	}
	for _, p := range c.Timely {
		if p.From == p.To || !slices.Contains(c.IDs, p.From) || !slices.Contains(c.IDs, p.To) {
			return fmt.Errorf("timely link %d>%d: no such link; it must join two of the processes %v", p.From, p.To, c.IDs)
		}
	}
	return nil
}

// isTimely reports whether a link keeps the bounds once they hold.
func (c Config) isTimely(from, to model.ID) bool {
	return c.Timely == nil || slices.Contains(c.Timely, Pair{from, to})
}

// A countdown holds the time left of each armed timer, in the order of the algorithm's Timers: a byte of
// ticks each. Without a clock it is empty.
type countdown string

// startTimers returns the timers of a process that begins in a local state.
func (w *World) startTimers(p int, state model.Local) countdown {
	return w.rewind(p, nil, model.Outcome{Local: state}, event{})
}

// rewind returns what the timers of p show after a step. A timer that ran before runs on, unless it has
// fired or the rule has armed it anew.
func (w *World) rewind(p int, before *traits, after model.Outcome, e event) countdown {
	if !w.config.IsClocked() {
		return ""
	}
	var shown []byte
	for _, t := range w.handler.Timers(w.config.IDs[p], w.group, after.Local) {
		ticks := w.handler.Ticks(after.Local, t, w.config.Clock)
		if ticks < 1 {
			panic(fmt.Sprintf("timer %v of P%d is to run %d ticks: it is 1 at least", t, w.config.IDs[p], ticks))
		}
		if e.kind == model.Receive { // it is armed when the message has been handled
			ticks += w.config.Clock.Tp
		}
		if i := running(before, t); i >= 0 && !slices.Contains(after.Rearmed, t) && !(e.kind == model.Timeout && e.peer == i) {
			ticks = int(before.countdown[i])
		}
		if ticks > 255 {
			panic(checker.Overflow{What: "ticks of a timer"})
		}
		shown = append(shown, byte(ticks))
	}
	return countdown(shown)
}

// running returns the place of t among the timers that were armed before, or -1.
func running(before *traits, t model.Timer) int {
	if before == nil {
		return -1
	}
	return slices.Index(before.timers, t)
}

// due reports whether a timer must fire before a tick can pass.
func (h countdown) due() bool {
	for i := range len(h) {
		if h[i] == 0 {
			return true
		}
	}
	return false
}

// older returns what the timers show a tick later.
func (h countdown) older() countdown {
	later := []byte(h)
	for i := range later {
		later[i]--
	}
	return countdown(later)
}

// tick emits the step in which a tick passes.
func (x *expansion) tick() {
	if x.tickGuard() == "" {
		x.emit(x.step(move{kind: tick}, checker.Weak(x.duties.tick)), x.to)
	}
}

// tickGuard makes x.to the state a tick later, or says why there is none: time waits for whatever is due (a
// delivery, a timer, the detection of a dead leader, a recovery), and a tick that changes nothing is no step.
func (x *expansion) tickGuard() Guard {
	copy(x.to, x.from)
	if x.dueDelivery || !x.age() {
		return NothingDue
	}
	for i := range x.links {
		if content := x.content(x.from, i); content != 0 {
			x.fill(x.to, i, x.channels.flow(content).later)
		}
	}
	if x.gst.pass(x.to) {
		x.bind(x.to)
	}
	if slices.Equal(x.to, x.from) {
		return TimeMatters
	}
	return ""
}

// age makes all processes a tick older, the dead ones too. It reports whether a tick may pass. A process
// that has no election left neither detects nor recovers, and does not hold up time.
func (x *expansion) age() bool {
	for p := range x.n {
		if x.from[p] == dead {
			if x.gravesAt >= 0 {
				x.to[x.gravesAt+p] = x.olderGrave(x.from[x.gravesAt+p])
			}
			continue
		}
		t := x.traits(p, x.from[p])
		if x.isBusy(p, t) {
			return false
		}
		if t.countdown != "" {
			x.to[p] = t.older
		}
	}
	return true
}

// isBusy reports whether p must do something before a tick can pass.
func (x *expansion) isBusy(p int, t *traits) bool {
	return t.isBusy() || x.detectionDue(p, t)
}

// isBusy reports whether a process must do something before a tick can pass, whatever the others do.
func (t *traits) isBusy() bool { return t.due || t.elections != 0 && t.status.Recovering }

// detectionDue reports whether p must find out, before a tick can pass, that its leader is dead.
func (x *expansion) detectionDue(p int, t *traits) bool {
	q := x.seeks(p, t)
	return q >= 0 && x.from[q] == dead && x.deadFor(x.from, q) >= x.config.longDead()
}

// seeks returns the leader that p must find dead before a tick can pass, if he has been dead for long; -1 if none. A process
// that has no election left finds nobody dead.
func (w *World) seeks(p int, t *traits) int {
	if t.elections == 0 || w.detected && w.config.Detector == IncompleteDetector || !t.status.Idle || t.elected == p || !w.isInitiator(p) {
		return -1
	}
	return t.elected
}

// longDead is for how many ticks a leader may be dead before he must be found so.
func (c *Config) longDead() int { return 2 * c.Clock.T }

// deadFor is the number of ticks that a process has been dead, counted as far as it matters.
func (w *World) deadFor(s checker.State, p int) int {
	if w.gravesAt < 0 {
		return 0
	}
	return w.ticksDead(s[w.gravesAt+p])
}

// ticksDead is deadFor by what the process has left.
func (w *World) ticksDead(grave checker.Cell) int {
	if w.gravesAt < 0 {
		return 0
	}
	return w.graves.at(number(grave)).age
}

// stabilise emits the step from which on the bounds hold.
func (x *expansion) stabilise() {
	if x.stabilisationGuard() != "" {
		return
	}
	copy(x.to, x.from)
	x.to[x.gst.cell] = 0
	x.bind(x.to)
	owed := checker.None
	if x.gst.size == Unlimited { // else time brings it
		owed = checker.Weak(x.duties.bounds)
	}
	x.emit(x.step(move{kind: stabilise}, owed), x.to)
}

// bind gives what is under way on a timely link its deadline.
func (x *expansion) bind(s checker.State) {
	for i := range x.links {
		if content := x.content(s, i); content != 0 && x.timely[i] {
			x.fill(s, i, x.channels.flow(content).bound)
		}
	}
}

// drops emits the loss of the first message of a channel, if it is not sure to arrive. Delivery and loss
// are owed together: otherwise the message could hold up time for ever.
func (x *expansion) drops() {
	for i, link := range x.links {
		if x.lossGuard(i) != "" {
			continue
		}
		copy(x.to, x.from)
		x.fill(x.to, i, x.channels.at(x.content(x.from, i)).takes[0].rest)
		x.emit(x.step(move{kind: lose, process: link.to, peer: link.from}, x.delivery(i, 0)), x.to)
	}
}

// A stabilisation is the cell that says in how many ticks, at the latest, the bounds of the clock
// begin to hold: 0 if they hold already. If that may take arbitrarily long, it is 1 until then.
type stabilisation struct {
	size int
	cell int // -1: they hold from the beginning
}

func (g stabilisation) begin(s checker.State) {
	if g.cell >= 0 {
		s[g.cell] = checker.Cell(max(g.size, 1))
	}
}

// has reports whether the bounds do not hold yet.
func (g stabilisation) has(s checker.State) bool { return g.cell >= 0 && s[g.cell] > 0 }

// pass counts a tick, and reports whether the bounds begin to hold with it.
func (g stabilisation) pass(s checker.State) bool {
	if !g.has(s) || g.size == Unlimited {
		return false
	}
	s[g.cell]--
	return s[g.cell] == 0
}

// A posted message is one under way in a world with a clock.
type posted struct {
	model.Message
	within  int // ticks
	promise promise
}

func (p posted) String() string { return model.SpellMessage(p.Message) }

// Kind is part of model.Named: it is that of the message inside.
func (p posted) Kind() model.Kind { return model.KindOf(p.Message) }

// Calls is part of model.Calling: it is that of the message inside.
func (p posted) Calls() bool { return model.Calls(p.Message) }

// Announces is part of model.Announcing.
func (p posted) Announces() bool { return model.Announces(p.Message) }

// A promise is what a world with a clock says of a message under way.
type promise uint8

const (
	timely promise = iota // it arrives within so many ticks
	open                  // so it does once the bounds hold; until then it may be late
	unsure                // it arrives within so many ticks, or never
)

// promises are the names of the promises.
var promises = [...]string{timely: "timely", open: "late", unsure: "unsure"}

// A flow is what time does to the content of a channel.
type flow struct {
	due    bool   // a message must arrive, or be lost, before a tick can pass
	later  number // the content a tick later, if nothing is due
	bound  number // the content once the bounds hold
	unsure bool   // its head may be lost
}

// flow finds out what time does to a content.
func (c *channels) flow(content number) *flow {
	if known := c.flows.get(uint64(content)); known != nil {
		return known
	}
	var f flow
	var later, bound []number
	for i, m := range c.at(content).messages {
		p := (*c.messages.at(m)).(posted)
		f.unsure = f.unsure || i == 0 && p.promise == unsure
		f.due = f.due || p.within == 0 && p.promise != open
		held := p
		if held.promise == open {
			held.promise = timely
		} else {
			p.within--
		}
		later, bound = append(later, c.messages.number(p)), append(bound, c.messages.number(held))
	}
	if f.bound = c.number(bound); !f.due {
		f.later = c.number(later)
	}
	return c.flows.put(uint64(content), f)
}

// post returns a message as it leaves over a link.
func (x *expansion) post(s checker.State, link int, message number) number {
	return x.datedOn(link, message, x.within, x.gst.has(s))
}

// within is the number of ticks in which what a step sends arrives.
func (c *Config) within(kind model.EventKind) int {
	if kind == model.Receive {
		return c.Clock.Tm + c.Clock.Tp
	}
	return c.Clock.Tm
}

// datedOn is a message as it leaves over a link: with its deadline, if the world has deadlines. Late: the bounds do not hold yet.
func (w *World) datedOn(link int, message number, within int, late bool) number {
	if !w.channels.clocked {
		return message
	}
	p := w.deadline(link, within, late)
	key := p.key(message)
	if known := w.channels.posted.get(key); known != nil {
		return *known
	}
	p.Message = *w.channels.messages.at(message)
	return *w.channels.posted.put(key, w.channels.messages.number(p))
}

// deadline is the deadline of what leaves over a link.
func (w *World) deadline(link int, within int, late bool) posted {
	switch {
	case w.timely[link] && !late:
		return posted{within: within}
	case w.able.Clockwork:
		return posted{within: w.config.Late, promise: unsure}
	}
	return posted{within: within, promise: open}
}

// key tells messages with a deadline apart.
func (p posted) key(message number) uint64 {
	return uint64(message)<<16 | uint64(p.within)<<8 | uint64(p.promise)
}

// Overdue finds a step of a duty that the cycle of a lasso must discharge and never does: a duty that
// is enabled in some of its states and lasts in each or, under strong fairness, is enabled in any. Such a
// lasso is not fair, and violates nothing. ok is false if there is no such duty.
func (w *World) Overdue(p *checker.Path) (o Occurrence, ok bool) {
	if !p.Lasso {
		return o, false
	}
	at := p.Initial
	if n := len(p.Stem); n > 0 {
		at = p.Stem[n-1].To
	}
	states, met := []checker.State{at}, map[checker.Duty]bool{}
	for i, t := range p.Cycle {
		met[t.Step.Owed] = true
		if i < len(p.Cycle)-1 { // the last leads back to the first
			states = append(states, t.To)
		}
	}
	lasting, last := map[checker.Duty]int{}, map[checker.Duty]*checker.Path{}
	for _, s := range states {
		here, lasts := map[checker.Duty]bool{}, map[checker.Duty]bool{}
		w.Lasts(s, func(duty checker.Duty) { lasts[duty] = true })
		w.Steps(s, func(step checker.Step, to checker.State) {
			if to == nil || step.Owed == checker.None || met[step.Owed] || here[step.Owed] {
				return
			}
			here[step.Owed], lasts[step.Owed] = true, true
			last[step.Owed] = &checker.Path{Initial: s, Stem: []checker.Transition{{Step: step, To: slices.Clone(to)}}}
		})
		for duty := range lasts {
			lasting[duty]++
		}
	}
	for _, duty := range slices.Sorted(maps.Keys(last)) {
		if duty.IsStrong() || lasting[duty] == len(states) {
			return w.Tell(last[duty]).Stem[0], true
		}
	}
	return o, false
}
