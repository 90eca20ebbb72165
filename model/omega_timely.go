package model

import "slices"

// OmegaTimely is Chandra and Toueg's Ω for links that are all eventually timely, as in lecture 003,
// rules OT1 to OT4 of spec/omega-timely.md.
type OmegaTimely struct {
	byClock[omegaTimely]
	Printed bool
	Most    int // bound on the number of raises
}

type omegaTimely struct {
	elected ID    // the print's leader; Nobody is 0
	past    bool  // the print's leader is n+1: no process is left to trust
	raised  uint8 // tout minus η, its initial value
}

// The timers of an Ω: that of task T1, and the one that waits for news of another process.
var heartbeat = Timer{Name: "heartbeat", Slot: 0}

var patience = Timer{Name: "timer", Slot: 1}

func (OmegaTimely) Initial(elected ID) omegaTimely { return omegaTimely{elected: elected} }

// Doubts: of those before the trusted process it has heard too late.
func (l omegaTimely) Doubts(g *Group) []ID {
	return slices.DeleteFunc(slices.Clone(g.Ascending()), func(id ID) bool { return !l.past && id >= l.elected })
}

func (OmegaTimely) Status(l omegaTimely) Status { return Status{Elected: l.elected} }

// byClock is a Clockwork, in which no process starts or detects.
type byClock[L comparable] struct{}

func (byClock[L]) Clockwork()         {}
func (byClock[L]) Start(*Process[L])  {}
func (byClock[L]) Detect(*Process[L]) {}

// Timers: with past, the second timer would change nothing.
func (OmegaTimely) Timers(_ ID, _ *Group, l omegaTimely) []Timer {
	if l.past {
		return []Timer{heartbeat}
	}
	return []Timer{heartbeat, patience}
}

// Accuses: rule OT4 gives up the process that is trusted, even itself.
func (OmegaTimely) Accuses(_ *Group, _ ID, s Status, t Timer) []ID {
	if t == heartbeat || s.Elected == Nobody {
		return nil
	}
	return []ID{s.Elected}
}

func (OmegaTimely) Ticks(l omegaTimely, t Timer, c Clock) int {
	if t == heartbeat {
		return c.Eta
	}
	return c.Eta + int(l.raised)
}

// Timeout follows rules OT1 and OT4.
func (o OmegaTimely) Timeout(p *Process[omegaTimely], t Timer) {
	if t == heartbeat { // to all, itself too
		p.Rule("OT1")
		p.Broadcast(p.Others(), Alive{})
		if !o.Printed {
			o.hear(p, p.ID)
		}
		return
	}
	p.Rule("OT4")
	p.Local.elected = next(p.Group, p.Local.elected)
	p.Local.past = p.Local.elected == Nobody
}

func (o OmegaTimely) Receive(p *Process[omegaTimely], from ID, _ Message) { o.hear(p, from) }

// hear follows rules OT2 and OT3: q lives.
func (o OmegaTimely) hear(p *Process[omegaTimely], q ID) {
	switch {
	case q == p.Local.elected:
		p.Rule("OT2", "q", q, "leader", p.Local.elected)
		p.Rearm(patience)
	case q < p.Local.elected || p.Local.past: // I was wrong to give it up
		p.Rule("OT3", "q", q, "leader", p.Local.trusted())
		p.Local.elected, p.Local.past = q, false
		if int(p.Local.raised) < o.Most {
			p.Local.raised++
		} else {
			p.Saturated()
		}
		p.Rearm(patience)
	}
}

// trusted is the leader in the print's terms.
func (l omegaTimely) trusted() string {
	if l.past {
		return "n+1"
	}
	return Spell(l.elected)
}

// next returns the process after leader: the first after Nobody, and Nobody after the last.
func next(g *Group, leader ID) ID {
	if i := slices.IndexFunc(g.Ascending(), func(id ID) bool { return id > leader }); i >= 0 {
		return g.Ascending()[i]
	}
	return Nobody
}
