package chaos

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"interrex/cmd/elect/internal/cluster"
	"interrex/cmd/elect/internal/links"
	"interrex/impl"
)

// TestPlan: a plan is its seed's, leaves the last quarter alone, kills nobody on a ring whose page
// knows no crash, and names nodes that there are.
func TestPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &cluster.Settings{N: rapid.IntRange(2, 7).Draw(t, "n"), Seed: rapid.Uint64().Draw(t, "seed"), Heartbeat: 50 * time.Millisecond,
			Algorithm: rapid.SampledFrom(impl.Algorithms()).Draw(t, "algorithm"),
			Duration:  time.Duration(rapid.IntRange(1, 60).Draw(t, "seconds")) * time.Second}
		plan := Plan(s)
		if !reflect.DeepEqual(plan, Plan(s)) {
			t.Fatal("it is another plan the second time")
		}
		for _, f := range plan {
			isNode := func(id impl.ID) bool { return 1 <= id && int(id) <= s.N }
			switch {
			case f.At < 0 || f.For <= 0 || 4*(f.At+f.For) > 3*s.Duration:
				t.Errorf("at %v: %v", f.At, f)
			case f.Kind == cluster.Kill && isGuarded(s):
				t.Errorf("%s: %v", s.Algorithm.Name, f)
			case (f.Kind == cluster.Kill || f.Kind == cluster.Stop) != isNode(f.Node), (len(f.Ways) > 0) == isNode(f.Node):
				t.Errorf("%v", f)
			}
			for _, w := range f.Ways {
				if !isNode(w.From) || !isNode(w.To) || w.From == w.To {
					t.Errorf("%v", f)
				}
			}
		}
	})
}

// TestPlanHasAll: of each kind there is something, also ways that go in one direction only, and two
// nodes that are apart while others reach both.
func TestPlanHasAll(t *testing.T) {
	bully, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range Plan(&cluster.Settings{N: 5, Seed: 1, Heartbeat: 50 * time.Millisecond, Algorithm: bully, Duration: 10 * time.Minute}) {
		seen[map[cluster.Kind]string{cluster.Kill: "kill", cluster.Stop: "stop", cluster.Cut: "cut", cluster.Slow: "slow"}[f.Kind]] = true
		back := 0
		for _, w := range f.Ways {
			if slices.Contains(f.Ways, links.Way{From: w.To, To: w.From}) {
				back++
			}
		}
		seen["one way"] = seen["one way"] || len(f.Ways) > 0 && back == 0
		seen["two nodes"] = seen["two nodes"] || len(f.Ways) == 2 && back == 2
	}
	for _, want := range []string{"kill", "stop", "cut", "slow", "one way", "two nodes"} {
		if !seen[want] {
			t.Errorf("there is no %s", want)
		}
	}
}
