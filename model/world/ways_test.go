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
	{"an id given twice", func(c *world.Config) { c.IDs = []model.ID{1, 1} }, "id 1: given twice; ids must be distinct"},
	{"an id below 1", func(c *world.Config) { c.IDs = []model.ID{0, 2, 3} }, "id 0: out of range; allowed are 1 to 2147483647"},
	{"no processes", func(c *world.Config) { c.IDs = nil }, "0 ids: wrong number; allowed are 1 to 64 processes"},
	{"negative crashes", func(c *world.Config) { c.Crashes = -7 }, "crashes -7: out of range; allowed are 0 to 65535 and unlimited"},
	{"Usual crashes", func(c *world.Config) { c.Crashes = world.Usual }, "crashes -2: out of range; allowed are 0 to 65535 and unlimited"},
	{"an empty algorithm", func(c *world.Config) { c.Algorithm = model.Algorithm{} }, "Name is missing; reports use it"},
	{"an algorithm without rules", func(c *world.Config) { c.Algorithm.Make = nil }, "bully: Make is missing; it must return model.Handle of a Protocol"},
	{"an unknown initiator", func(c *world.Config) { c.Initiators = []model.ID{9} }, "initiator 9: no such process; the ids are [1 2 3]"},
	{"one load for three processes", func(c *world.Config) { c.Loads = []int{1} }, "1 loads, 0 logs: wrong number; each of the 3 processes needs one"},
	{"a load of 0", func(c *world.Config) { c.Criterion, c.Loads = model.ByLoad, []int{2, 0, 1} }, "load 0: out of range; allowed are 1 to 65535"},
	{"a log of negative length", func(c *world.Config) { c.Criterion, c.Logs = model.ByLog, []model.Log{{}, {Length: -1}, {}} }, "log 0:-1: out of range; allowed are terms and lengths from 0 to 1000"},
	{"an empty Timeouts", func(c *world.Config) { c.Timeouts = "" }, `timeouts "": unknown; allowed are [sync perfect any clock]`},
	{"unknown watchers", func(c *world.Config) {
		c.Algorithm, _ = model.Find("ring-watch")
		c.Options = model.Options{"watchers": "none"}
	}, `watchers "none": unknown; allowed are [both predecessor successor]`},
	{"unknown ties", func(c *world.Config) { c.Timeouts, c.Ties = world.ByClock, "coin" }, `ties "coin": unknown; allowed are [delivery-first timer-first]`},
	{"a T of 0", func(c *world.Config) { c.Timeouts, c.Clock.T = world.ByClock, 0 }, "t 0: out of range; allowed are 1 to 100 ticks"},
	{"an unknown option", func(c *world.Config) { c.Options = model.Options{"pre-vote": "true"} }, "option pre-vote: unknown for bully"},
	{"cut links without terms", func(c *world.Config) { c.Cut = []world.Pair{{From: 1, To: 2}} }, "cut: not for bully, which has no terms"},
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
