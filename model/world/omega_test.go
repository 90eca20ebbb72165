package world_test

import (
	"slices"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// trust decides eventual leadership.
func trust(t *testing.T, c world.Config) (*world.World, *checker.Report) {
	t.Helper()
	ask := func(w *world.World) []checker.Property { return w.Properties([]spec.Property{spec.EventualLeadership}) }
	w, report, err := world.Explore(t.Context(), c, ask, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return w, report
}

// links are timely, the lower digit of each pair first: 12 is from 1 to 2.
func links(pairs ...int) func(*world.Config) {
	return func(c *world.Config) {
		c.Timely, c.Crashes = []world.Pair{}, 0
		for _, p := range pairs {
			c.Timely = append(c.Timely, world.Pair{From: model.ID(p / 10), To: model.ID(p % 10)})
		}
	}
}

// TestOmegaCounts pins what TLC finds for the modules OmegaTimely and OmegaMinimal, which are
// written from the pages and not from the models.
func TestOmegaCounts(t *testing.T) {
	for _, test := range []struct {
		name          string
		n             int
		change        func(*world.Config)
		states, steps int
		verdict       checker.Verdict
	}{
		{"omega-timely", 2, nil, 197, 666, checker.Holds},
		{"omega-timely", 2, func(c *world.Config) { c.Reading, c.Crashes = model.Printed, 0 }, 257, 546, checker.Violated},
		{"omega-timely", 2, func(c *world.Config) { c.GST = 3 }, 1152, 5844, checker.Holds},
		{"omega-timely", 3, func(c *world.Config) { c.Clock.Tm, c.Late = 0, 0 }, 1999, 6563, checker.Holds},
		{"omega-minimal", 2, nil, 534, 1088, checker.Holds},
		{"omega-minimal", 2, links(12), 1049, 1581, checker.Holds},
		{"omega-minimal", 2, func(c *world.Config) { c.Clock.Tm, c.Late, c.GST = 1, 2, 2 }, 4184, 13879, checker.Holds},
	} {
		_, report := trust(t, config(t, test.name, ids(test.n), test.change))
		if report.States != test.states || report.Steps != test.steps || report.Results[0].Verdict != test.verdict {
			t.Errorf("%s n=%d: %d states, %d steps, %v; want %d, %d, %v", test.name, test.n,
				report.States, report.Steps, report.Results[0].Verdict, test.states, test.steps, test.verdict)
		}
	}
}

// TestProperty1: which links are enough.
func TestProperty1(t *testing.T) {
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
			t.Errorf("%v, %d may die: got %v, want %v", test.links, test.crashes, got, test.want)
		}
	}
}
