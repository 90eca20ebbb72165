package step_test

import (
	"context"
	"testing"

	"interrex/checker"
	"interrex/model/world"
)

// BenchmarkBesideOld checks worlds with one worker, with this engine and with the one that it is to replace.
func BenchmarkBesideOld(b *testing.B) {
	for _, c := range []struct{ name, args string }{
		{"bully", "-algo=bully -n=4"},
		{"bully-any", "-algo=bully -n=4 -timeouts=any -starts=unlimited -elections=1 -crashes=1 -crash-points=steps"},
		{"chang-roberts", "-algo=chang-roberts -n=15"},
		{"ring", "-algo=ring -ids=4,8,9,3 -crashes=1 -repair=lost"},
	} {
		b.Run(c.name+"/old", func(b *testing.B) {
			for b.Loop() {
				q := question(b, c.args)
				q.Options.Workers = 1
				if _, _, err := world.Explore(context.Background(), q.World, q.Ask, q.Options); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/new", func(b *testing.B) {
			var r *checker.Report
			for b.Loop() {
				_, r = explored(b, c.args, 1)
			}
			b.ReportMetric(float64(r.RowBytes)+r.Overhead, "bytes/state")
		})
	}
}
