package world_test

import (
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

func ids(n int) []model.ID {
	var ids []model.ID
	for i := range n {
		ids = append(ids, model.ID(i+1))
	}
	return ids
}

func config(t testing.TB, name string, ids []model.ID, change func(*world.Config)) world.Config {
	a, ok := model.Find(name)
	if !ok {
		t.Fatalf("no algorithm %q", name)
	}
	c := world.Faulty(a, ids)
	if change != nil {
		change(&c)
	}
	c.Elections, c.Capacity = max(c.Elections, c.DefaultElections()), max(c.Capacity, c.DefaultCapacity())
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}

// unpinned is a count that nobody else has published.
const unpinned = -1

// TestCounts pins counts on which independent programs agree: those of the normative reading,
// and for the two large worlds those that Spin, Rumur, Stateright and TLC give for models
// written for each of them.
func TestCounts(t *testing.T) {
	any := func(elections int) func(c *world.Config) {
		return func(c *world.Config) {
			c.Timeouts, c.Starts, c.Elections, c.Crashes, c.CrashPoints = world.Any, world.Unlimited, elections, 1, world.AtSteps
		}
	}
	for _, test := range []struct {
		name                           string
		n                              int
		change                         func(*world.Config)
		states, steps, terminal, depth int
	}{
		{"chang-roberts", 3, nil, 25, 48, 1, 7},
		{"chang-roberts", 4, nil, 63, 165, 1, 9},
		{"chang-roberts", 5, nil, 161, 540, 1, 11},
		{"bully", 3, any(1), 3731, 17817, 11, 14},
		{"bully", 3, any(2), 445617, 2977279, 11, 24},
		{"bully", 3, nil, 478, 1384, 3, 15},
		{"bully", 3, func(c *world.Config) { c.Starts = 2 }, 6598, 26987, 3, 20},
		{"bully", 3, func(c *world.Config) { c.Crashes = 2 }, 595, 2348, 6, 16},
		{"chang-roberts", 15, nil, 2374741, 25276320, 1, 31},
		{"bully", 4, any(1), 2314826, 19362905, unpinned, unpinned},
		{"bully", 4, func(c *world.Config) { c.Initial, c.Starts, c.Crashes = world.LeaderElected, 0, 3 }, 4234, 23033, 4, 21},
	} {
		if most := 1_000_000; (testlevel.Short() || !testlevel.All()) && test.states > most || (testlevel.Race || testlevel.Quick()) && test.states > most/5 {
			t.Logf("%s n=%d: left out, %d states take too long here", test.name, test.n, test.states)
			continue
		}
		c := config(t, test.name, ids(test.n), test.change)
		w := world.New(c)
		report, err := checker.Check(t.Context(), w, w.Properties(spec.Default()), checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := [4]int{report.States, report.Steps, report.Terminal, report.Depth}
		want := [4]int{test.states, test.steps, test.terminal, test.depth}
		for i := range want {
			if want[i] == unpinned {
				want[i] = got[i]
			}
		}
		if got != want {
			t.Errorf("%s n=%d: states, steps, terminal, depth: got %v, want %v", test.name, test.n, got, want)
		}
	}
}
