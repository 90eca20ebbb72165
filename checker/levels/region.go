package levels

import (
	"math/bits"
	"slices"

	"interrex/checker"
	"interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
)

// A region is the states that are left for a property, and the edges between them, in memory. Ids are in the order of ranks.
// Package liveness looks for fair components in it.
type region struct {
	graph.Graph // nil: liveness needs no more than the methods below to find components
	*trimming
	rows  []uint64
	table []uint32 // in open addressing: an id, plus 1
	row   []uint64
	first []int    // of each state, its first edge; and the number of edges
	to    []uint32 // an id, graph.Nowhere, or the mark
	class []graph.Class
	most  graph.Class               // of these
	goals map[uint32]*liveness.Goal // by id
}

// lastsMark is in place of the target of an edge where the class lasts in the state, and need not have a step.
const lastsMark = graph.Nowhere - 1

// load reads the states that are left, and finds the components in which runs may stay.
func (t *trimming) load(n int) (*region, error) {
	r := &region{trimming: t, table: make([]uint32, 1<<bits.Len(uint(2*n))), goals: map[uint32]*liveness.Goal{}}
	r.row = make([]uint64, t.own.names.words)
	if err := r.loadRows(); err != nil {
		return nil, err
	}
	for id := range uint32(n) {
		if err := r.connect(id); err != nil {
			return nil, err
		}
	}
	r.first = append(r.first, len(r.to))
	return r, r.findGoals()
}

// loadRows reads the rows of the states.
func (r *region) loadRows() error {
	words := len(r.row)
	for _, c := range r.chunks() {
		x, err := readRows(r.Store, c.Name, 0, 1, len(r.row))
		if err != nil {
			return err
		}
		rank, end := uint64(c.Rank), uint64(c.Rank+c.Rows)
		err = x.forwards(func([]uint64) {
			if rank < end && r.left.has(rank) {
				r.rows = append(r.rows, x.row()...)
				at, _ := r.find(x.row())
				r.table[at] = uint32(len(r.rows) / words)
			}
			rank++
		})
		x.close()
		if err != nil {
			return err
		}
	}
	return nil
}

// find returns the place of a row in the table, or where it belongs, and its id.
func (r *region) find(row []uint64) (at uint64, id uint32) {
	last, words := uint64(len(r.table)-1), len(row)
	for at = hash(row) & last; r.table[at] != 0; at = (at + 1) & last {
		if id = r.table[at] - 1; slices.Equal(r.rows[int(id)*words:int(id+1)*words], row) {
			return at, id
		}
	}
	return at, graph.Nowhere
}

// idOf returns the id of a state; graph.Nowhere if it is not in the region.
func (r *region) idOf(s checker.State) (id uint32, err error) {
	isKnown, err := r.own.names.rowOf(s, r.row)
	if !isKnown || err != nil {
		return graph.Nowhere, err
	}
	_, id = r.find(r.row)
	return id, nil
}

// state returns a state.
func (r *region) state(id uint32) checker.State {
	words, s := len(r.row), make(checker.State, r.system.Width())
	if err := r.own.names.state(r.rows[int(id)*words:int(id+1)*words], s); err != nil {
		panic(err) // the file was read before
	}
	return s
}

// connect adds the edges of the next state.
func (r *region) connect(id uint32) error {
	r.first = append(r.first, len(r.to))
	add := func(class graph.Class, to uint32) {
		r.to, r.class, r.most = append(r.to, to), append(r.class, class), max(r.most, class)
	}
	return r.own.part.Onward(r.state(id), func(class graph.Class, to checker.State) (err error) {
		next := graph.Nowhere
		if to != nil {
			next, err = r.idOf(to)
		}
		if next != graph.Nowhere || class != 0 {
			add(class, next)
		}
		return err
	}, func(class graph.Class) { add(class, lastsMark) })
}

// Len is part of graph.Graph.
func (r *region) Len() int { return len(r.first) - 1 }

// Expanded is part of graph.Graph.
func (r *region) Expanded() int { return r.Len() }

// MayCycle is part of graph.Graph.
func (r *region) MayCycle() bool { return true }

// Quiet is part of graph.Graph. The states in which runs may rest are found elsewhere.
func (r *region) Quiet() []uint32 { return nil }

// Steps is part of graph.Graph.
func (r *region) Steps(id uint32, to []graph.Step) []graph.Step {
	for at := r.first[id]; at < r.first[id+1]; at++ {
		if r.to[at] != lastsMark {
			to = append(to, graph.Step{To: r.to[at], Class: r.class[at]})
		}
	}
	return to
}

// Recurring is part of graph.Graph.
func (r *region) Recurring(ids []uint32, visit func(id uint32, steps []graph.Step)) {
	var steps []graph.Step
	for _, id := range ids {
		steps = r.Steps(id, steps[:0])
		visit(id, steps)
	}
}

// Lasting is part of graph.Graph.
func (r *region) Lasting(id uint32, visit func(graph.Class)) {
	for at := r.first[id]; at < r.first[id+1]; at++ {
		if r.to[at] == lastsMark {
			visit(r.class[at])
		}
	}
}

// IsStrong is part of graph.Graph.
func (r *region) IsStrong(c graph.Class) bool { return checker.IsStrongClass(c) }

// Classes is part of graph.Graph.
func (r *region) Classes() int { return int(r.most) }

// findGoals finds the fair components in which runs may stay.
func (r *region) findGoals() error {
	return r.own.part.Guarded(r.property, func() error {
		v := r.own.part.Violation(r.property, r.state)
		v.Lasts = func(uint32) bool { return true } // that is why the states are left
		for _, goal := range liveness.New(r, []liveness.Violation[uint32]{v}).Goals(v) {
			for _, id := range goal.States() {
				r.goals[id] = &goal
			}
		}
		return nil
	})
}

// goalOf returns the component of a state, nil for none, and its id.
func (r *region) goalOf(s checker.State) (*liveness.Goal, uint32) {
	id, err := r.idOf(s)
	if err != nil {
		return nil, graph.Nowhere
	}
	return r.goals[id], id
}

// round returns the cycle of a run that comes to a state of a component, armed or not.
func (r *region) round(s checker.State, isArmed bool) (cycle []checker.Transition, err error) {
	err = r.own.part.Guarded(r.property, func() error {
		goal, id := r.goalOf(s)
		for _, hop := range goal.Round(id, isArmed) {
			to := r.state(hop.To)
			t, err := r.own.part.Hop(s, to, func(step checker.Step) bool { return step.Bound == 0 && step.Owed.Class() == hop.Class })
			if err != nil {
				return err
			}
			cycle, s = append(cycle, t), to
		}
		return nil
	})
	return cycle, err
}
