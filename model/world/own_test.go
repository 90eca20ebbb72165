package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// ownElection is the bully of spec/bully.md with its own types of messages. Its fields are their kinds.
type ownElection struct{ call, answer, announce model.Kind }

type ownState struct {
	wait    waiting
	elected model.ID
}

// waiting is the phase of a process.
type waiting uint8

const (
	idle waiting = iota
	forAnswer
	forLeader
)

func (p waiting) String() string { return [...]string{"calm", "for an answer", "for a leader"}[p] }

// ownMessage is a message with its kind, the id of a process, and its meaning.
type ownMessage struct {
	kind             model.Kind
	id               model.ID
	calls, announces bool
}

func (w ownMessage) Kind() model.Kind { return w.kind }
func (w ownMessage) Calls() bool      { return w.calls }
func (w ownMessage) Announces() bool  { return w.announces }
func (w ownMessage) String() string   { return fmt.Sprintf("%s(%d)", w.kind, w.id) }

func (ownElection) Initial(elected model.ID) ownState { return ownState{elected: elected} }

func (ownElection) Status(l ownState) model.Status {
	return model.Status{Elected: l.elected, TakesPart: l.wait != idle, Idle: l.wait == idle, MayStart: l.wait == idle}
}

func (o ownElection) Start(p *model.Process[ownState]) {
	if p.Local.wait = idle; !p.MayBegin() {
		return
	}
	if p.ID == p.Group.Highest() {
		o.lead(p)
		return
	}
	p.Local.wait = forAnswer
	p.Broadcast(p.Higher(), ownMessage{kind: o.call, id: p.ID, calls: true})
}

func (o ownElection) Detect(p *model.Process[ownState]) { o.Start(p) }

func (o ownElection) lead(p *model.Process[ownState]) {
	p.Local = ownState{elected: p.ID}
	p.Broadcast(p.Lower(), ownMessage{kind: o.announce, id: p.ID, announces: true})
}

func (o ownElection) Receive(p *model.Process[ownState], from model.ID, m model.Message) {
	switch model.KindOf(m) {
	case o.call:
		p.Send(from, ownMessage{kind: o.answer})
		if p.Local.wait == idle {
			o.Start(p)
		}
	case o.answer:
		if p.Local.wait == forAnswer {
			p.Local.wait = forLeader
		}
	case o.announce:
		p.Local = ownState{elected: m.(ownMessage).id}
	}
}

func (ownElection) Timers(_ model.ID, _ *model.Group, l ownState) []model.Timer {
	if l.wait == idle {
		return nil
	}
	return []model.Timer{{Name: l.wait.String(), Slot: int(l.wait)}}
}

func (o ownElection) Timeout(p *model.Process[ownState], t model.Timer) {
	if t.Slot == int(forAnswer) {
		o.lead(p)
		return
	}
	o.Start(p)
}

func (o ownElection) CanCome(s model.Situation, group *model.Group, i model.ID, t model.Timer) bool {
	if t.Slot == int(forAnswer) {
		return s.OnItsWay(o.answer, model.Anyone, i) || s.OnItsWay(o.call, i, model.Anyone)
	}
	return s.OnItsWay(o.announce, model.Anyone, i) || slices.ContainsFunc(group.Ring, func(j model.ID) bool {
		return group.Outranks(j, i) && (s.TakesPart(j) || s.OnItsWay(o.call, model.Anyone, j))
	})
}

func (ownElection) Concerns(group *model.Group, i model.ID, _ model.Timer, dead model.ID) bool {
	return group.Outranks(dead, i)
}

// entry is the catalogue entry of the election.
func (o ownElection) entry() model.Algorithm {
	return model.Algorithm{
		Name: "own", Topology: model.Complete, Author: model.Author{Crashes: 1},
		Make: func(model.Variant) model.Handler { return model.Handle(o) },
	}
}

// allVerdicts explores a world. It lists the verdicts of the default properties and of announced-last, and the numbers of states in which
// their premises are true.
func allVerdicts(t *testing.T, c world.Config, workers int) (all []string, report *checker.Report) {
	t.Helper()
	asked := append(spec.Default(), spec.AnnouncedLast)
	_, report, err := world.Explore(t.Context(), c,
		func(w *world.World) []checker.Property { return w.Ask(asked) }, checker.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range asked {
		all = append(all, fmt.Sprintf("%s %v, premise in %d", p.Name, report.Results[i].Verdict, report.Results[len(asked)+i].Count))
	}
	return all, report
}

// Verdicts do not depend on the names of kinds. Declared kinds change only the rows of actions.
func TestOwnKinds(t *testing.T) {
	bully, _ := model.Find("bully")
	want, catalogues := allVerdicts(t, world.Faulty(bully, ids(3)), 1)
	if catalogues.States != 478 || !slices.Contains(want, "announced-last violated, premise in 360") {
		t.Fatalf("the catalogue's bully: %d states, %q", catalogues.States, want)
	}
	for _, o := range []ownElection{{"ELECTION", "OK", "COORDINATOR"}, {"40", "41", "42"}, {"call", "", "deliver COORDINATOR"}, {"31", "32", "33"}} {
		for _, declared := range [][]model.Kind{nil, {o.announce, o.call, o.answer}, {o.call, "never sent"}} {
			a := o.entry()
			a.Kinds = declared
			got, report := allVerdicts(t, world.Faulty(a, ids(3)), 2)
			if !slices.Equal(got, want) || report.States != catalogues.States || report.Steps != catalogues.Steps || report.Terminal != catalogues.Terminal {
				t.Errorf("%+v, declared %q: %d states, %d steps: %q; want %d, %d: %q",
					o, declared, report.States, report.Steps, got, catalogues.States, catalogues.Steps, want)
			}
		}
	}
}

// manyKinds is an election in which each announcement has a new kind.
type manyKinds struct{ ownElection }

func (b manyKinds) Receive(p *model.Process[ownState], _ model.ID, m model.Message) {
	if next := m.(ownMessage); next.id < 300 {
		p.Broadcast(p.Others()[:1], ownMessage{kind: model.Kind(fmt.Sprint(next.id + 1)), id: next.id + 1})
	}
}

// 300 kinds are 300 actions, in the order of their names, for any number of workers and any bound.
func TestManyKinds(t *testing.T) {
	a := ownElection{call: "1"}.entry()
	a.Make = func(model.Variant) model.Handler { return model.Handle(manyKinds{ownElection{call: "1"}}) }
	c := world.Faulty(a, ids(2))
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

func (withoutAwait) Timers(_ model.ID, _ *model.Group, l ownState) []model.Timer {
	return ownElection{}.Timers(0, nil, l)
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
		a := ownElection{}.entry()
		a.Make = func(model.Variant) model.Handler { return model.Handle(test.protocol) }
		c := world.Faulty(a, ids(2))
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
