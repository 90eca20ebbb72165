package model

import (
	"cmp"
	"slices"
)

// LeLann is the algorithm of LeLann (1977) as in lecture 001: every id goes round the ring, and
// every process lists them all. Rules LL1 to LL8 of spec/lelann.md.
type LeLann struct {
	// Printed: the first ELECT that a process takes opens a new list, even at a starter, and is
	// sent on before the process's own.
	Printed bool
}

type leLann struct {
	elected    ID
	list       set  // the processes met in this election, itself included; empty: the list is closed
	heard      bool // as printed: since the list was closed, an ELECT has been taken
	recovering bool // back, and has neither asked nor joined an election since
}

func (LeLann) Initial(elected ID) leLann { return leLann{elected: elected} }
func (LeLann) Restarted() leLann         { return leLann{recovering: true} }

func (LeLann) Status(l leLann) Status {
	closed := l.list == 0
	mayStart := closed && l.elected == Nobody
	return Status{Elected: l.elected, TakesPart: !closed, Idle: closed, MayStart: mayStart, Recovering: l.recovering}
}

// Declares: only a process that has come back asks.
func (LeLann) Declares(restarts bool) ([]Kind, []string) {
	if restarts {
		return []Kind{ASK}, nil
	}
	return nil, nil
}

// Bounds: as printed, messages multiply without end once a process has died.
func (a LeLann) Bounds(d Dangers) (elections, capacity int) {
	if a.Printed && d.Crashes != 0 {
		return Unlimited, 4
	}
	return Unlimited, Unlimited
}

func (a LeLann) Start(p *Process[leLann]) {
	if p.MayBegin() {
		p.Rule("LL1")
		a.open(p, p.ID)
		p.Pass(Elect{p.ID})
	}
}

// open begins a new list, with the process itself and j.
func (LeLann) open(p *Process[leLann], j ID) {
	p.Local.list = 1<<p.Group.Index(p.ID) | 1<<p.Group.Index(j)
	p.Local.recovering = false
}

// Receive follows rules LL2 to LL6.
func (a LeLann) Receive(p *Process[leLann], _ ID, m Message) {
	switch m := m.(type) {
	case Elect:
		a.elect(p, m)
	case Ask:
		a.ask(p, m)
	}
}

func (a LeLann) elect(p *Process[leLann], m Elect) {
	switch {
	case a.Printed && !p.Local.heard: // as printed
		p.Rule("LL2", "j", m.ID)
		a.open(p, m.ID)
		p.Local.heard = true
		p.Pass(m)
		p.Pass(Elect{p.ID})
	case p.Local.list == 0 && m.ID != p.ID: // my own goes ahead, and is back when I have met all
		p.Rule("LL2", "j", m.ID)
		a.open(p, m.ID)
		p.Pass(Elect{p.ID})
		p.Pass(m)
	case m.ID != p.ID:
		p.Rule("LL3", "j", m.ID)
		p.Local.list |= 1 << p.Group.Index(m.ID)
		p.Pass(m)
	default: // my own has come round, and the list is complete
		p.Rule("LL4", "j", m.ID)
		if p.Local.list != 0 {
			p.Local = leLann{elected: p.Local.list.highest(p.Group)}
		}
	}
}

// Awaits: the ids of all come round, and then the list is complete.
func (LeLann) Awaits(id ID, group *Group, l leLann) (asked, answered []ID) {
	if l.list == 0 {
		return nil, nil
	}
	return group.others(id), (l.list &^ (1 << group.Index(id))).members(group)
}

// highest returns the highest process of a set that is not empty.
func (s set) highest(group *Group) ID {
	return slices.MaxFunc(s.members(group), func(a, b ID) int { return cmp.Compare(group.Rank(a), group.Rank(b)) })
}

func (a LeLann) ask(p *Process[leLann], m Ask) {
	if m.ID != p.ID { // the first that knows answers
		p.Rule("LL5", "j", m.ID)
		if m.Elected == Nobody {
			m.Elected = p.Local.elected
		}
		p.Pass(m)
		return
	}
	p.Rule("LL6", "j", m.ID, "e", m.Elected) // the answer to me
	if p.Local.list == 0 && p.Local.elected == Nobody {
		p.Local = leLann{elected: m.Elected}
		if m.Elected == Nobody {
			a.Start(p)
		}
	}
}

func (LeLann) Recover(p *Process[leLann]) {
	p.Rule("LL7")
	p.Local.recovering = false
	p.Pass(Ask{p.ID, Nobody})
}

func (a LeLann) Detect(p *Process[leLann]) {
	p.Rule("LL8")
	p.Local.elected = Nobody
	a.Start(p)
}
