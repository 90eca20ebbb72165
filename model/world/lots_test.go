package world_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// traps is the number of states in which the schedule, which chooses steps, can keep the election under way forever, for all values of
// draws. With scheduleDraws the schedule also chooses the values. The result is the size of the greatest set of states under way in
// which each state has a choice with all outcomes in the set. If the set is empty, the election ends with probability 1, since the
// states are finite.
func traps(t *testing.T, c world.Config, scheduleDraws bool) (size int) {
	t.Helper()
	w, g, _, err := world.Graph(t.Context(), c, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	choices, inside := make([][][]uint32, g.States()), map[uint32]bool{}
	for s := range uint32(g.States()) {
		draws := map[checker.FairnessClass]int{}
		steps, to := g.StepsFrom(s)
		for i, step := range steps {
			isDraw := !scheduleDraws && strings.HasPrefix(w.Occurrence(g.State(s), step).Action, "draw")
			if place, drawn := draws[step.Fairness]; isDraw && drawn {
				choices[s][place] = append(choices[s][place], to[i])
				continue
			}
			if isDraw {
				draws[step.Fairness] = len(choices[s])
			}
			choices[s] = append(choices[s], []uint32{to[i]})
		}
		if w.View(g.State(s)).UnderWay() {
			inside[s] = true
		}
	}
	stays := func(outcomes []uint32) bool {
		return !slices.ContainsFunc(outcomes, func(to uint32) bool { return !inside[to] })
	}
	for size = -1; size != len(inside); {
		size = len(inside)
		for s := range inside {
			if !slices.ContainsFunc(choices[s], stays) {
				delete(inside, s)
			}
		}
	}
	return size
}

// sameDraw always draws the same value.
type sameDraw struct{ model.Handler }

func (r sameDraw) Choices(local model.Local) []int {
	choices := r.Handler.Choices(local)
	return choices[:min(1, len(choices))]
}

// The election ends with probability 1 under every schedule. It does not if the schedule chooses the values, or if all values are equal.
func TestProbabilityOfEnd(t *testing.T) {
	for n := 1; n <= 4; n++ {
		c := config(t, "itai-rodeh", ids(n), nil)
		if traps := traps(t, c, false); traps > 0 {
			t.Errorf("n=%d: in %d states the schedule can keep the election under way", n, traps)
		}
		if n == 1 {
			continue // one process wins with any value
		}
		if traps(t, c, true) == 0 {
			t.Errorf("n=%d: want runs without end if the schedule chooses the values", n)
		}
		healthy := c.Algorithm.Make
		c.Algorithm.Make = func(v model.Variant) model.Handler { return sameDraw{healthy(v)} }
		if traps(t, c, false) == 0 {
			t.Errorf("n=%d: want runs without end for equal values", n)
		}
	}
}
