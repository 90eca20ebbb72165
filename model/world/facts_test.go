package world_test

import (
	"testing"

	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A climb is an election in which P1 goes up one rung after another. P2 may give up waiting for it on any rung but the last.
type climb struct{ rungs int }

type climber struct {
	rung   int
	waits  bool
	leader model.ID
}

func (climb) Initial(elected model.ID) climber { return climber{leader: elected, waits: true} }

func (c climb) Status(l climber) model.Status {
	return model.Status{Elected: l.leader, Term: l.rung, MayStart: l.rung < c.rungs}
}

func (climb) Start(p *model.Process[climber]) { p.Local.rung++ }

func (climb) Detect(*model.Process[climber]) {}

func (climb) Receive(*model.Process[climber], model.ID, model.Message) {}

func (climb) Timers(id model.ID, _ *model.Group, l climber) []model.Timer {
	if id == 2 && l.waits {
		return []model.Timer{{Name: "T"}}
	}
	return nil
}

func (climb) Timeout(p *model.Process[climber], _ model.Timer) { p.Local.waits = false }

func (c climb) CanCome(s model.Situation, _ *model.Group, _ model.ID, _ model.Timer) bool {
	return s.Status(1).Term == c.rungs
}

func (climb) Terms() {}

func (climb) Concerns(*model.Group, model.ID, model.Timer, model.ID) bool { return false }

// There may be more statuses than facts tell apart. What a condition says of the first is not taken for what it says of the one by which
// numbers begin again.
func TestStatusesBeyondFacts(t *testing.T) {
	const rungs = 64
	a := model.Algorithm{Name: "climb", Topology: model.Complete, Make: func(model.Variant) model.Handler { return model.Handle(climb{rungs}) }}
	c := world.Faulty(a, ids(2))
	c.Timeouts, c.Crashes, c.Starts, c.Initiators, c.Elections = world.Perfect, 0, world.Unlimited, ids(1), world.Unlimited
	w, asked := world.New(c), []spec.Property{spec.OneLeader}
	if got, want := said(t, w, w, asked, 1, 0), said(t, w, unpacked{w}, asked, 1, 0); got != want {
		t.Errorf("packed:\n%s\nas vectors:\n%s", got, want)
	}
}
