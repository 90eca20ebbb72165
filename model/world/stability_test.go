package world_test

import (
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model/world"
	"interrex/spec"
)

// The verdicts are those of a search without the record, which followed each leader along steps that do not suspect it. Where strict is
// false and stable is true, a suspicion excuses the leader that ceases to lead.
func TestStability(t *testing.T) {
	testlevel.Alone(t)
	known := func(c *world.Config) { c.Initial, c.Starts = world.LeaderElected, 0 }
	mistaken := func(c *world.Config) {
		known(c)
		c.Crashes, c.Detector, c.Mistakes = 0, world.InaccurateDetector, 1
	}
	impatient := func(c *world.Config) { known(c); c.Timeouts, c.Elections = world.Any, 1 }
	back := func(c *world.Config) { known(c); c.Crashes, c.Restarts = 1, 1 }
	unheard := func(c *world.Config) {
		c.Crashes, c.Restarts, c.Initial, c.Cut = 0, 0, world.LeaderElected, []world.Pair{{From: 3, To: 1}}
	}
	for _, test := range []struct {
		algorithm      string
		n              int
		change         func(*world.Config)
		stable, strict bool
	}{
		{"bully", 3, nil, true, true},
		{"bully", 3, impatient, false, false}, // one of two leaders yields to the other
		{"bully", 3, back, false, false},
		{"bully-recovery", 3, back, false, false},
		{"ring-accept", 3, mistaken, true, true},
		{"ring-detector", 3, mistaken, true, true},
		{"ring-watch", 3, known, true, true},
		{"chang-roberts", 3, nil, true, true},
		{"raft", 3, nil, true, true},
		{"raft", 3, unheard, true, false},
		{"omega-timely", 2, nil, false, false}, // a leader receives a message of a lower one
	} {
		c := config(t, test.algorithm, ids(test.n), test.change)
		ask := func(w *world.World) []checker.Property {
			return w.Ask([]spec.Property{spec.Stability, spec.StrictStability})
		}
		c.Suspicions = true
		_, report, err := world.Explore(t.Context(), c, ask, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []bool{test.stable, test.strict} {
			if r := report.Results[i]; (r.Verdict != checker.Violated) != want {
				t.Errorf("%s: %s %v, want %v", configText(c), r.Property.Name, r.Verdict, want)
			}
		}
	}
}

// Without the record the property is an error.
func TestRecordOfSuspicions(t *testing.T) {
	w := world.New(config(t, "chang-roberts", ids(4), nil))
	if _, err := checker.Check(t.Context(), w, w.Properties([]spec.Property{spec.Stability}), checker.Options{}); err == nil || !strings.Contains(err.Error(), "Config.Suspicions") {
		t.Errorf("got %v", err)
	}
}
