package checker

import (
	"slices"
	"sort"

	"interrex/checker/internal/bfs"
	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/stateset"
)

// A vectorSearch is the explored graph of vectors. It makes the steps of a state when it is asked for them.
type vectorSearch[W stateset.Word] struct {
	*bfs.Search[W]
	x    *vectorExpander[W]
	list stepList[W]
}

func newVectorSearch[W stateset.Word](v *vectorSource[W], s *bfs.Search[W]) *vectorSearch[W] {
	return &vectorSearch[W]{Search: s, x: newVectorExpander(v, &v.search.busy)}
}

func (g *vectorSearch[W]) Len() int         { return g.Set.Len() }
func (g *vectorSearch[W]) Expanded() int    { return int(g.Settled()) }
func (g *vectorSearch[W]) Initials() int    { return g.Search.Initials }
func (g *vectorSearch[W]) Quiet() []uint32  { return g.x.tally.quiet }
func (g *vectorSearch[W]) MayCycle() bool   { return g.Backward }
func (g *vectorSearch[W]) Classes() int     { return g.x.tally.classes }
func (g *vectorSearch[W]) Starts() []uint32 { return g.Levels() }
func (g *vectorSearch[W]) HasActors() bool  { return g.x.attributed != nil }
func (g *vectorSearch[W]) IsAltered() bool  { return g.x.tally.bounds != [4]uint64{} }
func (g *vectorSearch[W]) ending() string   { return g.Bound }
func (g *vectorSearch[W]) abandon()         { g.Abandon() }
func (g *vectorSearch[W]) free()            { g.Set.Free() }

func (g *vectorSearch[W]) bytes() (rows, table int) { return g.Set.Bytes() }

// IsStrong is part of graph.Graph.
func (g *vectorSearch[W]) IsStrong(c digraph.Class) bool { return IsStrongClass(c) }

// Actor is part of graph.Graph.
func (g *vectorSearch[W]) Actor(s digraph.Step) int {
	if g.x.attributed == nil {
		return -1
	}
	return g.x.attributed.Actor(Step{Code: s.Code, Owed: dutyOf(s.Class)})
}

// make makes the steps of a state.
func (g *vectorSearch[W]) make(id uint32) {
	x := g.x
	x.keys, x.keepsSteps, x.one.before = x.keys[:0], true, 0
	x.make(g.Set.Rows()[id], x.emit)
	if x.one.isOutgrown {
		panic(brokenLaw("Steps of %v now emits a state with a larger cell than during the exploration", x.from))
	}
}

// Steps is part of graph.Graph.
func (g *vectorSearch[W]) Steps(id uint32, to []digraph.Step) []digraph.Step {
	g.list.reset()
	g.add(id)
	g.find()
	return append(to, g.list.steps...)
}

// A stepList holds the steps of some states. Their targets are found together: that is faster.
type stepList[W stateset.Word] struct {
	steps []digraph.Step
	ends  []int    // by state, the end of its steps
	rows  []W      // targets
	of    []int    // by row, the place of its step
	found []uint32 // by row
}

func (l *stepList[W]) reset() {
	l.steps, l.ends, l.rows, l.of, l.found = l.steps[:0], l.ends[:0], l.rows[:0], l.of[:0], l.found[:0]
}

// add adds the steps of a state to the list.
func (g *vectorSearch[W]) add(id uint32) {
	g.make(id)
	l := &g.list
	l.rows = append(l.rows, g.x.keys...)
	for _, e := range g.x.steps {
		if e.leads {
			l.of = append(l.of, len(l.steps))
		}
		l.steps = append(l.steps, digraph.Step{Code: e.step.Code, To: digraph.Nowhere, Class: e.step.Owed.Class(), IsAltered: e.step.Bound != 0})
	}
	l.ends = append(l.ends, len(l.steps))
}

// find finds the targets of the steps in the list.
func (g *vectorSearch[W]) find() {
	l := &g.list
	l.found = append(l.found, make([]uint32, len(l.rows))...)
	g.Set.FindAll(l.rows, l.found)
	for i, id := range l.found {
		if id == stateset.Missing {
			unpackCells(g.x.laid, l.rows[i], g.x.to)
			panic(brokenLaw("Steps now emits %v, and did not during the exploration", g.x.to))
		}
		l.steps[l.of[i]].To = id
	}
}

// emitted is part of exploration.
func (g *vectorSearch[W]) emitted(id uint32) (all []Step) {
	g.make(id)
	for _, e := range g.x.steps {
		all = append(all, e.step)
	}
	return all
}

// Recurring is part of graph.Graph. Any step may be part of a cycle.
func (g *vectorSearch[W]) Recurring(ids []uint32, visit func(id uint32, steps []digraph.Step)) {
	g.list.reset()
	for _, id := range ids {
		g.add(id)
	}
	g.find()
	first := 0
	for i, id := range ids {
		visit(id, g.list.steps[first:g.list.ends[i]])
		first = g.list.ends[i]
	}
}

// Parent is part of graph.Graph.
func (g *vectorSearch[W]) Parent(id uint32) uint32 {
	i := sort.Search(len(g.Marks), func(i int) bool { return g.Marks[i].State > id }) - 1
	row := g.Set.Rows()[id]
	for parent := g.Marks[max(i, 0)].Parent; parent < id; parent++ {
		if g.make(parent); slices.Contains(g.x.keys, row) {
			return parent
		}
	}
	unpackCells(g.x.laid, row, g.x.to)
	panic(brokenLaw("Steps no longer emits %v", g.x.to))
}

// Lasting is part of graph.Graph.
func (g *vectorSearch[W]) Lasting(id uint32, visit func(digraph.Class)) {
	if g.x.outlasting == nil {
		return
	}
	unpackCells(g.x.laid, g.Set.Rows()[id], g.x.from)
	*g.x.busy = "Lasts"
	g.x.outlasting.Lasts(g.x.from, func(d Duty) {
		if int(d.Class()) <= g.Classes() { // others have no step anywhere
			visit(d.Class())
		}
	})
	*g.x.busy = ""
}

// state is part of exploration.
func (g *vectorSearch[W]) state(id uint32) State {
	s := make(State, len(g.x.laid))
	unpackCells(g.x.laid, g.Set.Rows()[id], s)
	return s
}
