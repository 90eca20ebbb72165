package checker_test

import (
	"context"
	"testing"

	"interrex/checker"
)

// TestGraph: Explore keeps the graph that Check counts.
func TestGraph(t *testing.T) {
	next := func(v int, emit func(string, checker.FairnessClass, int)) {
		for _, to := range []int{2*v + 1, v / 2} {
			if to < 1000 {
				emit("", checker.None, to)
			}
		}
	}
	system := checker.Values([]int{7}, next)
	report, err := checker.Check(context.Background(), system, nil, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3} {
		g, explored, err := checker.Explore(context.Background(), system, checker.Options{Workers: workers})
		if err != nil || explored.States != report.States || explored.Steps != report.Steps || !explored.Complete {
			t.Fatalf("Explore reports %+v (%v), Check %+v", explored, err, report)
		}
		steps := 0
		for rank := range uint32(g.States()) {
			all, to := g.StepsFrom(rank)
			for i, step := range all {
				if v := system.Value(g.State(rank)); system.Value(g.State(to[i])) != []int{2*v + 1, v / 2}[step.Code+uint64(2-len(all))] {
					t.Fatalf("step %d of %d leads to %d", step.Code, v, system.Value(g.State(to[i])))
				}
				steps++
			}
		}
		if steps != report.Steps || g.States() != report.States {
			t.Errorf("%d states and %d steps, want %d and %d", g.States(), steps, report.States, report.Steps)
		}
		if roots := g.Initial(); len(roots) != 1 || system.Value(g.State(roots[0])) != 7 {
			t.Errorf("initial states %v", roots)
		}
	}
}

// TestUndecidedAndUnasked: liveness that is not decided makes a report of stored states incomplete, unless the property is unasked.
func TestUndecidedAndUnasked(t *testing.T) {
	system := checker.Values([]int{0}, func(int, func(string, checker.FairnessClass, int)) {})
	never := checker.Eventually("never", system.On(func(int) bool { return false }))
	for _, test := range []struct {
		property checker.Property
		complete bool
	}{{never, false}, {never.Unasked(), true}} {
		stored := &checker.Explored{Part: checker.NewPart(system, []checker.Property{test.property}), Widths: []int{1}, Stopped: "time"}
		report, err := stored.Report(t.Context(), checker.Options{MaxMemory: 1})
		if err != nil || report.Complete != test.complete || report.Results[0].Verdict != checker.Inconclusive {
			t.Errorf("unasked is %v: the report is %+v; %v", test.property.IsUnasked(), report, err)
		}
	}
}
