package world_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// rules are an election that nobody has thought of: tables of what a process does with each kind of
// message, of which there are many, in each of three modes.
type rules struct {
	kinds            int // 0, 1, 2, …
	calls, announces int // every fifth kind, from here on
	once             bool
	start            rule
	takes            [][3]rule // by kind, again and again, and by mode
	armed            [3][]model.Timer
	fires            rule
	awaited          []int // the kinds that a timer waits for
	superiors        bool  // and that nobody above takes part
}

// A rule is what a process does: its next mode, whom it elects, and the messages that it sends, each so
// many kinds further on than what it takes.
type rule struct {
	mode  uint8
	elect string
	sends []int
	back  bool // to the sender, and not to all
}

type ruled struct {
	mode    uint8
	elected model.ID
}

// note is a message of such an election.
type note struct {
	kind             int
	calls, announces bool
}

func (n note) Kind() model.Kind { return model.Kind(fmt.Sprintf("K%d", n.kind)) }
func (n note) Calls() bool      { return n.calls }
func (n note) Announces() bool  { return n.announces }
func (n note) String() string   { return fmt.Sprintf("%s()", n.Kind()) }

func (*rules) Initial(elected model.ID) ruled { return ruled{elected: elected} }

func (r *rules) Status(l ruled) model.Status {
	return model.Status{Elected: l.elected, TakesPart: l.mode != 0, Idle: l.mode == 0, MayStart: l.mode == 0 && (!r.once || l.elected == model.Nobody)}
}

func (r *rules) Start(p *model.Process[ruled]) {
	if p.MayBegin() {
		r.follow(p, r.start, -1, model.Nobody)
	}
}

func (r *rules) Detect(p *model.Process[ruled]) { r.Start(p) }

func (r *rules) Receive(p *model.Process[ruled], from model.ID, m model.Message) {
	kind := m.(note).kind
	r.follow(p, r.takes[kind%len(r.takes)][p.Local.mode], kind, from)
}

func (r *rules) follow(p *model.Process[ruled], by rule, kind int, from model.ID) {
	p.Local.mode = by.mode
	switch by.elect {
	case "itself":
		p.Local.elected = p.ID
	case "the sender":
		p.Local.elected = from
	case "nobody":
		p.Local.elected = model.Nobody
	}
	for _, further := range by.sends {
		next := kind + further
		if next >= r.kinds {
			continue
		}
		m := note{next, next%5 == r.calls, next%5 == r.announces}
		if by.back && from != model.Nobody {
			p.Send(from, m)
		} else {
			p.Broadcast(p.Others(), m)
		}
	}
}

// ruledByTimers are rules with timers.
type ruledByTimers struct{ *rules }

func (r ruledByTimers) Timers(_ model.ID, _ *model.Group, l ruled) []model.Timer {
	return r.armed[l.mode]
}

func (r ruledByTimers) Timeout(p *model.Process[ruled], t model.Timer) {
	if p.MayBegin() {
		r.follow(p, r.fires, t.Slot, model.Nobody)
	} else {
		p.Local.mode = 0
	}
}

func (r ruledByTimers) CanCome(s model.Situation, group *model.Group, id model.ID, _ model.Timer) bool {
	for _, kind := range r.awaited {
		if s.OnItsWay(note{kind: kind}.Kind(), model.Anyone, id) {
			return true
		}
	}
	for _, j := range group.Ring {
		if r.superiors && group.Outranks(j, id) && s.TakesPart(j) {
			return true
		}
	}
	return false
}

func (ruledByTimers) Concerns(group *model.Group, id model.ID, _ model.Timer, dead model.ID) bool {
	return group.Outranks(dead, id)
}

// mayFire is what CanCome and Concerns say, looked up in plain words.
func (r *rules) mayFire(w *twin, s *world.Plain, p int) bool {
	if w.Timeouts == world.Sync && w.superiorsTalk(s, p) {
		return false
	}
	for _, kind := range r.awaited {
		if isOnItsWay(s, -1, p, note{kind: kind}.Kind()) {
			return false
		}
	}
	for j, other := range s.Processes {
		if r.superiors && other.Live && w.isBelow(p, j) && w.handler.Status(other.Local).TakesPart {
			return false
		}
	}
	return true
}

// lengthen lets two processes answer each other as long as there are kinds.
func (r *rules) lengthen(kinds int) {
	r.kinds, r.start.sends = kinds, []int{1}
	for i := range r.takes {
		for mode := range r.takes[i] {
			r.takes[i][mode].sends, r.takes[i][mode].back = []int{1}, true
		}
	}
}

// drawRules makes an election with a world for it.
func drawRules(t *rapid.T) (*rules, world.Config) {
	draw := func(what string, kinds int) rule {
		r := rule{mode: pick[uint8](t, what+" leads to", 0, 1, 2), elect: pick(t, what+" elects", "", "itself", "the sender", "nobody"), back: rapid.Bool().Draw(t, what+" answers")}
		for range pick(t, what+" sends", 1, 0, 1, 2) {
			r.sends = append(r.sends, pick(t, what+" sends the kind", 1, 1, 2, kinds/2))
		}
		return r
	}
	r := &rules{kinds: pick(t, "kinds", 4, 40, 300, 2), calls: rapid.IntRange(0, 5).Draw(t, "calls"), announces: rapid.IntRange(0, 5).Draw(t, "announces")}
	r.once, r.superiors = rapid.Bool().Draw(t, "once"), rapid.Bool().Draw(t, "superiors")
	r.start, r.fires = draw("a start", r.kinds), draw("a timeout", r.kinds)
	for range rapid.IntRange(1, 3).Draw(t, "rows") {
		r.takes = append(r.takes, [3]rule{draw("a message", r.kinds), draw("a message", r.kinds), draw("a message", r.kinds)})
	}
	isLong := rapid.Bool().Draw(t, "a long exchange")
	if isLong {
		r.lengthen(pick(t, "of kinds", 70, 300))
	}
	for mode := range r.armed {
		for slot := range pick(t, "timers", 1, 0, 2) {
			slot += pick(t, "slot", 0, 7, 300)
			r.armed[mode] = append(r.armed[mode], model.Timer{Name: fmt.Sprintf("%s%d", pick(t, "timer", "t", "u"), slot), Slot: slot})
		}
	}
	for range 2 {
		r.awaited = append(r.awaited, rapid.IntRange(0, r.kinds-1).Draw(t, "awaited"), rapid.IntRange(r.kinds/2, r.kinds-1).Draw(t, "awaited late"))
	}
	protocol := model.Protocol[ruled](r)
	if rapid.Bool().Draw(t, "timed") {
		protocol = ruledByTimers{r}
	}
	a := model.Algorithm{
		Name: "drawn", Topology: model.Complete, SelfGuarded: r.once,
		Make: func(model.Variant) model.Handler { return model.Handle(protocol) },
	}
	c := world.Faulty(a, pick(t, "ids", some(1, 2), some(2, 1), some(1, 2, 3), some(2, 3, 1)))
	c.Crashes, c.Restarts = pick(t, "crashes", 1, 0), pick(t, "restarts", 0, 0, 1)
	c.Starts, c.Elections = pick(t, "starts", 1, 0, 2), pick(t, "elections", 1, 2, 0)
	if a.Timed() {
		c.Timeouts = pick(t, "timeouts", world.Sync, world.Perfect, world.Any)
	}
	c.Channels = pick(t, "channels", world.FIFO, world.Bag, world.Lossy, world.Duplicating)
	c.Initial, c.Capacity = pick(t, "initial", world.NobodyElected, world.LeaderElected), pick(t, "capacity", 2, 1, 3)
	if isLong { // and nothing beside it
		c.IDs, c.Crashes, c.Restarts, c.Starts, c.Elections, c.Channels = ids(2), 0, 0, 1, 1, world.FIFO
	}
	return r, c
}

// TestTwinOfRules draws elections, with any names of messages and timers.
func TestTwinOfRules(t *testing.T) {
	testlevel.Alone(t)
	rapid.Check(t, func(r *rapid.T) {
		drawn, c := drawRules(r)
		if err := c.Validate(); err != nil {
			r.Fatal(err)
		}
		twin := newTwin(c)
		twin.drawn = drawn
		agree(t, r, twin, 1000)
	})
}

// TestDrawsOfRules: most elections that are drawn are small enough for the twin, and some have more
// kinds than a word has bits.
func TestDrawsOfRules(t *testing.T) {
	testlevel.Alone(t)
	small, many := 0, 0
	for seed := range 50 {
		type drawing struct {
			rules *rules
			world world.Config
		}
		d := rapid.Custom(func(r *rapid.T) (d drawing) {
			d.rules, d.world = drawRules(r)
			return d
		}).Example(seed)
		twin := newTwin(d.world)
		twin.drawn = d.rules
		if account := twin.explore(1000); account != nil {
			small++
			if len(account.actions()) > 64 {
				many++
			}
		}
	}
	if t.Logf("%d of 50, %d with many kinds", small, many); small < 25 || many < 2 {
		t.Errorf("only %d of 50 elections are small enough to compare, %d of them with many kinds: draw others", small, many)
	}
}
