package model

import "slices"

// Bully is the bully algorithm (Garcia-Molina 1982) as in lectures 000, 003 and 004, rules BU1
// to BU8 of spec/bully.md.
type Bully struct{ bullyTimers[bully] }

type bully struct {
	mode    mode
	elected ID
}

// A mode is what a process of a bully algorithm is waiting for.
type mode uint8

const (
	idle mode = iota
	waitingForOK
	waitingForCoordinator
)

func (Bully) Initial(elected ID) bully { return bully{elected: elected} }

func (Bully) Status(l bully) Status {
	return Status{Elected: l.elected, TakesPart: l.mode != idle, Waits: l.mode == waitingForCoordinator, Idle: l.mode == idle, MayStart: l.mode == idle}
}

// begin follows rules BU1 and BU2. A process with no election left stays idle.
func (Bully) begin(p *Process[bully]) {
	p.Local.mode = idle
	if !p.MayBegin() {
		return
	}
	if p.ID == p.Group.Highest() {
		p.Rule("BU1")
		p.Local.elected = p.ID
		p.Broadcast(p.Lower(), Coordinator{p.ID})
		return
	}
	p.Rule("BU2")
	p.Local.mode = waitingForOK
	p.Broadcast(p.Higher(), Election{p.ID})
}

func (b Bully) Start(p *Process[bully]) { b.begin(p) }

func (b Bully) Detect(p *Process[bully]) {
	p.Rule("BU8")
	b.begin(p)
}

// Receive follows rules BU3, BU4 and BU7.
func (b Bully) Receive(p *Process[bully], from ID, m Message) {
	switch m := m.(type) {
	case Election: // whoever calls below me is told that I live, and I call myself
		p.Rule("BU3", "j", from)
		p.Send(from, Ok{})
		if p.Local.mode == idle {
			b.begin(p)
		}
	case Ok: // someone above me lives; now it is his turn
		p.Rule("BU4")
		if p.Local.mode == waitingForOK {
			p.Local.mode = waitingForCoordinator
		}
	case Coordinator: // whatever was going on
		p.Rule("BU7", "j", m.ID)
		p.Local = bully{elected: m.ID}
	}
}

// Timeout follows rules BU5 and BU6.
func (b Bully) Timeout(p *Process[bully], t Timer) {
	switch t {
	case timerT: // no one above me lives
		p.Rule("BU5")
		p.Local = bully{elected: p.ID}
		p.Broadcast(p.Lower(), Coordinator{p.ID})
	case timerT2: // he who was to announce himself has died
		p.Rule("BU6")
		b.begin(p)
	}
}

// The timers of the bully algorithms: T waits for an answer, T' for the announcement.
var (
	timerT  = Timer{Name: "T", Slot: 0}
	timerT2 = Timer{Name: "T'", Slot: 1}
)

// bullyTimers implements the timers of spec/bully.md, for both bullies.
type bullyTimers[L interface{ waitsIn() mode }] struct{}

func (l bully) waitsIn() mode { return l.mode }

// Awaits lists all processes that outrank i, until one has answered.
func (bullyTimers[L]) Awaits(i ID, group *Group, l L) (asked, answered []ID) {
	if l.waitsIn() != waitingForOK {
		return nil, nil
	}
	return group.Ascending()[group.Rank(i)+1:], nil
}

func (bullyTimers[L]) Timers(_ ID, _ *Group, l L) []Timer {
	switch l.waitsIn() {
	case waitingForOK:
		return []Timer{timerT}
	case waitingForCoordinator:
		return []Timer{timerT2}
	}
	return nil
}

func (bullyTimers[L]) Ticks(_ L, t Timer, c Clock) int {
	if t == timerT {
		return c.T
	}
	return c.T2
}

// Accuses: each timer suspects all processes that outrank i. Either none has answered, or one has answered and
// not announced itself.
func (bullyTimers[L]) Accuses(group *Group, i ID, _ Status, _ Timer) []ID {
	return slices.DeleteFunc(slices.Clone(group.Ring), func(j ID) bool { return !group.Outranks(j, i) })
}

func (bullyTimers[L]) CanCome(s Situation, group *Group, i ID, t Timer) bool {
	if t == timerT {
		return s.OnItsWay(OK, Anyone, i) || s.OnItsWay(REJECT, Anyone, i) || s.OnItsWay(ELECTION, i, Anyone)
	}
	if s.OnItsWay(COORDINATOR, Anyone, i) {
		return true
	}
	return slices.ContainsFunc(group.Ring, func(j ID) bool {
		return group.Outranks(j, i) && (s.TakesPart(j) || s.OnItsWay(ELECTION, Anyone, j))
	})
}

// Concerns: the messages of a dead process above me could be what I wait for.
func (bullyTimers[L]) Concerns(group *Group, i ID, _ Timer, dead ID) bool {
	return group.Outranks(dead, i)
}
