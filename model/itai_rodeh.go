package model

import (
	"fmt"
	"strconv"
)

// ItaiRodeh is the algorithm of Itai and Rodeh (1981) for anonymous rings, in the form of Fokkink and Pang
// (2006) without round numbers, rules IR1 to IR9 of spec/itai-rodeh.md. All processes are alike: a rule uses a
// process's id only to compute the process at a distance.
type ItaiRodeh struct {
	// Believed is the number of processes that all of them take for N; 0: the true one.
	Believed int

	// Identities is the number of identities to draw from; less than 2 means 2.
	Identities int
}

type itaiRodeh struct {
	mode     mode
	identity int // drawn, while a candidate
	elected  ID
}

// The modes besides idle.
const (
	drawing mode = iota + waitingForCoordinator + 1
	candidate
	passive
)

// Candidacy is an ELECTION that carries an identity, how many hops it has travelled when it is taken,
// and whether it is clean: no other candidate with the same identity has taken it.
type Candidacy struct {
	Identity, Hops int
	Clean          bool
}

func (Candidacy) Kind() Kind  { return ELECTION }
func (Candidacy) Calls() bool { return true }

func (m Candidacy) String() string {
	return fmt.Sprintf("ELECTION(%d,%d,%t)", m.Identity, m.Hops, m.Clean)
}

// Announcement is an ELECTED that carries how many hops it has travelled from the leader.
type Announcement struct{ Hops int }

func (Announcement) Kind() Kind      { return ELECTED }
func (Announcement) Announces() bool { return true }

func (ItaiRodeh) Initial(elected ID) itaiRodeh { return itaiRodeh{elected: elected} }

func (ItaiRodeh) Status(l itaiRodeh) Status {
	mayStart := l.mode == idle && l.elected == Nobody
	return Status{Elected: l.elected, TakesPart: l.mode != idle, Waits: l.mode == passive, MayStart: mayStart}
}

func (ItaiRodeh) Start(p *Process[itaiRodeh]) {
	if p.MayBegin() {
		p.Rule("IR1")
		p.Local.mode = drawing
	}
}

// Detect has no rule: a process without a name is not missed.
func (ItaiRodeh) Detect(*Process[itaiRodeh]) {}

// Choices lists the identities, for a process that must draw one.
func (a ItaiRodeh) Choices(l itaiRodeh) (identities []int) {
	for k := 1; l.mode == drawing && k <= max(a.Identities, 2); k++ {
		identities = append(identities, k)
	}
	return identities
}

func (ItaiRodeh) Choose(p *Process[itaiRodeh], identity int) {
	p.Rule("IR2", "k", identity)
	p.Local.mode, p.Local.identity = candidate, identity
	p.Pass(Candidacy{identity, 1, true})
}

// Receive follows rules IR3 to IR9.
func (a ItaiRodeh) Receive(p *Process[itaiRodeh], _ ID, m Message) {
	switch m := m.(type) {
	case Candidacy:
		a.receive(p, m)
	case Announcement:
		p.Rule("IR9", "h", m.Hops)
		p.Local = itaiRodeh{elected: p.Before(m.Hops)}
		if m.Hops < a.size(p) {
			p.Pass(Announcement{m.Hops + 1})
		}
	}
}

func (a ItaiRodeh) receive(p *Process[itaiRodeh], m Candidacy) {
	on := Candidacy{m.Identity, m.Hops + 1, m.Clean}
	switch {
	case p.Local.mode != candidate: // it passes, unless it has gone all round
		p.Rule("IR3", "k", m.Identity, "h", m.Hops, "c", strconv.FormatBool(m.Clean))
		if p.Local.elected == Nobody {
			p.Local.mode = passive
		}
		if m.Hops < a.size(p) {
			p.Pass(on)
		}
	case m.Hops == a.size(p) && m.Clean: // my own has come round, and none is like me
		p.Rule("IR4", "h", m.Hops, "N", a.size(p))
		p.Local = itaiRodeh{elected: p.ID}
		p.Pass(Announcement{1})
	case m.Hops == a.size(p): // it has, and another one is like me
		p.Rule("IR5", "h", m.Hops, "N", a.size(p))
		p.Local = itaiRodeh{mode: drawing}
	case m.Identity == p.Local.identity:
		p.Rule("IR6", "k", m.Identity, "h", m.Hops, "N", a.size(p), "identity", p.Local.identity)
		on.Clean = false
		p.Pass(on)
	case m.Identity > p.Local.identity:
		p.Rule("IR7", "k", m.Identity, "h", m.Hops, "c", strconv.FormatBool(m.Clean), "N", a.size(p), "identity", p.Local.identity)
		p.Local = itaiRodeh{mode: passive}
		p.Pass(on)
	default: // it is lower, and swallowed
		p.Rule("IR8", "k", m.Identity, "h", m.Hops, "N", a.size(p), "identity", p.Local.identity)
	}
}

// size is what the processes take for N.
func (a ItaiRodeh) size(p *Process[itaiRodeh]) int {
	if a.Believed > 0 {
		return a.Believed
	}
	return len(p.Group.Ring)
}
