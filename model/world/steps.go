package world

import (
	"errors"
	"slices"

	"interrex/checker"
	"interrex/model"
)

// Steps is part of checker.System. The order of steps is by kind, then by process, then by
// channel: where several counterexamples are shortest, deliveries come first and crashes late.
func (w *World) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	x := w.expansions.Get().(*expansion)
	x.expand(s, emit)
	w.expansions.Put(x)
}

// Try is Steps. It returns the panic of the election in a step out of s; nil: none.
func (w *World) Try(s checker.State, emit func(checker.Step, checker.State)) (fault error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case *model.Fault:
			fault = value
		case string: // the world's words about the election
			fault = errors.New(model.OneLine(value))
		default:
			panic(value)
		}
	}()
	w.Steps(s, emit)
	return nil
}

// expand emits the steps out of s.
func (x *expansion) expand(s checker.State, emit func(checker.Step, checker.State)) {
	x.from, x.emit, x.situation.state, x.dueDelivery = s, emit, s, false
	x.deliveries()
	for p := range x.n {
		x.local(p)
	}
	if x.channels.clocked {
		x.tick()
		x.stabilise()
		x.drops()
	}
	if x.may[mistakesEnd] && x.mistakesGuard() == "" {
		x.mistakesEnd()
	}
	x.adversary()
	x.emit = nil
}

// deliveries emits the delivery of what each channel offers.
func (x *expansion) deliveries() {
	for i, link := range x.links {
		if x.deliveryGuard(i) != "" {
			continue
		}
		content := x.content(x.from, i)
		if x.channels.clocked {
			x.dueDelivery = x.dueDelivery || x.channels.flow(content).due
		}
		if x.ownGuard(link.to) != "" {
			continue
		}
		for variant, take := range x.channels.takes(content, &x.head) {
			m := move{kind: deliver, process: link.to, peer: link.from, variant: variant}
			e := event{model.Receive, link.from, take.message}
			copy(x.base, x.from)
			x.fill(x.base, i, take.rest)
			step := x.step(m, x.delivery(i, take.message))
			step.Action = take.action
			x.handle(step, link.to, e)
			if x.inBudget(x.budgets.duplicates) == "" {
				m.kind = deliverAgain
				copy(x.base, x.from)
				x.budgets.duplicates.spend(x.base)
				x.handle(x.step(m, checker.None), link.to, e)
			}
		}
	}
}

// local emits what process p may do on its own: draws, or else timeouts, detections and starts.
func (x *expansion) local(p int) {
	guard := x.ownGuard(p)
	if guard == Lives {
		return
	}
	t := x.traits(p, x.from[p])
	if t.inert {
		return
	}
	if guard == DrawsFirst {
		x.draws(p, t)
		return
	}
	for i := range t.timers {
		if x.timeoutGuard(p, i, t) == "" {
			step := x.step(move{kind: timeout, process: p, variant: i}, t.owed[i])
			step.Action = t.timeouts[i]
			copy(x.base, x.from)
			x.handle(step, p, event{kind: model.Timeout, peer: i})
		}
	}
	if recoveryGuard(t) == "" {
		x.act(move{kind: recover_, process: p}, event{kind: model.Recover}, checker.Weak(x.duties.recovers+p))
	}
	if x.detected {
		x.suspicions(p, t)
	}
	if x.detects {
		x.detection(p, t)
	}
	x.start(p, t)
}

// Lasts is part of checker.Outlasting: the firing of an armed timer is owed also while the timer may not fire.
// Where timers may fire at any moment, it is owed only then.
func (w *World) Lasts(s checker.State, emit func(checker.Duty)) {
	if w.config.Timeouts == Any {
		return
	}
	for p := range w.n {
		if s[p] != dead {
			for _, owed := range w.traits(p, s[p]).owed {
				emit(owed)
			}
		}
	}
}

// draws emits each draw of p. They are owed together: one of them must be made, no matter which.
func (x *expansion) draws(p int, t *traits) {
	for i := range t.choices {
		x.act(move{kind: draw, process: p, variant: i}, event{kind: model.Choose, peer: i}, checker.Weak(x.duties.draws+p))
	}
}

// detection emits the step in which p, idle, finds its leader dead, rightly or not.
func (x *expansion) detection(p int, t *traits) {
	if x.leaderGuard(p, t) != "" {
		return
	}
	m := move{kind: detect, process: p, peer: t.elected}
	if x.detectionGuard(t) == "" {
		owed := checker.Weak(x.duties.detects + p)
		if x.detected && x.config.Detector == IncompleteDetector {
			owed = checker.None
		}
		x.act(m, event{kind: model.Detect}, owed)
		return
	}
	if x.suspicionGuard(t) == "" {
		m.kind = suspect
		if x.firesEarly() {
			x.act(m, event{kind: model.Detect}, checker.None)
		} else {
			x.mistake(m, event{kind: model.Detect})
		}
	}
}

// start emits the start of an election without a cause.
func (x *expansion) start(p int, t *traits) {
	if x.startGuard(p, t) != "" {
		return
	}
	owed := checker.None
	if !x.detects && t.status.Idle && t.elected >= 0 && x.situation.mayDetect(t.elected) {
		owed = checker.Weak(x.duties.detects + p)
	}
	copy(x.base, x.from)
	if !t.fresh {
		x.budgets.starts.spend(x.base)
	}
	x.handle(x.step(move{kind: start, process: p}, owed), p, event{kind: model.Start})
}

// suspicions emits the reports of p's failure detector, true and mistaken, and their withdrawal.
func (x *expansion) suspicions(p int, t *traits) {
	for _, k := range t.report {
		m, e := move{kind: report, process: p, peer: k}, event{kind: model.Report, peer: k}
		switch {
		case x.reportGuard(k, t) != "":
		case x.from[k] != dead:
			x.mistake(m, e)
		case x.config.Detector == IncompleteDetector:
			x.act(m, e, checker.None)
		default:
			x.act(m, e, checker.Weak(x.duties.reports+p*x.n+k))
		}
	}
	for _, k := range t.withdraw {
		if x.withdrawalGuard(k, t) != "" {
			continue
		}
		owed := checker.None
		if x.isPerfect() { // k has come back, or was mistaken
			owed = checker.Weak(x.duties.withdrawals + p*x.n + k)
		}
		x.act(move{kind: withdraw, process: p, peer: k}, event{kind: model.Withdraw, peer: k}, owed)
	}
}

// isPerfect reports whether the detector is perfect, or by now is.
func (x *expansion) isPerfect() bool {
	return x.config.Detector == PerfectDetector || x.config.Detector == EventuallyPerfect && !x.budgets.mistakes.has(x.from)
}

func (x *expansion) mistake(m move, e event) {
	copy(x.base, x.from)
	x.budgets.mistakes.spend(x.base)
	x.handle(x.step(m, checker.None), m.process, e)
}

// mistakesEnd emits the step from which on the detector makes no mistakes: it is perfect.
func (x *expansion) mistakesEnd() {
	copy(x.to, x.from)
	x.to[x.budgets.mistakes.cell] = 0
	x.emit(x.step(move{kind: mistakesEnd}, checker.Weak(x.duties.mistakes)), x.to)
}

// act emits the step in which a process handles an event that changes nothing else in the world.
func (x *expansion) act(m move, e event, owed checker.Duty) {
	copy(x.base, x.from)
	x.handle(x.step(m, owed), m.process, e)
}

// adversary emits what may happen to processes and channels.
func (x *expansion) adversary() {
	if x.may[crash] {
		for p := range x.n {
			if x.crashGuard(p) == "" {
				copy(x.to, x.from)
				x.finish(x.step(move{kind: crash, process: p}, checker.None), x.to, x.kill(x.to, p))
			}
		}
	}
	if x.may[restart] {
		for p := range x.n {
			if x.restartGuard(p) == "" {
				copy(x.to, x.from)
				x.raise(x.to, p)
				x.budgets.restarts.spend(x.to)
				x.emit(x.step(move{kind: restart, process: p}, checker.None), x.to)
			}
		}
	}
	if x.may[lose] && !x.channels.clocked {
		x.losses()
	}
}

func (x *expansion) losses() {
	for i, link := range x.links {
		if x.lossGuard(i) != "" {
			continue
		}
		for variant, loss := range x.channels.at(x.content(x.from, i)).losses {
			copy(x.to, x.from)
			x.fill(x.to, i, loss.rest)
			x.budgets.losses.spend(x.to)
			m := move{kind: lose, process: link.to, peer: link.from, variant: variant}
			x.emit(x.step(m, checker.None), x.to)
		}
	}
}

// An expansion is one call of Steps: where it comes from and room to work in.
type expansion struct {
	*World
	situation   situation
	initiators  []bool
	resends     bool // messages on their way to the dead are sent on
	detects     bool // a detection is a step of its own, and not part of a start
	dies        bool // a process may die after part of what it sends
	dueDelivery bool // a message must arrive, or be lost, before a tick can pass
	within      int  // ticks in which what the step sends arrives
	lots        bool // the algorithm draws them
	head        [1]take

	from checker.State // never changed
	base checker.State // from, with the event taken and the budgets spent
	to   checker.State // the successor being made
	emit func(checker.Step, checker.State)
}

func (w *World) newExpansion() *expansion {
	x := &expansion{World: w, base: make(checker.State, w.width), to: make(checker.State, w.width)}
	x.situation.World = w
	x.dies = w.config.CrashPoints == AtSends && w.config.Crashes != 0
	x.detects = !w.startsDetect()
	x.lots = w.able.Choosing
	x.resends = w.config.Repair == Resent && w.config.Algorithm.Topology.IsRing()
	for p := range w.n {
		x.initiators = append(x.initiators, w.isInitiator(p))
	}
	return x
}

// isInitiator reports whether process p may be an initiator.
func (w *World) isInitiator(p int) bool {
	return w.config.Initiators == nil || slices.Contains(w.config.Initiators, w.config.IDs[p])
}

// step is a move as a step.
func (x *expansion) step(m move, owed checker.Duty) checker.Step {
	return checker.Step{Code: m.code(), Owed: owed, Action: x.actions.of[m.kind]}
}

// handle emits the step in which process p handles an event, and the steps in which it crashes meanwhile,
// after each proper prefix of what it sends. x.base is the rest of the world after the step.
func (x *expansion) handle(step checker.Step, p int, e event) {
	out := x.outcome(p, x.from[p], e)
	x.within = x.config.within(e.kind)
	if out.capped && e.kind != model.Receive && e.kind != model.Timeout {
		step.Bound = electionsBound
		x.emit(step, nil)
		return
	}
	switch {
	case out.capped:
		step.Bound = electionsBound
	case out.saturated:
		step.Bound = countersBound
	}
	to := x.base
	mayDie := len(out.sends) > 1 && x.dies && x.budgets.crashes.has(x.from)
	if mayDie {
		to = x.to
		copy(to, x.base)
	}
	to[p] = out.local
	x.recordLeader(to, p)
	x.remember(to, p, e)
	x.finish(step, to, x.sendAll(to, p, out.sends))
	if !mayDie {
		return
	}
	step.Owed, step.Action = checker.None, x.actions.inside
	for prefix := 1; prefix < len(out.sends); prefix++ {
		copy(to, x.base)
		to[p] = out.local // of which the crashed process keeps a part
		x.recordLeader(to, p)
		x.remember(to, p, e)
		fits := x.sendAll(to, p, out.sends[:prefix]) && x.kill(to, p)
		step.Code++ // moves tell by their lowest bits after how many messages
		x.finish(step, to, fits)
	}
}

// finish emits the step to a state, or the disabled step if its messages did not fit into the channels.
func (x *expansion) finish(step checker.Step, to checker.State, fits bool) {
	if !fits {
		step.Bound, to = capacityBound, nil
	}
	x.emit(step, to)
}

// sendAll puts messages of process p into their channels, except those to the dead and over links
// that are cut. It reports whether they fit.
func (x *expansion) sendAll(to checker.State, p int, sends []send) bool {
	for _, s := range sends {
		q := x.addressee(to, p, s.to)
		if q != p && to[q] == dead {
			continue
		}
		link := x.linkOf[p][q]
		if x.cut[link] {
			continue
		}
		pushed := x.channels.push(x.content(to, link), x.post(to, link, s.message))
		if pushed == full {
			return false
		}
		x.fill(to, link, pushed)
	}
	return true
}

// kill lets process p die. Messages on their way to it are lost or, if the ring is repaired so, sent
// on, nearest sender first: what that channel carries is the oldest. It reports whether they fit.
func (x *expansion) kill(to checker.State, p int) bool {
	x.markCrashed(to, p)
	x.budgets.crashes.spend(to)
	fits := !x.resends || x.resend(to, p, model.Right) &&
		(x.config.Algorithm.Topology != model.BothWays || x.resend(to, p, model.Left))
	for _, link := range x.incoming[p] {
		x.fill(to, link, 0)
	}
	return fits
}

// resend sends on what was travelling in one direction to the dead process p, if anyone is left: between
// its neighbours, which are now neighbours of each other. It reports whether that fits.
func (x *expansion) resend(to checker.State, p int, way model.Way) bool {
	before, after, links := x.previous(to, p), x.next(to, p), x.incoming[p]
	if way == model.Left {
		before, after, links = after, before, x.oncoming[p]
	}
	if after == p {
		return true
	}
	healed := x.linkOf[before][after]
	joined := x.content(to, healed)
	for _, link := range links {
		if joined = x.channels.join(joined, x.content(to, link), way); joined == full {
			return false
		}
	}
	x.fill(to, healed, joined)
	return true
}

// A moveKind is what kind of step a step is.
type moveKind uint8

const (
	deliver moveKind = iota
	deliverAgain
	timeout
	draw
	recover_
	report
	withdraw
	detect
	suspect
	start
	crash
	restart
	lose
	tick
	stabilise
	mistakesEnd

	moveKinds = iota // how many there are
)

// A move is a step in terms of the world: which process does what. Nothing in it depends on
// the numbers of local states, messages or contents.
type move struct {
	kind       moveKind
	process    int // by places on the ring
	peer       int // the sender, the suspected, the leader
	variant    int // which message of the channel, which armed timer, which of the choices
	crashAfter int // dies after so many messages; 0: does not
}

func (m move) code() uint64 {
	return uint64(m.kind)<<48 | uint64(m.process)<<40 | uint64(m.peer)<<32 | uint64(m.variant)<<16 | uint64(m.crashAfter)
}

func moveOf(code uint64) move {
	return move{
		kind:       moveKind(code >> 48),
		process:    int(code >> 40 & 0xff),
		peer:       int(code >> 32 & 0xff),
		variant:    int(code >> 16 & 0xffff),
		crashAfter: int(code & 0xffff),
	}
}

// isNobodys reports whether no process takes part in such a step: time passes, or detectors become
// perfect.
func (k moveKind) isNobodys() bool { return k == tick || k == stabilise || k == mistakesEnd }

// Actor is part of checker.Attributed: the process that acts or is acted upon, by its place, or -1.
func (w *World) Actor(step checker.Step) int {
	m := moveOf(step.Code)
	if m.kind.isNobodys() {
		return -1
	}
	return m.process
}
