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
	x *vectorExpander[W]
}

func newVectorSearch[W stateset.Word](v *vectorSource[W], s *bfs.Search[W]) *vectorSearch[W] {
	return &vectorSearch[W]{s, newVectorExpander(v, &v.search.busy)}
}

func (g *vectorSearch[W]) Len() int        { return g.Set.Len() }
func (g *vectorSearch[W]) Expanded() int   { return int(g.Settled()) }
func (g *vectorSearch[W]) Initials() int   { return g.Search.Initials }
func (g *vectorSearch[W]) Quiet() []uint32 { return g.x.tally.quiet }
func (g *vectorSearch[W]) MayCycle() bool  { return g.Backward }
func (g *vectorSearch[W]) Classes() int    { return g.x.tally.classes }
func (g *vectorSearch[W]) HasActors() bool { return g.x.attributed != nil }
func (g *vectorSearch[W]) IsAltered() bool { return g.x.tally.bounds != [4]uint64{} }
func (g *vectorSearch[W]) ending() string  { return g.Bound }
func (g *vectorSearch[W]) abandon()        { g.Abandon() }
func (g *vectorSearch[W]) free()           { g.Set.Free() }

// Starts is part of graph.Graph.
func (g *vectorSearch[W]) Starts() []uint32 {
	starts, end := g.levels()
	if g.Len() > int(end) {
		starts = append(slices.Clip(starts), end)
	}
	return starts
}

func (g *vectorSearch[W]) levels() (starts []uint32, end uint32) { return g.Search.Starts, g.End() }

func (g *vectorSearch[W]) set() (words, rowBytes, tableBytes int) {
	var w W
	rowBytes, tableBytes = g.Set.Bytes()
	return len(w), rowBytes, tableBytes
}

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
}

// Steps is part of graph.Graph.
func (g *vectorSearch[W]) Steps(id uint32, to []digraph.Step) []digraph.Step {
	g.make(id)
	next := 0
	for _, e := range g.x.steps {
		step := digraph.Step{Code: e.step.Code, To: digraph.Nowhere, Class: e.step.Owed.Class(), IsAltered: e.step.Bound != 0}
		if e.leads {
			step.To = g.find(g.x.keys[next])
			next++
		}
		to = append(to, step)
	}
	return to
}

// find returns the id of a state that has been found.
func (g *vectorSearch[W]) find(row W) uint32 {
	id, isKnown := g.Set.Find(row)
	if !isKnown || g.x.one.isOutgrown {
		unpackCells(g.x.laid, row, g.x.to)
		panic(brokenLaw("Steps now emits %v, and did not during the exploration", g.x.to))
	}
	return id
}

// emitted is part of exploration.
func (g *vectorSearch[W]) emitted(id uint32) (all []Step) {
	g.make(id)
	for _, e := range g.x.steps {
		all = append(all, e.step)
	}
	return all
}

// Recurring is part of graph.Graph.
func (g *vectorSearch[W]) Recurring(id uint32, to []uint32) []uint32 {
	for _, s := range g.Steps(id, nil) {
		if s.To != digraph.Nowhere && !s.IsAltered {
			to = append(to, s.To)
		}
	}
	return to
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
