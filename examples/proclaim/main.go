// Proclaim is an election of your own. A process that starts proclaims itself, and each process believes the highest
// that it has heard of. The program offers all of explore for it: check, serve, step, measure, drawings.
package main

import (
	"interrex"
	"interrex/explore"
)

// Proclaim is the protocol.
type Proclaim struct{}

// A local is what a process remembers: any comparable struct.
type local struct{ leader interrex.ID }

// Lead is a message: any comparable value.
type Lead struct{ ID interrex.ID }

func (Proclaim) Initial(leader interrex.ID) local { return local{leader} }

func (Proclaim) Status(l local) interrex.Status {
	return interrex.Status{Elected: l.leader, Idle: true, MayStart: l.leader == interrex.Nobody}
}

func (Proclaim) Start(p *interrex.Process[local]) {
	p.Local.leader = p.ID
	p.Broadcast(p.Others(), Lead{p.ID})
}

func (r Proclaim) Detect(p *interrex.Process[local]) { r.Start(p) }

func (Proclaim) Receive(p *interrex.Process[local], _ interrex.ID, m interrex.Message) {
	p.Local.leader = max(p.Local.leader, m.(Lead).ID)
}

func main() { explore.Main(election()) }

// election is the protocol with its name and its promises. The program and the test check the same.
func election() interrex.Algorithm {
	return interrex.Election("proclaim", Proclaim{}, interrex.Promises("one-leader", "agreement", "decides", "ends"))
}
