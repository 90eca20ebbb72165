package simulate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"interrex/model"
	"interrex/model/world"
)

// changRoberts is an election in which all start on a ring of ids.
func changRoberts(ids ...model.ID) Election {
	return Election{Handler: model.Handle(model.ChangRoberts{}), Group: model.NewGroup(ids), Starts: model.Unlimited, Elections: model.Unlimited}
}

// TestTheLecturesSums: ids that descend in the direction of travel, all start before anyone receives:
// lecture 001 sums 5, 9, 12, 14, 15 ELECTION messages for five processes, and then the announcement:
// 20 in all.
func TestTheLecturesSums(t *testing.T) {
	run, after := changRoberts(5, 4, 3, 2, 1).Lockstep(nil, 1000)
	if want := []int{5, 9, 12, 14, 15}; !slices.Equal(after[:5], want) {
		t.Errorf("sums %v, want %v", after[:5], want)
	}
	if run.Over.Messages != 20 || !run.Over.Reached || !run.Ended {
		t.Errorf("in all %+v, want 20", run.Over)
	}
	if run.Over.Delays != 2*5 { // N rounds until the highest is back, N for its announcement
		t.Errorf("%d message delays, want 10", run.Over.Delays)
	}
}

// TestBudgetOfSteps: a run that is cut short says so.
func TestBudgetOfSteps(t *testing.T) {
	run, _ := changRoberts(3, 2, 1).Lockstep(nil, 4)
	if run.Ended || run.Over.Reached {
		t.Errorf("a run of four steps has ended: %+v", run)
	}
}

// TestLargeGroups: an algorithm that declares no Most elects the highest of a hundred; a local state
// without room for so many would show here.
func TestLargeGroups(t *testing.T) {
	ids := make([]model.ID, 100)
	for i := range ids {
		ids[i] = model.ID(len(ids) - i)
	}
	for _, a := range model.Catalogue() {
		if a.Most > 0 || !Can(a) {
			continue
		}
		e := electionOf(world.Default(a, ids))
		e.Starts = 1
		n := e.begin(nil)
		n.lockstep(1_000_000)
		if !n.Over.Reached || n.members[0].status.Elected != 100 {
			t.Errorf("%s: %+v, and P%d has elected %d", a.Name, n.Run, ids[0], n.members[0].status.Elected)
		}
	}
}

// A tossing process draws before it answers a call; the caller then knows who leads.
type tossing struct{}

type toss struct {
	leader model.ID
	owes   bool
}

type (
	call   struct{}
	answer struct{}
)

func (tossing) Initial(elected model.ID) toss { return toss{leader: elected} }
func (tossing) Status(l toss) model.Status {
	return model.Status{Elected: l.leader, TakesPart: l.owes, MayStart: l.leader == model.Nobody}
}
func (tossing) Start(p *model.Process[toss]) { p.Broadcast(p.Higher(), call{}) }
func (tossing) Detect(*model.Process[toss])  {}
func (tossing) Receive(p *model.Process[toss], _ model.ID, m model.Message) {
	p.Local = toss{leader: 1, owes: m == call{}}
}
func (tossing) Choices(l toss) []int {
	if l.owes {
		return []int{1, 2}
	}
	return nil
}
func (tossing) Choose(p *model.Process[toss], value int) {
	if value == 2 {
		p.Local.owes = false
		p.Send(1, answer{})
	}
}

// TestLotsInRounds: lots are drawn in the step that calls for them, again and again until nothing is owed, and take no
// round.
func TestLotsInRounds(t *testing.T) {
	e := Election{Handler: model.Handle(tossing{}), Group: model.NewGroup([]model.ID{1, 2}),
		Initiators: []model.ID{1}, Starts: 1, Elections: model.Unlimited}
	steps := map[int]bool{}
	for seed := range uint64(20) {
		run, after := e.Lockstep(rand.New(rand.NewPCG(seed, 0)), 1000)
		if !slices.Equal(after, []int{1, 2, 2}) || !run.Over.Reached || run.Over.Delays != 2 {
			t.Errorf("seed %d: messages by round %v, %+v", seed, after, run)
		}
		steps[run.Steps] = true
	}
	if len(steps) < 3 {
		t.Errorf("twenty seeds draw alike: %v steps", steps)
	}
}
