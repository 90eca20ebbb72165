package world_test

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A lottery is no election: P1 draws some lots, one after another, and sends each to P2. So a channel has more different contents than 16
// bits can number: lots^draws is 68,921.
type lottery struct{}

const draws, lots = 3, 41

// A hat is what a process remembers: how many lots it has still to draw.
type hat struct {
	leader model.ID
	left   int
}

// A lot is a message.
type lot struct{ value int }

func (lot) Kind() model.Kind { return "LOT" }

func (lottery) Initial(leader model.ID) hat { return hat{leader: leader} }

func (lottery) Status(l hat) model.Status {
	return model.Status{Elected: l.leader, Idle: l.left == 0, MayStart: l.leader == model.Nobody}
}

func (lottery) Start(p *model.Process[hat]) { p.Local.left = draws }

func (lottery) Detect(*model.Process[hat]) {}

func (lottery) Choices(l hat) (values []int) {
	for v := 1; v <= lots && l.left > 0; v++ {
		values = append(values, v)
	}
	return values
}

func (lottery) Choose(p *model.Process[hat], value int) {
	p.Local.left--
	p.Broadcast(p.Others(), lot{value})
}

func (lottery) Receive(*model.Process[hat], model.ID, model.Message) {}

// TestManyContents: the contents of channels are not limited to 16 bits.
func TestManyContents(t *testing.T) {
	a := model.Algorithm{Name: "lottery", Topology: model.Complete, Make: func(model.Variant) model.Handler { return model.Handle(lottery{}) }}
	c := world.Faulty(a, ids(2))
	c.Crashes, c.Starts, c.Initiators, c.Channels = 0, 1, ids(1), world.FIFO
	_, report, err := world.Explore(t.Context(), c, func(w *world.World) []checker.Property { return w.Properties([]spec.Property{spec.Validity}) }, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// P2 has taken t of the s lots that P1 has sent: the others are in the channel.
	states, power := 2, 1 // nothing is started, or nothing sent
	for sent := 1; sent <= draws; sent++ {
		power *= lots
		for left, contents := sent, power; left >= 0; left, contents = left-1, contents/lots {
			states += contents
		}
	}
	if !report.Complete || report.States != states {
		t.Errorf("%d states, bound %q, want %d", report.States, report.Bound, states)
	}
}
