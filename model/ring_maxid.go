package model

// RingMaxID is lecture 000's ring for several starters, rules RM1 to RM3 of spec/ring-maxid.md:
// messages that can no longer win are dropped early.
type RingMaxID struct{}

type ringMaxID struct {
	elected ID
	maxID   ID // highest id received since the last election that succeeded
}

func (RingMaxID) Initial(elected ID) ringMaxID { return ringMaxID{elected: elected} }

func (RingMaxID) Status(l ringMaxID) Status {
	return Status{Elected: l.elected, Idle: true, MayStart: true}
}

func (RingMaxID) Start(p *Process[ringMaxID]) { call(p) }

// Detect is rule RI6.
func (RingMaxID) Detect(p *Process[ringMaxID]) {
	p.Local.elected = Nobody
	call(p)
}

// Receive follows rules RM1 to RM3.
func (RingMaxID) Receive(p *Process[ringMaxID], _ ID, m Message) {
	switch m := m.(type) {
	case Election:
		if p.Group.Outranks(p.Local.maxID, m.ID) { // RM1
			return
		}
		p.Local.maxID = m.ID // RM2
		circulate(p, &p.Local.elected, m)
	case Elected:
		if p.Group.Outranks(p.Local.maxID, m.ID) { // RM1
			return
		}
		p.Local.maxID = Nobody // RM3
		circulate(p, &p.Local.elected, m)
	}
}
