package model

import (
	"fmt"
	"slices"

	"interrex/spec"
)

// An ID identifies a process.
type ID = spec.ID

// Nobody is ⊥.
const Nobody = spec.Nobody

// A Group is the processes that hold an election. All of them know the group; none knows which are live.
type Group struct {
	Ring   []ID // in ring order, the direction in which messages travel
	sorted []ID // by the criterion, the lowest first
}

// NewGroup makes a group of processes given in ring order, with the id as the criterion. The ids
// must be distinct.
func NewGroup(ring []ID) *Group { return Rank(ring, ByID, nil, nil) }

// Highest returns the process that outranks all others.
func (g *Group) Highest() ID { return g.sorted[len(g.sorted)-1] }

// Ascending returns all ids in the order of the criterion, the lowest first.
func (g *Group) Ascending() []ID { return g.sorted }

// Index returns the place of id on the ring, from 0.
func (g *Group) Index(id ID) int { return slices.Index(g.Ring, id) }

// Successor returns the next process on the ring, dead or alive.
func (g *Group) Successor(id ID) ID { return g.before(id, -1) }

// Predecessor returns the previous process on the ring, dead or alive.
func (g *Group) Predecessor(id ID) ID { return g.before(id, 1) }

// others returns all processes but one, in ring order.
func (g *Group) others(id ID) []ID {
	return slices.DeleteFunc(slices.Clone(g.Ring), func(j ID) bool { return j == id })
}

// before returns the process that is places before another one on the ring.
func (g *Group) before(id ID, places int) ID {
	n := len(g.Ring)
	return g.Ring[((g.Index(id)-places)%n+n)%n]
}

// A Process is all that a rule sees when it runs: its own id and local state, the group, and
// ways to send. L is the algorithm's local state, a plain comparable struct.
type Process[L comparable] struct {
	ID    ID
	Local L
	Group *Group

	elections int // still allowed, or Unlimited
	capped    bool
	saturated bool
	sends     []Send
	rearmed   []Timer
	reaches   func(ID) bool // as in Self
	record    func(Fired)   // as in Self
}

// Unlimited is a budget that never runs out.
const Unlimited = -1

// A Send is one outgoing message. To is Nobody for the next live process on the ring, and Behind for the
// previous one, resolved when the message is sent.
type Send struct {
	To      ID
	Message Message
}

// Behind is the previous live process on the ring, as the receiver of a Send.
const Behind ID = -1

// Send sends a message to one process.
func (p *Process[L]) Send(to ID, m Message) {
	if to <= Nobody {
		panic("it sends a message to nobody: Send names a process, from 1; Pass is to the next one on the ring")
	}
	if p.reaches != nil && !p.reaches(to) {
		panic(fmt.Sprintf("it sends %s to P%d, and there is no channel to it; the processes are P%s", SpellMessage(m), to, listed(p.Group.Ring, ", P")))
	}
	p.send(to, m)
}

// send appends an outgoing message. A panic of its String occurs here and not in a report.
func (p *Process[L]) send(to ID, m Message) {
	CheckMessage(m)
	_ = SpellMessage(m)
	p.sends = append(p.sends, Send{to, m})
}

// Pass sends a message to the next live process on the ring; on a bidirectional ring, to the right.
func (p *Process[L]) Pass(m Message) { p.PassTo(Right, m) }

// PassTo sends a message to the next live process in one direction of a bidirectional ring.
func (p *Process[L]) PassTo(way Way, m Message) {
	to := Nobody
	if way == Left {
		to = Behind
	}
	if p.reaches != nil && !p.reaches(to) {
		panic(fmt.Sprintf("it passes %s on, and the channels of the election are no ring in that direction: Topology makes them one, and Send names a process", SpellMessage(m)))
	}
	p.send(to, m)
}

// Broadcast sends a message to several processes, in the order given.
func (p *Process[L]) Broadcast(to []ID, m Message) {
	for _, id := range to {
		p.Send(id, m)
	}
}

// Higher returns the processes that outrank this one, the lowest first.
func (p *Process[L]) Higher() []ID { return p.Group.sorted[p.Group.Rank(p.ID)+1:] }

// Lower returns the processes that this one outranks, the lowest first.
func (p *Process[L]) Lower() []ID { return slices.Clip(p.Group.sorted[:p.Group.Rank(p.ID)]) }

// Others returns all processes but this one, the lowest first.
func (p *Process[L]) Others() []ID { return slices.Concat(p.Lower(), p.Higher()) }

// Before returns the process that is places before this one on the ring, dead or alive.
func (p *Process[L]) Before(places int) ID { return p.Group.before(p.ID, places) }

// MayBegin takes one election off the process's budget. It returns false if none is left: the rest of the rule
// is then cut by the bound elections, and the report names it.
func (p *Process[L]) MayBegin() bool {
	switch p.elections {
	case Unlimited:
		return true
	case 0:
		p.capped = true
		return false
	}
	p.elections--
	return true
}

// Saturated records that a counter has reached a bound of ours, and that the rule may therefore
// behave differently.
func (p *Process[L]) Saturated() { p.saturated = true }
