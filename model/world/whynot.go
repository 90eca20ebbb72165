package world

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model"
)

// A Refusal is something that the world's table of actions has and that is no step of a state: what it
// would be, and the first of its guards that is false there.
type Refusal struct {
	Action  string   // as of an Occurrence, a draw without its outcome; or CrashInside
	Process model.ID // who would act, or be acted upon; Nobody where time would pass
	Peer    model.ID // the sender, or whom the detector would speak of; Nobody if there is none
	Guard   Guard
	Why     string // the values that make the guard false: "the budget -crashes=1 is spent"
}

func (r Refusal) String() string {
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

// An attempt is something that the table of actions has in a state: steps of one kind that differ at most
// in the message taken from one channel, the lot drawn, or after how many messages the process dies.
type attempt struct {
	kind          moveKind
	process, peer int
	timer         string // with its name
	armed         int    // which of the armed timers that is, or -1
	inside        bool   // a crash inside a step
}

// attemptOf is what a step is one way to do.
func (x *expansion) attemptOf(m move) attempt {
	a := attempt{kind: m.kind, process: m.process, armed: -1}
	switch {
	case m.crashAfter > 0:
		return attempt{kind: crash, process: m.process, armed: -1, inside: true}
	case m.kind == deliver, m.kind == deliverAgain, m.kind == lose, m.kind == report, m.kind == withdraw:
		a.peer = m.peer
	case m.kind == timeout:
		a.timer, a.armed = x.traits(m.process, x.from[m.process]).timers[m.variant].String(), m.variant
	}
	return a
}

// attempts lists all there are, in the order of a report: by action, process, peer.
func (x *expansion) attempts() (all []attempt) {
	may := x.possible()
	for _, kind := range ordered {
		switch {
		case !may[kind]:
		case kind.isNobodys():
			all = append(all, attempt{kind: kind, armed: -1})
		case kind == deliver || kind == deliverAgain || kind == lose:
			for _, link := range x.links {
				all = append(all, attempt{kind: kind, process: link.to, peer: link.from, armed: -1})
			}
			of := all[len(all)-len(x.links):]
			slices.SortStableFunc(of, func(a, b attempt) int { return cmp.Compare(a.process, b.process) })
		default:
			for p := range x.n {
				all = append(all, x.attemptsOf(kind, p)...)
			}
			for p := 0; p < x.n && kind == crash && x.diesInside(); p++ {
				all = append(all, attempt{kind: crash, process: p, armed: -1, inside: true})
			}
		}
	}
	return all
}

// attemptsOf lists those of one kind and one process: of timers the armed ones, then the others.
func (x *expansion) attemptsOf(kind moveKind, p int) (all []attempt) {
	switch kind {
	case timeout:
		timers := x.traits(p, x.from[p]).timers
		for i, t := range timers {
			all = append(all, attempt{kind: kind, process: p, timer: t.String(), armed: i})
		}
		_, declared := x.declared()
		for _, name := range declared {
			if !slices.ContainsFunc(timers, func(t model.Timer) bool { return t.Name == name }) {
				all = append(all, attempt{kind: kind, process: p, timer: name, armed: -1})
			}
		}
		return all
	case report, withdraw:
		for k := range x.n {
			if k != p {
				all = append(all, attempt{kind: kind, process: p, peer: k, armed: -1})
			}
		}
		return all
	}
	return []attempt{{kind: kind, process: p, armed: -1}}
}

// refusal puts an attempt and what forbids it into words.
func (x *expansion) refusal(a attempt, guard Guard, why string) Refusal {
	r := Refusal{Action: actions[a.kind], Guard: guard, Why: why}
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

// Refused lists what the world's table of actions has and s has no step of, in the order of a report. What
// is in it either has a step or has a guard that is false, never both; Refused panics if not so.
func (w *World) Refused(s checker.State) []Refusal {
	x := w.expansions.Get().(*expansion)
	defer w.expansions.Put(x)
	possible, bounded, several := map[attempt]bool{}, map[attempt]checker.Bound{}, make([]bool, w.n)
	x.expand(s, func(step checker.Step, to checker.State) {
		m := moveOf(step.Code)
		if to == nil {
			bounded[x.attemptOf(m)] = step.Bound
		} else {
			possible[x.attemptOf(m)] = true
		}
		if e, handled := w.event(s, m); handled && (to != nil || step.Bound != electionsBound) {
			several[m.process] = several[m.process] || len(w.outcome(m.process, s[m.process], e).sends) > 1
		}
	})
	var refused []Refusal
	for _, a := range x.attempts() {
		guard, why := x.forbids(a)
		if a.inside && guard == "" && !several[a.process] {
			guard, why = SendsMore, "no step of it sends more than one message"
		}
		bound, isBounded := bounded[a]
		switch {
		case (guard == "") != (possible[a] || isBounded):
			panic(fmt.Sprintf("world: in %s, of %+v: a step is %v, the guard that forbids it is %q", w.DescribeState(s), a, possible[a], guard))
		case guard != "":
			refused = append(refused, x.refusal(a, guard, why))
		case !possible[a]:
			refused = append(refused, x.refusal(a, InBounds, "the bound -"+w.Bounds()[bound-1]+" cuts it off"))
		}
		delete(possible, a)
	}
	for a := range possible {
		panic(fmt.Sprintf("world: a step of %+v, which the repertoire has not", a))
	}
	return refused
}

// forbids returns the first guard of an attempt that is false, and the values that make it so; ""
// if all are true. x has been expanded. It asks what the steps are made by, in the same order.
func (x *expansion) forbids(a attempt) (Guard, string) {
	switch a.kind {
	case tick:
		return x.holdsTime()
	case stabilise:
		return unless(x.gst.has(x.from), NotYet, "they hold")
	case mistakesEnd:
		return unless(x.budgets.mistakes.has(x.from), StillErrs, "they have ended")
	case restart:
		if x.from[a.process] != dead {
			return IsDead, "it lives"
		}
		return x.budgeted(x.budgets.restarts, "restarts")
	case lose:
		return x.mayLose(a)
	}
	if x.from[a.process] == dead {
		return Lives, "dead"
	}
	if a.kind == crash {
		return x.budgeted(x.budgets.crashes, "crashes")
	}
	t := x.traits(a.process, x.from[a.process])
	if a.kind == draw {
		return unless(len(t.choices) > 0, Draws, "it has none to draw")
	}
	if len(t.choices) > 0 {
		return DrawsFirst, "it has a lot to draw first"
	}
	switch a.kind {
	case deliver, deliverAgain:
		return x.delivers(a)
	case timeout:
		return x.fires(a, t)
	case recover_:
		return unless(t.status.Recovering, Recovering, "it owes none: "+x.variablesOf(t))
	case report, withdraw:
		return x.tells(a, t)
	}
	if !x.isInitiator[a.process] {
		return Initiator, "it is none of the -initiators"
	}
	if a.kind == start {
		if !t.status.MayStart {
			return MayStart, "it may not: " + x.variablesOf(t)
		}
		if t.fresh {
			return "", ""
		}
		return x.budgeted(x.budgets.starts, "starts")
	}
	return x.findsOut(a, t)
}

func unless(holds bool, guard Guard, why string) (Guard, string) {
	if holds {
		return "", ""
	}
	return guard, why
}

func (x *expansion) budgeted(b budget, name string) (Guard, string) {
	if b.ends {
		return unless(b.has(x.from), InBudget, name+" have ended")
	}
	return unless(b.has(x.from), InBudget, fmt.Sprintf("the budget -%s=%d is spent", name, b.size))
}

// delivers: something must be on its way and, if the channel is to keep a copy, budgeted for.
func (x *expansion) delivers(a attempt) (Guard, string) {
	link := x.linkOf[a.peer][a.process]
	if x.content(x.from, link) == 0 {
		return OnTheWay, x.empty(link)
	}
	if a.kind == deliver {
		return "", ""
	}
	return x.budgeted(x.budgets.duplicates, "duplicates")
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

// mayLose: what a channel may lose is what is on its way and, by the clock, not sure to arrive.
func (x *expansion) mayLose(a attempt) (Guard, string) {
	content := x.content(x.from, x.linkOf[a.peer][a.process])
	if content == 0 {
		return OnTheWay, x.empty(x.linkOf[a.peer][a.process])
	}
	if x.channels.clocked {
		return unless(x.channels.flow(content).unsure, MayBeLost, "the link keeps its bounds")
	}
	return x.budgeted(x.budgets.losses, "losses")
}

// fires: a timer must be armed and, by the clock, run down; else what it waits for cannot come.
func (x *expansion) fires(a attempt, t *traits) (Guard, string) {
	if a.armed < 0 {
		return Armed, "not armed: " + x.variablesOf(t)
	}
	timer := t.timers[a.armed]
	switch s := &x.situation; {
	case x.mayFire(a.process, a.armed, timer):
		return "", ""
	case x.channels.clocked && t.countdown[a.armed] > 0:
		return HasRunDown, "it fires in " + ticksOf(int(t.countdown[a.armed]))
	case x.channels.clocked:
		return GoesFirst, x.firstDue()
	case !s.hasOccasion(a.process, timer):
		return Occasion, "it could change nothing: " + x.variablesOf(t)
	case s.canCome(a.process, timer):
		return CannotCome, s.awaited(a.process, timer)
	default:
		q := s.unheard(a.process, timer)
		return Silence, "still on the way: " + x.sentBy(x.from, q)
	}
}

// tells: what a detector may say is what the algorithm listens to, of the dead or by mistake.
func (x *expansion) tells(a attempt, t *traits) (Guard, string) {
	listens, isDead := t.report, x.from[a.peer] == dead
	if a.kind == withdraw {
		listens = t.withdraw
	}
	switch {
	case !slices.Contains(listens, a.peer):
		return MayReport, "it is not listened to: " + x.variablesOf(t)
	case a.kind == withdraw:
		return unless(!isDead, PeerLive, fmt.Sprintf("P%d is dead", x.config.IDs[a.peer]))
	case isDead:
		return "", ""
	case x.budgets.mistakes.size == 0:
		return PeerDead, fmt.Sprintf("P%d lives, and the detector makes no mistakes", x.config.IDs[a.peer])
	}
	return x.budgeted(x.budgets.mistakes, "mistakes")
}

// findsOut: to find out that the leader is dead, or to believe so, one must be idle and have another
// for a leader, which is dead and known to be, or lives.
func (x *expansion) findsOut(a attempt, t *traits) (Guard, string) {
	leader := t.elected
	switch {
	case !t.status.Idle:
		return Idle, "not idle: " + x.variablesOf(t)
	case leader < 0:
		return HasLeader, "it has elected nobody of the group"
	case leader == a.process:
		return HasLeader, "it has elected itself"
	}
	name := fmt.Sprintf("P%d", x.config.IDs[leader])
	switch isDead := x.from[leader] == dead; {
	case a.kind == suspect && isDead:
		return LeaderLive, name + " is dead"
	case a.kind == suspect && x.able.Timed && !x.detected && x.config.Timeouts == Any:
		return "", ""
	case a.kind == suspect:
		return x.budgeted(x.budgets.mistakes, "mistakes")
	case !isDead:
		return LeaderDead, name + " lives"
	case x.situation.mayDetect(leader):
		return "", ""
	case x.channels.clocked:
		return IsKnown, fmt.Sprintf("%s has been dead for %s, and that is found out after %s", name, ticksOf(x.deadFor(x.from, leader)), ticksOf(x.config.Clock.T))
	}
	return IsKnown, "still on the way: " + x.sentBy(x.from, leader)
}

// holdsTime says what time waits for.
func (x *expansion) holdsTime() (Guard, string) {
	if x.later() {
		return "", ""
	}
	if x.dueDelivery {
		return NothingDue, x.firstDue()
	}
	for p, id := range x.config.IDs {
		if x.from[p] == dead {
			continue
		}
		switch t := x.traits(p, x.from[p]); {
		case !x.isBusy(p, t):
		case t.due:
			return NothingDue, fmt.Sprintf("%s of P%d is due", t.timers[strings.IndexByte(string(t.countdown), 0)], id)
		case t.status.Recovering:
			return NothingDue, fmt.Sprintf("P%d must recover first", id)
		default:
			return NothingDue, fmt.Sprintf("P%d must first find out that P%d is dead", id, x.config.IDs[t.elected])
		}
	}
	return TimeMatters, "nothing is under way that time could change"
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
	for _, f := range w.flights(link, w.channels.contents.at(w.content(s, link)).messages) {
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

// awaited says what can still bring what timer t of process p waits for. It finds out what is enough
// for that, as it knows no algorithm's reasons: messages are taken away as long as something can
// still come without them, and if none is left, so are those who take part.
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
