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

// A drawGame is a world between the schedule, which chooses what happens next, and the lots, which
// choose what is drawn.
type drawGame struct {
	numbers  map[string]int
	moves    [][][]int // of each state, each choice of the schedule with all that may come of it
	underWay []bool
}

// exploreGame explores a world. Where the schedule chooses the lots too, each draw is a choice of its own.
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
		draws := map[checker.Duty]int{}
		w.Steps(states[i], func(step checker.Step, to checker.State) {
			place, drawn := draws[step.Owed]
			if isDraw := strings.HasPrefix(w.Occurrence(states[i], step).Action, "draw"); isDraw && drawn && !scheduleDraws {
				moves[place] = append(moves[place], number(to))
				return
			} else if isDraw {
				draws[step.Owed] = len(moves)
			}
			moves = append(moves, []int{number(to)})
		})
		g.moves = append(g.moves, moves)
		g.underWay = append(g.underWay, w.View(states[i]).UnderWay())
	}
	return g
}

// traps counts the states in which the schedule can keep the election under way for ever,
// whatever is drawn: the greatest set of states under way with a choice of which all that may
// come lies in the set. If there is none, no set of states is closed under the lots, and as the
// states are finite the election ends with probability one, whatever the schedule.
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
		t.Fatal("there is no itai-rodeh")
	}
	return world.Faulty(a, ids(n))
}

// sameDraw draws the same lot always.
type sameDraw struct{ model.Handler }

func (r sameDraw) Choices(local model.Local) []int {
	choices := r.Handler.Choices(local)
	return choices[:min(1, len(choices))]
}

// TestLotsEndTheElection: with probability one, whatever the schedule. Not if the schedule chooses
// the lots, nor if they are all the same.
func TestLotsEndTheElection(t *testing.T) {
	for n := 1; n <= 4; n++ {
		c := itaiRodeh(t, n)
		if traps := exploreGame(world.New(c), false).traps(); traps > 0 {
			t.Errorf("n=%d: in %d states the election can be kept under way, whatever is drawn", n, traps)
		}
		if n == 1 {
			continue // one alone draws in vain, and wins all the same
		}
		if exploreGame(world.New(c), true).traps() == 0 {
			t.Errorf("n=%d: unlucky lots end the election too", n)
		}
		healthy := c.Algorithm.Make
		c.Algorithm.Make = func(v model.Variant) model.Handler { return sameDraw{healthy(v)} }
		if exploreGame(world.New(c), false).traps() == 0 {
			t.Errorf("n=%d: lots that are all the same end the election too", n)
		}
	}
}
