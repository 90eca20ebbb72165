package world

import (
	"fmt"
	"strings"

	"interrex/checker"
	"interrex/model"
)

// A Story is a path of a world in words.
type Story struct {
	Initial []Person
	Stem    []Occurrence
	Lasso   bool // Cycle repeats for ever or, if it is empty, nothing happens any more
	Cycle   []Occurrence

	// Final and InFlight are the state at the end of the stem.
	Final    []Person
	InFlight []Flight
}

// A Person is a process with its local state.
type Person struct {
	ID        model.ID
	Live      bool
	Elected   model.ID // whom it considers the leader
	Variables []model.Variable
	Timers    []Running // by the clock
}

// An Occurrence is a step in words.
type Occurrence struct {
	Action  string   // "deliver", "timeout T'", "draw 2", "crash"
	Process model.ID // who acts, or is acted upon; Nobody where time passes
	Peer    model.ID // the sender, the suspected, the leader; Nobody if there is none
	Message string   // what is delivered or lost; "" if nothing is

	// CrashAfter is the number of messages after which the process dies within the step,
	// 0 if it does not.
	CrashAfter int
	Of         int // how many it would have sent
	Sends      []Sending

	// Wreck is what was on its way to a process that dies in this step: it is lost or, if the ring
	// is repaired so, sent on.
	Wreck   []Flight
	Changes []Change

	// Revived is the local state of a process that comes back in this step.
	Revived []model.Variable

	Rules []model.Fired // that the process has followed, in order

	// Settles: from this step on the bounds of the clock hold.
	Settles bool
}

// A Sending is a message that leaves in a step. Lost: the receiver is dead, or the link cut.
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

// Tell puts a path into words.
func (w *World) Tell(p *checker.Path) Story {
	story := Story{Initial: w.people(p.Initial), Lasso: p.Lasso}
	at := p.Initial
	tell := func(transitions []checker.Transition) []Occurrence {
		var occurrences []Occurrence
		for _, t := range transitions {
			occurrences = append(occurrences, w.occurrence(at, t.Step, t.To))
			at = t.To
		}
		return occurrences
	}
	story.Stem = tell(p.Stem)
	story.Final, story.InFlight = w.people(at), w.inFlight(at)
	story.Cycle = tell(p.Cycle)
	return story
}

// Variables puts the local state of the process at a place on the ring into words; nil if it is dead.
func (w *World) Variables(s checker.State, place int) []model.Variable {
	if s[place] == dead {
		return nil
	}
	return model.Variables(w.group, w.traits(place, s[place]).state)
}

// people lists the processes in ring order.
func (w *World) people(s checker.State) []Person {
	var people []Person
	for p, id := range w.config.IDs {
		person := Person{ID: id, Live: s[p] != dead}
		if person.Live {
			t := w.traits(p, s[p])
			person.Elected, person.Variables, person.Timers = t.status.Elected, w.Variables(s, p), t.running()
		}
		people = append(people, person)
	}
	return people
}

// occurrence puts a step into words.
func (w *World) occurrence(from checker.State, step checker.Step, to checker.State) Occurrence {
	m, o := moveOf(step.Code), w.Occurrence(from, step)
	if m.kind == crash || m.crashAfter > 0 {
		o.Wreck = w.wreck(from, m)
	}
	if m.kind == restart {
		o.Revived = w.people(to)[m.process].Variables
	}
	o.Changes = w.changes(from, to)
	o.Rules = w.rules(from, m)
	o.Settles = w.gst.has(from) && !w.gst.has(to)
	return o
}

// hasPeer reports whether the step concerns a second process.
func (m move) hasPeer() bool {
	switch m.kind {
	case deliver, deliverAgain, lose, report, withdraw, detect, suspect:
		return true
	}
	return false
}

// carried spells the message that is delivered or lost.
func (w *World) carried(from checker.State, m move) string {
	switch m.kind {
	case deliver, deliverAgain:
		e, _ := w.event(from, m)
		return w.channels.spell(e.message)
	case lose:
		content := w.channels.at(w.content(from, w.linkOf[m.peer][m.process]))
		if w.channels.clocked {
			return w.channels.spell(content.takes[0].message)
		}
		return w.channels.spell(content.losses[m.variant].message)
	}
	return ""
}

// event is what the process handles, if it handles anything.
func (w *World) event(from checker.State, m move) (e event, handled bool) {
	switch m.kind {
	case deliver, deliverAgain:
		content := w.channels.at(w.content(from, w.linkOf[m.peer][m.process]))
		return event{model.Receive, m.peer, content.takes[m.variant].message}, true
	case timeout:
		return event{kind: model.Timeout, peer: m.variant}, true
	case draw:
		return event{kind: model.Choose, peer: m.variant}, true
	case recover_:
		return event{kind: model.Recover}, true
	case report:
		return event{kind: model.Report, peer: m.peer}, true
	case withdraw:
		return event{kind: model.Withdraw, peer: m.peer}, true
	case detect, suspect:
		return event{kind: model.Detect}, true
	case start:
		return event{kind: model.Start}, true
	}
	return event{}, false
}

// rules lists the rules that a process follows in a step. The step is taken again: outcomes are cached without them.
func (w *World) rules(from checker.State, m move) (rules []model.Fired) {
	if e, handled := w.event(from, m); handled {
		before := w.traits(m.process, from[m.process])
		w.handler.Handle(model.Self{ID: w.config.IDs[m.process], Group: w.group, Local: before.state, Elections: before.elections,
			Record: func(f model.Fired) { rules = append(rules, f) }}, w.spelled(e, before))
	}
	return rules
}

// wreck lists what was on its way to the process that dies.
func (w *World) wreck(from checker.State, m move) []Flight {
	var wreck []Flight
	for _, link := range w.incoming[m.process] {
		messages := w.channels.at(w.content(from, link)).messages
		if m.kind == deliver && w.links[link].from == m.peer {
			taken := w.channels.at(w.content(from, link)).takes[m.variant]
			messages = w.channels.at(taken.rest).messages
		}
		wreck = append(wreck, w.flights(link, messages)...)
	}
	return wreck
}

var actions = map[moveKind]string{
	deliver: "deliver", deliverAgain: "deliver and keep", recover_: "recover", report: "report", withdraw: "withdraw",
	detect: "detect", suspect: "suspect", start: "start", crash: "crash", restart: "restart", lose: "lose",
	timeout: "timeout", draw: "draw", tick: "tick", stabilise: "bounds hold", mistakesEnd: "mistakes end",
}

func (w *World) action(from checker.State, m move) string {
	switch t := w.traits(m.process, from[m.process]); m.kind {
	case timeout:
		return actions[timeout] + " " + t.timers[m.variant].String()
	case draw:
		return actions[draw] + " " + fmt.Sprint(t.choices[m.variant])
	}
	return actions[m.kind]
}

// sendings lists what leaves in a step, and how much would leave without a crash.
func (w *World) sendings(from checker.State, m move, e event) ([]Sending, int) {
	sends := w.outcome(m.process, from[m.process], e).sends
	of := len(sends)
	if m.crashAfter > 0 {
		sends = sends[:m.crashAfter]
	}
	var sendings []Sending
	for _, s := range sends {
		to := w.addressee(from, m.process, s.to)
		sendings = append(sendings, Sending{w.config.IDs[to], w.channels.spell(s.message), from[to] == dead || to != m.process && w.cut[w.linkOf[m.process][to]]})
	}
	return sendings, of
}

// changes lists the variables that differ between two states. To be alive is a variable too.
func (w *World) changes(from, to checker.State) []Change {
	var changes []Change
	before, after := w.people(from), w.people(to)
	for p := range before {
		id := before[p].ID
		if before[p].Live != after[p].Live {
			changes = append(changes, Change{id, "live", yes(before[p].Live), yes(after[p].Live)})
			continue
		}
		for i, v := range before[p].Variables {
			if now := after[p].Variables[i].Value; now != v.Value {
				changes = append(changes, Change{id, v.Name, v.Value, now})
			}
		}
	}
	return changes
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// DescribeStep is part of checker.Describer.
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

// Words says what happens, without what comes of it: "P4 takes ELECTION(9) from P3". All texts use this wording.
func (o Occurrence) Words() string {
	actor, peer := fmt.Sprintf("P%d", o.Process), "its leader"
	if o.Peer != model.Nobody {
		peer = fmt.Sprintf("P%d", o.Peer)
	}
	timer, isTimer := strings.CutPrefix(o.Action, "timeout ")
	choice, isDraw := strings.CutPrefix(o.Action, "draw ")
	switch {
	case timer == "heartbeat":
		return actor + " says that it lives"
	case timer == "timer":
		return actor + " times out"
	case isTimer:
		return actor + " times out on " + timer
	case isDraw:
		return actor + " draws " + choice
	}
	switch o.Action {
	case "start":
		return actor + " starts an election"
	case "deliver":
		return fmt.Sprintf("%s takes %s from %s", actor, o.Message, peer)
	case "deliver and keep":
		return fmt.Sprintf("%s takes %s from %s, and the channel keeps another", actor, o.Message, peer)
	case "detect":
		return fmt.Sprintf("%s finds out that %s is dead", actor, peer)
	case "suspect":
		return fmt.Sprintf("%s believes that %s is dead, which lives", actor, peer)
	case "report":
		return fmt.Sprintf("%s hears from its detector that %s is dead", actor, peer)
	case "withdraw":
		return fmt.Sprintf("%s hears from its detector that %s lives after all", actor, peer)
	case "crash":
		return actor + " dies"
	case "restart":
		return actor + " comes back"
	case "recover":
		return actor + " recovers"
	case "lose":
		return fmt.Sprintf("%s from %s is lost on its way to %s", o.Message, peer, actor)
	case "tick":
		return "a tick of the clock passes"
	case "bounds hold":
		return "the bounds of the clock begin to hold"
	case "mistakes end":
		return "the detector makes no mistakes from now on"
	}
	return actor + " does " + o.Action
}

// DescribeState is part of checker.Describer.
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
		words = []string{"dead for " + ticksOf(m.DeadFor)}
	default:
		words = []string{"dead"}
	}
	for _, t := range m.Timers {
		words = append(words, t.String())
	}
	return fmt.Sprintf("P%d %s", m.ID, strings.Join(words, ", "))
}

// A Running is an armed timer by the clock.
type Running struct {
	Timer string
	Left  int // ticks until it fires
}

// running are the timers of a local state, by the clock.
func (t *traits) running() []Running {
	var timers []Running
	for i := range len(t.countdown) {
		timers = append(timers, Running{t.timers[i].String(), int(t.countdown[i])})
	}
	return timers
}

func (r Running) String() string {
	if r.Left == 0 {
		return r.Timer + " is due"
	}
	return r.Timer + " in " + ticksOf(r.Left)
}

func ticksOf(n int) string {
	if n == 1 {
		return "1 tick"
	}
	return fmt.Sprintf("%d ticks", n)
}

func within(ticks int) string {
	if ticks == 0 {
		return "now"
	}
	return "within " + ticksOf(ticks)
}

// A Snapshot is a whole state in words. Two states of one World are the same exactly if their snapshots
// are.
type Snapshot struct {
	Members  []Member     // in ring order
	InFlight []Flight     // channel by channel, each in its order; in a bag, in that of the spelling
	Leaders  []Leadership // so far, by term, then by id
	Budgets  []Budget     // in a fixed order
	Settles  int          // ticks within which the bounds of the clock begin to hold: 0 if they do
}

// A Member is a process in a Snapshot. The local state of a dead process is what it has kept or, if it
// keeps nothing, that of a process that knows nothing.
type Member struct {
	ID        model.ID
	Live      bool
	Fresh     bool // restarted, and no step of the algorithm taken since
	Elections int  // it may still begin so many, or Unlimited
	Variables []model.Variable
	Kept      []model.Variable // of a dead process: what it would come back with, if that differs
	Timers    []Running        // by the clock
	Awaits    []model.ID       // the processes that it has asked for an answer
	Heard     []model.ID       // those of them that have answered
	Suspects  []model.ID       // reported by its detector and not withdrawn, or given up by its timers
	DeadFor   int              // ticks, as far as they matter
	Status    model.Status     // zero if it is dead
	Armed     []SetTimer       // the timers that may fire, by the clock or without one
}

// A SetTimer is an armed timer. Without a clock, Left and Total are 0.
type SetTimer struct {
	model.Timer
	Left, Total int // ticks
}

// A Budget is what the adversary may still do, or Unlimited.
type Budget struct {
	Name string
	Left int
}

// Snapshot puts a state into words.
func (w *World) Snapshot(s checker.State) Snapshot {
	snapshot := Snapshot{InFlight: w.inFlight(s), Leaders: w.leaders.of(s).leaderships}
	switch {
	case !w.gst.has(s):
	case w.gst.size == Unlimited:
		snapshot.Settles = Unlimited
	default:
		snapshot.Settles = int(s[w.gst.cell])
	}
	for p, id := range w.config.IDs {
		m := Member{ID: id, Live: s[p] != dead, Elections: w.config.Elections}
		local := w.handler.Initial(model.Nobody)
		if kept := w.keptBy(s, p); kept != nil {
			local = kept
		}
		if m.Live {
			t := w.traits(p, s[p])
			local, m.Fresh, m.Elections, m.Timers = t.state, t.fresh, t.elections, t.running()
			m.Status, m.Armed = t.status, w.armed(t)
			m.Awaits, m.Heard = w.handler.Awaits(id, w.group, local)
			_, m.Suspects = w.handler.Suspects(id, w.group, local)
			if d, is := local.(model.Doubting); is && m.Suspects == nil {
				m.Suspects = d.Doubts(w.group)
			}
		} else if w.gravesAt >= 0 {
			crashed := w.graves.at(number(s[w.gravesAt+p]))
			if m.DeadFor = crashed.age; crashed.kept != nil {
				m.Kept = model.Variables(w.group, crashed.kept)
			}
		}
		m.Variables = model.Variables(w.group, local)
		snapshot.Members = append(snapshot.Members, m)
	}
	for i, b := range w.budgets.all() {
		snapshot.Budgets = append(snapshot.Budgets, Budget{budgetNames[i], b.left(s)})
	}
	return snapshot
}

// Drawing is the author's own drawing of a state, unchecked; "" if there is none.
func (w *World) Drawing(s checker.State) (svg string, err error) {
	return model.Drawing(w.handler.Protocol(), func() model.View { return w.Whole(s) })
}

// armed lists the timers of a local state.
func (w *World) armed(t *traits) (all []SetTimer) {
	for i, timer := range t.timers {
		a := SetTimer{Timer: timer}
		if i < len(t.countdown) {
			a.Left, a.Total = int(t.countdown[i]), w.handler.Ticks(t.state, timer, w.config.Clock)
		}
		all = append(all, a)
	}
	return all
}

// Links counts the channels: one from each process to each other or, on a ring, to each process that may
// become the next when those between them die.
func (w *World) Links() int { return len(w.links) }

// budgetNames are the names of budgets.all, in its order.
var budgetNames = [...]string{"crashes", "restarts", "starts", "mistakes", "losses", "duplicates"}

// Sees says what a process sees of a step: it sees its own steps, and that time passes. "": nothing.
func (w *World) Sees(id model.ID, from checker.State, step checker.Step) string {
	switch m := moveOf(step.Code); m.kind {
	case tick:
		return actions[tick]
	case crash, restart, lose, stabilise, mistakesEnd:
		return ""
	default:
		if w.config.IDs[m.process] != id {
			return ""
		}
	}
	return w.DescribeStep(from, step)
}

// Knows is all that a process knows in a state: its variables, and what is left of its timers.
func (w *World) Knows(id model.ID, s checker.State) string {
	p := w.group.Index(id)
	t := w.traits(p, s[p])
	if s[p] == dead {
		return "dead"
	}
	return fmt.Sprint(model.Variables(w.group, t.state), []byte(t.countdown))
}

// Dies returns the process that dies in a step, or Nobody.
func (w *World) Dies(step checker.Step) model.ID {
	if m := moveOf(step.Code); m.kind == crash || m.crashAfter > 0 {
		return w.config.IDs[m.process]
	}
	return model.Nobody
}

// IsFault reports whether a step is a fault: a crash, also within another step, a restart, a message that is lost or delivered again,
// or a live process that is taken for dead.
func (w *World) IsFault(from checker.State, step checker.Step) bool {
	switch m := moveOf(step.Code); m.kind {
	case crash, restart, lose, deliverAgain, suspect:
		return true
	case report:
		return from[m.peer] != dead
	default:
		return m.crashAfter > 0
	}
}

// Hears reports whether a step delivers a message over a link that never becomes timely.
func (w *World) Hears(step checker.Step) bool {
	m := moveOf(step.Code)
	return m.kind == deliver && !w.timely[w.linkOf[m.peer][m.process]]
}

// IsDead reports whether the process at a place on the ring is dead.
func (w *World) IsDead(s checker.State, place int) bool { return s[place] == dead }
