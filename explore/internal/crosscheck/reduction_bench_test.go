package crosscheck

import (
	"testing"
	"time"

	"interrex/checker"
	"interrex/model/world"
	"interrex/spec"
)

// BenchmarkReductions checks all instances, as they are and reduced, for all that is asked by default and
// for safety alone. It reports the time of all of them as a part of that without reduction, the worst
// such part of an instance that takes 4 ms or more without, and how many of these take a fifth longer.
func BenchmarkReductions(b *testing.B) {
	instances, err := Instances()
	if err != nil {
		b.Fatal(err)
	}
	if testing.Short() { // it is only to be seen that it runs
		instances = instances[:40]
	}
	took := func(instance Instance, asked []spec.Property, by checker.Reduction) time.Duration {
		asked, best := instance.World.Algorithm.Meant(asked), time.Hour
		for range 3 {
			began := time.Now()
			_, _, err := world.Explore(b.Context(), instance.World, func(w *world.World) []checker.Property { return w.Properties(asked) },
				checker.Options{Reduce: by, Workers: 1})
			if err != nil {
				b.Fatal(err)
			}
			best = min(best, time.Since(began))
		}
		return best
	}
	for name, asked := range map[string][]spec.Property{"default": spec.Default(), "safety": spec.Default()[:5]} {
		for _, by := range []checker.Reduction{checker.PartialOrder, checker.ByConfluence, checker.ByBoth} {
			b.Run(name+"/"+string(by), func(b *testing.B) {
				var whole, reduced time.Duration
				worst, slow, where := 0.0, 0, ""
				for b.Loop() {
					whole, reduced, worst, slow = 0, 0, 0, 0
					for _, instance := range instances {
						before, after := took(instance, asked, checker.Whole), took(instance, asked, by)
						whole, reduced = whole+before, reduced+after
						if part := float64(after) / float64(before); before >= 4*time.Millisecond && part > 1.2 {
							if slow++; part > worst {
								worst, where = part, instance.File
							}
						}
					}
				}
				b.ReportMetric(float64(reduced)/float64(whole), "of-all")
				b.ReportMetric(worst, "worst")
				b.ReportMetric(float64(slow), "slower")
				b.Log(where)
			})
		}
	}
}
