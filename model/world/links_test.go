package world_test

import (
	"slices"
	"testing"

	"interrex/model"
	"interrex/model/world"
)

// links sets the timely links: 12 means from 1 to 2.
func links(pairs ...int) func(*world.Config) {
	return func(c *world.Config) {
		c.Timely, c.Crashes = []world.Pair{}, 0
		for _, p := range pairs {
			c.Timely = append(c.Timely, world.Pair{From: model.ID(p / 10), To: model.ID(p % 10)})
		}
	}
}

// Suffices implements Property 1 of spec/omega-minimal.md.
func TestSufficientLinks(t *testing.T) {
	for _, test := range []struct {
		links   []int
		crashes int
		want    bool
	}{
		{[]int{12, 23}, 0, true}, {[]int{12, 23}, 1, false}, {[]int{12, 13}, 0, true}, {[]int{12, 32}, 0, false},
		{[]int{12, 23, 31}, 1, true}, {[]int{12, 23, 31}, 2, true}, {nil, 1, false}, {nil, 2, false},
	} {
		c := config(t, "omega-minimal", ids(3), links(test.links...))
		timely := func(from, to model.ID) bool { return slices.Contains(c.Timely, world.Pair{From: from, To: to}) }
		if got := (model.OmegaMinimal{}).Suffices(c.IDs, test.crashes, timely); got != test.want {
			t.Errorf("%v, %d crashes: got %v, want %v", test.links, test.crashes, got, test.want)
		}
	}
}
