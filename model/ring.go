package model

// Ring is the ring algorithm of lecture 000, rules RI1 to RI6 of spec/ring.md.
type Ring struct{}

type ring struct {
	elected ID
}

func (Ring) Initial(elected ID) ring { return ring{elected: elected} }

func (Ring) Status(l ring) Status {
	return Status{Elected: l.elected, Idle: true, MayStart: true}
}

func (Ring) Start(p *Process[ring]) { call(p) }

func (Ring) Detect(p *Process[ring]) { miss(p, &p.Local.elected) }

// Receive follows rules RI2 to RI5.
func (Ring) Receive(p *Process[ring], _ ID, m Message) { circulate(p, &p.Local.elected, m) }

// miss is rule RI6.
func miss[L comparable](p *Process[L], elected *ID) {
	p.Rule("RI6")
	*elected = Nobody
	call(p)
}

// call is rule RI1: a process calls an election.
func call[L comparable](p *Process[L]) {
	if p.MayBegin() {
		p.Rule("RI1")
		p.Pass(Election{p.ID})
	}
}

// circulate is rules RI2 to RI5, which the other rings of lecture 000 build on.
func circulate[L comparable](p *Process[L], elected *ID, m Message) {
	switch m := m.(type) {
	case Election:
		switch {
		case p.IsOutrankedBy(m.ID):
			p.Rule("RI2", "j", m.ID)
			p.Pass(m)
		case p.Outranks(m.ID):
			p.Rule("RI3", "j", m.ID)
			p.Pass(Election{p.ID})
		default: // my own has come round
			p.Rule("RI4", "j", m.ID)
			*elected = p.ID
			p.Pass(Elected{p.ID})
		}
	case Elected:
		p.Rule("RI5", "j", m.ID)
		*elected = m.ID
		if p.ID != m.ID {
			p.Pass(m)
		}
	}
}
