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

// A Guard is a condition of a step. Its text is the reason why the step is disabled if the condition is false. A text of a state has
// further values from explain.
type Guard string

const (
	Lives      Guard = "dead"
	IsDead     Guard = "it lives"
	DrawsFirst Guard = "it has a lot to draw first"
	OnTheWay   Guard = "nothing is on its way"
	MayBeLost  Guard = "the link keeps its bounds"
	InBudget   Guard = "the budget is spent"
	InBounds   Guard = "the bound -%s cuts it off"

	Armed      Guard = "not armed"
	HasRunDown Guard = "it fires in %s"
	GoesFirst  Guard = "a delivery goes first"
	Occasion   Guard = "it could change nothing"
	CannotCome Guard = "what it waits for can still come"
	Silence    Guard = "a message of a dead process is still on the way"

	Draws      Guard = "it has none to draw"
	Recovering Guard = "it owes none"
	Initiator  Guard = "it is none of the -initiators"
	MayStart   Guard = "it begins no election"
	Idle       Guard = "not idle"
	HasLeader  Guard = "it follows no other process"
	LeaderDead Guard = "P%d lives"
	IsKnown    Guard = "the death is not found out yet"
	MayReport  Guard = "it is not listened to"
	PeerDead   Guard = "P%d lives, and the detector makes no mistakes"
	PeerLive   Guard = "P%d is dead" // or the leader

	NothingDue  Guard = "something is due"
	TimeMatters Guard = "nothing is under way that time could change"
	NotYet      Guard = "they hold"
	StillErrs   Guard = "they have ended"
)

// unless returns the guard unless it is true.
func (g Guard) unless(isTrue bool) Guard {
	if isTrue {
		return ""
	}
	return g
}

// A Disabled is an action that has no step in a state, with the first of its guards that is false.
type Disabled struct {
	Action  string   // as in Occurrence, a draw without its value
	Process model.ID // Nobody for steps of the clock and the detectors
	Peer    model.ID // the sender, or the process of the detector's report; Nobody if there is none
	Guard   Guard
	Why     string // the reason, with values: "the budget -crashes=1 is spent"
}

// An explainer explains the disabled actions of a state. It stands for the steps of an action that differ at most in the message of
// one channel or the value drawn by one move. The move has the index among the armed timers or, for a declared timer that is not armed,
// a negative number as the variant, and a peer if the kind names one process beside the actor.
type explainer struct {
	*World
	values component.Values
}

// acting returns a process of the state as an actor.
func (x *explainer) acting(p int) *actor { return &actor{x.system, x.values, p, x.process(p)} }

func (x *explainer) process(p int) process { return processOf(x.values, p) }

// standIn returns the move that stands for a step.
func standIn(m move) move {
	m.crashAfter = 0
	if !m.kind.isOfPair() {
		m.peer = 0
	}
	if m.kind != timeout {
		m.variant = 0
	}
	return m
}

// candidates lists all possible actions in the order of a report: by kind, process, peer.
func (x *explainer) candidates() (all []move) {
	for _, of := range ordered {
		switch {
		case !x.may[of]:
		case of.hasNoProcess():
			all = append(all, move{kind: of})
		default:
			for p := range x.n {
				all = append(all, x.candidatesOf(move{kind: of, process: p})...)
			}
		}
	}
	return all
}

// candidatesOf lists the actions of one kind and process. Armed timers are before the others.
func (x *explainer) candidatesOf(m move) (all []move) {
	switch timers := x.process(m.process).timers; {
	case m.kind == timeout:
		for m.variant = range timers {
			all = append(all, m)
		}
		_, declared := x.Declared()
		for i, name := range declared {
			if m.variant = -1 - i; !slices.ContainsFunc(timers, func(t model.Timer) bool { return t.Name == name }) {
				all = append(all, m)
			}
		}
		return all
	case m.kind.isOfPair():
		isOfDetector := m.kind == detectorReport || m.kind == withdraw
		for m.peer = range x.n {
			if isOfDetector && m.peer != m.process || !isOfDetector && x.isLinked(m.peer, m.process) {
				all = append(all, m)
			}
		}
		return all
	}
	return []move{m}
}

// guard returns the first false guard of a move, "" if all are true. The functions that it calls are those that enable the steps.
func (x *explainer) guard(m move) Guard {
	a := x.acting(m.process)
	if guard := a.mayAct(); m.kind == draw && guard != Lives {
		return Draws.unless(guard == DrawsFirst)
	} else if m.kind.isHandled() && guard != "" {
		return guard
	}
	switch m.kind {
	case passTick:
		return x.mayTick(x.values[x.clock].(clockValue), x.values)
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
	case deliver:
		return OnTheWay.unless(a.v.inbox.hasFrom(m.peer))
	case deliverAgain:
		return cmp.Or(OnTheWay.unless(a.v.inbox.hasFrom(m.peer)), a.inBudget(duplicates))
	case timeout:
		if m.variant < 0 {
			return Armed
		}
		return a.mayFire(a.v.timers[m.variant], m.variant)
	case recovery:
		return Recovering.unless(a.v.status.Recovering)
	case detectorReport, withdraw:
		return a.mayReport(m.kind, m.peer)
	case start:
		return a.mayStart()
	}
	if guard := a.followsLeader(); guard != "" {
		return guard
	}
	if m.kind == detect {
		return a.mayDetect(a.elected(a.v))
	}
	return a.maySuspect(a.elected(a.v))
}

// describe describes a disabled action, with the values that make its guard false.
func (x *explainer) describe(m move, guard Guard, why string) Disabled {
	r := Disabled{Action: actions[m.kind].name, Guard: guard, Why: why}
	switch _, declared := x.Declared(); {
	case m.kind == timeout && m.variant < 0:
		r.Action += " " + declared[-1-m.variant]
	case m.kind == timeout:
		r.Action = x.action(x.values, m)
	case m.kind.isOfPair():
		r.Peer = x.config.IDs[m.peer]
	}
	if !m.kind.hasNoProcess() {
		r.Process = x.config.IDs[m.process]
	}
	return r
}

// Disabled lists, in the order of a report, each action that has no step in s, with its first false guard. Steps uses the same guards.
func (w *World) Disabled(s checker.State) (disabled []Disabled) {
	x := &explainer{w, w.ValuesOf(s)}
	possible, bounded := map[move]bool{}, map[move]checker.Bound{}
	w.Steps(s, func(step checker.Step, to checker.State) {
		if m := moveOf(step.Code); m.crashAfter == 0 {
			possible[standIn(m)], bounded[standIn(m)] = possible[standIn(m)] || to != nil, step.Bound
		}
	})
	for _, m := range x.candidates() {
		switch guard := x.guard(m); {
		case guard != "":
			disabled = append(disabled, x.describe(m, guard, x.explain(m, guard)))
		case !possible[m]:
			disabled = append(disabled, x.describe(m, InBounds, fmt.Sprintf(string(InBounds), bounds[bounded[m]-1])))
		}
	}
	return disabled
}

// explain names the values that make a guard of a move false.
func (x *explainer) explain(m move, guard Guard) string {
	a, about := x.acting(m.process), x.config.IDs[m.peer]
	if m.kind == detect || m.kind == suspect {
		about = a.v.status.Elected
	}
	switch guard {
	case OnTheWay:
		return x.explainEmpty(m.peer, m.process)
	case InBudget:
		return x.explainBudget(m.kind)
	case NothingDue:
		return x.explainTick()
	case LeaderDead, PeerDead, PeerLive:
		return fmt.Sprintf(string(guard), about)
	case HasLeader:
		if about == model.Nobody {
			return "it has no leader"
		}
		return "it has elected itself"
	case IsKnown:
		return x.explainKnown(x.place(about))
	case GoesFirst:
		return x.firstDue()
	case HasRunDown:
		return fmt.Sprintf(string(guard), ticksOf(int(a.v.countdown[m.variant])))
	case CannotCome:
		return x.explainAwait(a, a.v.timers[m.variant])
	case Silence:
		return stillOnTheWay(x.sentBy(a.notSilent(a.v.timers[m.variant])))
	case MayStart:
		return x.explainStart(a.v) + ": " + x.variablesOf(a.v)
	case Armed, Occasion, Recovering, Idle, MayReport:
		return string(guard) + ": " + x.variablesOf(a.v)
	}
	return string(guard)
}

// explainStart returns the reason why a process does not start an election.
func (x *explainer) explainStart(v process) string {
	status, leader := v.status, x.elected(v)
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

// explainKnown returns the reason why the death of a leader is not detected yet.
func (x *explainer) explainKnown(leader int) string {
	if x.clock < 0 {
		return stillOnTheWay(x.sentBy(leader))
	}
	return fmt.Sprintf("P%d has been dead for %s, and that is found out after %s", x.config.IDs[leader], ticksOf(x.process(leader).deadFor), ticksOf(x.config.Clock.T))
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
	topology, sender, text := x.config.Algorithm.Topology, x.acting(from), string(OnTheWay)
	next := sender.neighbour(1)
	if topology.IsRing() && sender.v.isLive() && next != to && (topology != model.BothWays || sender.neighbour(-1) != to) {
		text += fmt.Sprintf(": P%d stands between them", x.config.IDs[next])
	}
	return text
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
		if (isBusy{}).Holds(v) {
			return fmt.Sprintf("P%d must recover first", id)
		}
		leader := undetectedLeader{x.system, p}.Of(v).(int)
		if leader >= 0 && (hasBeenDead{x.detectionLimit()}).Holds(x.values[leader]) {
			return fmt.Sprintf("P%d must first find out that P%d is dead", id, x.config.IDs[leader])
		}
	}
	return string(NothingDue)
}

// carrying lists the channels with a wanted message to a process, each with all its messages.
func (x *explainer) carrying(isWanted func(to int, l *envelope) bool) (all []string) {
	for _, l := range x.links() {
		channel := slices.Collect(x.process(l.to).inbox.channel(l.from).envelopes())
		if !slices.ContainsFunc(channel, func(m *envelope) bool { return isWanted(l.to, m) }) {
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
	due := x.carrying(func(_ int, l *envelope) bool { return l.isDue() })
	if due == nil {
		return ""
	}
	return "due now: " + due[0]
}

// sentBy lists the channels with messages from a process.
func (x *explainer) sentBy(p int) []string {
	return x.carrying(func(_ int, l *envelope) bool { return l.from == p })
}

func stillOnTheWay(channels []string) string {
	return "still on the way: " + strings.Join(channels, ", ")
}

// explainAwait returns a reason why the messages that a timer awaits can still arrive: the last question of the algorithm with the answer
// yes.
func (x *explainer) explainAwait(a *actor, t model.Timer) string {
	w := &witness{a, x, string(CannotCome)}
	a.handler.CanCome(w, a.group, a.id(), t)
	return w.why
}

// A witness is a situation that describes the last answer yes.
type witness struct {
	*actor
	explainer *explainer
	why       string
}

func (w *witness) notes(isTrue bool, why string) bool {
	if isTrue {
		w.why = why
	}
	return isTrue
}

// finds notes the last channel with a wanted message.
func (w *witness) finds(isWanted func(to int, l *envelope) bool) bool {
	found := w.explainer.carrying(isWanted)
	return w.notes(found != nil, stillOnTheWay(found[max(0, len(found)-1):]))
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
	q := w.coming(kind, from)
	return w.finds(func(p int, l *envelope) bool { return (to == model.Anyone || w.place(to) == p) && q.fits(l) })
}

// Circulates implements model.Situation.
func (w *witness) Circulates(message model.Message) bool {
	return w.finds(func(_ int, l *envelope) bool { return isComing{from: -1, message: message}.fits(l) })
}

// variablesOf spells a local state.
func (x *explainer) variablesOf(v process) string {
	var all []string
	for _, variable := range model.Variables(x.group, v.state) {
		all = append(all, variable.Name+" is "+variable.Value)
	}
	return strings.Join(all, ", ")
}
