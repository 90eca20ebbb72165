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

// Start is rule RA1.
func (RingAccept) Start(p *Process[ringAccept]) {
	if p.MayBegin() {
		p.Pass(Election{p.ID})
	}
}

// Receive follows rules RA2 to RA5.
func (RingAccept) Receive(p *Process[ringAccept], _ ID, m Message) {
	switch m := m.(type) {
	case Election:
		switch {
		case p.Outranks(m.ID): // RA2
			p.Pass(Election{p.ID})
		case p.IsOutrankedBy(m.ID): // RA3: accept, and forward
			p.Local.elected = m.ID
			p.Pass(m)
		default: // RA4: my own has come round
			p.Local.elected = p.ID
			p.Pass(Elected{p.ID})
		}
	case Elected: // RA5
		p.Local.elected = m.ID
		if p.ID != m.ID {
			p.Pass(m)
		}
	}
}

// Detect is rule RA6.
func (a RingAccept) Detect(p *Process[ringAccept]) {
	p.Local.elected = Nobody
	a.Start(p)
}
