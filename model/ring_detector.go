package model

import (
	"math/bits"
	"slices"
)

// RingDetector is option 2 of lecture 000 against a circulating ELECTION(9): a process that has seen
// ELECTION(k) may learn from a failure detector that k has died. Rules RD1 to RD4 of spec/ring-detector.md.
type RingDetector struct {
	// Printed: the messages of a suspected process are still forwarded.
	Printed bool
}

type ringDetector struct {
	elected   ID
	seen      set // k such that ELECTION(k) has been seen
	suspected set
}

// A set is a set of processes, by their places on the ring.
type set uint64

// setSize is the number of places that a set has room for.
const setSize = 64

func (s set) has(place int) bool { return s>>place&1 != 0 }
func (s set) with(place int) set { return s | 1<<place }

// members lists the processes of a set in ring order.
func (s set) members(g *Group) []ID {
	return slices.DeleteFunc(slices.Clone(g.Ring), func(id ID) bool { return !s.has(g.Index(id)) })
}

// isMajority reports whether the set holds more than half of a group.
func (s set) isMajority(g *Group) bool { return 2*bits.OnesCount64(uint64(s)) > len(g.Ring) }

func (RingDetector) Initial(elected ID) ringDetector { return ringDetector{elected: elected} }

func (RingDetector) Status(l ringDetector) Status {
	return Status{Elected: l.elected, Idle: true, MayStart: true}
}

func (RingDetector) Start(p *Process[ringDetector]) { call(p) }

func (RingDetector) Detect(p *Process[ringDetector]) { miss(p, &p.Local.elected) } // RI6

// Receive follows rules RD1 and RD3, and RI2 to RI5.
func (r RingDetector) Receive(p *Process[ringDetector], _ ID, m Message) {
	var k ID
	switch m := m.(type) {
	case Election:
		k = m.ID
		if k != p.ID {
			p.Rule("RD1", "k", k)
			p.Local.seen |= 1 << p.Group.Index(k)
		}
	case Elected:
		k = m.ID
	}
	if p.Local.suspected.has(p.Group.Index(k)) {
		p.Rule("RD3", "k", k)
		if !r.Printed {
			return
		}
	}
	circulate(p, &p.Local.elected, m)
}

// Suspects: rules RD2 and RD4.
func (RingDetector) Suspects(_ ID, group *Group, l ringDetector) (report, withdraw []ID) {
	for place, k := range group.Ring {
		switch {
		case l.suspected.has(place):
			withdraw = append(withdraw, k)
		case l.seen.has(place):
			report = append(report, k)
		}
	}
	return report, withdraw
}

func (r RingDetector) Report(p *Process[ringDetector], k ID) {
	p.Rule("RD2", "k", k)
	p.Local.suspected |= 1 << p.Group.Index(k)
	call(p)
}

func (RingDetector) Withdraw(p *Process[ringDetector], k ID) {
	p.Rule("RD4", "k", k)
	p.Local.suspected &^= 1 << p.Group.Index(k)
}
