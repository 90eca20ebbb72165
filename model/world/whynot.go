package world

import (
	"cmp"
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
// number of messages before a crash. Its move has the index among the armed timers or -1 as the variant, a peer if the kind names one
// process beside the actor, and 1 as crashAfter for a crash inside a step.
type candidate struct {
	move
	timer string // its name; empty for other kinds
}

// An explainer explains the disabled candidates of a state.
type explainer struct {
	*World
	values component.Values
}

// acting returns a process of the state as an actor.
func (x *explainer) acting(p int) *actor { return &actor{x.system, x.values, p, x.process(p)} }

func (x *explainer) process(p int) process { return processOf(x.values, p) }

// candidateOf returns the candidate of a step.
func (x *explainer) candidateOf(m move) candidate {
	c := candidate{move: move{kind: m.kind, process: m.process}}
	switch {
	case m.crashAfter > 0:
		c.kind, c.crashAfter = crash, 1
	case m.kind.isOfPair():
		c.peer = m.peer
	case m.kind == timeout:
		c.timer, c.variant = x.event(x.values, m).Timer.String(), m.variant
	}
	return c
}

// candidates lists all candidates in the order of a report: by action, process, peer.
func (x *explainer) candidates() (all []candidate) {
	for _, of := range ordered {
		switch {
		case !x.may[of]:
		case of.hasNoProcess():
			all = append(all, candidate{move: move{kind: of}})
		default:
			for p := range x.n {
				all = append(all, x.candidatesOf(move{kind: of, process: p})...)
			}
			for p := 0; p < x.n && of == crash && x.config.CrashPoints == AtSends; p++ {
				all = append(all, candidate{move: move{kind: crash, process: p, crashAfter: 1}})
			}
		}
	}
	return all
}

// candidatesOf lists the candidates of one kind and process. Armed timers are before the others.
func (x *explainer) candidatesOf(m move) (all []candidate) {
	switch {
	case m.kind == timeout:
		timers := x.process(m.process).timers
		for i, t := range timers {
			m.variant = i
			all = append(all, candidate{m, t.String()})
		}
		_, declared := x.Declared()
		for _, name := range declared {
			if !slices.ContainsFunc(timers, func(t model.Timer) bool { return t.Name == name }) {
				m.variant = -1
				all = append(all, candidate{m, name})
			}
		}
		return all
	case m.kind.isOfPair():
		isOfDetector := m.kind == detectorReport || m.kind == withdraw
		for m.peer = range x.n {
			if isOfDetector && m.peer != m.process || !isOfDetector && x.isLinked(m.peer, m.process) {
				all = append(all, candidate{move: m})
			}
		}
		return all
	}
	return []candidate{{move: m}}
}

// guard returns the first false guard of a move, "" if all are true. The functions that it calls are those that enable the steps.
func (x *explainer) guard(m move) Guard {
	a := x.acting(m.process)
	switch m.kind {
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
		return a.mayLose(x.removals(a.v.inbox, m.peer))
	}
	guard := a.mayAct()
	switch {
	case m.kind == draw && guard != Lives:
		return Draws.unless(guard == DrawsFirst)
	case guard != "":
		return guard
	}
	return a.mayAlso(m)
}

// mayAlso is guard for the moves of a live process without a pending draw.
func (a *actor) mayAlso(m move) Guard {
	switch m.kind {
	case deliver:
		return OnTheWay.unless(a.v.inbox.has(m.peer))
	case deliverAgain:
		return cmp.Or(OnTheWay.unless(a.v.inbox.has(m.peer)), a.inBudget(duplicates))
	case timeout:
		if m.variant < 0 {
			return Armed
		}
		return a.mayFire(a.v.timers[m.variant], m.variant)
	case recovery:
		return Recovering.unless(a.status(a.v).Recovering)
	case detectorReport, withdraw:
		return a.mayReport(m.kind, m.peer)
	case start:
		return a.mayStart()
	}
	leader := a.elected(a.v)
	switch guard := a.followsLeader(); {
	case guard != "":
		return guard
	case m.kind == detect:
		return a.mayDetect(leader)
	}
	return a.maySuspect(leader)
}

// describe describes a disabled candidate.
func (x *explainer) describe(c candidate, guard Guard, why string) Disabled {
	r := Disabled{Action: actions[c.kind], Guard: guard, Why: why}
	if c.timer != "" {
		r.Action += " " + c.timer
	}
	if c.crashAfter > 0 {
		r.Action = CrashInside
	}
	if !c.kind.hasNoProcess() {
		r.Process = x.config.IDs[c.process]
	}
	if c.kind.isOfPair() {
		r.Peer = x.config.IDs[c.peer]
	}
	return r
}

// Disabled lists, in the order of a report, each action that has no step in s, with its first false guard. Steps uses the same guards.
func (w *World) Disabled(s checker.State) (disabled []Disabled) {
	x := &explainer{w, w.ValuesOf(s)}
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
		guard := x.guard(c.move)
		if c.crashAfter > 0 && guard == "" && !several[c.process] {
			guard = SendsMore
		}
		switch {
		case guard != "":
			disabled = append(disabled, x.describe(c, guard, x.explain(c.move, guard)))
		case !possible[c]:
			disabled = append(disabled, x.describe(c, InBounds, "the bound -"+bounds[bounded[c]-1]+" cuts it off"))
		}
	}
	return disabled
}

// reasons are the reasons of guards without values. After those of unmetReasons the local state follows.
var (
	reasons = map[Guard]string{
		Lives: "dead", IsDead: "it lives", DrawsFirst: "it has a lot to draw first", Draws: "it has none to draw",
		MayBeLost: "the link keeps its bounds", SendsMore: "no step of it sends more than one message",
		Initiator: "it is none of the -initiators", NotYet: "they hold", StillErrs: "they have ended",
		TimeMatters: "nothing is under way that time could change",
	}
	unmetReasons = map[Guard]string{
		Armed: "not armed", Occasion: "it could change nothing", Recovering: "it owes none", Idle: "not idle",
		MayReport: "it is not listened to",
	}
)

// explain names the values that make a guard of a move false.
func (x *explainer) explain(m move, guard Guard) string {
	a := x.acting(m.process)
	switch guard {
	case OnTheWay:
		return x.explainEmpty(m.peer, m.process)
	case InBudget:
		return x.explainBudget(m.kind)
	case NothingDue:
		return x.explainTick()
	case PeerLive:
		return fmt.Sprintf("P%d is dead", x.config.IDs[m.peer])
	case PeerDead:
		return fmt.Sprintf("P%d lives, and the detector makes no mistakes", x.config.IDs[m.peer])
	case HasLeader, LeaderDead, LeaderLive, IsKnown:
		return x.explainLeader(m.process, guard)
	case GoesFirst:
		return x.firstDue()
	case HasRunDown:
		return "it fires in " + ticksOf(int(a.v.countdown[m.variant]))
	case CannotCome:
		return x.explainAwait(a, a.v.timers[m.variant])
	case Silence:
		return stillOnTheWay(x.sentBy(a.notSilent(a.v.timers[m.variant])))
	case MayStart:
		return x.explainStart(a.v) + ": " + x.variablesOf(a.v)
	}
	if reason, isConstant := reasons[guard]; isConstant {
		return reason
	}
	return unmetReasons[guard] + ": " + x.variablesOf(a.v)
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
	return stillOnTheWay(x.sentBy(leader))
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
	if due := x.firstDue(); due != "" {
		return due
	}
	for p, id := range x.config.IDs {
		v := x.process(p)
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

// carrying lists the channels with a wanted message, each with all its messages.
func (x *explainer) carrying(isWanted func(link, *envelope) bool) (all []string) {
	for _, l := range x.links() {
		channel := slices.Collect(x.envelopes(x.process(l.to).inbox.channel(l.from)))
		if !slices.ContainsFunc(channel, func(m *envelope) bool { return isWanted(l, m) }) {
			continue
		}
		var messages []string
		for _, m := range channel {
			messages = append(messages, model.SpellMessage(m.message))
		}
		all = append(all, fmt.Sprintf("%s of P%d to P%d", strings.Join(messages, ", "), x.config.IDs[l.from], x.config.IDs[l.to]))
	}
	return all
}

// firstDue names the first channel with a due message; "" if there is none.
func (x *explainer) firstDue() string {
	due := x.carrying(func(_ link, m *envelope) bool { return m.isDue() })
	if due == nil || x.clock < 0 {
		return ""
	}
	return "due now: " + due[0]
}

// sentBy lists the channels with messages from a process.
func (x *explainer) sentBy(p int) []string {
	return x.carrying(func(l link, _ *envelope) bool { return l.from == p })
}

func stillOnTheWay(channels []string) string {
	return "still on the way: " + strings.Join(channels, ", ")
}

// explainAwait returns a reason why the messages that a timer awaits can still arrive: the last question of the algorithm with the answer
// yes.
func (x *explainer) explainAwait(a *actor, t model.Timer) string {
	w := &witness{a, x, "what it waits for can still come"}
	a.await.CanCome(w, a.group, a.id(), t)
	return w.why
}

// A witness is a situation that describes the last answer yes.
type witness struct {
	*actor
	explainer *explainer
	why       string
}

// TakesPart implements model.Situation.
func (w *witness) TakesPart(id model.ID) bool {
	return w.notes(w.actor.TakesPart(id), fmt.Sprintf("P%d takes part in an election, and may win it", id))
}

// Recovering implements model.Situation.
func (w *witness) Recovering(id model.ID) bool {
	return w.notes(w.actor.Recovering(id), fmt.Sprintf("P%d has yet to recover", id))
}

// OnItsWay implements model.Situation.
func (w *witness) OnItsWay(kind model.Kind, from, to model.ID) bool {
	return w.finds(func(l link, m *envelope) bool {
		return (from == model.Anyone || w.place(from) == l.from) && (to == model.Anyone || w.place(to) == l.to) && model.KindOf(m.message) == kind
	})
}

// Circulates implements model.Situation.
func (w *witness) Circulates(message model.Message) bool {
	return w.finds(func(_ link, m *envelope) bool { return model.Plain(m.message) == message })
}

func (w *witness) finds(isWanted func(link, *envelope) bool) bool {
	found := w.explainer.carrying(isWanted)
	return w.notes(found != nil, stillOnTheWay(found[max(0, len(found)-1):]))
}

func (w *witness) notes(isTrue bool, why string) bool {
	if isTrue {
		w.why = why
	}
	return isTrue
}

// variablesOf spells a local state.
func (x *explainer) variablesOf(v process) string {
	var all []string
	for _, variable := range model.Variables(x.group, v.state) {
		all = append(all, variable.Name+" is "+variable.Value)
	}
	return strings.Join(all, ", ")
}
