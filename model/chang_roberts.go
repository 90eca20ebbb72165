package model

// ChangRoberts is the algorithm of Chang and Roberts (1979) as in lectures 001 and 003, rules
// CR1 to CR7 of spec/chang-roberts.md.
type ChangRoberts struct {
	// Printed: to the letter of lecture 001, forwarding a higher id makes no process a participant (CR-D6).
	Printed bool
}

type changRoberts struct {
	participant bool
	elected     ID
}

func (ChangRoberts) Initial(elected ID) changRoberts { return changRoberts{elected: elected} }

func (ChangRoberts) Status(l changRoberts) Status {
	mayStart := !l.participant && l.elected == Nobody
	return Status{Elected: l.elected, TakesPart: l.participant, Idle: !l.participant, MayStart: mayStart}
}

func (ChangRoberts) Start(p *Process[changRoberts]) {
	if p.MayBegin() {
		p.Rule("CR1")
		p.Local.participant = true
		p.Pass(Election{p.ID})
	}
}

func (c ChangRoberts) Detect(p *Process[changRoberts]) {
	p.Rule("CR7")
	p.Local.elected = Nobody
	c.Start(p)
}

// Receive follows rules CR2 to CR6.
func (c ChangRoberts) Receive(p *Process[changRoberts], _ ID, m Message) {
	switch m := m.(type) {
	case Election:
		switch {
		case p.IsOutrankedBy(m.ID):
			p.Rule("CR2", "j", m.ID)
			p.Local.participant = p.Local.participant || !c.Printed
			p.Pass(m)
		case p.Outranks(m.ID) && !p.Local.participant:
			p.Rule("CR3", "j", m.ID)
			p.Local.participant = true
			p.Pass(Election{p.ID})
		case p.Outranks(m.ID): // swallowed, my own is on its way
			p.Rule("CR4", "j", m.ID)
		default: // my own has come round
			p.Rule("CR5", "j", m.ID)
			p.Local = changRoberts{elected: p.ID}
			p.Pass(Elected{p.ID})
		}
	case Elected:
		p.Rule("CR6", "j", m.ID)
		if m.ID != p.ID {
			p.Local = changRoberts{elected: m.ID}
			p.Pass(m)
		}
	}
}
