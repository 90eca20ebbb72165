package world_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// TestShortest: what is shown where a shortest run is asked for is as short as what the whole graph shows,
// and of a lasso the way in is. Without asking some of it is longer.
func TestShortest(t *testing.T) {
	testlevel.Alone(t)
	compared, longer := 0, 0
	for seed := range 400 {
		if !testlevel.OneOf(2, seed) || !testlevel.Sample(t, 2, seed) {
			continue
		}
		c := rapid.Custom(drawReducible).Example(seed)
		check := func(by checker.Reduction, shortest bool) *checker.Report {
			w := world.New(c)
			report, err := checker.Check(t.Context(), w, w.Properties(usual(c)), checker.Options{Workers: 1, Reduce: by, Shortest: shortest, MaxStates: 3000})
			if err != nil {
				t.Fatal(err)
			}
			return report
		}
		whole := check(checker.Whole, false)
		if whole.Bound == "states" {
			continue
		}
		for _, by := range reductions {
			loose, short := check(by, false), check(by, true)
			if loose.Reduction == checker.Whole {
				continue
			}
			for i, want := range whole.Results {
				got := short.Results[i]
				if want.Path == nil {
					continue
				}
				compared++
				if !got.Shortest || len(got.Path.Stem) != len(want.Path.Stem) {
					t.Errorf("%s: by %s, %s: %d steps, shortest %t, and the whole graph has %d", told(c), by, want.Property.Name, len(got.Path.Stem), got.Shortest, len(want.Path.Stem))
				}
				if len(loose.Results[i].Path.Stem) > len(want.Path.Stem) {
					longer++
				}
			}
		}
	}
	t.Logf("%d compared, %d longer where a shortest is not asked for", compared, longer)
	if compared < 50 || longer == 0 {
		t.Errorf("%d compared, %d longer where a shortest is not asked for: too few", compared, longer)
	}
}

// TestATimerTakenAway: a delivery that disarms a timer which others may let fire before is not sure. Random
// worlds seldom show it; in this one a state of rest would be lost.
func TestATimerTakenAway(t *testing.T) {
	c := config(t, "bully-recovery", []model.ID{8, 9, 3}, func(c *world.Config) {
		c.Elections, c.Reading, c.CrashPoints = 1, model.Printed, world.AtSteps
	})
	check := func(by checker.Reduction) string {
		w := world.New(c)
		report, err := checker.Check(t.Context(), w, w.Properties(spec.Default()[:1]), checker.Options{Reduce: by})
		if err != nil {
			t.Fatal(err)
		}
		if report.Reduction != by {
			t.Errorf("reduced by %s, want %s", report.Reduction, by)
		}
		return fmt.Sprint(report.Terminal, report.Results[0].Verdict)
	}
	if whole, reduced := check(checker.Whole), check(checker.ByConfluence); whole != reduced {
		t.Errorf("%s, and reduced %s", whole, reduced)
	}
}
