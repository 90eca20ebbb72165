package recorded

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
	"interrex/traces"
	"interrex/traces/draw"
	"interrex/traces/replay"
	"interrex/traces/stage"
)

// A builder makes states and steps of a trace, moment by moment.
type builder struct {
	run      *draw.Run
	known    []stage.Known // parallel to run.States
	ahead    *index
	follower *replay.Follower
	cards    []spec.Rule // of the election
	options  Options

	members []draw.Member
	under   draw.Transit
	nodes   []node // parallel to members
	turn    int    // the node of the last line read
	total   int    // steps so far
	kept    int    // bounded by mostKept

	acts    int            // the place of the node with the event that is being added; draw.Nobody: none
	refused *stage.Refusal // the event that is being added, if the model does not explain it
	seconds *float64       // time of the last event, since the first
	beats   draw.Heartbeats
	folded  int // steps folded since the last kept one

	diverged, diverges int // how many steps the model does not explain, and the number of the first unless it is kept
}

// A node is what has been read of a node.
type node struct {
	headers int  // incarnations announced so far
	next    int  // the life that comes after the present or last one
	ended   bool // it has recorded its end
}

func newBuilder(run *draw.Run, ahead *index, follower *replay.Follower, o Options) *builder {
	n := len(ahead.ids)
	t := &builder{run: run, ahead: ahead, follower: follower, cards: follower.Algorithm().Rules(), options: o, turn: n - 1,
		beats: draw.Heartbeats{}, members: make([]draw.Member, n), nodes: make([]node, n)}
	for _, id := range ahead.ids {
		run.Lanes = append(run.Lanes, draw.Lane{Name: fmt.Sprintf("P%d", id)})
	}
	if o.From <= 1 {
		t.keep()
	}
	return t
}

func (t *builder) place(id int) int { return slices.Index(t.ahead.ids, id) }

// serial is that of a message from a place; zero if its id is none.
func (t *builder) serial(id string, from int) traces.Serial {
	s, _ := traces.ParseID(id, t.ahead.ids[from])
	return s
}

// take adds a line of the trace.
func (t *builder) take(m *traces.Moment) {
	switch l := m.Line; {
	case l.Header != nil:
		if t.nodes[m.Place].headers++; t.nodes[m.Place].next > 0 {
			t.crash(m.Place, "")
		}
		t.nodes[m.Place].ended = false
	case l.Event != nil:
		t.event(m)
	default:
		t.nodes[m.Place].ended = true
	}
	over := t.follower.Merge.Head(m.Place) == traces.Line{}
	switch {
	case over && !t.nodes[m.Place].ended:
		t.crash(m.Place, "its record breaks off")
	case over && t.ahead.isPresumedDead(m.Place):
		t.crash(m.Place, "ended normally, and others suspect it")
	}
}

// event adds an event. A node is present from the beginning if this is an event of its first life.
func (t *builder) event(m *traces.Moment) {
	e, p := m.Line.Event, m.Place
	t.acts = p
	member := &t.members[p]
	first := t.nodes[p].next == 0
	if e.At > 0 && t.ahead.begun > 0 {
		seconds := float64(e.At-t.ahead.begun) / 1e6
		t.seconds = &seconds
	}
	if e.Seq == 1 {
		t.nodes[p].next = t.nodes[p].headers
	}
	if first && e.Message == nil && len(e.Sends) == 0 {
		member.Variables = e.After
		for _, s := range t.run.States {
			s.Members[p].Variables = member.Variables
		}
		if n := len(t.known); n > 0 {
			t.known[n-1] = t.stand()
		}
		return
	}
	s := draw.Step{Action: e.Action, Lane: p, From: draw.Nobody}
	var notes []string
	if e.Message != nil {
		s.Message, s.From = e.Message.Text, t.place(e.Message.From)
		notes = append(notes, t.arrival(m))
	} else if e.Peer != 0 {
		s.From = t.place(e.Peer)
		notes = append(notes, t.judgement(e.Action, s.From))
	}
	last := t.isLast(p, e)
	for _, sent := range e.Sends {
		s.Sends = append(s.Sends, t.send(p, sent, last))
	}
	if d := t.follower.DivergedAt(m); d != nil {
		notes = append(notes, "the model diverges here: the model requires that "+d.Guard)
		t.refuse(e, d)
	}
	folds := t.options.Fold && !member.Dead && slices.Equal(member.Variables, e.After) && strings.Join(notes, "") == "" && t.beats.Is(s)
	member.Dead, member.Variables = false, e.After
	t.add(s, notes, folds)
}

// isLast reports whether a node dies after this event, so that its messages may not have been sent.
func (t *builder) isLast(p int, e *traces.Event) bool {
	lives := t.ahead.lives[p]
	return e.Seq == lives[t.nodes[p].next-1].events && (t.nodes[p].next < len(lives) || t.ahead.isPresumedDead(p))
}

// arrival removes a message from those in transit, and describes its fate.
func (t *builder) arrival(m *traces.Moment) string {
	if m.Taken == nil {
		return ""
	}
	t.under.Take(m.Taken.ID, m.Place)
	n := len(m.Overtaken)
	if n == 0 {
		return ""
	}
	for _, parcel := range m.Overtaken {
		t.under.Take(parcel.ID, m.Place)
	}
	return prose.Plural(n, "message") + " sent before it lost"
}

// judgement describes a verdict of a failure detector, or of a process that misses its leader.
func (t *builder) judgement(action string, peer int) string {
	name := t.run.Lanes[peer].Name
	switch {
	case action == "report":
		return "suspects " + name
	case action == "withdraw":
		return "trusts " + name + " again"
	case action == "dispute":
		return "hears that " + name + " leads"
	case action == "detect" && t.isDead(peer):
		return "finds " + name + " dead"
	case action == "detect":
		return "believes " + name + " dead"
	}
	return "of " + name
}

// send puts a message in transit. It is lost if it is never taken, and its sender dies in this step or its
// receiver is dead.
func (t *builder) send(from int, sent traces.Send, last bool) draw.Send {
	to, serial := t.place(sent.To), t.serial(sent.ID, from)
	s := draw.Send{To: to, Message: sent.Message}
	if t.isDead(to) {
		s.Lost = !t.ahead.isHeld(from, to, serial, t.nodes[to].next)
	} else {
		s.Lost = last && !t.ahead.isTaken(from, to, serial)
	}
	if !s.Lost {
		t.under = append(t.under, draw.Flight{Message: draw.Message{From: from, To: to, Text: sent.Message}, ID: sent.ID})
	}
	return s
}

// crash ends a life. Messages in transit to it are lost, unless the next life takes them.
func (t *builder) crash(p int, why string) {
	if t.isDead(p) || t.nodes[p].next == 0 {
		return
	}
	var lost []string
	t.under = slices.DeleteFunc(t.under, func(f draw.Flight) bool {
		if f.To != p || t.ahead.isHeld(f.From, p, t.serial(f.ID, f.From), t.nodes[p].next) {
			return false
		}
		lost = append(lost, f.Text+" from "+t.run.Lanes[f.From].Name)
		return true
	})
	const few = 3
	notes := []string{why}
	switch n := len(lost); {
	case n > few:
		notes = append(notes, prose.Plural(n, "message")+" on the way to it lost")
	case n > 0:
		notes = append(notes, strings.Join(lost, ", ")+" lost with it")
	}
	t.members[p].Dead, t.seconds, t.acts = true, nil, draw.Nobody
	s := draw.Step{Action: "crash", Lane: p, From: draw.Nobody}
	if t.nodes[p].ended {
		s.Action, s.Words = "end", t.run.Lanes[p].Name+" ends"
	}
	t.add(s, notes, false)
}

// add adds a step, or only counts it if it is omitted or folds.
func (t *builder) add(s draw.Step, notes []string, folds bool) {
	defer func() { t.refused = nil }()
	o := world.Occurrence{Action: s.Action, Process: model.ID(t.ahead.ids[s.Lane]), Message: s.Message}
	if s.From != draw.Nobody {
		o.Peer = model.ID(t.ahead.ids[s.From])
	}
	s.Words = cmp.Or(s.Words, o.Words())
	t.total++
	if t.refused != nil {
		t.diverged++
	}
	number := t.total
	if t.options.Fold {
		number = len(t.run.Steps) + 1
	}
	switch {
	case t.total == t.options.From-1:
		t.run.Before = t.total
		t.keep()
	case number < t.options.From || number > t.options.To || t.kept > mostKept:
	case folds:
		t.folded++
		return
	default:
		s.Folded, t.folded = t.folded, 0
		t.run.Folded += s.Folded
		s.Note = strings.Join(slices.DeleteFunc(notes, func(n string) bool { return n == "" }), "; ")
		t.run.Steps = append(t.run.Steps, s)
		if n := len(t.known); n > 0 && t.refused != nil {
			t.known[n-1].Cannot = append(t.known[n-1].Cannot, *t.refused)
		}
		t.keep()
		return
	}
	if t.refused != nil && t.diverged == 1 {
		t.diverges = t.total
	}
}

func (t *builder) keep() {
	t.kept += len(t.members) + len(t.under)
	if t.options.Staged {
		t.known = append(t.known, t.stand())
	}
	t.run.States = append(t.run.States, t.under.State(t.members))
}

// stand is what the model knows of the present state.
func (t *builder) stand() stage.Known {
	k := stage.Known{Seconds: t.seconds, Locals: make([]*stage.Local, len(t.ahead.ids))}
	for p := range t.ahead.ids {
		now := t.follower.Standing(p)
		if now == nil || t.isDead(p) || t.nodes[p].next == 0 {
			continue
		}
		l := stage.LocalOf(now.Member)
		k.Locals[p] = &l
		if p == t.acts {
			k.Rules = stage.Follows(t.cards, now.Rules)
		}
		for _, o := range append(now.Enabled, t.arriving(p)...) {
			owed := o.Message != "" || o.Action == "recover" || strings.HasPrefix(o.Action, "timeout")
			k.Can = append(k.Can, stage.Choice{Text: o.Words(), Process: o.Process, Action: o.Action, Peer: o.Peer, Message: o.Message, Owed: owed})
		}
	}
	return k
}

// arriving lists the first message of each channel to a process.
func (t *builder) arriving(to int) (all []world.Occurrence) {
	came := map[int]bool{}
	for _, f := range t.under {
		if f.To == to && !came[f.From] {
			came[f.From] = true
			all = append(all, world.Occurrence{Action: "deliver", Process: model.ID(t.ahead.ids[to]), Peer: model.ID(t.ahead.ids[f.From]), Message: f.Text})
		}
	}
	return all
}

// refuse notes why the model does not explain an event.
func (t *builder) refuse(e *traces.Event, d *replay.Divergence) {
	t.refused = &stage.Refusal{Process: model.ID(d.Node), Action: e.Action, Peer: model.ID(e.Peer), Why: "the model requires that " + d.Guard + ": " + d.Values}
	if e.Message != nil {
		t.refused.Peer = model.ID(e.Message.From)
	}
}

// The ranks of possible next events: the lowest comes first, and equals take turns.
const (
	begins   = iota // a new incarnation whose predecessor is dead, or a node that lives from the beginning
	arrives         // a message
	acts            // takes a step of its own
	suspects        // suspects a node that is still alive
	returns         // comes back to life
	hurries         // trusts a node that is yet to return, or sends what that node will take
)

// pick chooses the next node: by the times of the events where they are known, otherwise by rank.
func (t *builder) pick(ready []int) int {
	n := len(t.nodes)
	t.turn = slices.MinFunc(ready, func(a, b int) int {
		one, other := t.rank(a), t.rank(b)
		if at, after := t.at(a), t.at(b); min(at, after) > 0 && min(one, other) > begins {
			one, other = cmp.Compare(at, after), 0
		}
		return cmp.Or(one-other, (a-t.turn-1+n)%n-(b-t.turn-1+n)%n)
	})
	return t.turn
}

// at is the time of a node's next event; 0: unknown.
func (t *builder) at(place int) uint64 {
	if e := t.follower.Merge.Head(place).Event; e != nil {
		return e.At
	}
	return 0
}

func (t *builder) rank(place int) int {
	e := t.follower.Merge.Head(place).Event
	switch {
	case e == nil || e.Seq == 1 && t.nodes[place].next == 0:
		return begins
	case e.Seq == 1:
		return returns
	}
	for _, s := range e.Sends {
		if to := t.place(s.To); t.isDead(to) && t.ahead.wakes(place, to, t.serial(s.ID, place), t.nodes[to].next) {
			return hurries
		}
	}
	switch e.Action {
	case "report", "detect":
		if p := t.place(e.Peer); p >= 0 && !t.isDead(p) {
			return suspects
		}
	case "withdraw":
		if p := t.place(e.Peer); p >= 0 && t.isDead(p) {
			return hurries
		}
	}
	if e.Message != nil {
		return arrives
	}
	return acts
}

func (t *builder) isDead(place int) bool { return t.members[place].Dead }
