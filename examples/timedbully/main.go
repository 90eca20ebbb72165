// Timedbully is a bully algorithm with its own messages and timers. Nothing of it is in the catalogue.
package main

import (
	"interrex"
	"interrex/explore"
)

// Bully is the protocol: a process that misses the leader asks those above it, and leads if none of them answers.
type Bully struct{}

// A state is what a process remembers.
type state struct {
	phase  phase
	leader interrex.ID
}

// A phase is what a process waits for.
type phase string

const (
	calm    phase = "calm"
	asking  phase = "asking"  // whether a higher process lives
	waiting phase = "waiting" // for a higher process to win
)

// The messages. Their methods say which calls for an election and which announces a result.
type (
	Who    struct{}
	Here   struct{}
	Winner struct{ ID interrex.ID }
)

func (Who) Calls() bool        { return true }
func (Winner) Announces() bool { return true }

var (
	patience = interrex.Timer{Name: "patience"}
	respite  = interrex.Timer{Name: "respite", Slot: 1}
)

func (Bully) Initial(leader interrex.ID) state { return state{calm, leader} }

func (Bully) Status(s state) interrex.Status {
	return interrex.Status{Elected: s.leader, TakesPart: s.phase != calm, Idle: s.phase == calm, MayStart: s.phase == calm}
}

func (Bully) Start(p *interrex.Process[state]) {
	if len(p.Higher()) == 0 {
		win(p)
		return
	}
	p.Local.phase = asking
	p.Broadcast(p.Higher(), Who{})
}

func (b Bully) Detect(p *interrex.Process[state]) { b.Start(p) }

func win(p *interrex.Process[state]) {
	p.Local = state{calm, p.ID}
	p.Broadcast(p.Lower(), Winner{p.ID})
}

func (b Bully) Receive(p *interrex.Process[state], from interrex.ID, m interrex.Message) {
	switch m := m.(type) {
	case Who:
		p.Send(from, Here{})
		if p.Local.phase == calm {
			b.Start(p)
		}
	case Here:
		if p.Local.phase == asking {
			p.Local.phase = waiting
		}
	case Winner:
		p.Local = state{calm, m.ID}
	}
}

func (Bully) Timers(_ interrex.ID, _ *interrex.Group, s state) []interrex.Timer {
	switch s.phase {
	case asking:
		return []interrex.Timer{patience}
	case waiting:
		return []interrex.Timer{respite}
	}
	return nil
}

func (b Bully) Timeout(p *interrex.Process[state], t interrex.Timer) {
	if t == patience {
		win(p) // no higher process lives
		return
	}
	b.Start(p) // the process expected to win has died
}

// The kinds of the messages, for CanCome. A name that is written out could be misspelt.
var who, here, winner = interrex.KindOf(Who{}), interrex.KindOf(Here{}), interrex.KindOf(Winner{})

// CanCome reports whether the message that a timer waits for can still come. If not, the timer may fire.
func (Bully) CanCome(s interrex.Situation, g *interrex.Group, id interrex.ID, t interrex.Timer) bool {
	if t == patience {
		return s.OnItsWay(here, interrex.Nobody, id) || s.OnItsWay(who, id, interrex.Nobody)
	}
	if s.OnItsWay(winner, interrex.Nobody, id) {
		return true
	}
	for _, other := range g.Ring {
		if other > id && (s.TakesPart(other) || s.OnItsWay(who, interrex.Nobody, other)) {
			return true
		}
	}
	return false
}

// Concerns: the awaited message could be one that a higher process sent before it died.
func (Bully) Concerns(_ *interrex.Group, id interrex.ID, _ interrex.Timer, dead interrex.ID) bool {
	return dead > id
}

func main() { explore.Main(interrex.Election("timed-bully", Bully{})) }
