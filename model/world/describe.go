package world

import (
	"fmt"
	"strings"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
)

// A Story describes a path of a world.
type Story struct {
	Initial []Member
	Stem    []Occurrence
	Lasso   bool // Cycle repeats forever; an empty one means that no more step happens
	Cycle   []Occurrence

	// Final and InFlight are the state at the end of the stem.
	Final    []Member
	InFlight []Flight
}

// An Occurrence describes a step.
type Occurrence struct {
	Action  string   // "deliver", "timeout T'", "draw 2", "crash"
	Process model.ID // Nobody for steps of the clock and the detectors
	Peer    model.ID // the sender, the suspected process or the leader; Nobody if there is none
	Message string   // the delivered or lost message; empty if there is none

	// CrashAfter is the number of messages before a crash inside the step; 0 means no crash.
	CrashAfter int
	Of         int // number of messages without the crash
	Sends      []Sending

	// Wreck is the messages on their way to a process that crashes in this step. They are lost or, with the repair Resent, sent on.
	Wreck   []Flight
	Changes []Change

	// Revived is the local state of a process that restarts in this step.
	Revived []model.Variable

	Rules []model.Fired // that the process applied, in order

	// Settles means that the bounds of the clock hold from this step on.
	Settles bool
}

// A Sending is a message that is sent in a step. Lost means that the receiver is dead, or the link is cut.
type Sending struct {
	To      model.ID
	Message string
	Lost    bool
}

// A Change is a variable of a process that a step has changed.
type Change struct {
	Process            model.ID
	Variable, From, To string
}

// Tell describes a path.
func (w *World) Tell(p *checker.Path) Story {
	at := p.Initial
	story := Story{Initial: w.Snapshot(at).Members, Lasso: p.Lasso}
	for _, t := range p.Stem {
		story.Stem = append(story.Stem, w.occurrence(at, t))
		at = t.To
	}
	final := w.Snapshot(at)
	story.Final, story.InFlight = final.Members, final.InFlight
	for _, t := range p.Cycle {
		story.Cycle = append(story.Cycle, w.occurrence(at, t))
		at = t.To
	}
	return story
}

// Variables describes the local state of the process at an index; nil if it is dead.
func (w *World) Variables(s checker.State, place int) []model.Variable {
	return w.variables(processOf(w.ValuesOf(s), place))
}

func (w *World) variables(v process) []model.Variable {
	if !v.isLive() {
		return nil
	}
	return model.Variables(w.group, v.state)
}

// Occurrence describes a step without its target.
func (w *World) Occurrence(from checker.State, step checker.Step) Occurrence {
	m, values := moveOf(step.Code), w.ValuesOf(from)
	a := w.actorIn(values, m.process)
	o := Occurrence{Action: a.action(m), CrashAfter: m.crashAfter}
	if m.kind.isOfChannel() {
		o.Message = model.SpellMessage(a.carried(m))
	}
	if !m.kind.hasNoProcess() {
		o.Process = a.id()
	}
	if m.kind.isOfChannel() || m.kind.isOfDetector() || m.kind == detect || m.kind == suspect {
		o.Peer = w.config.IDs[m.peer]
	}
	if m.kind.isHandled() {
		o.Of, o.Rules = a.sent(m, func(to int, message model.Message) {
			isLost := a.is(to, isDead{}) || to != m.process && w.isCut(m.process, to)
			o.Sends = append(o.Sends, Sending{w.config.IDs[to], model.SpellMessage(message), isLost})
		})
	}
	return o
}

// occurrence describes a step and its target.
func (w *World) occurrence(from checker.State, t checker.Transition) Occurrence {
	m, o := moveOf(t.Step.Code), w.Occurrence(from, t.Step)
	before, after := w.ValuesOf(from), w.ValuesOf(t.To)
	if m.isCrash() {
		o.Wreck = w.wreck(w.actorIn(before, m.process), m)
	}
	if m.kind == restart {
		o.Revived = w.variables(processOf(after, m.process))
	}
	o.Changes = w.changes(before, after)
	o.Settles = w.gstOf(before) != 0 && w.gstOf(after) == 0
	return o
}

// gstOf returns the most ticks until the bounds of the clock hold. 0 means that they hold, Unlimited eventually.
func (w *World) gstOf(values []component.Value) int {
	if w.clock < 0 {
		return 0
	}
	return values[w.clock].(clockValue).gst
}

// wreck lists the messages on their way to a process that crashes.
func (w *World) wreck(a *actor, m move) (wreck []Flight) {
	in := a.v.inbox
	if m.kind == deliver {
		_, in = in.take(m)
	}
	for distance := 1; distance <= w.n; distance++ { // nearest sender first
		for l := range in.channel((m.process - distance + w.n) % w.n).envelopes() {
			wreck = append(wreck, w.flight(m.process, l))
		}
	}
	return wreck
}

// action is the name of a step, with its timer or the value drawn.
func (a *actor) action(m move) string {
	name := kinds[m.kind].name
	switch m.kind {
	case timeout:
		name += " " + a.event(m).Timer.String()
	case draw:
		name += " " + fmt.Sprint(a.event(m).Value)
	}
	return name
}

// sent visits the messages that are sent in a step, with their receivers. It returns their number without a crash, and the rules that the
// process applies.
func (a *actor) sent(m move, visit func(to int, m model.Message)) (of int, rules []model.Fired) {
	self := model.Self{ID: a.id(), Group: a.group, Local: a.v.state, Elections: a.v.elections,
		Record: func(f model.Fired) { rules = append(rules, f) }}
	out := a.handler.Handle(self, a.event(m))
	for i, x := range out.Sends {
		if m.crashAfter == 0 || i < m.crashAfter {
			visit(a.receiver(x), x.Message)
		}
	}
	return len(out.Sends), rules
}

// Sent visits the messages that are sent in a step, in their order. lost means that the receiver is dead.
func (w *World) Sent(from checker.State, step checker.Step, visit func(m model.Message, lost bool)) {
	if m := moveOf(step.Code); m.kind.isHandled() {
		a := w.actorIn(w.ValuesOf(from), m.process)
		a.sent(m, func(to int, m model.Message) { visit(m, a.is(to, isDead{})) })
	}
}

// Taken is the message that a process receives in a step; nil if there is none.
func (w *World) Taken(from checker.State, step checker.Step) model.Message {
	if m := moveOf(step.Code); m.kind == deliver || m.kind == deliverAgain {
		return w.actorIn(w.ValuesOf(from), m.process).carried(m)
	}
	return nil
}

// changes lists the variables that differ between two states. "live" is one of them.
func (w *World) changes(from, to []component.Value) (changes []Change) {
	yesNo := map[bool]string{true: "yes", false: "no"}
	for p, id := range w.config.IDs {
		before, after := processOf(from, p), processOf(to, p)
		if before.isLive() != after.isLive() {
			changes = append(changes, Change{id, "live", yesNo[before.isLive()], yesNo[after.isLive()]})
			continue
		}
		now := w.variables(after)
		for i, v := range w.variables(before) {
			if now[i].Value != v.Value {
				changes = append(changes, Change{id, v.Name, v.Value, now[i].Value})
			}
		}
	}
	return changes
}

// DescribeStep is an optional method of checker.System.
func (w *World) DescribeStep(from checker.State, step checker.Step) string {
	return w.Occurrence(from, step).Line()
}

// Line is Words with a crash inside the step.
func (o Occurrence) Line() string {
	text := o.Words()
	if o.CrashAfter > 0 {
		text += fmt.Sprintf(", dies after %d of %d messages", o.CrashAfter, o.Of)
	}
	return text
}

// Words describes the event without its result: "P4 takes ELECTION(9) from P3". All texts use this wording.
func (o Occurrence) Words() string {
	actor, peer := fmt.Sprintf("P%d", o.Process), "its leader"
	if o.Peer != model.Nobody {
		peer = fmt.Sprintf("P%d", o.Peer)
	}
	switch o.Action {
	case "timeout heartbeat":
		return actor + " says that it lives"
	case "timeout timer":
		return actor + " times out"
	}
	for of, k := range kinds {
		what, hasMore := strings.CutPrefix(o.Action, k.name+" ")
		if o.Action == k.name || hasMore && (kind(of) == timeout || kind(of) == draw) {
			return strings.NewReplacer("A", actor, "B", peer, "M", o.Message, "W", what).Replace(k.sentence)
		}
	}
	return actor + " does " + o.Action
}

// DescribeState is an optional method of checker.System.
func (w *World) DescribeState(s checker.State) string {
	var parts []string
	snapshot := w.Snapshot(s)
	for _, m := range snapshot.Members {
		parts = append(parts, m.words())
	}
	for _, f := range snapshot.InFlight {
		words := fmt.Sprintf("P%d→P%d %s", f.From, f.To, f.Message)
		if deadline := f.Deadline(); deadline != "" {
			words += " (" + deadline + ")"
		}
		parts = append(parts, words)
	}
	switch {
	case snapshot.Settles == Unlimited:
		parts = append(parts, "the bounds do not hold yet")
	case snapshot.Settles > 0:
		parts = append(parts, "the bounds hold "+within(snapshot.Settles))
	}
	return strings.Join(parts, " | ")
}

func (m Member) words() string {
	var words []string
	switch {
	case m.Live:
		for _, v := range m.Variables {
			words = append(words, v.Name+" "+v.Value)
		}
	case m.DeadFor > 0:
		words = []string{"dead for " + ticks(m.DeadFor).String()}
	default:
		words = []string{"dead"}
	}
	for _, t := range m.Running() {
		words = append(words, t.Text())
	}
	return fmt.Sprintf("P%d %s", m.ID, strings.Join(words, ", "))
}

// A number of ticks, in words.
type ticks int

func (n ticks) String() string {
	if n == 1 {
		return "1 tick"
	}
	return fmt.Sprintf("%d ticks", int(n))
}

func within(n int) string {
	if n == 0 {
		return "now"
	}
	return "within " + ticks(n).String()
}

// A Snapshot describes a whole state. Two states of a World are equal if and only if their snapshots are.
type Snapshot struct {
	Members  []Member     // in ring order
	InFlight []Flight     // by channel, in its order; in a bag ordered by spelling
	Leaders  []Leadership // so far, by term, then by id
	Budgets  []Budget     // in a fixed order
	Settles  int          // most ticks until the bounds of the clock hold; 0 means that they hold
}

// A Member is a process in a Snapshot. The local state of a dead process is its stable storage or, without stable storage, the initial
// one.
type Member struct {
	ID        model.ID
	Live      bool
	Fresh     bool // restarted, without a step of the algorithm since
	Elections int  // elections that it may still begin, or Unlimited
	Variables []model.Variable
	Kept      []model.Variable // of a dead process: its stable storage
	Awaits    []model.ID       // the processes that it asked for an answer
	Heard     []model.ID       // those that have answered
	Suspects  []model.ID       // by reports of its detector without a withdrawal, or by its timers
	DeadFor   int              // ticks, at most twice T
	Status    model.Status     // zero if it is dead
	Armed     []SetTimer       // its timers
}

// A SetTimer is an armed timer. Without a clock Left and Total are 0.
type SetTimer struct {
	model.Timer
	Left, Total int // ticks
}

// Text describes a timer of a world with a clock.
func (t SetTimer) Text() string {
	if t.Left == 0 {
		return t.String() + " is due"
	}
	return t.String() + " in " + ticks(t.Left).String()
}

// Running lists the armed timers of a world with a clock; nil without a clock.
func (m Member) Running() []SetTimer {
	if len(m.Armed) == 0 || m.Armed[0].Total == 0 {
		return nil
	}
	return m.Armed
}

// A Budget is a budget of the adversary. Left may be Unlimited.
type Budget struct {
	Name string
	Left int
}

// Snapshot describes a state.
func (w *World) Snapshot(s checker.State) Snapshot {
	values := w.ValuesOf(s)
	snapshot := Snapshot{InFlight: w.inFlight(s), Leaders: w.leaderships(s), Settles: w.gstOf(values)}
	for p := range w.n {
		snapshot.Members = append(snapshot.Members, w.member(p, processOf(values, p)))
	}
	for b, left := range values[w.adversary].(adversary) {
		if budget(b) != firings || left != Unlimited {
			snapshot.Budgets = append(snapshot.Budgets, Budget{budgetNames[b], left})
		}
	}
	return snapshot
}

func (w *World) member(p int, v process) Member {
	id := w.config.IDs[p]
	if !v.isLive() {
		m := Member{ID: id, Elections: w.config.Elections, DeadFor: v.deadFor}
		local := w.handler.Initial(model.Nobody)
		if v.persisted != nil {
			local, m.Kept = v.persisted, model.Variables(w.group, v.persisted)
		}
		m.Variables = model.Variables(w.group, local)
		return m
	}
	m := Member{ID: id, Live: true, Fresh: v.isFresh, Elections: v.elections, Status: v.status, Armed: w.armed(v)}
	m.Awaits, m.Heard = w.handler.Awaits(id, w.group, v.state)
	_, m.Suspects = w.handler.Suspects(id, w.group, v.state)
	if d, is := v.state.(model.Doubting); is && m.Suspects == nil {
		m.Suspects = d.Doubts(w.group)
	}
	m.Variables = w.variables(v)
	return m
}

// leaderships lists the leaderships so far.
func (w *World) leaderships(s checker.State) []Leadership {
	if w.history < 0 {
		return nil
	}
	return w.ValuesOf(s)[w.history].(leaderships).list()
}

// Drawing is the author's own drawing of a state, unchecked; empty if there is none.
func (w *World) Drawing(s checker.State) (svg string, err error) {
	return model.Drawing(w.handler.Protocol(), func() model.View { return w.Whole(s) })
}

// armed lists the armed timers of a process.
func (w *World) armed(v process) (all []SetTimer) {
	for i, timer := range v.timers {
		t := SetTimer{Timer: timer}
		if i < len(v.countdown) {
			t.Left, t.Total = int(v.countdown[i]), w.handler.Ticks(v.state, timer, w.config.Clock)
		}
		all = append(all, t)
	}
	return all
}

// Dies returns the process that crashes in a step, or Nobody.
func (w *World) Dies(step checker.Step) model.ID {
	if m := moveOf(step.Code); m.isCrash() {
		return w.config.IDs[m.process]
	}
	return model.Nobody
}

// IsFault reports whether a step is a fault: a crash, also inside another step, a restart, a lost or duplicated message, or a wrong
// suspicion.
func (w *World) IsFault(from checker.State, step checker.Step) bool {
	m := moveOf(step.Code)
	switch m.kind {
	case restart, lose, deliverAgain, suspect:
		return true
	}
	return m.isCrash() || m.kind == detectorReport && !w.IsDead(from, m.peer)
}

// IsDead reports whether the process at an index is dead.
func (w *World) IsDead(s checker.State, place int) bool {
	return !processOf(w.ValuesOf(s), place).isLive()
}

// IsTick reports whether a step is a tick.
func (w *World) IsTick(step checker.Step) bool { return moveOf(step.Code).kind == passTick }
