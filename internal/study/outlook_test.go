package study_test

import (
	"context"
	"testing"

	"interrex/checker"
	"interrex/internal/study"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

func outlook(t *testing.T, w *study.Walk, o checker.Options) *study.Outlook {
	t.Helper()
	found, err := w.Outlook(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func elected(w *study.Walk, s checker.State) bool {
	return w.World().View(s).Trusted() != spec.Nobody
}

// TestOutlooks: each answer, and the runs that prove it.
func TestOutlooks(t *testing.T) {
	lost := config(t, "chang-roberts", []model.ID{1, 2, 3}, func(c *world.Config) { c.Crashes, c.Starts = 1, 1 })
	for _, test := range []struct {
		why    string
		config world.Config
		steps  []string
		max    int
		want   study.Answer
	}{
		{"no election has to begin", bully(t), nil, 0, study.Begun},
		{"an election goes round for ever", config(t, "ring", []model.ID{4, 8, 9, 3}, func(c *world.Config) { c.Crashes = 1 }), []string{"P9 starts an election"}, 0, study.Can},
		{"a bully wins", bully(t), []string{"P2 starts an election"}, 0, study.Always},
		{"it has", bully(t), []string{"P3 starts an election", "P1 takes COORDINATOR(3) from P3", "P2 takes COORDINATOR(3) from P3"}, 0, study.Elected},
		{"the message is lost with P2", lost, []string{"P1 starts an election", "P2 dies"}, 0, study.Never},
		{"the bound is hit before", bully(t), []string{"P1 starts an election"}, 2, study.Unknown},
		{"the bound is hit after", bully(t), []string{"P3 starts an election"}, 20, study.Maybe},
	} {
		walk := take(t, study.Begin(world.New(test.config)), test.steps...)
		got := outlook(t, walk, checker.Options{MaxStates: test.max})
		if got.Answer != test.want || (got.Bound != "") != (test.max > 0) {
			t.Errorf("%s: %+v, want %s", test.why, got, test.want)
		}
		proves(t, walk, got)
	}
}

// proves holds the runs of an outlook to what it says.
func proves(t *testing.T, w *study.Walk, o *study.Outlook) {
	t.Helper()
	if can := o.Answer != study.Never && o.Answer != study.Unknown; can != (o.Run != nil) || (o.Answer == study.Begun || o.Answer == study.Can || o.Answer == study.Never) != (o.Dodge != nil) {
		t.Errorf("%+v has other runs than it should", o)
	}
	if o.Run != nil {
		for at := w.At(); at <= o.Run.Length(); at++ {
			if elected(w, goTo(t, o.Run, at).State()) != (at == o.Run.Length()) {
				t.Errorf("%s does not end with the first election", o.Run)
			}
		}
	}
	if o.Dodge != nil {
		for at := w.At(); at <= o.Dodge.Length(); at++ {
			if elected(w, goTo(t, o.Dodge, at).State()) {
				t.Errorf("%s elects after %d steps", o.Dodge, at)
			}
		}
		if o.Dodge.Cycle() == study.NoCycle {
			t.Errorf("%s ends, and may go on to an election", o.Dodge)
		}
	}
}

// TestOutlookIsReachability: in every state of small worlds the answer is what the whole graph says:
// whether an election can be reached, and after how many steps.
func TestOutlookIsReachability(t *testing.T) {
	testlevel.Alone(t)
	for _, c := range []world.Config{
		config(t, "bully", []model.ID{1, 2}, nil),
		config(t, "chang-roberts", []model.ID{1, 2, 3}, func(c *world.Config) { c.Crashes = 1 }),
		config(t, "ring", []model.ID{2, 3, 1}, func(c *world.Config) { c.Crashes = 1 }),
	} {
		w, g, _, err := world.Graph(context.Background(), c, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		distance := distances(w, g)
		answers := map[study.Answer]int{}
		visit(t, study.Begin(w), g, func(walk *study.Walk, rank uint32) {
			got := outlook(t, walk, checker.Options{})
			proves(t, walk, got)
			answers[got.Answer]++
			steps := -1
			if got.Run != nil {
				steps = got.Run.Length() - walk.At()
			}
			if steps != distance[rank] {
				t.Errorf("%s of %s: an election is %d steps away, and %d are", walk, c.Algorithm.Name, distance[rank], steps)
			}
		})
		t.Log(c.Algorithm.Name, answers)
	}
}

// distances are the steps from each state to the nearest with an election, -1 if there is none.
func distances(w *world.World, g *checker.Graph) []int {
	all := make([]int, g.States())
	for rank := range all {
		if all[rank] = -1; w.View(g.State(uint32(rank))).Trusted() != spec.Nobody {
			all[rank] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for rank := range all {
			_, to := g.StepsFrom(uint32(rank))
			for _, next := range to {
				if all[next] >= 0 && (all[rank] < 0 || all[next]+1 < all[rank]) {
					all[rank], changed = all[next]+1, true
				}
			}
		}
	}
	return all
}

// visit calls do with a walk to every twentieth state of a graph, and to those of its first levels.
func visit(t *testing.T, first *study.Walk, g *checker.Graph, do func(*study.Walk, uint32)) {
	walks := map[uint32]*study.Walk{g.Initial()[0]: first}
	for rank := range uint32(g.States()) {
		walk := walks[rank]
		if rank < 20 || rank%20 == 0 {
			do(walk, rank)
		}
		_, to := g.StepsFrom(rank)
		for i, next := range to {
			if walks[next] == nil {
				on, err := walk.Take(i)
				if err != nil {
					t.Fatal(err)
				}
				walks[next] = on
			}
		}
	}
}
