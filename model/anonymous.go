package model

// Anonymous is the algorithm of Chang and Roberts among processes that all have the same id,
// rules AN1 to AN3 of spec/anonymous.md. It runs the rules of ChangRoberts.
type Anonymous struct{ rules ChangRoberts }

// same is the id that all processes have.
const same ID = 1

func (a Anonymous) Initial(elected ID) changRoberts { return a.rules.Initial(elected) }

// Status is that of ChangRoberts, except that no process is idle: a leader without a name is not missed.
func (a Anonymous) Status(l changRoberts) Status {
	s := a.rules.Status(l)
	s.Idle = false
	return s
}

// Start is rule AN1: CR1 with the id that all have.
func (a Anonymous) Start(p *Process[changRoberts]) {
	p.Rule("AN1")
	unnamed(p, func() { a.rules.Start(p) })
}

// Detect has no rule.
func (Anonymous) Detect(*Process[changRoberts]) {}

// Receive follows rules AN2, which is CR5, and AN3, which is CR6: every id is the process's own.
func (a Anonymous) Receive(p *Process[changRoberts], from ID, m Message) {
	switch m.(type) {
	case Election:
		p.Rule("AN2")
	case Elected:
		p.Rule("AN3")
	}
	unnamed(p, func() { a.rules.Receive(p, from, m) })
}

// unnamed runs a rule under the id that all processes share. A process that elects this id elects itself.
func unnamed(p *Process[changRoberts], rule func()) {
	place, before := p.ID, p.Local.elected
	p.ID = same
	rule()
	p.ID = place
	if p.Local.elected == same && before != same {
		p.Local.elected = place
	}
}
