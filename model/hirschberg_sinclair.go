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
	return Status{Elected: l.elected, TakesPart: l.candidate, Idle: !l.candidate, MayStart: l.asleep()}
}

// Start is rule HS1.
func (HirschbergSinclair) Start(p *Process[hirschbergSinclair]) {
	if p.MayBegin() {
		p.Local = hirschbergSinclair{candidate: true}
		probe(p)
	}
}

// Detect is rule HS9.
func (h HirschbergSinclair) Detect(p *Process[hirschbergSinclair]) {
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
		case p.Outranks(m.ID): // HS2: swallowed; a sleeper wakes up
			if p.Local.asleep() {
				h.Start(p)
			}
		case p.IsOutrankedBy(m.ID) && m.Hops < 1<<m.Phase: // HS3
			p.Local.passive = p.Local.passive || p.Local.asleep()
			p.PassTo(m.Way, Probe{m.ID, m.Phase, m.Hops + 1, m.Way})
		case p.IsOutrankedBy(m.ID): // HS4: the neighbourhood ends here
			p.Local.passive = p.Local.passive || p.Local.asleep()
			p.PassTo(m.Way.Opposite(), Reply{m.ID, m.Phase, m.Way.Opposite()})
		case p.Local.candidate: // HS5: my own has come round
			p.Local = hirschbergSinclair{elected: p.ID}
			p.Pass(Elected{p.ID})
		}
	case Reply:
		switch {
		case m.ID != p.ID: // HS6
			p.PassTo(m.Way, m)
		case !p.Local.candidate || m.Phase != p.Local.phase: // HS7: of an election that is over
		case p.Local.answered == m.Way.Opposite(): // HS7: both sides have answered
			p.Local.phase, p.Local.answered = m.Phase+1, Nowhere
			probe(p)
		default: // HS7: one side has
			p.Local.answered = m.Way
		}
	case Elected: // HS8
		if m.ID != p.ID {
			p.Local = hirschbergSinclair{elected: m.ID}
			p.Pass(m)
		}
	}
}
