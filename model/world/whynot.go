package world

import (
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
)

// A Disabled is an action that has no step in a state, with the first of its guards that is false.
type Disabled struct {
	Action  string   // as in Occurrence, a draw without its value; or CrashInside
	Process model.ID // Nobody for steps of the clock and the detectors
	Peer    model.ID // the sender, or the process of the detector's report; Nobody if there is none
	Guard   Guard
	Why     string // the reason, with values: "the budget -crashes=1 is spent"
}

func (r Disabled) String() string {
	text := r.Action
	switch {
	case r.Action == actions[detectorReport] || r.Action == actions[withdraw]:
		text += fmt.Sprintf(" of P%d to P%d", r.Peer, r.Process)
	case r.Peer != model.Nobody:
		text += fmt.Sprintf(" to P%d from P%d", r.Process, r.Peer)
	case r.Process != model.Nobody:
		text += fmt.Sprintf(" of P%d", r.Process)
	}
	return text + ": " + r.Why
}

// A candidate is an action in a state: steps of one kind that differ at most in the message of one channel, the value drawn, or the
// number of messages before a crash.
type candidate struct {
	kind          kind
	process, peer int
	timer         string // its name; empty for other kinds
	armed         int    // index among the armed timers, or -1
	inside        bool   // a crash inside a step
}

// An explainer explains the disabled candidates of a state.
type explainer struct {
	*World
	state  checker.State
	values component.Values
}

// acting returns a process of the state as an actor.
func (x *explainer) acting(p int) *actor { return &actor{x.system, x.values, p, x.process(p)} }

func (x *explainer) process(p int) process { return processOf(x.values, p) }

// candidateOf returns the candidate of a step.
func (x *explainer) candidateOf(m move) candidate {
	c := candidate{kind: m.kind, process: m.process, armed: -1}
	switch {
	case m.crashAfter > 0:
		return candidate{kind: crash, process: m.process, armed: -1, inside: true}
	case m.kind == deliver, m.kind == deliverAgain, m.kind == lose, m.kind == detectorReport, m.kind == withdraw:
		c.peer = m.peer
	case m.kind == timeout:
		c.timer, c.armed = x.event(x.values, m).Timer.String(), m.variant
	}
	return c
}

// candidates lists all candidates in the order of a report: by action, process, peer.
func (x *explainer) candidates() (all []candidate) {
	for _, of := range ordered {
		switch {
		case !x.may[of]:
		case of.hasNoProcess():
			all = append(all, candidate{kind: of, armed: -1})
		default:
			for p := range x.n {
				all = append(all, x.candidatesOf(of, p)...)
			}
			for p := 0; p < x.n && of == crash && x.config.CrashPoints == AtSends; p++ {
				all = append(all, candidate{kind: crash, process: p, armed: -1, inside: true})
			}
		}
	}
	return all
}

// candidatesOf lists the candidates of one kind and process. Armed timers are before the others.
func (x *explainer) candidatesOf(of kind, p int) (all []candidate) {
	switch of {
	case timeout:
		var timers []model.Timer
		if v := x.process(p); v.isLive() {
			timers = v.timers
		}
		for i, t := range timers {
			all = append(all, candidate{kind: of, process: p, timer: t.String(), armed: i})
		}
		_, declared := x.Declared()
		for _, name := range declared {
			if !slices.ContainsFunc(timers, func(t model.Timer) bool { return t.Name == name }) {
				all = append(all, candidate{kind: of, process: p, timer: name, armed: -1})
			}
		}
		return all
	case deliver, deliverAgain, lose, detectorReport, withdraw:
		isOfDetector := of == detectorReport || of == withdraw
		for k := range x.n {
			if isOfDetector && k != p || !isOfDetector && x.isLinked(k, p) {
				all = append(all, candidate{kind: of, process: p, peer: k, armed: -1})
			}
		}
		return all
	}
	return []candidate{{kind: of, process: p, armed: -1}}
}

// guard returns the first false guard of a candidate, "" if all are true.
func (x *explainer) guard(c candidate) Guard {
	a := x.acting(c.process)
	switch c.kind {
	case passTick:
		if guard := x.mayTick(x.values); guard != "" {
			return guard
		}
		return TimeMatters.unless(len(x.tick(x.values[x.clock].(clockValue), x.values)) > 0)
	case stabilize:
		return NotYet.unless(x.gstOf(x.values) != 0)
	case mistakesEnd:
		return StillErrs.unless(a.has(mistakes))
	case crash:
		return a.mayCrash()
	case restart:
		return a.mayRestart()
	case lose:
		return a.mayLose(x.removals(a.v.inbox, c.peer))
	}
	guard := a.mayAct()
	switch {
	case guard == Lives:
		return Lives
	case c.kind == draw:
		return Draws.unless(guard == DrawsFirst)
	case guard != "":
		return guard
	}
	return x.guardOfOwn(a, c)
}

// guardOfOwn is guard for a live process without a pending draw.
func (x *explainer) guardOfOwn(a *actor, c candidate) Guard {
	switch c.kind {
	case deliver, deliverAgain:
		guard := OnTheWay.unless(len(a.v.inbox.channel(c.peer)) > 0)
		if guard == "" && c.kind == deliverAgain {
			guard = a.inBudget(duplicates)
		}
		return guard
	case timeout:
		if c.armed < 0 {
			return Armed
		}
		return a.mayFire(a.v.timers[c.armed], c.armed)
	case recovery:
		return Recovering.unless(x.status(a.v).Recovering)
	case detectorReport:
		return a.mayReport(c.peer)
	case withdraw:
		return a.mayWithdraw(c.peer)
	case start:
		return a.mayStart()
	}
	leader := x.elected(a.v)
	guard := a.followsLeader()
	switch {
	case guard != "":
		return guard
	case c.kind == detect:
		return a.mayDetect(leader)
	}
	return a.maySuspect(leader)
}

// describe describes a disabled candidate.
func (x *explainer) describe(a candidate, guard Guard, why string) Disabled {
	r := Disabled{Action: actions[a.kind], Guard: guard, Why: why}
	if a.timer != "" {
		r.Action += " " + a.timer
	}
	if a.inside {
		r.Action = CrashInside
	}
	if !a.kind.hasNoProcess() {
		r.Process = x.config.IDs[a.process]
	}
	switch a.kind {
	case deliver, deliverAgain, lose, detectorReport, withdraw:
		r.Peer = x.config.IDs[a.peer]
	}
	return r
}

// Disabled lists, in the order of a report, each action that has no step in s, with its first false guard. Steps uses the same guards.
func (w *World) Disabled(s checker.State) (disabled []Disabled) {
	x := &explainer{w, s, w.ValuesOf(s)}
	possible, bounded, several := map[candidate]bool{}, map[candidate]checker.Bound{}, make([]bool, w.n)
	w.Steps(s, func(step checker.Step, to checker.State) {
		m := moveOf(step.Code)
		if to == nil {
			bounded[x.candidateOf(m)] = step.Bound
		} else {
			possible[x.candidateOf(m)] = true
		}
		if m.isHandled() && (to != nil || step.Bound != electionsBound) && !several[m.process] {
			out, _ := w.outcome(x.values, m)
			several[m.process] = len(out.Sends) > 1
		}
	})
	for _, c := range x.candidates() {
		guard := x.guard(c)
		if c.inside && guard == "" && !several[c.process] {
			guard = SendsMore
		}
		switch {
		case guard != "":
			disabled = append(disabled, x.describe(c, guard, x.explain(c, guard)))
		case !possible[c]:
			disabled = append(disabled, x.describe(c, InBounds, "the bound -"+bounds[bounded[c]-1]+" cuts it off"))
		}
	}
	return disabled
}

// explain names the values that make a guard of a candidate false.
func (x *explainer) explain(a candidate, guard Guard) string {
	switch p := a.process; guard {
	case Lives:
		return "dead"
	case IsDead:
		return "it lives"
	case DrawsFirst:
		return "it has a lot to draw first"
	case Draws:
		return "it has none to draw"
	case OnTheWay:
		return x.explainEmpty(a.peer, p)
	case MayBeLost:
		return "the link keeps its bounds"
	case InBudget:
		return x.explainBudget(a.kind)
	case SendsMore:
		return "no step of it sends more than one message"
	case Initiator:
		return "it is none of the -initiators"
	case NotYet:
		return "they hold"
	case StillErrs:
		return "they have ended"
	case NothingDue:
		return x.explainTick()
	case TimeMatters:
		return "nothing is under way that time could change"
	case PeerLive:
		return fmt.Sprintf("P%d is dead", x.config.IDs[a.peer])
	case PeerDead:
		return fmt.Sprintf("P%d lives, and the detector makes no mistakes", x.config.IDs[a.peer])
	case HasLeader, LeaderDead, LeaderLive, IsKnown:
		return x.explainLeader(p, guard)
	case GoesFirst:
		return x.firstDue()
	case HasRunDown, CannotCome, Silence:
		return x.explainTimer(a, guard)
	}
	v, reason := x.process(a.process), unmetReasons[guard]
	if guard == MayStart {
		reason = x.explainStart(v)
	}
	return reason + ": " + x.variablesOf(v)
}

// explainStart returns the reason why a process does not start an election.
func (x *explainer) explainStart(v process) string {
	status, leader := x.status(v), x.elected(v)
	switch {
	case x.config.Algorithm.Clockwork():
		return "it runs by the clock, and begins no election"
	case status.TakesPart:
		return "it takes part in an election already"
	case status.Recovering:
		return "it must recover first"
	case status.Term > 0:
		return fmt.Sprintf("it knows of term %d, and from then on only a timer begins an election", status.Term)
	case leader >= 0:
		return fmt.Sprintf("it has elected P%d already", x.config.IDs[leader])
	case status.Waits:
		return "it waits for the outcome of an election"
	}
	return "its rules begin no election in this local state"
}

// unmetReasons are the reasons of guards that depend only on the local state.
var unmetReasons = map[Guard]string{
	Armed: "not armed", Occasion: "it could change nothing", Recovering: "it owes none", Idle: "not idle",
	MayReport: "it is not listened to",
}

// explainTimer returns the reason why an armed timer does not fire.
func (x *explainer) explainTimer(c candidate, guard Guard) string {
	a := x.acting(c.process)
	timer := a.v.timers[c.armed]
	switch guard {
	case HasRunDown:
		return "it fires in " + ticksOf(int(a.v.countdown[c.armed]))
	case CannotCome:
		return x.explainAwait(a, timer)
	}
	return "still on the way: " + x.sentBy(a.notSilent(timer))
}

// explainLeader returns the reason why p does not detect or suspect its leader.
func (x *explainer) explainLeader(p int, guard Guard) string {
	leader := x.elected(x.process(p))
	switch {
	case guard == HasLeader && leader < 0:
		return "it has no leader"
	case guard == HasLeader:
		return "it has elected itself"
	}
	switch name := fmt.Sprintf("P%d", x.config.IDs[leader]); {
	case guard == LeaderLive:
		return name + " is dead"
	case guard == LeaderDead:
		return name + " lives"
	case x.clock >= 0:
		return fmt.Sprintf("%s has been dead for %s, and that is found out after %s", name, ticksOf(x.process(leader).deadFor), ticksOf(x.config.Clock.T))
	}
	return "still on the way: " + x.sentBy(leader)
}

// budgetFor is the budget of each kind of step.
var budgetFor = map[kind]budget{crash: crashes, restart: restarts, start: starts, suspect: mistakes, detectorReport: mistakes, lose: losses, deliverAgain: duplicates, timeout: firings}

// explainBudget describes the used budget of a kind of step.
func (x *explainer) explainBudget(of kind) string {
	b := budgetFor[of]
	if b == mistakes && x.config.Detector == EventuallyPerfect {
		return budgetNames[b] + " have ended"
	}
	return fmt.Sprintf("the budget -%s=%d is spent", budgetNames[b], x.budgets()[b])
}

// explainEmpty returns the reason why a channel has no message.
func (x *explainer) explainEmpty(from, to int) string {
	if x.isCut(from, to) {
		return "the link is cut"
	}
	topology, sender := x.config.Algorithm.Topology, x.acting(from)
	next := sender.neighbour(1)
	if topology.IsRing() && sender.v.isLive() && next != to && (topology != model.BothWays || sender.neighbour(-1) != to) {
		return fmt.Sprintf("nothing is on its way: P%d stands between them", x.config.IDs[next])
	}
	return "nothing is on its way"
}

// explainTick returns a step that is due before the tick.
func (x *explainer) explainTick() string {
	for p := range x.n {
		if x.isDue(x.process(p)) {
			return x.firstDue()
		}
	}
	for p, id := range x.config.IDs {
		v := x.process(p)
		if !v.isLive() {
			continue
		}
		if i := strings.IndexByte(string(v.countdown), 0); i >= 0 {
			return fmt.Sprintf("%s of P%d is due", v.timers[i], id)
		}
		if (isBusy{x.system, p}).Holds(v) {
			return fmt.Sprintf("P%d must recover first", id)
		}
		leader := undetectedLeader{x.system, p}.Of(v).(int)
		if leader >= 0 && (hasBeenDead{x.detectionLimit()}).Holds(x.values[leader]) {
			return fmt.Sprintf("P%d must first find out that P%d is dead", id, x.config.IDs[leader])
		}
	}
	return "something is due"
}

// firstDue names the first channel with a due message.
func (x *explainer) firstDue() string {
	for _, l := range x.links() {
		letters := x.process(l.to).inbox.channel(l.from)
		if slices.ContainsFunc(letters, func(l *envelope) bool { return l.within == 0 && l.promise != open }) {
			return "due now: " + x.carries(l)
		}
	}
	return "a delivery is due"
}

// sentBy lists the messages from a process that are on their way.
func (x *explainer) sentBy(p int) string {
	var all []string
	for _, l := range x.links() {
		if l.from == p && len(x.process(l.to).inbox.channel(p)) > 0 {
			all = append(all, x.carries(l))
		}
	}
	return strings.Join(all, ", ")
}

// carries lists the messages of a channel.
func (x *explainer) carries(l link) string {
	var messages []string
	for _, m := range x.process(l.to).inbox.channel(l.from) {
		messages = append(messages, model.SpellMessage(m.message))
	}
	return fmt.Sprintf("%s of P%d to P%d", strings.Join(messages, ", "), x.config.IDs[l.from], x.config.IDs[l.to])
}

// variablesOf spells a local state.
func (x *explainer) variablesOf(v process) string {
	var all []string
	for _, variable := range model.Variables(x.group, v.state) {
		all = append(all, variable.Name+" is "+variable.Value)
	}
	return strings.Join(all, ", ")
}

// explainAwait returns a reason why the messages that a timer awaits can still arrive. The algorithm gives no reasons, so the function
// finds a minimal cause. It hides channels as long as the timer still waits. If no channel is needed, it searches for one
// participating process.
func (x *explainer) explainAwait(a *actor, t model.Timer) string {
	left := &masked{actor: a, active: -1, hidden: map[link]bool{}}
	var needed []string
	for _, l := range x.links() {
		if len(x.process(l.to).inbox.channel(l.from)) == 0 {
			continue
		}
		if left.hidden[l] = true; !left.canCome(t) {
			left.hidden[l] = false
			needed = append(needed, x.carries(l))
		}
	}
	if needed != nil {
		return "still on the way: " + strings.Join(needed, ", ")
	}
	left.isMasked = true
	for q, id := range x.config.IDs {
		if left.active = q; !x.process(q).isLive() || !left.canCome(t) {
			continue
		}
		if left.active = -1; left.canCome(t) {
			break // independent of the participants
		}
		if x.status(x.process(q)).Recovering {
			return fmt.Sprintf("P%d has yet to recover", id)
		}
		return fmt.Sprintf("P%d takes part in an election, and may win it", id)
	}
	return "what it waits for can still come"
}

// A masked is a situation with hidden channels and, if isMasked is set, at most one participating process.
type masked struct {
	*actor
	hidden   map[link]bool
	isMasked bool
	active   int // index of the process, or -1
}

func (m *masked) canCome(t model.Timer) bool { return m.await.CanCome(m, m.group, m.id(), t) }

// hides reports whether the participation of a process is hidden.
func (m *masked) hides(id model.ID) bool { return m.isMasked && m.place(id) != m.active }

// TakesPart implements model.Situation.
func (m *masked) TakesPart(id model.ID) bool { return !m.hides(id) && m.actor.TakesPart(id) }

// Recovering implements model.Situation.
func (m *masked) Recovering(id model.ID) bool { return !m.hides(id) && m.actor.Recovering(id) }

// Status implements model.Situation.
func (m *masked) Status(id model.ID) model.Status {
	status := m.actor.Status(id)
	if m.hides(id) {
		status.TakesPart, status.Recovering = false, false
	}
	return status
}

// seen reports whether a wanted message is on its way in a channel that is not hidden.
func (m *masked) seen(isWanted func(from, to int, l *envelope) bool) bool {
	for to := range m.n {
		for _, l := range m.ask.(component.Values)[to].(process).inbox.envelopes {
			if !m.hidden[link{l.from, to}] && isWanted(l.from, to, l) {
				return true
			}
		}
	}
	return false
}

// OnItsWay implements model.Situation.
func (m *masked) OnItsWay(kind model.Kind, from, to model.ID) bool {
	return m.seen(func(sender, receiver int, l *envelope) bool {
		return (from == model.Anyone || m.place(from) == sender) && (to == model.Anyone || m.place(to) == receiver) && model.KindOf(l.message) == kind
	})
}

// Circulates implements model.Situation.
func (m *masked) Circulates(message model.Message) bool {
	return m.seen(func(_, _ int, l *envelope) bool { return model.Plain(l.message) == message })
}
