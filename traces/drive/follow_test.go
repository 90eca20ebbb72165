package drive

import (
	"slices"
	"testing"

	"interrex/checker"
	"interrex/model/world"
	"interrex/spec"
)

// bullyOfThree is a run of bully on three processes: 2 calls, 3 answers and announces itself.
func bullyOfThree() Schedule {
	return Schedule{Stem: []Step{
		{Action: "start", Process: 2},
		{Action: "deliver", Process: 3, Peer: 2, Message: "ELECTION(2)"},
		{Action: "deliver", Process: 2, Peer: 3, Message: "OK"},
		{Action: "deliver", Process: 2, Peer: 3, Message: "COORDINATOR(3)"},
	}}
}

func bullyWorld(t *testing.T) world.Config {
	c, err := setting{"bully", ring(3), "", nil}.world()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestFollowCounterexamples: the implementation takes each step of a counterexample.
func TestFollowCounterexamples(t *testing.T) {
	for _, c := range []struct {
		setting
		property string
	}{
		{setting{"bully", ring(3), "-restarts=1", restarts(1)}, "one-leader"},
		{setting{"bully", ring(3), "-timeouts=any", anyTime}, "agreement"},
		{setting{"bully-recovery", ring(3), "-timeouts=any", anyTime}, "one-leader"},
		{setting{"ring", ring(3), "", nil}, "ends"},
		{setting{"chang-roberts", ring(3), "-crashes=1", crashes(1)}, "ends"},
		{setting{"omega-timely", ring(2), "-timely=nothing", untimely}, "eventual-leadership"},
	} {
		w, s := counterexample(t, c.setting, c.property)
		stage, err := NewTheatre(w)
		if err != nil {
			t.Fatal(err)
		}
		run, err := Follow(w, s, stage)
		if err != nil || run.Divergence != nil || len(run.Done) < len(s.Stem)+len(s.Cycle) {
			t.Errorf("%s: %s: %+v, %v", c.name(), c.property, run, err)
		}
	}
}

// untimely has no timely link.
func untimely(c *world.Config) { c.Timely = []world.Pair{} }

// counterexample is what the checker finds of a property in a world.
func counterexample(t *testing.T, in setting, name string) (world.Config, Schedule) {
	t.Helper()
	c, err := in.world()
	if err != nil {
		t.Fatal(err)
	}
	all := c.Algorithm.Usual()
	p := all[slices.IndexFunc(all, func(p spec.Property) bool { return p.Name == name })]
	w, report, err := world.Explore(t.Context(), c, func(w *world.World) []checker.Property { return w.Ask([]spec.Property{p}) }, checker.Options{})
	if err != nil || report.Results[0].Path == nil {
		t.Fatalf("%s: no counterexample of %s: %v", in.name(), name, err)
	}
	story, s := w.Tell(report.Results[0].Path), Schedule{}
	for _, o := range story.Stem {
		s.Stem = append(s.Stem, stepOf(o))
	}
	for _, o := range story.Cycle {
		s.Cycle = append(s.Cycle, stepOf(o))
	}
	return c, s
}
