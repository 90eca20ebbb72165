package model

import "slices"

// BullyRecovery is the bully algorithm of lecture 001, for processes that recover: rules BR1 to
// BR11 of spec/bully-recovery.md.
type BullyRecovery struct {
	bullyTimers[bullyRecovery]

	// Printed: the rules for messages hold only "if P_i is not the boss", as printed.
	Printed bool
}

type bullyRecovery struct {
	bully
	recovering bool // back, and no election begun since
}

func (BullyRecovery) Initial(elected ID) bullyRecovery {
	return bullyRecovery{bully: bully{elected: elected}}
}

func (BullyRecovery) Restarted() bullyRecovery { return bullyRecovery{recovering: true} }

func (BullyRecovery) Status(l bullyRecovery) Status {
	status := Bully{}.Status(l.bully)
	status.Recovering, status.MayStart = l.recovering, status.MayStart && !l.recovering
	return status
}

// begin follows rules BR1 and BR2. A process that has no election left stays idle.
func (BullyRecovery) begin(p *Process[bullyRecovery]) {
	p.Local.mode, p.Local.recovering = idle, false
	if !p.MayBegin() {
		return
	}
	if p.ID == p.Group.Highest() {
		p.Rule("BR1")
		p.Local.elected = p.ID
		p.Broadcast(p.Others(), Coordinator{p.ID})
		return
	}
	p.Rule("BR2")
	p.Local.mode = waitingForOK
	p.Broadcast(p.Higher(), Election{p.ID})
}

func (b BullyRecovery) Start(p *Process[bullyRecovery]) { b.begin(p) }

func (b BullyRecovery) Detect(p *Process[bullyRecovery]) {
	p.Rule("BR11")
	b.begin(p)
}

func (b BullyRecovery) Recover(p *Process[bullyRecovery]) {
	p.Rule("BR9")
	b.begin(p)
}

// Receive follows rules BR3, BR4, BR7 and BR8; an ELECTION from above (BR10) is never sent.
func (b BullyRecovery) Receive(p *Process[bullyRecovery], from ID, m Message) {
	boss := p.Local.elected == p.ID
	switch m := m.(type) {
	case Election:
		if boss && b.Printed {
			return
		}
		p.Rule("BR3", "j", from)
		p.Send(from, Reject{})
		if p.Local.mode == idle {
			b.begin(p)
		}
	case Reject:
		p.Rule("BR4")
		if p.Local.mode == waitingForOK {
			p.Local.mode = waitingForCoordinator
		}
	case Coordinator:
		switch {
		case boss && b.Printed:
		case p.IsOutrankedBy(m.ID):
			p.Rule("BR7", "j", m.ID)
			p.Local.mode, p.Local.elected = idle, m.ID
		default: // its sender does not know that I am back
			p.Rule("BR8", "j", m.ID)
			if p.Local.mode == idle {
				b.begin(p)
			}
		}
	}
}

// CanCome adds to what bully's timers wait for: a process above me that has just come back, or
// that hears of a leader below it, will call an election.
func (b BullyRecovery) CanCome(s Situation, group *Group, i ID, t Timer) bool {
	return slices.ContainsFunc(group.Ring, func(j ID) bool {
		return t == timerT2 && group.Outranks(j, i) && (s.Recovering(j) || s.OnItsWay(COORDINATOR, Anyone, j))
	}) || b.bullyTimers.CanCome(s, group, i, t)
}

// Timeout follows rules BR5 and BR6.
func (b BullyRecovery) Timeout(p *Process[bullyRecovery], t Timer) {
	switch t {
	case timerT:
		p.Rule("BR5")
		p.Local.mode, p.Local.elected = idle, p.ID
		p.Broadcast(p.Others(), Coordinator{p.ID})
	case timerT2:
		p.Rule("BR6")
		b.begin(p)
	}
}
