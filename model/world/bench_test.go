package world_test

import (
	"fmt"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// of is how a benchmark explores. With -short there is nothing to measure, only to see that it runs.
func of(workers int) checker.Options {
	o := checker.Options{Workers: workers}
	if testing.Short() {
		o.MaxStates = 1000
	}
	return o
}

// benchmark explores a world again and again, and reports what design section 2 sets bars for.
func benchmark(b *testing.B, c world.Config, workers int) {
	var report *checker.Report
	for b.Loop() {
		w := world.New(c)
		var err error
		report, err = checker.Check(b.Context(), w, w.Ask(spec.Default()), of(workers))
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(report.Steps)/report.Seconds/1e6, "Msteps/s")
	b.ReportMetric(float64(report.States)/report.Seconds/1e6, "Mstates/s")
	b.ReportMetric(report.Overhead, "overhead-B/state")
	b.ReportMetric(float64(report.RowBytes), "row-B/state")
	b.ReportMetric(report.LivenessSeconds/report.Seconds, "liveness/safety")
}

// BenchmarkBully is the bar of the engine: 2,314,826 states, 19,362,905 steps.
func BenchmarkBully(b *testing.B) {
	c := config(b, "bully", ids(4), func(c *world.Config) {
		c.Timeouts, c.Starts, c.Elections, c.CrashPoints = world.Any, world.Unlimited, 1, world.AtSteps
	})
	b.Run("workers=1", func(b *testing.B) { benchmark(b, c, 1) })
	b.Run("workers=2", func(b *testing.B) { benchmark(b, c, 2) })
}

var fourOnTheRing = []model.ID{4, 8, 9, 3}

// BenchmarkRing has cycles, so that liveness has components to find.
func BenchmarkRing(b *testing.B) {
	c := config(b, "ring", fourOnTheRing, nil)
	b.Run("workers=1", func(b *testing.B) { benchmark(b, c, 1) })
}

// BenchmarkReach explores the largest default worlds that explore list says are exhausted within a
// minute, each with the default properties.
func BenchmarkReach(b *testing.B) {
	for _, a := range model.Catalogue() {
		b.Run(fmt.Sprintf("%s/n=%d", a.Name, a.Reach()), func(b *testing.B) {
			var ids []model.ID
			for id := range a.Reach() {
				ids = append(ids, model.ID(id+1))
			}
			for b.Loop() {
				c := world.Faulty(a, ids)
				c.Elections, c.Capacity = c.DefaultElections(), c.DefaultCapacity()
				ask := func(w *world.World) []checker.Property { return w.Ask(a.Meant(spec.Default())) }
				_, report, err := world.Explore(b.Context(), c, ask, of(2))
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(report.States), "states")
			}
		})
	}
}
