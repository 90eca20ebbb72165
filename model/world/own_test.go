package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// ownElection is an election in which a process asks another one, and announces itself if its timer fires before the answer.
type ownElection struct{}

type ownState struct {
	waits   bool
	elected model.ID
}

// ownMessage is a message with its kind and the id of a process.
type ownMessage struct {
	kind model.Kind
	id   model.ID
}

func (m ownMessage) Kind() model.Kind { return m.kind }
func (m ownMessage) Calls() bool      { return m.kind == "call" }
func (m ownMessage) Announces() bool  { return m.kind == "announcement" }
func (m ownMessage) String() string   { return fmt.Sprintf("%s(%d)", m.kind, m.id) }

func (ownElection) Initial(elected model.ID) ownState { return ownState{elected: elected} }

func (ownElection) Status(l ownState) model.Status {
	return model.Status{Elected: l.elected, TakesPart: l.waits, Idle: !l.waits, MayStart: !l.waits}
}

func (ownElection) Start(p *model.Process[ownState]) {
	if p.MayBegin() {
		p.Local.waits = true
		p.Broadcast(p.Others(), ownMessage{"call", p.ID})
	}
}

func (o ownElection) Detect(p *model.Process[ownState]) { o.Start(p) }

func (ownElection) Receive(p *model.Process[ownState], from model.ID, m model.Message) {
	switch m := m.(ownMessage); m.kind {
	case "call":
		p.Send(from, ownMessage{"answer", p.ID})
	case "answer":
		p.Local.waits = false
	case "announcement":
		p.Local = ownState{elected: m.id}
	}
}

func (ownElection) Timers(_ model.ID, _ *model.Group, l ownState) []model.Timer {
	if !l.waits {
		return nil
	}
	return []model.Timer{{Name: "patience"}}
}

func (ownElection) Timeout(p *model.Process[ownState], _ model.Timer) {
	p.Local = ownState{elected: p.ID}
	p.Broadcast(p.Others(), ownMessage{"announcement", p.ID})
}

func (ownElection) CanCome(s model.Situation, _ *model.Group, i model.ID, _ model.Timer) bool {
	return s.OnItsWay("answer", model.Anyone, i) || s.OnItsWay("call", i, model.Anyone)
}

func (ownElection) Concerns(*model.Group, model.ID, model.Timer, model.ID) bool { return true }

// ownAlgorithm is the catalogue entry of an election.
func ownAlgorithm(p model.Protocol[ownState]) model.Algorithm {
	return model.Algorithm{
		Name: "own", Topology: model.Complete, Author: model.Author{Crashes: 1},
		Make: func(model.Variant) model.Handler { return model.Handle(p) },
	}
}

// manyKinds is an election in which each message has a new kind.
type manyKinds struct{ ownElection }

func (manyKinds) Receive(p *model.Process[ownState], _ model.ID, m model.Message) {
	if next := m.(ownMessage).id + 1; next < 300 {
		p.Broadcast(p.Others()[:1], ownMessage{model.Kind(fmt.Sprint(next)), next})
	}
}

// Each of 300 kinds is an action, in the order of their names, for any number of workers and any bound.
func TestManyKinds(t *testing.T) {
	c := world.Faulty(ownAlgorithm(manyKinds{}), ids(2))
	c.Crashes, c.Starts, c.Initiators = 0, 1, ids(1)
	for _, most := range []int{0, 100, 7} {
		var first []checker.Activity
		for _, workers := range []int{1, 2, 8} {
			_, report, err := world.Explore(t.Context(), c, func(*world.World) []checker.Property { return nil },
				checker.Options{Workers: workers, MaxStates: most})
			if err != nil {
				t.Fatal(err)
			}
			deliveries := slices.DeleteFunc(slices.Clone(report.Actions), func(a checker.Activity) bool { return a.Action[0] != 'd' })
			if most == 0 && len(deliveries) != 300 {
				t.Errorf("%d workers: got %d kinds, want 300", workers, len(deliveries))
			}
			if !slices.IsSortedFunc(deliveries, func(a, b checker.Activity) int { return strings.Compare(a.Action, b.Action) }) {
				t.Errorf("%d workers: not in the order of names: %v", workers, deliveries)
			}
			if first == nil {
				first = report.Actions
			}
			if !slices.Equal(report.Actions, first) {
				t.Errorf("%d workers, %d states: got %v, want %v", workers, most, report.Actions, first)
			}
		}
	}
}

// withoutAwait is an election with timers that lack the methods of model.Await.
type withoutAwait struct{ model.Protocol[ownState] }

func (withoutAwait) Timers(id model.ID, g *model.Group, l ownState) []model.Timer {
	return ownElection{}.Timers(id, g, l)
}

func (withoutAwait) Timeout(p *model.Process[ownState], t model.Timer) { ownElection{}.Timeout(p, t) }

// The error names the methods that the timers lack.
func TestMissingTimerMethods(t *testing.T) {
	for _, test := range []struct {
		timeouts world.Timeouts
		protocol model.Protocol[ownState]
		want     string
	}{
		{world.Sync, withoutAwait{ownElection{}}, "timeouts sync: own has timers without the methods CanCome and Concerns of model.Await; allowed without them is any"},
		{world.Any, withoutAwait{ownElection{}}, ""},
		{world.Sync, ownElection{}, ""},
		{world.ByClock, ownElection{}, "timeouts clock: own has timers without the method Ticks of model.Clocked"},
	} {
		c := world.Faulty(ownAlgorithm(test.protocol), ids(2))
		c.Timeouts = test.timeouts
		if err := c.Validate(); (err == nil) != (test.want == "") || err != nil && err.Error() != test.want {
			t.Errorf("%s: got %v, want %q", test.timeouts, err, test.want)
		}
	}
}

// clockElection is an election with terms and timers of a clock. A follower without messages claims the next term. A process follows a
// newer term. Two processes may claim the same term.
type clockElection struct{}

type termState struct {
	term   int
	leader model.ID
}

type claim struct {
	term int
	by   model.ID
}

func (c claim) String() string { return fmt.Sprintf("claim(%d, %d)", c.term, c.by) }

func (clockElection) Terms()                           {}
func (clockElection) Initial(e model.ID) termState     { return termState{leader: e} }
func (clockElection) Kept(l termState) termState       { return termState{term: l.term} }
func (clockElection) Detect(*model.Process[termState]) {}
func (clockElection) Status(l termState) model.Status {
	return model.Status{Elected: l.leader, Term: l.term, MayStart: l.term == 0, TakesPart: l.leader == model.Nobody && l.term > 0}
}

func (clockElection) Start(p *model.Process[termState]) {
	p.Local = termState{p.Local.term + 1, p.ID}
	p.Broadcast(p.Others(), claim{p.Local.term, p.ID})
}

func (clockElection) Receive(p *model.Process[termState], _ model.ID, m model.Message) {
	if m := m.(claim); m.term > p.Local.term {
		p.Local = termState{m.term, m.by}
	}
}

func (clockElection) Timers(id model.ID, _ *model.Group, l termState) []model.Timer {
	if l.leader == id || l.term == 0 || l.term == 2 {
		return nil
	}
	return []model.Timer{{Name: "patience"}}
}

func (r clockElection) Timeout(p *model.Process[termState], _ model.Timer) { r.Start(p) }
func (clockElection) Ticks(_ termState, _ model.Timer, c model.Clock) int  { return c.T }

// An own election with terms and a clock has the states of the reference model.
func TestOwnTermsWithClock(t *testing.T) {
	a := model.Algorithm{Name: "reelected", Topology: model.Complete, Own: true, Author: model.Author{Crashes: 1, Restarts: 1},
		Make: func(model.Variant) model.Handler { return model.Handle(clockElection{}) }}
	for _, change := range []func(*world.Config){
		func(*world.Config) {},
		func(c *world.Config) { c.IDs, c.Crashes, c.Restarts, c.Starts = ids(3), 0, 0, 2 },
		func(c *world.Config) { c.GST = 2; c.Late = 2 },
	} {
		c := world.Default(a, ids(2))
		c.Timeouts = world.ByClock
		c.Clock = c.DefaultClock(1, 0)
		change(&c)
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		seen := compareWithReference(t, t, newReference(c.Bounded()), 100_000)
		if seen == nil || len(seen.states) < 50 {
			t.Errorf("wrong number of states: %+v", c)
		}
	}
}
