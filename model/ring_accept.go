package model

// RingAccept is the ring algorithm of lecture 004: a process that forwards an ELECTION accepts the id in it as
// the leader. Rules RA1 to RA6 of spec/ring-accept.md.
type RingAccept struct{}

type ringAccept struct {
	elected ID
}

func (RingAccept) Initial(elected ID) ringAccept { return ringAccept{elected} }

func (RingAccept) Status(l ringAccept) Status {
	return Status{Elected: l.elected, Idle: true, MayStart: true}
}

func (RingAccept) Start(p *Process[ringAccept]) {
	if p.MayBegin() {
		p.Rule("RA1")
		p.Pass(Election{p.ID})
	}
}

// Receive follows rules RA2 to RA5.
func (RingAccept) Receive(p *Process[ringAccept], _ ID, m Message) {
	switch m := m.(type) {
	case Election:
		switch {
		case p.Outranks(m.ID):
			p.Rule("RA2", "j", m.ID)
			p.Pass(Election{p.ID})
		case p.IsOutrankedBy(m.ID): // accept, and forward
			p.Rule("RA3", "j", m.ID)
			p.Local.elected = m.ID
			p.Pass(m)
		default: // my own has come round
			p.Rule("RA4", "j", m.ID)
			p.Local.elected = p.ID
			p.Pass(Elected{p.ID})
		}
	case Elected:
		p.Rule("RA5", "j", m.ID)
		p.Local.elected = m.ID
		if p.ID != m.ID {
			p.Pass(m)
		}
	}
}

func (a RingAccept) Detect(p *Process[ringAccept]) {
	p.Rule("RA6")
	p.Local.elected = Nobody
	a.Start(p)
}
