package world_test

import (
	"fmt"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// BenchmarkReach explores the largest default worlds that explore list reports as explored within a minute, with the default
// properties. With -short it only tests that the benchmark runs.
func BenchmarkReach(b *testing.B) {
	o := checker.Options{Workers: 2}
	if testing.Short() {
		o.MaxStates = 1000
	}
	for _, a := range model.Catalogue() {
		b.Run(fmt.Sprintf("%s/n=%d", a.Name, a.Reach()), func(b *testing.B) {
			for b.Loop() {
				c := world.Faulty(a, ids(a.Reach()))
				c.Elections, c.Capacity = c.DefaultElections(), c.DefaultCapacity()
				ask := func(w *world.World) []checker.Property { return w.Ask(a.Meant(spec.Default())) }
				_, report, err := world.Explore(b.Context(), c, ask, o)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(report.States), "states")
			}
		})
	}
}
