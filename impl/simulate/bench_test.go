package simulate_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/simulate"
)

// BenchmarkFiveBullies says how many virtual seconds go by in a real one: in peace, and while the
// leader dies every ten seconds. Heartbeats are most of the work: two hundred a second.
func BenchmarkFiveBullies(b *testing.B) {
	for _, deaths := range []int{0, 10} {
		b.Run(fmt.Sprintf("deaths=%d", deaths), func(b *testing.B) {
			p := simulate.Plan{
				Algorithm: "bully", Members: []impl.ID{1, 2, 3, 4, 5}, Seed: 1, Rates: []float64{1, 1, 1, 1, 1}, Length: 100 * time.Second,
			}
			p.Channels.Least, p.Channels.Most = time.Millisecond, 20*time.Millisecond
			for i := range deaths {
				p.Faults = append(p.Faults, simulate.Fault{
					Kind: simulate.Crash, At: time.Duration(10*i+4) * time.Second, For: 4 * time.Second, Node: 5,
				})
			}
			var passed time.Duration
			began := time.Now()
			for b.Loop() {
				passed += virtual(b, p)
			}
			b.ReportMetric(passed.Seconds()/time.Since(began).Seconds(), "virtual-s/s")
		})
	}
}

// virtual lets a plan happen, and gives the virtual time that it has taken. A bubble belongs to a test: so
// the benchmark runs one.
func virtual(b *testing.B, p simulate.Plan) (passed time.Duration) {
	every := func(string, string) (bool, error) { return true, nil }
	if !testing.RunTests(every, []testing.InternalTest{{Name: "bubble", F: func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			if err := simulate.Run(p, simulate.Options{}); err != nil {
				t.Error(err)
			}
			passed = time.Since(began)
		})
	}}}) {
		b.FailNow()
	}
	return passed
}
