package model

// OmegaTimely is Chandra and Toueg's Ω for links that are all eventually timely, as in lecture 003,
// rules OT1 to OT4 of spec/omega-timely.md.
type OmegaTimely struct {
	Printed bool
	Most    int // of raises that are told apart
}

type omegaTimely struct {
	leader leader
	raised uint8 // tout, less the η that it begins with
}

// A leader is whom a process trusts: an id or, before the first, 0 or, after the last, nobodyLeft.
type leader ID

// nobodyLeft is n+1, and all above: greater than any id.
const nobodyLeft leader = 1 << 31

func (l leader) String() string {
	if l == nobodyLeft {
		return "nobody left"
	}
	return Spell(ID(l))
}

// The timers of an Ω: task T1, and what waits for news of another.
var heartbeat = Timer{Name: "heartbeat", Slot: 0}

var patience = Timer{Name: "timer", Slot: 1}

func (OmegaTimely) Initial(elected ID) omegaTimely { return omegaTimely{leader: leader(elected)} }

func (OmegaTimely) Status(l omegaTimely) Status {
	if l.leader == nobodyLeft {
		return Status{}
	}
	return Status{Elected: ID(l.leader)}
}

func (OmegaTimely) Start(*Process[omegaTimely])  {}
func (OmegaTimely) Detect(*Process[omegaTimely]) {}

// Timers: when nobody is left the timer can do nothing more.
func (OmegaTimely) Timers(_ ID, _ *Group, l omegaTimely) []Timer {
	if l.leader == nobodyLeft {
		return []Timer{heartbeat}
	}
	return []Timer{heartbeat, patience}
}

func (OmegaTimely) Ticks(l omegaTimely, t Timer, c Clock) int {
	if t == heartbeat {
		return c.Eta
	}
	return c.Eta + int(l.raised)
}

// Timeout follows rules OT1 and OT4.
func (o OmegaTimely) Timeout(p *Process[omegaTimely], t Timer) {
	if t == heartbeat { // OT1: to all, oneself too
		p.Broadcast(p.Others(), Alive{})
		if !o.Printed {
			o.hear(p, p.ID)
		}
		return
	}
	p.Local.leader = next(p.Group, p.Local.leader) // OT4
}

func (o OmegaTimely) Receive(p *Process[omegaTimely], from ID, _ Message) { o.hear(p, from) }

// hear follows rules OT2 and OT3: q lives.
func (o OmegaTimely) hear(p *Process[omegaTimely], q ID) {
	switch {
	case leader(q) == p.Local.leader: // OT2
		p.Rearm(patience)
	case leader(q) < p.Local.leader: // OT3: I was wrong to give it up
		p.Local.leader = leader(q)
		if int(p.Local.raised) < o.Most {
			p.Local.raised++
		} else {
			p.Saturated()
		}
		p.Rearm(patience)
	}
}

// next is leader+1.
func next(g *Group, l leader) leader {
	for _, id := range g.Ascending() {
		if leader(id) > l {
			return leader(id)
		}
	}
	return nobodyLeft
}
