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

func (RingMaxID) Detect(p *Process[ringMaxID]) { miss(p, &p.Local.elected) } // RI6

// Receive follows rules RM1 to RM3.
func (RingMaxID) Receive(p *Process[ringMaxID], _ ID, m Message) {
	switch m := m.(type) {
	case Election:
		if ignores(p, m.ID) {
			return
		}
		p.Rule("RM2", "j", m.ID)
		p.Local.maxID = m.ID
		circulate(p, &p.Local.elected, m)
	case Elected:
		if ignores(p, m.ID) {
			return
		}
		p.Rule("RM3")
		p.Local.maxID = Nobody
		circulate(p, &p.Local.elected, m)
	}
}

// ignores is rule RM1: a lower id than the highest can no longer win.
func ignores(p *Process[ringMaxID], j ID) bool {
	if !p.Group.Outranks(p.Local.maxID, j) {
		return false
	}
	p.Rule("RM1", "j", j, "maxID", p.Local.maxID)
	return true
}
