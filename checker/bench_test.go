package checker_test

import (
	"fmt"
	"testing"

	"interrex/checker"
)

// A grid has counters with a modulus; each step adds one to a counter. Each of its modulus^counters states has one step for each
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
		emit(checker.Step{Code: uint64(i), Fairness: checker.Weak(i)}, next)
		next[i] = c
	}
}

// BenchmarkCheck decides safety alone, and with it that the last counter comes round: all states are one fair component.
func BenchmarkCheck(b *testing.B) {
	low := checker.Invariant("in range", func(s checker.State) bool { return int(s[0]) < 8 })
	for _, g := range []grid{{6, 8}, {16, 2}} {
		round := checker.AlwaysEventually("comes round", func(s checker.State) bool { return s[g.counters-1] == 0 })
		for kind, asked := range map[string][]checker.Property{"safety": {low}, "liveness": {low, round}} {
			b.Run(fmt.Sprintf("grid=%d^%d/%s", g.modulus, g.counters, kind), func(b *testing.B) {
				for b.Loop() {
					report, err := checker.Check(b.Context(), g, asked, checker.Options{Workers: 1})
					if err != nil || report.Results[len(asked)-1].Verdict != checker.Holds {
						b.Fatal(report, err)
					}
				}
			})
		}
	}
}
