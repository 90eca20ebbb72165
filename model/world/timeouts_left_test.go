package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model/world"
)

// Each algorithm with timers agrees with the reference for small budgets of timeouts, and without one.
func TestTimeoutsLeft(t *testing.T) {
	testlevel.Alone(t)
	for _, name := range []string{"bully", "bully-recovery", "raft", "ring-watch"} {
		for _, left := range []int{0, 1, 2, world.Unlimited} {
			t.Run(fmt.Sprintf("%s/%d", name, left), func(t *testing.T) {
				c := config(t, name, ids(2), func(c *world.Config) { c.Timeouts, c.Firings, c.Elections = world.Any, left, 1 })
				if compareWithReference(t, t, newReference(c), 10_000) == nil {
					t.Error("too large")
				}
			})
		}
	}
}

// An armed timer is refused for want of the budget exactly where the budget is used up.
func TestSpentTimeoutsAreRefused(t *testing.T) {
	c := config(t, "bully", ids(3), func(c *world.Config) { c.Timeouts, c.Firings = world.Any, 1 })
	w, g, _, err := world.Graph(t.Context(), c, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	refusals := 0
	for rank := range uint32(g.States()) {
		s := g.State(rank)
		now := w.Snapshot(s)
		isArmed := slices.ContainsFunc(now.Members, func(m world.Member) bool { return len(m.Armed) > 0 })
		isSpent := slices.Contains(now.Budgets, world.Budget{Name: "timeouts-left", Left: 0})
		refused := slices.ContainsFunc(w.Disabled(s), func(d world.Disabled) bool {
			return strings.HasPrefix(d.Action, "timeout") && strings.HasPrefix(d.Why, "the budget -timeouts-left")
		})
		if refused != (isSpent && isArmed) {
			t.Fatalf("%s: budget spent %v, refused %v", w.DescribeState(s), isSpent, refused)
		} else if refused {
			refusals++
		}
	}
	if refusals == 0 {
		t.Error("no timer is refused")
	}
}
