package world_test

import (
	"slices"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model/world"
)

// spied is a world that shows its packing.
type spied struct {
	*world.World
	packing checker.Packing
}

func (s *spied) Packing(checker.System) checker.Packing {
	s.packing = s.World.Packing(s.World)
	return s.packing
}

// goingRound are worlds in which runs can go round in more ways than in packedWorlds.
var goingRound = []packedWorld{
	{"messages come twice without end", "bully", 2, func(c *world.Config) { c.Channels, c.Duplicates = world.Duplicating, world.Unlimited }},
	{"a detector errs until it is perfect", "ring-detector", 2, func(c *world.Config) { c.Detector = world.EventuallyPerfect }},
	{"the dead come back without end", "bully", 2, func(c *world.Config) { c.Crashes, c.Restarts = world.Unlimited, world.Unlimited }},
	{"all may die", "bully", 3, func(c *world.Config) { c.Crashes = world.Unlimited }},
	{"starts without end", "ring", 2, func(c *world.Config) { c.Crashes, c.Starts, c.Capacity = 0, world.Unlimited, 1 }},
	{"lots, and nobody dies", "itai-rodeh", 2, nil},
	{"terms, and messages are lost without end", "raft", 2, func(c *world.Config) { c.Channels, c.Losses = world.Lossy, world.Unlimited }},
}

// What is said to be on no cycle is on none: of each step that goes round in the explored graph it is said that it may, though some have
// slept.
func TestStepsOfCyclesRecur(t *testing.T) {
	testlevel.Alone(t)
	round, excluded, empty := 0, 0, 0
	for _, test := range append(slices.Clone(packedWorlds), goingRound...) {
		t.Run(test.why, func(t *testing.T) {
			c := config(t, test.algorithm, ids(test.n), test.change)
			if c.Starts == world.Unlimited {
				c.Elections = world.Unlimited // so that a start can be part of a cycle
			}
			w := &spied{World: world.New(c)}
			g, report, err := checker.Explore(t.Context(), w, checker.Options{Workers: 1, MaxStates: 30_000})
			if err != nil {
				t.Fatal(err)
			}
			k := walkOfCycles{T: t, spied: w, graph: g}
			if k.recurrence = w.packing.(checker.Recurring).Recurrence(k.rows, g.States()); k.recurrence == nil {
				return
			}
			if k.recurrence.IsEmpty() {
				empty++
			}
			views := world.Views(w.packing)
			k.walk()
			if more := world.Views(w.packing) - views; more > 0 && report.Bound == "" {
				t.Errorf("what slept has led to %d views that there were not", more)
			}
			round, excluded = round+k.round, excluded+k.excluded
		})
	}
	if round < 10_000 || excluded < 10_000 || empty < 5 {
		t.Errorf("%d steps were on cycles, of %d it was said that they are on none, and %d worlds had none: that proves little", round, excluded, empty)
	}
}

// A walkOfCycles goes over the steps of a graph, and looks what is said of them.
type walkOfCycles struct {
	*testing.T
	*spied
	graph           *checker.Graph
	recurrence      checker.Recurrence
	round, excluded int // steps that are on a cycle, and steps of which it is said that they are on none
}

func (k *walkOfCycles) walk() {
	component, straight := k.components(func(uint32, checker.Step) bool { return true }), k.components(k.isStraight)
	err := k.graph.Walk(k.Context(), func(uint32) {}, func(from uint32, step checker.Step, to uint32) {
		before, after := k.row(from), k.row(to)
		if before == nil || after == nil {
			return // there are too many views
		}
		if straight[from] == straight[to] && k.isStraight(from, step) {
			k.Fatalf("no state of a cycle is said to turn: %s", k.DescribeState(k.graph.State(from)))
		}
		recurs := k.recurrence.Recurs(before, after)
		if !recurs {
			k.excluded++
		}
		if component[from] != component[to] {
			return
		}
		k.round++
		if s := k.graph.State(from); !recurs || !k.recurrence.Leaves(before) || k.recurrence.IsEmpty() {
			k.Fatalf("it is said to be on no cycle, and is: %s in %s", k.DescribeStep(s, step), k.DescribeState(s))
		}
	})
	if err != nil {
		k.Fatal(err)
	}
}

// rows goes over the rows of all states.
func (k *walkOfCycles) rows(yield func(checker.Row) bool) {
	for rank := range k.graph.States() {
		if row := k.row(uint32(rank)); row != nil && !yield(row) {
			return
		}
	}
}

// row is the row of a state, nil if it has none.
func (k *walkOfCycles) row(rank uint32) checker.Row {
	row := make(checker.Row, k.packing.Layout().Words)
	if !k.packing.Pack(k.graph.State(rank), row) {
		return nil
	}
	return row
}

// isStraight reports whether it is said that no search for cycles need begin in a state.
func (k *walkOfCycles) isStraight(rank uint32, _ checker.Step) bool {
	row := k.row(rank)
	return row != nil && !k.recurrence.Turns(row)
}

// components says of each state in which component it is, along steps that are wanted.
func (k *walkOfCycles) components(isWanted func(from uint32, step checker.Step) bool) []int {
	edges, component, count := make([][]uint32, k.graph.States()), make([]int, k.graph.States()), 0
	err := k.graph.Walk(k.Context(), func(uint32) {}, func(from uint32, step checker.Step, to uint32) {
		if isWanted(from, step) {
			edges[from] = append(edges[from], to)
		}
	})
	if err != nil {
		k.Fatal(err)
	}
	var all []uint32
	for rank := range edges {
		all = append(all, uint32(rank))
	}
	checker.Components(len(edges), all, func(v uint32, to []uint32) []uint32 { return append(to, edges[v]...) }, func(states []uint32) {
		count++
		for _, v := range states {
			component[v] = count
		}
	})
	return component
}
