package world

import (
	"math/bits"
	"slices"

	"interrex/checker"
	"interrex/model"
)

// futures over-approximates what may come of a state as long as one operation is left alone: local states,
// and messages that may arrive at any time, in any order and any number of times.
type futures struct {
	*confluence
	from     checker.State
	left     checker.Operation // the operation that is left alone
	pending  pendingMessage    // the message that it takes, if any
	actor    int               // the process that it belongs to
	event    event             // and what that process handles
	disagree bool              // the event does not commute with another of its process
	blame    origin            // of what that is, or of the local state in which the event is no good
	deaths   int               // how many may still die
	returns  bool              // the dead may come back
	ticks    bool              // time may pass before the pending message is taken
	mute     bool              // the process that takes it must send nothing
	handled  int               // events
	locals   [][]checker.Cell  // of each process
	messages [][]number        // of each link
	came     [][]origin        // of each process, whence each of its local states
	sent     [][]origin        // and of each link, whence each of its messages
	helpful  []delivery        // messages on their way that had to keep a timer quiet
	timed    bool              // a timer that might fire is why the event is no good
	reached  []int             // of each process, how many of its local states have been gone through
	heard    []int             // and of each link, how many of its messages
	events   []event           // room
	room     checker.State
	delayed  map[delay]bool
}

// A pendingMessage stays on its way as long as the operation is left alone.
type pendingMessage struct {
	link    int // -1: none
	message number
}

func (w *confluence) newFutures() *futures {
	return &futures{
		confluence: w, locals: make([][]checker.Cell, w.n), messages: make([][]number, len(w.links)),
		came: make([][]origin, w.n), sent: make([][]origin, len(w.links)),
		reached: make([]int, w.n), heard: make([]int, len(w.links)), room: make(checker.State, w.width), delayed: map[delay]bool{},
	}
}

// mostLocals is beyond how many local states of one process a set of futures is given up, mostHandled beyond
// how many events.
const mostLocals, mostHandled = 24, 1000

// begin starts from a state in which an operation is left alone.
func (f *futures) begin(s checker.State, left checker.Operation, p pendingMessage, e event) {
	f.from, f.left, f.pending, f.event, f.disagree, f.handled = s, left, p, e, false, 0
	f.deaths, f.returns, f.mute = f.deathsLeft(s), f.mayReturn(s), f.mustBeMute(s, p.link)
	f.timed, f.helpful = false, f.helpful[:0]
	f.ticks = f.mayTick(s, p)
	_, f.actor, _ = f.which(left)
	for p := range f.n {
		f.locals[p], f.came[p] = f.locals[p][:0], f.came[p][:0]
		if s[p] != dead {
			f.enter(p, s[p], origin{kind: found})
		}
		if f.returns && p != f.actor && (s[p] == dead || f.deaths > 0) {
			f.enter(p, f.restarted[p](), origin{kind: given})
		}
		f.reached[p] = 0
	}
	for i := range f.links {
		f.messages[i], f.sent[i], f.heard[i] = f.messages[i][:0], f.sent[i][:0], 0
		for _, m := range f.channels.at(f.content(s, i)).messages {
			f.add(i, f.channels.plain(m), origin{kind: found})
		}
	}
}

// mayTick reports whether time may pass before a pending message is taken.
func (w *World) mayTick(s checker.State, p pendingMessage) bool {
	return w.channels.clocked && !w.channels.flow(w.content(s, p.link)).due
}

// run lets everything happen except the operation. It returns false if that becomes too much, or if it meets
// an event that does not commute with the operation's.
func (f *futures) run() bool {
	for again := true; again; {
		again = false
		for i := range f.n {
			p := (f.actor + i) % f.n
			again = f.turn(p) || again
			if f.disagree || len(f.locals[p]) > mostLocals || f.handled > mostHandled {
				return false
			}
		}
	}
	return true
}

// deathsLeft is how many processes may still die, at most all.
func (w *World) deathsLeft(s checker.State) int {
	switch b := w.budgets.crashes; {
	case !b.has(s):
		return 0
	case b.cell < 0:
		return w.n
	default:
		return min(int(s[b.cell]), w.n)
	}
}

func (f *futures) add(link int, m number, from origin) {
	if !slices.Contains(f.messages[link], m) {
		f.messages[link], f.sent[link] = append(f.messages[link], m), append(f.sent[link], from)
	}
}

// turn lets process p handle what it has not handled yet, and reports whether that was anything.
func (f *futures) turn(p int) (any bool) {
	known, before := f.reached[p], len(f.locals[p])
	f.reached[p] = before
	for at := known; at < before; at++ { // in new local states, whatever may happen there
		any = true
		f.events = f.own(f.events[:0], p, f.locals[p][at])
		for _, e := range f.events {
			f.happen(p, at, e, -1)
		}
		if older, ok := f.later(p, f.locals[p][at]); ok {
			f.enter(p, older, origin{process: int16(p), local: int16(at), message: -1})
		}
	}
	for _, link := range f.incoming[p] {
		if checker.Operation(link) == f.left {
			continue
		}
		heard := f.heard[link]
		f.heard[link] = len(f.messages[link])
		for i := range f.heard[link] {
			first := 0 // in local states gone through before, only what is new
			if i < heard {
				first = known
			}
			for at := first; at < before; at++ {
				any = true
				f.happen(p, at, event{model.Receive, f.links[link].from, f.messages[link][i]}, i)
			}
		}
	}
	return any
}

// happen lets an event happen to process p in one of its local states: if it is a message, in that one of its link.
func (f *futures) happen(p, at int, e event, message int) {
	f.handled++
	local, from := f.locals[p][at], origin{process: int16(p), local: int16(at), message: int16(message)}
	if message >= 0 {
		from.link = int16(f.linkOf[e.peer][p])
	}
	if p == f.actor && !f.disagree {
		if f.disagree = !f.agree(p, local, f.event, e); f.disagree {
			f.blame = from
		}
	}
	out := f.outcome(p, local, e)
	f.enter(p, out.local, from)
	for _, s := range out.sends {
		f.receivers(p, s, func(q int) {
			if link := f.linkOf[p][q]; link >= 0 && !f.cut[link] {
				f.add(link, s.message, from)
			}
		})
	}
}

func (f *futures) enter(p int, local checker.Cell, from origin) {
	if !slices.Contains(f.locals[p], local) {
		f.locals[p], f.came[p] = append(f.locals[p], local), append(f.came[p], from)
	}
}

// receivers visits those whom a message may go to.
func (f *futures) receivers(p int, s send, visit func(q int)) {
	step := 1
	switch s.to {
	case toPrevious:
		step = f.n - 1
	case toNext:
	default:
		visit(s.to)
		return
	}
	left := f.deaths
	for q := (p + step) % f.n; ; q = (q + step) % f.n {
		if q == p || f.from[q] != dead {
			visit(q)
			if left--; left < 0 || q == p {
				return
			}
		} else if f.returns {
			visit(q)
		}
	}
}

// own lists the events other than deliveries that may happen to process p in a local state.
func (f *futures) own(events []event, p int, local checker.Cell) []event {
	t := f.traits(p, local)
	for i, timer := range t.timers {
		if f.channels.clocked && f.runsDown(t.countdown[i]) || !f.channels.clocked && f.mayFireSomeDay(p, timer) {
			events = append(events, event{kind: model.Timeout, peer: i})
		}
	}
	if t.status.Recovering {
		events = append(events, event{kind: model.Recover})
	}
	if t.status.MayStart && (t.fresh || f.budgets.starts.has(f.from)) {
		events = append(events, event{kind: model.Start})
	}
	if t.status.Idle && t.elected >= 0 && t.elected != p && f.mayBeFoundDead(t.elected) && f.left != f.ofProcess(p, opDetect) {
		events = append(events, event{kind: model.Detect})
	}
	return events
}

// mayBeFoundDead reports whether a process is dead or may die, and its death may be known before the
// pending message is taken: a process whose message is pending is not silent.
func (f *futures) mayBeFoundDead(q int) bool {
	switch {
	case f.able.Timed && f.config.Timeouts == Sync && f.pending.link >= 0 && f.links[f.pending.link].from == q:
		return false
	case f.channels.clocked && !f.ticks:
		now := situation{World: f.World, state: f.from}
		return now.mayDetect(q)
	}
	return f.from[q] == dead || f.deaths > 0
}

// mayFireSomeDay reports whether a timer of p may fire before the pending message is taken.
func (f *futures) mayFireSomeDay(p int, timer model.Timer) bool {
	key := f.key(p, timer) | f.mask(f.from)<<44 | uint64(f.deaths)<<56 | bit(f.returns)<<63
	if known := f.firing.get(key); known != nil {
		return *known
	}
	return *f.firing.put(key, f.fires(p, timer))
}

// key tells apart the pending messages and the timers of processes.
func (f *futures) key(p int, timer model.Timer) uint64 {
	of := f.group.Index(timer.Of) + 1
	return uint64(f.pending.link+1)<<36 | uint64(f.pending.message)<<20 | uint64(p)<<14 | uint64(timer.Slot)<<7 | uint64(of)
}

func (f *futures) fires(p int, timer model.Timer) bool {
	if f.isAwaited(p, timer) {
		return false
	}
	now, sender := f.mask(f.from), -1
	if f.pending.link >= 0 {
		sender = f.links[f.pending.link].from
	}
	for _, mask := range f.known[alarm{p, timer}] {
		if !f.returns && (mask&now != now || bits.OnesCount64(mask&^now) > f.deaths) {
			continue
		}
		if sender < 0 || mask>>sender&1 == 0 || !f.prolongs(p, timer, sender) {
			return true
		}
	}
	return false
}

// isAwaited reports whether the pending message alone makes a timer of p wait: because its sender is
// dead, or because the timer waits with the message and would not wait without it.
func (f *futures) isAwaited(p int, timer model.Timer) bool {
	if f.pending.link < 0 {
		return false
	}
	if sender := f.links[f.pending.link].from; !f.returns && f.from[sender] == dead && f.prolongs(p, timer, sender) {
		return true
	}
	key := f.key(p, timer) | f.mask(f.from)<<44
	if known := f.awaited.get(key); known != nil {
		return *known
	}
	s := f.emptied()
	alone := situation{World: f.World, state: s, masked: true, link: f.pending.link, active: -1}
	without := f.await.CanCome(&alone, f.group, f.config.IDs[p], timer)
	f.fill(s, f.pending.link, f.channels.push(0, f.pending.message))
	with := f.await.CanCome(&alone, f.group, f.config.IDs[p], timer)
	return *f.awaited.put(key, with && !without)
}

// prolongs reports whether a timer of p waits for the silence of a process if that process is dead.
func (f *futures) prolongs(p int, timer model.Timer, q int) bool {
	return f.config.Timeouts == Sync && f.await.Concerns(f.group, f.config.IDs[p], timer, f.config.IDs[q])
}

// emptied is the state with nothing on its way, in room that is used again and again.
func (f *futures) emptied() checker.State {
	copy(f.room, f.from)
	for i := range f.links {
		f.fill(f.room, i, 0)
	}
	return f.room
}

// An approximation is a superset of what may ever happen in a world: every message that has ever been sent
// may arrive at any time, again and again, and every timer that runs may fire. It is computed once.
type approximation struct {
	locals   [][]checker.Cell                // of each process
	messages [][]number                      // of each link
	feeders  []checker.Operations            // of each link, the operations of its sender that may put something into it
	sources  map[delivery]checker.Operations // of each message, those that may send it
	arming   []checker.Operations            // of each process, those that may arm a timer where none runs

	dependencies *memo[dependencies]
}

// mostMessages is the number of local states and messages beyond which an approximation is given up.
const mostMessages = 500

// mostApproximated is the largest number of processes of a world that is approximated.
const mostApproximated = 12

// approximation returns that of the world, computed when it is first asked for; nil if there is none.
func (w *World) approximation() *approximation {
	w.foresight.Do(func() { w.prospects = w.approximate() })
	return w.prospects
}

// approximate computes the approximation of a world in which the receiver of a message does not depend on who
// has died; nil if it is too large, or of no use.
func (w *World) approximate() *approximation {
	if w.Operations() == 0 || !w.HasKeyTransitions() || w.keeps() || w.occasional != nil || w.n > mostApproximated || w.handler.Has(model.Choose) ||
		w.config.Algorithm.Topology.IsRing() && w.config.Crashes != 0 {
		return nil
	}
	f := &approximation{
		locals: make([][]checker.Cell, w.n), messages: make([][]number, len(w.links)),
		sources: map[delivery]checker.Operations{}, dependencies: newMemo[dependencies](),
		feeders: make([]checker.Operations, len(w.links)), arming: make([]checker.Operations, w.n),
	}
	s := make(checker.State, w.width)
	w.Init(func(first checker.State) { copy(s, first) })
	for p := range w.n {
		f.locals[p] = []checker.Cell{s[p]}
		if w.restarted != nil {
			f.locals[p] = append(f.locals[p], w.restarted[p]())
		}
	}
	for size := -1; size != f.size(); {
		if size = f.size(); size > mostMessages {
			return nil
		}
		for p := range w.n {
			w.approximateOf(f, p)
		}
	}
	return f
}

func (f *approximation) size() (n int) {
	for _, l := range f.locals {
		n += len(l)
	}
	for _, m := range f.messages {
		n += len(m)
	}
	return n
}

// approximateOf lets a process handle all that it may.
func (w *World) approximateOf(f *approximation, p int) {
	for i := 0; i < len(f.locals[p]) && i <= mostMessages; i++ {
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

// eventsAt are the events other than deliveries that may ever happen to a process in a local state.
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

// enter records what comes of an event.
func (f *approximation) enter(w *World, p int, local checker.Cell, e event) {
	out, op := w.outcome(p, local, e), w.operationOf(p, e)
	if !slices.Contains(f.locals[p], out.local) {
		f.locals[p] = append(f.locals[p], out.local)
	}
	if len(w.traits(p, local).timers) == 0 && len(w.traits(p, out.local).timers) > 0 {
		f.arming[p] = f.arming[p].With(op)
	}
	for _, s := range out.sends {
		link := w.linkOf[p][w.approximatedTo(p, s)]
		f.feeders[link] = f.feeders[link].With(op)
		f.sources[delivery{link, s.message}] = f.sources[delivery{link, s.message}].With(op)
		if !slices.Contains(f.messages[link], s.message) {
			f.messages[link] = append(f.messages[link], s.message)
		}
	}
}

// approximatedTo is where a message goes.
func (w *World) approximatedTo(p int, s send) int {
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

// isApproximated reports whether the remembered outcomes say what commutes: no process can die any more.
func (w *World) isApproximated(s checker.State) bool {
	return w.approximation() != nil && !w.budgets.crashes.has(s)
}

// precisely is Dependencies if no process dies any more and all talk to one another, for an operation
// other than taking from an empty channel.
func (w *World) precisely(s checker.State, op checker.Operation, held checker.Operations) checker.Operations {
	link, p, kind := w.which(op)
	t := w.traits(p, s[p])
	switch {
	case link >= 0:
		e := event{model.Receive, w.links[link].from, w.channels.at(w.content(s, link)).takes[0].message}
		return w.beside(s, p, e, held)
	case kind == opTimeout && len(t.timers) == 0:
		return w.approximation().arming[p]
	case kind == opTimeout && w.timersWait():
		return w.waiting(s, p, held)
	case kind == opStart && !t.fresh && !w.budgets.starts.has(s), kind == opFate:
		return checker.Operations{}
	case kind == opStart && t.status.MayStart:
		return w.beside(s, p, event{kind: model.Start}, held)
	}
	return w.anything // of what else there is, little happens where no one dies
}

// beside is what must be tried with an event: its dependent events, or what could send them, and all timers
// if it may make timers wait.
func (w *World) beside(s checker.State, p int, e event, held checker.Operations) checker.Operations {
	r := w.dependenciesOf(s, p, e)
	set := r.own
	for _, d := range r.taking {
		sources := w.approximation().sources[d]
		if s[w.links[d.link].from] == dead {
			sources = checker.Operations{}
		}
		content := w.channels.at(w.content(s, d.link)).messages
		if slices.Contains(content, d.message) || len(content) > 0 && !sources.Minus(held.Or(set)).IsEmpty() {
			sources = checker.Operations{}.With(checker.Operation(d.link))
		}
		set = set.Or(sources)
	}
	if !r.mute && w.timersWait() {
		set = set.Or(w.timeouts)
	}
	return set
}

// waiting is what must happen before an armed timer of p can fire, or another is armed. A timer waits for a
// cause: one channel, one process that takes part, or the dead. As long as the cause lasts the timer waits,
// since anything else can only give it more causes (model.Await).
func (w *World) waiting(s checker.State, p int, held checker.Operations) checker.Operations {
	timers := w.traits(p, s[p]).timers
	set := w.exits(s, p, func(t *traits) bool { return slices.Equal(t.timers, timers) })
	for _, timer := range timers {
		cause, ok := w.cause(s, p, timer, held.Or(set))
		if !ok {
			return w.anything
		}
		set = set.Or(cause)
	}
	return set
}

// cause is what would end one of the causes for which a timer waits: the cause that needs the fewest
// operations besides those held. ok is false if the timer does not wait.
func (w *World) cause(s checker.State, p int, timer model.Timer, held checker.Operations) (best checker.Operations, ok bool) {
	fewest := checker.MostOperations + 1
	consider := func(set checker.Operations) {
		if n := set.Minus(held).Count(); n < fewest {
			best, fewest = set, n
		}
	}
	id := w.config.IDs[p]
	alone := situation{World: w, state: s, masked: true}
	waits := func(link, active int) bool {
		alone.link, alone.active = link, active
		return w.await.CanCome(&alone, w.group, id, timer)
	}
	for i, link := range w.links {
		ofTheDead := s[link.from] == dead && w.config.Timeouts == Sync && w.await.Concerns(w.group, id, timer, w.config.IDs[link.from])
		if w.content(s, i) != 0 && (ofTheDead || waits(i, -1)) {
			consider(checker.Operations{}.With(checker.Operation(i)))
		}
	}
	for q := range w.n {
		if s[q] != dead && waits(-1, q) {
			is := w.traits(q, s[q]).status
			consider(w.exits(s, q, func(t *traits) bool {
				return t.status.TakesPart == is.TakesPart && t.status.Recovering == is.Recovering
			}))
		}
	}
	return best, fewest <= checker.MostOperations
}
