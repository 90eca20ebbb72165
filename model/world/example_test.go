package world_test

import (
	"context"
	"fmt"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// Proclaim is an own election. A process that starts announces itself. The others follow the highest announced process.
type Proclaim struct{}

// proclaim is the local state of a process. It may be any comparable struct.
type proclaim struct{ elected model.ID }

func (Proclaim) Initial(elected model.ID) proclaim { return proclaim{elected} }

func (Proclaim) Status(l proclaim) model.Status {
	return model.Status{Elected: l.elected, Idle: true, MayStart: l.elected == model.Nobody}
}

func (Proclaim) Start(p *model.Process[proclaim]) {
	if p.MayBegin() {
		p.Local.elected = p.ID
		p.Broadcast(p.Others(), model.Coordinator{ID: p.ID})
	}
}

func (r Proclaim) Detect(p *model.Process[proclaim]) { r.Start(p) }

func (Proclaim) Receive(p *model.Process[proclaim], _ model.ID, m model.Message) {
	if c := m.(model.Coordinator); c.ID > p.Local.elected {
		p.Local.elected = c.ID
	}
}

// An election of one's own, and what is wrong with it.
func Example() {
	proclaimed := model.Algorithm{
		Name: "proclaim", Topology: model.Complete, SelfGuarded: true,
		Make: func(model.Variant) model.Handler { return model.Handle(Proclaim{}) },
	}
	ask := func(w *world.World) []checker.Property {
		return w.Properties([]spec.Property{spec.OneLeader, spec.Decides})
	}
	config := world.Faulty(proclaimed, []model.ID{1, 2})
	w, report, err := world.Explore(context.Background(), config, ask, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.Results {
		fmt.Println(r.Property.Name, r.Verdict)
		if r.Path != nil {
			fmt.Print(r.Path.Text(w))
		}
	}
	// Output:
	// one-leader violated
	//      P1 elected ⊥ | P2 elected ⊥
	//   1. P1 starts an election
	//      P1 elected 1 | P2 elected ⊥ | P1→P2 COORDINATOR(1)
	//   2. P2 starts an election
	//      P1 elected 1 | P2 elected 2 | P1→P2 COORDINATOR(1) | P2→P1 COORDINATOR(2)
	// decides holds
}
