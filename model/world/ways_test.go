package world_test

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// invalidConfigs are invalid worlds with their errors.
var invalidConfigs = []struct {
	why    string
	change func(*world.Config)
	want   string
}{
	{"no processes", func(c *world.Config) { c.IDs = nil }, "0 ids: wrong number; allowed are 1 to 64 processes"},
	{"an empty algorithm", func(c *world.Config) { c.Algorithm = model.Algorithm{} }, "Name is missing; reports use it"},
	{"an algorithm without rules", func(c *world.Config) { c.Algorithm.Make = nil }, "bully: Make is missing; it must return model.Handle of a Protocol"},
	{"a leader of its own for each process with terms", func(c *world.Config) {
		c.Algorithm, _ = model.Find("raft")
		c.Initial = world.SelfElected
	}, "initial themselves: not for raft; allowed are nobody and leader"},
	{"a negative bound", func(c *world.Config) { c.Elections = -7 }, "elections -7: out of range; allowed are 0 to 65535 and unlimited"},
	{"no T that is long enough", func(c *world.Config) { c.Timeouts, c.Clock = world.ByClock, c.DefaultClock(50, 1) }, "t 101: out of range; allowed are 1 to 100 ticks"},
	{"a long wait for a message", func(c *world.Config) { c.Timeouts, c.Late = world.ByClock, 200 }, "late 200: out of range; allowed are 0 to 100 ticks"},
	{"a bag with a clock", func(c *world.Config) { c.Timeouts, c.Channels = world.ByClock, world.Bag }, "channels bag: not with a clock; allowed is fifo"},
}

// Each function with a Config refuses an invalid one, with the same error, and explores no state.
func TestInvalidConfigs(t *testing.T) {
	ask := func(*world.World) []checker.Property { t.Error("ask was called for an invalid world"); return nil }
	for _, one := range invalidConfigs {
		c := world.Faulty(algorithm(t, "bully"), ids(3))
		one.change(&c)
		_, _, explored := world.Explore(t.Context(), c, ask, checker.Options{})
		_, _, _, graphed := world.Graph(t.Context(), c, checker.Options{})
		for _, err := range []error{c.Validate(), explored, graphed} {
			if err == nil || err.Error() != one.want {
				t.Errorf("%s: got %v, want %s", one.why, err, one.want)
			}
		}
		func() {
			defer func() {
				if got := recover(); got != "world.New: "+one.want {
					t.Errorf("%s: New panics with %v, want %s", one.why, got, one.want)
				}
			}()
			world.New(c)
		}()
	}
}
