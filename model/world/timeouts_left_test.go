package world_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// left returns the rest of the budget of timeouts.
func left(s world.Snapshot) int {
	i := slices.IndexFunc(s.Budgets, func(b world.Budget) bool { return b.Name == "timeouts-left" })
	return s.Budgets[i].Left
}

// Each timeout reduces the budget by one, and other steps do not change it. A used budget disables timeouts, and no other cause does.
func TestTimeoutsLeft(t *testing.T) {
	bully, _ := model.Find("bully")
	c := world.Default(bully, []model.ID{1, 2, 3})
	c.Timeouts, c.Firings = world.Any, 2
	w, g, _, err := world.Graph(context.Background(), c, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	spent := 0
	for rank := range g.States() {
		s := g.State(uint32(rank))
		before, timeouts := left(w.Snapshot(s)), 0
		steps, to := g.StepsFrom(uint32(rank))
		for i, step := range steps {
			o := w.Occurrence(s, step)
			want := before
			if strings.HasPrefix(o.Action, "timeout") {
				timeouts, want = timeouts+1, before-1
			}
			if got := left(w.Snapshot(g.State(to[i]))); got != want {
				t.Fatalf("%s: %d timeouts left before, %d after", o.Line(), before, got)
			}
		}
		refused := slices.ContainsFunc(w.Disabled(s), func(d world.Disabled) bool {
			return d.Guard == world.InBudget && strings.HasPrefix(d.Action, "timeout")
		})
		switch {
		case before == 0 && timeouts > 0, refused != (before == 0 && hasArmed(w.Snapshot(s))):
			t.Fatalf("%s: %d timeouts left, %d enabled, refused %v", w.DescribeState(s), before, timeouts, refused)
		case before == 0:
			spent++
		}
	}
	if spent == 0 {
		t.Error("the budget is never used up")
	}
}

func hasArmed(s world.Snapshot) bool {
	return slices.ContainsFunc(s.Members, func(m world.Member) bool { return len(m.Armed) > 0 })
}
