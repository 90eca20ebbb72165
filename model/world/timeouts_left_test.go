package world_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model/world"
)

// Each timeout reduces the budget by one, and other steps do not change it. A used budget disables timeouts, and no other cause does.
func TestTimeoutsLeft(t *testing.T) {
	c := config(t, "bully", ids(3), func(c *world.Config) { c.Timeouts, c.Firings = world.Any, 2 })
	w, g, _, err := world.Graph(t.Context(), c, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	left := func(s checker.State) int {
		budgets := w.Snapshot(s).Budgets
		return budgets[len(budgets)-1].Left
	}
	spent := 0
	for rank := range uint32(g.States()) {
		s := g.State(rank)
		timeouts, isArmed := 0, slices.ContainsFunc(w.Snapshot(s).Members, func(m world.Member) bool { return len(m.Armed) > 0 })
		steps, to := g.StepsFrom(rank)
		for i, step := range steps {
			want := left(s)
			if strings.HasPrefix(w.Occurrence(s, step).Action, "timeout") {
				timeouts, want = timeouts+1, want-1
			}
			if got := left(g.State(to[i])); got != want {
				t.Fatalf("%s: %d timeouts left, want %d", w.DescribeStep(s, step), got, want)
			}
		}
		refused := slices.ContainsFunc(w.Disabled(s), func(d world.Disabled) bool {
			return strings.HasPrefix(d.Action, "timeout") && strings.HasPrefix(d.Why, "the budget")
		})
		if isSpent := left(s) == 0; isSpent && timeouts > 0 || refused != (isSpent && isArmed) {
			t.Fatalf("%s: %d timeouts left, %d enabled, refused %v", w.DescribeState(s), left(s), timeouts, refused)
		} else if isSpent {
			spent++
		}
	}
	if spent == 0 {
		t.Error("the budget is never used up")
	}
}
