package checker_test

import (
	"fmt"
	"testing"

	"interrex/checker"
)

// A grid has counters with a modulus; each step adds one to a counter. It has modulus^counters states. Each has one step for each
// counter, and is reached from as many states: a dense graph with cheap steps.
type grid struct{ counters, modulus int }

func (g grid) Width() int { return g.counters }

func (g grid) Init(emit func(checker.State)) { emit(make(checker.State, g.counters)) }

func (g grid) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	var buffer [32]checker.Cell
	next := checker.State(buffer[:copy(buffer[:], s)])
	for i, c := range s {
		if next[i]++; int(next[i]) == g.modulus {
			next[i] = 0
		}
		emit(checker.Step{Code: uint64(i), Owed: checker.Weak(i)}, next)
		next[i] = c
	}
}

// The counters go on for ever, and fairness makes all of them: this holds, in one component of
// all states, and so has to be looked at in full.
func (g grid) everyCounterComesRound() checker.Property {
	return checker.AlwaysEventually("the last comes round", func(s checker.State) bool { return s[g.counters-1] == 0 })
}

func BenchmarkCheck(b *testing.B) {
	low := checker.Invariant("in range", func(s checker.State) bool { return int(s[0]) < 8 })
	for _, g := range []grid{{6, 8}, {16, 2}} {
		for _, workers := range []int{1, 2} {
			run(b, fmt.Sprintf("grid=%d^%d/workers=%d/safety", g.modulus, g.counters, workers), g, workers, low)
			run(b, fmt.Sprintf("grid=%d^%d/workers=%d/liveness", g.modulus, g.counters, workers), g, workers, low, g.everyCounterComesRound())
		}
	}
}

func run(b *testing.B, name string, g grid, workers int, properties ...checker.Property) {
	b.Run(name, func(b *testing.B) {
		states, bytes := 0, 0.0
		for b.Loop() {
			report, err := checker.Check(b.Context(), g, properties, checker.Options{Workers: workers})
			if err != nil {
				b.Fatal(err)
			}
			for _, r := range report.Results {
				if r.Verdict != checker.Holds {
					b.Fatal(r.Property.Name, r.Verdict)
				}
			}
			states += report.States
			bytes = float64(report.RowBytes) + report.Overhead
		}
		b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		b.ReportMetric(bytes, "bytes/state")
	})
}
