package bfs

import (
	"slices"
	"sort"

	"interrex/checker/internal/graph"
	"interrex/checker/internal/stateset"
)

// A Maker makes the steps of a state again.
type Maker[W stateset.Word] interface {
	// Make appends the steps of a row, in their order, and the rows to which they lead. A step that leads to no row leads to Nowhere.
	Make(row W, steps []graph.Step, to []W) ([]graph.Step, []W)

	// MayRecur reports whether a state may be on a cycle. Recurs reports whether a step that was made last may be part of a cycle.
	// place is the index of the step, and to is the row to which it leads.
	MayRecur(row W) bool
	Recurs(place int, to W) bool

	// Lost is called with a row that the search has not found, or to which no step leads: the steps have changed. It panics.
	Lost(row W)
}

// A Graph is the explored graph of a search. It makes the steps of a state when it is asked for them. It has the methods of graph.Graph
// that do not depend on what steps are.
type Graph[W stateset.Word] struct {
	*Search[W]
	maker Maker[W]
	actor func(code uint64) int // nil if steps have no actors

	ids   []uint32
	steps []graph.Step
	ends  []int // by state of ids, the end of its steps
	rows  []W   // targets that are to be found together: that is faster
	of    []int // by row, the place of its step
	found []uint32
}

// NewGraph returns the graph of a search. actor returns the process that takes a step by its code, or -1; nil if steps have no actors.
func NewGraph[W stateset.Word](s *Search[W], m Maker[W], actor func(code uint64) int) *Graph[W] {
	return &Graph[W]{Search: s, maker: m, actor: actor}
}

// Len, Expanded, Initials and Starts are part of graph.Graph.
func (g *Graph[W]) Len() int         { return g.Set.Len() }
func (g *Graph[W]) Expanded() int    { return int(g.Settled()) }
func (g *Graph[W]) Initials() int    { return g.Progress.Initials }
func (g *Graph[W]) Starts() []uint32 { return g.Levels() }

// HasActors and Actor are part of graph.Graph.
func (g *Graph[W]) HasActors() bool { return g.actor != nil }
func (g *Graph[W]) Actor(s graph.Step) int {
	if g.actor == nil {
		return -1
	}
	return g.actor(s.Code)
}

// Steps is part of graph.Graph.
func (g *Graph[W]) Steps(id uint32, to []graph.Step) []graph.Step {
	g.reset()
	g.steps, g.rows = g.maker.Make(g.Set.Rows()[id], g.steps, g.rows)
	for i := range g.steps {
		if g.steps[i].To != graph.Nowhere {
			g.of = append(g.of, i)
		}
	}
	g.find()
	return append(to, g.steps...)
}

// Recurring is part of graph.Graph.
func (g *Graph[W]) Recurring(ids []uint32, visit func(id uint32, steps []graph.Step)) {
	g.reset()
	for _, id := range ids {
		if row := g.Set.Rows()[id]; g.maker.MayRecur(row) {
			g.addRecurring(id, row)
		}
	}
	g.find()
	first := 0
	for i, id := range g.ids {
		visit(id, g.steps[first:g.ends[i]])
		first = g.ends[i]
	}
}

// addRecurring adds a state with its steps, if one of them may be part of a cycle.
func (g *Graph[W]) addRecurring(id uint32, row W) {
	first, kept := len(g.steps), len(g.rows)
	before := kept
	g.steps, g.rows = g.maker.Make(row, g.steps, g.rows)
	next := kept
	for i := range g.steps[first:] {
		s := &g.steps[first+i]
		if s.To == graph.Nowhere {
			continue
		}
		if to := g.rows[next]; g.maker.Recurs(i, to) {
			g.rows[kept], g.of = to, append(g.of, first+i)
			kept++
		} else {
			s.To = graph.Nowhere
		}
		next++
	}
	g.rows = g.rows[:kept]
	if kept == before {
		g.steps = g.steps[:first]
		return
	}
	g.ids, g.ends = append(g.ids, id), append(g.ends, len(g.steps))
}

func (g *Graph[W]) reset() {
	g.ids, g.steps, g.ends, g.rows, g.of = g.ids[:0], g.steps[:0], g.ends[:0], g.rows[:0], g.of[:0]
}

// find finds the targets of the steps.
func (g *Graph[W]) find() {
	g.found = slices.Grow(g.found[:0], len(g.rows))[:len(g.rows)]
	g.Set.FindAll(g.rows, g.found)
	for i, id := range g.found {
		if id == stateset.Missing {
			g.maker.Lost(g.rows[i])
		}
		g.steps[g.of[i]].To = id
	}
}

// Parent is part of graph.Graph.
func (g *Graph[W]) Parent(id uint32) uint32 {
	i := sort.Search(len(g.Marks), func(i int) bool { return g.Marks[i].State > id }) - 1
	row := g.Set.Rows()[id]
	for parent := g.Marks[max(i, 0)].Parent; parent < id; parent++ {
		g.reset()
		if g.steps, g.rows = g.maker.Make(g.Set.Rows()[parent], g.steps, g.rows); slices.Contains(g.rows, row) {
			return parent
		}
	}
	g.maker.Lost(row)
	return id
}
