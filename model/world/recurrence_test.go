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

// What is said to be on no cycle is on none: of each step that goes round in the explored graph it is said that it may.
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
			g, _, err := checker.Explore(t.Context(), w, checker.Options{Workers: 1, MaxStates: 30_000})
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Walk(t.Context(), func(uint32) {}, func(uint32, checker.Step, uint32) {}); err != nil { // what slept is made, too
				t.Fatal(err)
			}
			k := walkOfCycles{T: t, spied: w, graph: g}
			if k.recurrence = w.packing.(checker.Recurring).Recurrence(k.rows); k.recurrence == nil {
				return
			}
			if k.recurrence.IsEmpty() {
				empty++
			}
			k.walk()
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
	component := k.components()
	err := k.graph.Walk(k.Context(), func(uint32) {}, func(from uint32, step checker.Step, to uint32) {
		before, after := k.row(from), k.row(to)
		if before == nil || after == nil {
			return // there are too many views
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

// components says of each state in which component it is.
func (k *walkOfCycles) components() []int {
	edges, component, count := make([][]uint32, k.graph.States()), make([]int, k.graph.States()), 0
	err := k.graph.Walk(k.Context(), func(uint32) {}, func(from uint32, _ checker.Step, to uint32) { edges[from] = append(edges[from], to) })
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
