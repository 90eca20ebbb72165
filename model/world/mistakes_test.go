package world_test

import (
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model/world"
)

// TestMistakesEnd: those of an eventually perfect detector end in every fair run, and what it has
// reported by mistake it takes back. An inaccurate one owes neither, even where its mistakes are few.
func TestMistakesEnd(t *testing.T) {
	for _, test := range []struct {
		detector  world.Detector
		mistakes  int
		end, undo checker.Verdict
	}{
		{world.EventuallyPerfect, 0, checker.Holds, checker.Holds},
		{world.EventuallyPerfect, 1, checker.Holds, checker.Holds},
		{world.EventuallyPerfect, 2, checker.Holds, checker.Holds},
		{world.EventuallyPerfect, world.Unlimited, checker.Inconclusive, checker.Inconclusive}, // for the capacity
		{world.InaccurateDetector, 1, checker.Violated, checker.Violated},
		{world.InaccurateDetector, world.Unlimited, checker.Violated, checker.Violated},
	} {
		c := config(t, "ring-detector", ids(2), func(c *world.Config) { c.Detector, c.Mistakes = test.detector, test.mistakes })
		c.Capacity = c.DefaultCapacity()
		_, report, err := world.Explore(t.Context(), c, func(w *world.World) []checker.Property {
			some := func(checker.State) bool { return true }
			none := func(s checker.State) bool { return w.Plain(s).Budgets.Mistakes == 0 }
			wrong := func(s checker.State) bool { return canBeTakenBack(w, s) }
			right := func(s checker.State) bool { return !wrong(s) }
			return []checker.Property{checker.LeadsTo("they end", some, none), checker.LeadsTo("they are undone", wrong, right)}
		}, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []checker.Verdict{test.end, test.undo} {
			if r := report.Results[i]; r.Verdict != want {
				t.Errorf("%s, %d mistakes: %s: %v, want %v", test.detector, test.mistakes, r.Property.Name, r.Verdict, want)
			}
		}
	}
}

// canBeTakenBack reports whether someone believes by mistake that another is dead.
func canBeTakenBack(w *world.World, s checker.State) (can bool) {
	w.Steps(s, func(step checker.Step, _ checker.State) {
		can = can || strings.Contains(w.PlainStep(s, step), " withdraw ")
	})
	return can
}
