package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// A drawGame is a game between the schedule, which chooses steps, and chance, which chooses the values of draws.
type drawGame struct {
	numbers  map[string]int
	moves    [][][]int // by state: the choices of the schedule, each with its outcomes
	underWay []bool
}

// exploreGame explores a world. With scheduleDraws the schedule also chooses the values.
func exploreGame(w *world.World, scheduleDraws bool) *drawGame {
	g := &drawGame{numbers: map[string]int{}}
	var states []checker.State
	number := func(s checker.State) int {
		key := fmt.Sprint(s)
		if _, known := g.numbers[key]; !known {
			g.numbers[key] = len(states)
			states = append(states, slices.Clone(s))
		}
		return g.numbers[key]
	}
	w.Init(func(s checker.State) { number(s) })
	for i := 0; i < len(states); i++ {
		var moves [][]int
		draws := map[checker.FairnessClass]int{}
		w.Steps(states[i], func(step checker.Step, to checker.State) {
			place, drawn := draws[step.Fairness]
			if isDraw := strings.HasPrefix(w.Occurrence(states[i], step).Action, "draw"); isDraw && drawn && !scheduleDraws {
				moves[place] = append(moves[place], number(to))
				return
			} else if isDraw {
				draws[step.Fairness] = len(moves)
			}
			moves = append(moves, []int{number(to)})
		})
		g.moves = append(g.moves, moves)
		g.underWay = append(g.underWay, w.View(states[i]).UnderWay())
	}
	return g
}

// traps is the number of states in which the schedule can keep the election under way forever, for all values of draws. It is the size of
// the greatest set of states under way in which each state has a choice with all outcomes in the set. If the set is empty, the election
// ends with probability 1, since the states are finite.
func (g *drawGame) traps() int {
	inside := slices.Clone(g.underWay)
	for shrinks := true; shrinks; {
		shrinks = false
		for s, moves := range g.moves {
			stays := slices.ContainsFunc(moves, func(outcomes []int) bool {
				return !slices.ContainsFunc(outcomes, func(to int) bool { return !inside[to] })
			})
			if inside[s] && !stays {
				inside[s], shrinks = false, true
			}
		}
	}
	n := 0
	for _, is := range inside {
		if is {
			n++
		}
	}
	return n
}

func itaiRodeh(t *testing.T, n int) world.Config {
	t.Helper()
	a, known := model.Find("itai-rodeh")
	if !known {
		t.Fatal("no algorithm itai-rodeh")
	}
	return world.Faulty(a, ids(n))
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
		c := itaiRodeh(t, n)
		if traps := exploreGame(world.New(c), false).traps(); traps > 0 {
			t.Errorf("n=%d: in %d states the schedule can keep the election under way", n, traps)
		}
		if n == 1 {
			continue // one process wins with any value
		}
		if exploreGame(world.New(c), true).traps() == 0 {
			t.Errorf("n=%d: want runs without end if the schedule chooses the values", n)
		}
		healthy := c.Algorithm.Make
		c.Algorithm.Make = func(v model.Variant) model.Handler { return sameDraw{healthy(v)} }
		if exploreGame(world.New(c), false).traps() == 0 {
			t.Errorf("n=%d: want runs without end for equal values", n)
		}
	}
}
