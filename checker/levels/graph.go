package levels

import (
	"cmp"
	"slices"

	"interrex/checker"
	"interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
)

// A storedGraph is the graph of a store, for package liveness. The ids of states are their ranks. If reading fails, its
// methods panic with a graph.Unreadable.
type storedGraph struct {
	*driver
	states     *rankedReader
	edges      *rowReader
	left       *graph.IDs // untrimmed states in which violating runs may stay
	maxClass   graph.Class
	mayStutter []uint32      // states in which runs may rest
	current    checker.State // the last one read
}

// openGraph opens the graph with the edges in an object.
func (d *driver) openGraph(edges string) (*storedGraph, error) {
	x, err := readRows(d.Store, edges, 0, edgeWords)
	if err != nil {
		return nil, err
	}
	n := d.level.states()
	current := make(checker.State, d.system.Width())
	return &storedGraph{driver: d, states: d.statesOf(d.level), edges: x, left: graph.NewIDs(n), current: current}, nil
}

func (g *storedGraph) close() {
	g.states.close()
	g.edges.close()
}

// mark evaluates a property in all states. It adds those in which a violating run may stay to g.left.
func (g *storedGraph) mark(property int) (v liveness.Violation[uint32], err error) {
	slow := g.own.part.Violation(property, g.state)
	inside, lasts, arms := graph.NewIDs(g.Len()), graph.NewIDs(g.Len()), graph.NewIDs(g.Len())
	v = slow
	v.Inside, v.Lasts = inside.Has, lasts.Has
	v.Arms = func(id uint32, isInitial bool) bool { return arms.Has(id) || isInitial && slow.Arms(id, true) }
	return v, g.own.part.Guarded(property, func() error {
		for id := range uint32(g.Len()) {
			if !slow.Inside(id) {
				continue
			}
			if inside.Add(id); slow.Arms(id, false) {
				arms.Add(id)
			}
			if slow.Lasts(id) {
				lasts.Add(id)
				g.left.Add(id)
			}
		}
		return nil
	})
}

// scan finds the states in which runs may rest, and the largest class.
func (g *storedGraph) scan() error {
	isOwed := graph.NewIDs(g.Len())
	err := g.each(false, func(e edge) {
		if e.class != 0 && e.to != lastsMark {
			isOwed.Add(e.from)
		}
		g.maxClass = max(g.maxClass, e.class)
	})
	for id := range uint32(g.Len()) {
		if !isOwed.Has(id) {
			g.mayStutter = append(g.mayStutter, id)
		}
	}
	return err
}

// state returns a state. It is valid until the next call.
func (g *storedGraph) state(id uint32) checker.State {
	record, err := g.states.record(int(id))
	if err == nil {
		err = g.own.names.state(record[1:], g.current)
	}
	g.mustRead(err)
	return g.current
}

// mustRead panics if reading has failed or the context has ended.
func (g *storedGraph) mustRead(err error) {
	if err = cmp.Or(err, g.ctx.Err()); err != nil {
		panic(graph.Unreadable{Err: err})
	}
}

// edgesOf calls do for the edges from a state.
func (g *storedGraph) edgesOf(id uint32, do func(edge)) {
	x, from := g.edges, uint64(id)
	for x.seek(from); x.next() && x.record[0] == from; {
		do(edgeOf(from, x.record[1]))
	}
	g.mustRead(x.err)
}

// Steps is part of graph.Graph.
func (g *storedGraph) Steps(id uint32, to []graph.Step) []graph.Step {
	g.edgesOf(id, func(e edge) {
		if e.to != lastsMark {
			to = append(to, graph.Step{To: e.to, Class: e.class, IsAltered: e.to == graph.Nowhere})
		}
	})
	return to
}

// Recurring is part of graph.Graph.
func (g *storedGraph) Recurring(ids []uint32, visit func(id uint32, steps []graph.Step)) {
	var steps []graph.Step
	for _, id := range ids {
		steps = g.Steps(id, steps[:0])
		visit(id, steps)
	}
}

// Lasting is part of graph.Graph.
func (g *storedGraph) Lasting(id uint32, visit func(graph.Class)) {
	g.edgesOf(id, func(e edge) {
		if e.to == lastsMark {
			visit(e.class)
		}
	})
}

// Parent is part of graph.Graph.
func (g *storedGraph) Parent(id uint32) uint32 {
	record, err := g.states.record(int(id))
	g.mustRead(err)
	return uint32(record[0])
}

// Starts is part of graph.Graph.
func (g *storedGraph) Starts() (starts []uint32) {
	first := 0
	for _, n := range g.level.Widths {
		starts = append(starts, uint32(first))
		first += n
	}
	return starts
}

// The rest of graph.Graph.
func (g *storedGraph) Len() int                    { return g.level.states() }
func (g *storedGraph) Initials() int               { return g.level.Widths[0] }
func (g *storedGraph) Expanded() int               { return g.Len() }
func (g *storedGraph) IsStrong(c graph.Class) bool { return checker.FairnessClass(c).IsStrong() }
func (g *storedGraph) Classes() int                { return int(g.maxClass) }
func (g *storedGraph) MayStutter() []uint32        { return g.mayStutter }
func (g *storedGraph) MayCycle() bool              { return g.level.Back }
func (g *storedGraph) IsAltered() bool             { return len(g.level.Tally.Met) > 0 }
func (g *storedGraph) HasActors() bool             { return false }
func (g *storedGraph) Actor(graph.Step) int        { return -1 }

// path returns a lasso with its states.
func (g *storedGraph) path(of *graph.Path) (path *checker.Path, err error) {
	path = &checker.Path{Initial: slices.Clone(g.state(of.Initial)), Lasso: true}
	at := path.Initial
	follow := func(steps []graph.Step) (all []checker.Transition) {
		for _, s := range steps {
			hop, failed := g.own.part.Hop(at, slices.Clone(g.state(s.To)), s.Class)
			if failed != nil {
				err = failed
				break
			}
			all, at = append(all, hop), hop.To
		}
		return all
	}
	path.Stem, path.Cycle = follow(of.Stem), follow(of.Cycle)
	return path, err
}

// Passes over files trim states on no cycle, as in OWCTY ("one way catch them young"; Černá and Pelánek, "Distributed
// explicit fair cycle detection", 2003). At first the states in which violating runs may stay are left. A pass removes
// those without a predecessor or without a successor that is left. Passes end when one removes less than an eighth.
// Package liveness removes the others one by one. It reads the edges of each in the order in which it finds the states.

// Bytes of memory. Each state takes setBytes, and each state that is left takes stateBytes too.
const stateBytes, setBytes = 64, 8

// trimmingRoom is the most states that may be left.
func (d *driver) trimmingRoom() int { return cmp.Or(d.room, int(d.Check.MaxMemory/stateBytes)) }

// trim removes states on no cycle from g.left. It returns the number of states left.
func (g *storedGraph) trim() (left int, err error) {
	if !g.MayCycle() {
		g.left = graph.NewIDs(g.Len())
	}
	left = g.left.Index()
	for before := 2 * left; left > 0 && left <= before/8*7; left = g.left.Index() {
		before = left
		if err := g.pass(); err != nil {
			return left, err
		}
	}
	return left, nil
}

// pass removes states without a successor that is left, from the last state to the first. Then it removes states without
// a predecessor, from the first to the last. So a path without a cycle goes in one pass, unless it has steps to lower ranks.
func (g *storedGraph) pass() error {
	onward, back, reached := graph.NewIDs(g.Len()), graph.NewIDs(g.Len()), graph.NewIDs(g.Len())
	err := g.each(true, func(e edge) {
		if !e.isStep() || !g.left.Has(e.from) || !g.left.Has(e.to) || e.to > e.from && !onward.Has(e.to) {
			return
		}
		if onward.Add(e.from); e.to <= e.from {
			back.Add(e.to)
		}
	})
	if err != nil {
		return err
	}
	err = g.each(false, func(e edge) {
		if e.isStep() && onward.Has(e.from) && g.left.Has(e.to) && (reached.Has(e.from) || back.Has(e.from)) {
			reached.Add(e.to)
		}
	})
	for id := range onward.All() {
		if !reached.Has(id) {
			onward.Remove(id)
		}
	}
	g.left = onward
	return err
}

// each calls do for all edges, forwards or backwards.
func (g *storedGraph) each(isBackwards bool, do func(edge)) error {
	g.reportProgress(0, checker.Tasks{Kind: "trim"}) // the number of passes is unknown
	x := g.edges
	if isBackwards {
		return x.backwards(func(record []uint64) { do(edgeOf(record[0], record[1])) })
	}
	for x.seek(0); x.next(); {
		do(edgeOf(x.record[0], x.record[1]))
	}
	return cmp.Or(x.err, g.ctx.Err())
}
