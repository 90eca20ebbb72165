package simulate

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// describe spells an occurrence as package world does.
func (o occurrence) describe(ids []model.ID) string {
	switch o.kind {
	case model.Start:
		return fmt.Sprintf("P%d starts an election", ids[o.process])
	case model.Receive:
		return fmt.Sprintf("P%d takes %v from P%d", ids[o.process], o.message, ids[o.from])
	case model.Timeout:
		return fmt.Sprintf("P%d times out on %v", ids[o.process], o.timer)
	}
	panic("simulate: nothing else happens here")
}

// A follower walks through a world as a run does.
type follower struct {
	*testing.T
	world *world.World
	at    checker.State
	sent  map[model.Kind]int
	ids   []model.ID
}

// possible are the steps that the world has now, by their descriptions.
func (f *follower) possible() map[string]checker.Transition {
	all := map[string]checker.Transition{}
	f.world.Steps(f.at, func(step checker.Step, to checker.State) {
		if to != nil {
			all[f.world.DescribeStep(f.at, step)] = checker.Transition{Step: step, To: slices.Clone(to)}
		}
	})
	return all
}

// take follows one step of the run.
func (f *follower) take(o occurrence) {
	f.Helper()
	step, possible := f.possible()[o.describe(f.ids)]
	if !possible {
		f.Fatalf("%s is no step of %s", o.describe(f.ids), f.world.DescribeState(f.at))
	}
	f.world.Sent(f.at, step.Step, func(m model.Message, _ bool) { f.sent[model.KindOf(m)]++ })
	f.at = step.To
}

// offered are the steps that the network would take, by the same descriptions.
func offered(n *network) map[string]bool {
	ids, all := n.ids, map[string]bool{}
	for l, queue := range n.channels {
		all[occurrence{kind: model.Receive, process: l.to, from: l.from, message: queue[0].message}.describe(ids)] = true
	}
	for p := range n.members {
		if n.starters.has(p) {
			all[occurrence{kind: model.Start, process: p}.describe(ids)] = true
		}
	}
	for _, a := range n.firing() {
		all[occurrence{kind: model.Timeout, process: a.process, timer: a.timer}.describe(ids)] = true
	}
	return all
}

// worlds lists, for each algorithm, worlds in which nothing befalls anyone.
func worlds(yield func(world.Config) bool) {
	for _, a := range model.Catalogue() {
		if !Can(a) {
			continue
		}
		for _, ids := range [][]model.ID{{1}, {2, 1}, {3, 1, 2}, {4, 8, 9, 3}} {
			for _, initial := range []world.Initial{world.NobodyElected, world.LeaderElected} {
				for _, initiators := range [][]model.ID{nil, ids[:1]} {
					c := world.Default(a, ids)
					c.Crashes, c.Restarts, c.Initial, c.Initiators = 0, 0, initial, initiators
					for _, c.Starts = range []int{c.Starts, 2} {
						if !yield(c) {
							return
						}
					}
				}
			}
		}
	}
}

func electionOf(c world.Config) Election {
	e := Election{Handler: c.Algorithm.Make(model.Variant{Reading: c.Reading, Options: c.Options}),
		Group: c.Group(), Initiators: c.Initiators, Starts: c.Starts, Elections: c.Elections}
	if c.Initial == world.LeaderElected {
		e.Leader = e.Group.Highest()
	}
	return e
}

// TestRunsAreRunsOfTheWorld: in each state of a run the network offers just the steps that the world
// has, each step of the run is one of them, and both count the same messages and come to the same
// end. So a run that is drawn here is one of those that are explored there.
func TestRunsAreRunsOfTheWorld(t *testing.T) {
	testlevel.Alone(t)
	decided := map[string]int{}
	for c := range worlds {
		for seed := range uint64(5) {
			w := world.New(c)
			f := &follower{T: t, world: w, sent: map[model.Kind]int{}, ids: c.IDs}
			w.Init(func(s checker.State) { f.at = slices.Clone(s) })
			e, draw := electionOf(c), rand.New(rand.NewPCG(seed, 0))
			n := e.begin(f.take)
			for n.Steps < 500 {
				want := map[string]bool{}
				for step := range f.possible() {
					want[step] = true
				}
				if got := offered(n); !maps.Equal(got, want) {
					t.Fatalf("%s %v: the network offers %v, the world %v", c.Algorithm.Name, c.IDs, got, want)
				}
				if n.Over.Reached || !n.stepAtRandom(draw) {
					break
				}
			}
			v := w.View(f.at)
			trusted := v.Trusted() != model.Nobody
			if n.Over.Reached && (!trusted || v.UnderWay()) || !maps.Equal(f.sent, n.kinds) {
				t.Fatalf("%s %v: over %v with %v sent; the world has sent %v, and trusts %v", c.Algorithm.Name, c.IDs, n.Over.Reached, n.kinds, f.sent, v.Trusted())
			}
			decided[c.Algorithm.Name] += count(n.Over.Reached)
		}
	}
	for _, a := range model.Catalogue() {
		if decided[a.Name] == 0 && Can(a) {
			t.Errorf("no run of %s comes to its end", a.Name)
		}
	}
}

// TestLockstepIsARunOfTheWorld follows the run in rounds.
func TestLockstepIsARunOfTheWorld(t *testing.T) {
	for c := range worlds {
		w := world.New(c)
		f := &follower{T: t, world: w, sent: map[model.Kind]int{}, ids: c.IDs}
		w.Init(func(s checker.State) { f.at = slices.Clone(s) })
		electionOf(c).lockstep(f.take, nil, 500)
	}
}
