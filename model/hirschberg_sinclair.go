package model

// HirschbergSinclair is the algorithm of Hirschberg and Sinclair (1980) as in lecture 001, rules
// HS1 to HS9 of spec/hirschberg-sinclair.md.
type HirschbergSinclair struct{}

type hirschbergSinclair struct {
	candidate bool
	passive   bool // has handled a higher probe while asleep, and will not start
	phase     int
	answered  Way // the way that the first reply travelled, while the other is awaited
	elected   ID
}

// asleep reports whether the process has neither started nor stood by in the election, and has no leader.
func (l hirschbergSinclair) asleep() bool { return !l.candidate && !l.passive && l.elected == Nobody }

func (HirschbergSinclair) Initial(elected ID) hirschbergSinclair {
	return hirschbergSinclair{elected: elected}
}

func (HirschbergSinclair) Status(l hirschbergSinclair) Status {
	return Status{Elected: l.elected, TakesPart: l.candidate, Waits: l.passive, Idle: !l.candidate, MayStart: l.asleep()}
}

func (HirschbergSinclair) Start(p *Process[hirschbergSinclair]) {
	if p.MayBegin() {
		p.Rule("HS1")
		p.Local = hirschbergSinclair{candidate: true}
		probe(p)
	}
}

func (h HirschbergSinclair) Detect(p *Process[hirschbergSinclair]) {
	p.Rule("HS9")
	p.Local.elected = Nobody
	h.Start(p)
}

// probe asks both sides of the phase's neighbourhood.
func probe(p *Process[hirschbergSinclair]) {
	for _, way := range []Way{Right, Left} {
		p.PassTo(way, Probe{p.ID, p.Local.phase, 1, way})
	}
}

// Receive follows rules HS2 to HS8.
func (h HirschbergSinclair) Receive(p *Process[hirschbergSinclair], _ ID, m Message) {
	switch m := m.(type) {
	case Probe:
		switch {
		case p.Outranks(m.ID): // swallowed; a sleeper wakes up
			p.Rule("HS2", "j", m.ID)
			if p.Local.asleep() {
				h.Start(p)
			}
		case p.IsOutrankedBy(m.ID) && m.Hops < 1<<m.Phase:
			p.Rule("HS3", "j", m.ID, "r", m.Phase, "h", m.Hops)
			p.Local.passive = p.Local.passive || p.Local.asleep()
			p.PassTo(m.Way, Probe{m.ID, m.Phase, m.Hops + 1, m.Way})
		case p.IsOutrankedBy(m.ID): // the neighbourhood ends here
			p.Rule("HS4", "j", m.ID, "r", m.Phase, "h", m.Hops)
			p.Local.passive = p.Local.passive || p.Local.asleep()
			p.PassTo(m.Way.Opposite(), Reply{m.ID, m.Phase, m.Way.Opposite()})
		default: // my own has come round
			p.Rule("HS5", "j", m.ID)
			if p.Local.candidate {
				p.Local = hirschbergSinclair{elected: p.ID}
				p.Pass(Elected{p.ID})
			}
		}
	case Reply:
		if m.ID != p.ID {
			p.Rule("HS6", "j", m.ID, "r", m.Phase)
			p.PassTo(m.Way, m)
			return
		}
		p.Rule("HS7", "j", m.ID, "r", m.Phase)
		switch {
		case !p.Local.candidate || m.Phase != p.Local.phase: // of an election that is over
		case p.Local.answered == m.Way.Opposite(): // both sides have answered
			p.Local.phase, p.Local.answered = m.Phase+1, Nowhere
			probe(p)
		default: // one side has
			p.Local.answered = m.Way
		}
	case Elected:
		p.Rule("HS8", "j", m.ID)
		if m.ID != p.ID {
			p.Local = hirschbergSinclair{elected: m.ID}
			p.Pass(m)
		}
	}
}
