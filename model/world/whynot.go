package world

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model"
)

// A Disabled is an action of the world's table that is not possible in a state, with the first of its guards that
// is false there.
type Disabled struct {
	Action  string   // as of an Occurrence, a draw without its outcome; or CrashInside
	Process model.ID // who would act, or be acted upon; Nobody where time would pass
	Peer    model.ID // the sender, or whom the detector would speak of; Nobody if there is none
	Guard   Guard
	Why     string // the values that make the guard false: "the budget -crashes=1 is spent"
}

func (r Disabled) String() string {
	text := r.Action
	switch {
	case r.Action == actions[report] || r.Action == actions[withdraw]:
		text += fmt.Sprintf(" of P%d to P%d", r.Peer, r.Process)
	case r.Peer != model.Nobody:
		text += fmt.Sprintf(" to P%d from P%d", r.Process, r.Peer)
	case r.Process != model.Nobody:
		text += fmt.Sprintf(" of P%d", r.Process)
	}
	return text + ": " + r.Why
}

// A candidate is an action of the table in a state: steps of one kind that differ at most
// in the message taken from one channel, the lot drawn, or after how many messages the process dies.
type candidate struct {
	kind          moveKind
	process, peer int
	timer         string // with its name
	armed         int    // which of the armed timers that is, or -1
	inside        bool   // a crash inside a step
}

// candidateOf is the candidate that a step belongs to.
func (x *expansion) candidateOf(m move) candidate {
	a := candidate{kind: m.kind, process: m.process, armed: -1}
	switch {
	case m.crashAfter > 0:
		return candidate{kind: crash, process: m.process, armed: -1, inside: true}
	case m.kind == deliver, m.kind == deliverAgain, m.kind == lose, m.kind == report, m.kind == withdraw:
		a.peer = m.peer
	case m.kind == timeout:
		a.timer, a.armed = x.traits(m.process, x.from[m.process]).timers[m.variant].String(), m.variant
	}
	return a
}

// candidates lists all there are, in the order of a report: by action, process, peer.
func (x *expansion) candidates() (all []candidate) {
	for _, kind := range ordered {
		switch {
		case !x.may[kind]:
		case kind.isNobodys():
			all = append(all, candidate{kind: kind, armed: -1})
		case kind == deliver || kind == deliverAgain || kind == lose:
			for _, link := range x.links {
				all = append(all, candidate{kind: kind, process: link.to, peer: link.from, armed: -1})
			}
			of := all[len(all)-len(x.links):]
			slices.SortStableFunc(of, func(a, b candidate) int { return cmp.Compare(a.process, b.process) })
		default:
			for p := range x.n {
				all = append(all, x.candidatesOf(kind, p)...)
			}
			for p := 0; p < x.n && kind == crash && x.dies; p++ {
				all = append(all, candidate{kind: crash, process: p, armed: -1, inside: true})
			}
		}
	}
	return all
}

// candidatesOf lists those of one kind and one process: of timers the armed ones, then the others.
func (x *expansion) candidatesOf(kind moveKind, p int) (all []candidate) {
	switch kind {
	case timeout:
		timers := x.traits(p, x.from[p]).timers
		for i, t := range timers {
			all = append(all, candidate{kind: kind, process: p, timer: t.String(), armed: i})
		}
		_, declared := x.Declared()
		for _, name := range declared {
			if !slices.ContainsFunc(timers, func(t model.Timer) bool { return t.Name == name }) {
				all = append(all, candidate{kind: kind, process: p, timer: name, armed: -1})
			}
		}
		return all
	case report, withdraw:
		for k := range x.n {
			if k != p {
				all = append(all, candidate{kind: kind, process: p, peer: k, armed: -1})
			}
		}
		return all
	}
	return []candidate{{kind: kind, process: p, armed: -1}}
}

// describe puts a candidate and what forbids it into words.
func (x *expansion) describe(a candidate, guard Guard, why string) Disabled {
	r := Disabled{Action: actions[a.kind], Guard: guard, Why: why}
	if a.timer != "" {
		r.Action += " " + a.timer
	}
	if a.inside {
		r.Action = CrashInside
	}
	if !a.kind.isNobodys() {
		r.Process = x.config.IDs[a.process]
	}
	switch a.kind {
	case deliver, deliverAgain, lose, report, withdraw:
		r.Peer = x.config.IDs[a.peer]
	}
	return r
}

// Disabled lists, in the order of a report, each action of the world's table that has no step in s, with the first of
// its guards that is false. Steps decides by the same guards.
func (w *World) Disabled(s checker.State) []Disabled {
	x := w.expansions.Get().(*expansion)
	defer w.expansions.Put(x)
	possible, bounded, several := map[candidate]bool{}, map[candidate]checker.Bound{}, make([]bool, w.n)
	x.expand(s, func(step checker.Step, to checker.State) {
		m := moveOf(step.Code)
		if to == nil {
			bounded[x.candidateOf(m)] = step.Bound
		} else {
			possible[x.candidateOf(m)] = true
		}
		if e, handled := w.event(s, m); handled && (to != nil || step.Bound != electionsBound) {
			several[m.process] = several[m.process] || len(w.outcome(m.process, s[m.process], e).sends) > 1
		}
	})
	var disabled []Disabled
	for _, a := range x.candidates() {
		guard := x.guard(a)
		if a.inside && guard == "" && !several[a.process] {
			guard = SendsMore
		}
		switch {
		case guard != "":
			disabled = append(disabled, x.describe(a, guard, x.why(a, guard)))
		case !possible[a]:
			disabled = append(disabled, x.describe(a, InBounds, "the bound -"+w.Bounds()[bounded[a]-1]+" cuts it off"))
		}
	}
	return disabled
}

// why names the values that make a guard of a candidate false.
func (x *expansion) why(a candidate, guard Guard) string {
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
		return x.empty(x.linkOf[a.peer][p])
	case MayBeLost:
		return "the link keeps its bounds"
	case InBudget:
		return x.spent(a.kind)
	case SendsMore:
		return "no step of it sends more than one message"
	case Initiator:
		return "it is none of the -initiators"
	case NotYet:
		return "they hold"
	case StillErrs:
		return "they have ended"
	case NothingDue:
		return x.due()
	case TimeMatters:
		return "nothing is under way that time could change"
	case PeerLive:
		return fmt.Sprintf("P%d is dead", x.config.IDs[a.peer])
	case PeerDead:
		return fmt.Sprintf("P%d lives, and the detector makes no mistakes", x.config.IDs[a.peer])
	case HasLeader, LeaderDead, LeaderLive, IsKnown:
		return x.whyLeader(p, guard)
	case GoesFirst:
		return x.firstDue()
	case HasRunDown, CannotCome, Silence:
		return x.whyTimer(a, guard)
	}
	t, reason := x.traits(a.process, x.from[a.process]), unmet[guard]
	if guard == MayStart {
		reason = x.whyNoStart(t)
	}
	return reason + ": " + x.variablesOf(t)
}

// whyNoStart says why a process begins no election of its own accord.
func (x *expansion) whyNoStart(t *traits) string {
	switch {
	case x.config.Algorithm.Clockwork():
		return "it runs by the clock, and begins no election"
	case t.status.TakesPart:
		return "it takes part in an election already"
	case t.status.Recovering:
		return "it must recover first"
	case t.status.Term > 0:
		return fmt.Sprintf("it knows of term %d, and from then on only a timer begins an election", t.status.Term)
	case t.elected >= 0:
		return fmt.Sprintf("it has elected P%d already", x.config.IDs[t.elected])
	case t.status.Waits:
		return "it waits for the outcome of an election"
	}
	return "its rules begin no election in this local state"
}

// unmet words the guards that depend on the local state alone.
var unmet = map[Guard]string{
	Armed: "not armed", Occasion: "it could change nothing", Recovering: "it owes none", Idle: "not idle",
	MayReport: "it is not listened to",
}

// whyTimer says what an armed timer waits for.
func (x *expansion) whyTimer(a candidate, guard Guard) string {
	t := x.traits(a.process, x.from[a.process])
	timer := t.timers[a.armed]
	switch guard {
	case HasRunDown:
		return "it fires in " + ticksOf(int(t.countdown[a.armed]))
	case CannotCome:
		return x.situation.awaited(a.process, timer)
	}
	return "still on the way: " + x.sentBy(x.from, x.situation.unheard(a.process, timer))
}

// whyLeader says what is known of the leader of p.
func (x *expansion) whyLeader(p int, guard Guard) string {
	leader := x.traits(p, x.from[p]).elected
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
	case x.channels.clocked:
		return fmt.Sprintf("%s has been dead for %s, and that is found out after %s", name, ticksOf(x.deadFor(x.from, leader)), ticksOf(x.config.Clock.T))
	}
	return "still on the way: " + x.sentBy(x.from, leader)
}

// budgetFor is the place in budgets.all of the budget for steps of a kind.
var budgetFor = map[moveKind]int{crash: 0, restart: 1, start: 2, suspect: 3, report: 3, lose: 4, deliverAgain: 5}

// spent says that nothing is left of the budget for steps of a kind.
func (x *expansion) spent(kind moveKind) string {
	name, b := budgetNames[budgetFor[kind]], x.budgets.all()[budgetFor[kind]]
	if b.ends {
		return name + " have ended"
	}
	return fmt.Sprintf("the budget -%s=%d is spent", name, b.size)
}

// empty says why a channel carries nothing.
func (x *expansion) empty(i int) string {
	if x.cut[i] {
		return "the link is cut"
	}
	from, to := x.links[i].from, x.links[i].to
	topology := x.config.Algorithm.Topology
	next := x.next(x.from, from)
	if topology.IsRing() && x.from[from] != dead && next != to && (topology != model.BothWays || x.previous(x.from, from) != to) {
		return fmt.Sprintf("nothing is on its way: P%d stands between them", x.config.IDs[next])
	}
	return "nothing is on its way"
}

// due says what time waits for.
func (x *expansion) due() string {
	if x.dueDelivery {
		return x.firstDue()
	}
	for p, id := range x.config.IDs {
		if x.from[p] == dead {
			continue
		}
		switch t := x.traits(p, x.from[p]); {
		case !x.isBusy(p, t):
		case t.due:
			return fmt.Sprintf("%s of P%d is due", t.timers[strings.IndexByte(string(t.countdown), 0)], id)
		case t.status.Recovering:
			return fmt.Sprintf("P%d must recover first", id)
		default:
			return fmt.Sprintf("P%d must first find out that P%d is dead", id, x.config.IDs[t.elected])
		}
	}
	return "something is due"
}

// firstDue names a channel whose delivery time waits for.
func (x *expansion) firstDue() string {
	for i := range x.links {
		if content := x.content(x.from, i); content != 0 && x.channels.flow(content).due {
			return "due now: " + x.carries(x.from, i)
		}
	}
	return "a delivery is due"
}

// sentBy lists what a process has sent and nobody has taken.
func (w *World) sentBy(s checker.State, p int) string {
	var all []string
	for i, link := range w.links {
		if link.from == p && w.content(s, i) != 0 {
			all = append(all, w.carries(s, i))
		}
	}
	return strings.Join(all, ", ")
}

// carries lists what is in a channel.
func (w *World) carries(s checker.State, link int) string {
	var messages []string
	l := w.links[link]
	for _, f := range w.flights(link, w.channels.at(w.content(s, link)).messages) {
		messages = append(messages, f.Message)
	}
	return fmt.Sprintf("%s of P%d to P%d", strings.Join(messages, ", "), w.config.IDs[l.from], w.config.IDs[l.to])
}

// variablesOf spells a local state.
func (x *expansion) variablesOf(t *traits) string {
	var all []string
	for _, v := range model.Variables(x.group, t.state) {
		all = append(all, v.Name+" is "+v.Value)
	}
	return strings.Join(all, ", ")
}

// awaited says what can still bring about what timer t of process p waits for. It does not know the
// algorithm's reasons, so it finds a minimal cause: it removes messages as long as the timer still waits
// without them and, when none is left, processes that take part.
func (s *situation) awaited(p int, t model.Timer) string {
	without := situation{World: s.World, state: slices.Clone(s.state)}
	var needed []string
	for i := range s.links {
		content := s.content(s.state, i)
		if content == 0 {
			continue
		}
		if s.fill(without.state, i, 0); !without.canCome(p, t) {
			s.fill(without.state, i, content)
			needed = append(needed, s.carries(s.state, i))
		}
	}
	if needed != nil {
		return "still on the way: " + strings.Join(needed, ", ")
	}
	without.masked, without.link = true, -1
	for q, id := range s.config.IDs {
		if without.active = q; s.state[q] == dead || !without.canCome(p, t) {
			continue
		}
		if without.active = -1; without.canCome(p, t) {
			break // whoever takes part
		}
		if s.Recovering(id) {
			return fmt.Sprintf("P%d has yet to recover", id)
		}
		return fmt.Sprintf("P%d takes part in an election, and may win it", id)
	}
	return "what it waits for can still come"
}
