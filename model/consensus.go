package model

import (
	"slices"

	"interrex/spec"
)

// Consensus turns an election into the protocol that decides by it, as in
// spec/consensus.md: elect, and then decide once, at the first elected ≠ ⊥, the last bit of its id.
// It is the reduction of lecture 000, and works on any election of processes that have ids.
func Consensus(election Algorithm) Algorithm {
	a := election
	a.Name, a.On = ConsensusName, election.Name
	a.Title = "consensus by election: " + election.Title
	a.Source = "lecture 000"
	a.Make = func(v Variant) Handler { return consensus{election.Make(v)} }
	decisions := []string{"same-decision", "all-decide"}
	a.Promised, a.Asked = slices.Concat(a.Promised, decisions), decisions
	for _, p := range election.Usual() {
		a.Asked = append(a.Asked, p.Name)
	}
	return a
}

// ConsensusName is what -algo calls a consensus, whichever election it rests on.
const ConsensusName = "consensus"

// A consensus handler passes every event to the election, and then decides.
type consensus struct{ Handler }

type decided struct {
	election Local
	decision spec.Decision
}

// decide is rule CO2.
func (c consensus) decide(l decided) decided {
	if leader := c.Handler.Status(l.election).Elected; l.decision == spec.Undecided && leader != Nobody {
		l.decision = spec.Zero + spec.Decision(leader&1)
	}
	return l
}

func (c consensus) Initial(elected ID) Local {
	return c.decide(decided{election: c.Handler.Initial(elected)})
}

func (c consensus) Begin(id ID, group *Group, elected ID, back bool) Local {
	return c.decide(decided{election: c.Handler.Begin(id, group, elected, back)})
}

// Kept: a decision is not on stable storage.
func (c consensus) Kept(l Local) Local {
	return c.decide(decided{election: c.Handler.Kept(l.(decided).election)})
}

func (c consensus) Status(l Local) Status {
	status := c.Handler.Status(l.(decided).election)
	status.Decision = l.(decided).decision
	return status
}

func (c consensus) Timers(id ID, group *Group, l Local) []Timer {
	return c.Handler.Timers(id, group, l.(decided).election)
}

func (c consensus) Ticks(l Local, t Timer, clock Clock) int {
	return c.Handler.Ticks(l.(decided).election, t, clock)
}

func (c consensus) Suspects(id ID, group *Group, l Local) (report, withdraw []ID) {
	return c.Handler.Suspects(id, group, l.(decided).election)
}

// Doubts are those of its election.
func (l decided) Doubts(g *Group) []ID {
	if d, is := l.election.(Doubting); is {
		return d.Doubts(g)
	}
	return nil
}

func (c consensus) Awaits(id ID, group *Group, l Local) (asked, answered []ID) {
	return c.Handler.Awaits(id, group, l.(decided).election)
}

// Handle is rule CO1: the election handles every event.
func (c consensus) Handle(self Self, e Event) Outcome {
	before := self.Local.(decided)
	self.Local = before.election
	out := c.Handler.Handle(self, e)
	after := c.decide(decided{out.Local, before.decision})
	if self.Record != nil && after.decision != before.decision {
		self.Record(fired(self.ID, "CO2", []any{"elected", c.Handler.Status(out.Local).Elected}))
	}
	out.Local = after
	return out
}

// BearsConsensus reports whether a consensus can rest on the algorithm: its leader must have an id.
func (a Algorithm) BearsConsensus() bool { return !a.Anonymous && a.On == "" }
