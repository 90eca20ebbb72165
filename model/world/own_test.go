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

// own is the bully of spec/bully.md as somebody else might write it: its messages are its own, and are
// called what call, answer and announce say.
type own struct{ call, answer, announce model.Kind }

type ownState struct {
	wait    patience
	elected model.ID
}

// patience is what a process waits for.
type patience uint8

const (
	calm patience = iota
	forAnswer
	forLeader
)

func (p patience) String() string { return [...]string{"calm", "for an answer", "for a leader"}[p] }

// word is a message: what it is called, whose id it carries, and what it is for.
type word struct {
	kind             model.Kind
	id               model.ID
	calls, announces bool
}

func (w word) Kind() model.Kind { return w.kind }
func (w word) Calls() bool      { return w.calls }
func (w word) Announces() bool  { return w.announces }
func (w word) String() string   { return fmt.Sprintf("%s(%d)", w.kind, w.id) }

func (own) Initial(elected model.ID) ownState { return ownState{elected: elected} }

func (own) Status(l ownState) model.Status {
	return model.Status{Elected: l.elected, TakesPart: l.wait != calm, Idle: l.wait == calm, MayStart: l.wait == calm}
}

func (o own) Start(p *model.Process[ownState]) {
	if p.Local.wait = calm; !p.MayBegin() {
		return
	}
	if p.ID == p.Group.Highest() {
		o.lead(p)
		return
	}
	p.Local.wait = forAnswer
	p.Broadcast(p.Higher(), word{kind: o.call, id: p.ID, calls: true})
}

func (o own) Detect(p *model.Process[ownState]) { o.Start(p) }

func (o own) lead(p *model.Process[ownState]) {
	p.Local = ownState{elected: p.ID}
	p.Broadcast(p.Lower(), word{kind: o.announce, id: p.ID, announces: true})
}

func (o own) Receive(p *model.Process[ownState], from model.ID, m model.Message) {
	switch model.KindOf(m) {
	case o.call:
		p.Send(from, word{kind: o.answer})
		if p.Local.wait == calm {
			o.Start(p)
		}
	case o.answer:
		if p.Local.wait == forAnswer {
			p.Local.wait = forLeader
		}
	case o.announce:
		p.Local = ownState{elected: m.(word).id}
	}
}

func (own) Timers(_ model.ID, _ *model.Group, l ownState) []model.Timer {
	if l.wait == calm {
		return nil
	}
	return []model.Timer{{Name: l.wait.String(), Slot: int(l.wait)}}
}

func (o own) Timeout(p *model.Process[ownState], t model.Timer) {
	if t.Slot == int(forAnswer) {
		o.lead(p)
		return
	}
	o.Start(p)
}

func (o own) CanCome(s model.Situation, group *model.Group, i model.ID, t model.Timer) bool {
	if t.Slot == int(forAnswer) {
		return s.OnItsWay(o.answer, model.Anyone, i) || s.OnItsWay(o.call, i, model.Anyone)
	}
	return s.OnItsWay(o.announce, model.Anyone, i) || slices.ContainsFunc(group.Ring, func(j model.ID) bool {
		return group.Outranks(j, i) && (s.TakesPart(j) || s.OnItsWay(o.call, model.Anyone, j))
	})
}

func (own) Concerns(group *model.Group, i model.ID, _ model.Timer, dead model.ID) bool {
	return group.Outranks(dead, i)
}

// owned is an entry for it.
func (o own) owned() model.Algorithm {
	return model.Algorithm{
		Name: "own", Topology: model.Complete, Crashes: 1,
		Make: func(model.Variant) model.Handler { return model.Handle(o) },
	}
}

// allVerdicts explores a world and lists what is said of the properties that are asked by default, and of
// announced-last: the verdict and in how many states the premise is true.
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

// TestOwnKinds: an election is judged by what its messages are, and not by what they are called. Whether
// its kinds are declared changes the rows of the report alone.
func TestOwnKinds(t *testing.T) {
	bully, _ := model.Find("bully")
	want, catalogues := allVerdicts(t, world.Faulty(bully, ids(3)), 1)
	if catalogues.States != 478 || !slices.Contains(want, "announced-last violated, premise in 360") {
		t.Fatalf("the catalogue's bully: %d states, %q", catalogues.States, want)
	}
	for _, o := range []own{{"ELECTION", "OK", "COORDINATOR"}, {"40", "41", "42"}, {"call", "", "deliver COORDINATOR"}, {"31", "32", "33"}} {
		for _, declared := range [][]model.Kind{nil, {o.announce, o.call, o.answer}, {o.call, "never sent"}} {
			a := o.owned()
			a.Kinds = declared
			got, report := allVerdicts(t, world.Faulty(a, ids(3)), 2)
			if !slices.Equal(got, want) || report.States != catalogues.States || report.Steps != catalogues.Steps || report.Terminal != catalogues.Terminal {
				t.Errorf("%+v, declared %q: %d states, %d steps: %q; want %d, %d: %q",
					o, declared, report.States, report.Steps, got, catalogues.States, catalogues.Steps, want)
			}
		}
	}
}

// babble is an election whose leader counts: each of its announcements is of a kind of its own.
type babble struct{ own }

func (b babble) Receive(p *model.Process[ownState], _ model.ID, m model.Message) {
	if next := m.(word); next.id < 300 {
		p.Broadcast(p.Others()[:1], word{kind: model.Kind(fmt.Sprint(next.id + 1)), id: next.id + 1})
	}
}

// TestManyKinds: 300 kinds are 300 actions, in the order of their names, however many workers meet them
// and wherever a bound cuts the run.
func TestManyKinds(t *testing.T) {
	a := own{call: "1"}.owned()
	a.Make = func(model.Variant) model.Handler { return model.Handle(babble{own{call: "1"}}) }
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
				t.Errorf("%d workers: %d kinds are delivered, want 300", workers, len(deliveries))
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

// unawaited is an election whose timers say nothing of what they wait for.
type unawaited struct{ model.Protocol[ownState] }

func (unawaited) Timers(_ model.ID, _ *model.Group, l ownState) []model.Timer {
	return own{}.Timers(0, nil, l)
}

func (unawaited) Timeout(p *model.Process[ownState], t model.Timer) { own{}.Timeout(p, t) }

// TestTimersThatTheWorldCannotTime: what a world needs to know of timers is named where it is missing.
func TestTimersThatTheWorldCannotTime(t *testing.T) {
	for _, test := range []struct {
		timeouts world.Timeouts
		protocol model.Protocol[ownState]
		want     string
	}{
		{world.Sync, unawaited{own{}}, "timeouts sync: own has timers without the methods CanCome and Concerns of model.Await; allowed without them is any"},
		{world.Any, unawaited{own{}}, ""},
		{world.Sync, own{}, ""},
		{world.ByClock, own{}, "timeouts clock: own has timers without the method Ticks of model.Clocked"},
	} {
		a := own{}.owned()
		a.Make = func(model.Variant) model.Handler { return model.Handle(test.protocol) }
		c := world.Faulty(a, ids(2))
		c.Timeouts = test.timeouts
		if err := c.Validate(); (err == nil) != (test.want == "") || err != nil && err.Error() != test.want {
			t.Errorf("%s: got %v, want %q", test.timeouts, err, test.want)
		}
	}
}

// reelected is an election in terms whose timers run by the clock: a follower that hears nothing for too long claims the next term, and
// all that hear of a newer term follow. Two may claim the same term.
type reelected struct{}

type reign struct {
	term   int
	leader model.ID
}

type claim struct {
	term int
	by   model.ID
}

func (c claim) String() string { return fmt.Sprintf("claim(%d, %d)", c.term, c.by) }

func (reelected) Terms()                       {}
func (reelected) Initial(e model.ID) reign     { return reign{leader: e} }
func (reelected) Kept(l reign) reign           { return reign{term: l.term} }
func (reelected) Detect(*model.Process[reign]) {}
func (reelected) Status(l reign) model.Status {
	return model.Status{Elected: l.leader, Term: l.term, MayStart: l.term == 0, TakesPart: l.leader == model.Nobody && l.term > 0}
}

func (reelected) Start(p *model.Process[reign]) {
	p.Local = reign{p.Local.term + 1, p.ID}
	p.Broadcast(p.Others(), claim{p.Local.term, p.ID})
}

func (reelected) Receive(p *model.Process[reign], _ model.ID, m model.Message) {
	if m := m.(claim); m.term > p.Local.term {
		p.Local = reign{m.term, m.by}
	}
}

func (reelected) Timers(id model.ID, _ *model.Group, l reign) []model.Timer {
	if l.leader == id || l.term == 0 || l.term == 2 {
		return nil
	}
	return []model.Timer{{Name: "patience"}}
}

func (r reelected) Timeout(p *model.Process[reign], _ model.Timer) { r.Start(p) }
func (reelected) Ticks(_ reign, _ model.Timer, c model.Clock) int  { return c.T }

// TestOwnTermsByTheClock: in such a world the twin, which has been written from spec/ alone, sees the same.
func TestOwnTermsByTheClock(t *testing.T) {
	a := model.Algorithm{Name: "reelected", Topology: model.Complete, Own: true, Crashes: 1, Restarts: 1,
		Make: func(model.Variant) model.Handler { return model.Handle(reelected{}) }}
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
		seen := agree(t, t, newTwin(c.Bounded()), 100_000)
		if seen == nil || len(seen.states) < 50 {
			t.Errorf("too many states, or too few: %+v", c)
		}
	}
}
