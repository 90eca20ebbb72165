package levels

import (
	"encoding/binary"
	"math/bits"

	"interrex/checker"
	"interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
)

// A region is the states that are left for a property, and the edges between them, in memory. Their ids are in the order of
// ranks. Package liveness looks for fair components in it.
type region struct {
	graph.Graph // nil: liveness needs no more than the methods below to find components
	*trimming
	before []int    // of each word of left, the states in the words before
	first  []int    // of each state, its first edge; and the number of edges
	to     []uint32 // ids, or one of the marks
	class  []graph.Class
	rows   []uint64
}

// A mark stands for the target of an edge that says that a class lasts. An edge that says that it has a step leads nowhere.
const lastsMark = graph.Nowhere - 1

// load reads the states that are left.
func (t *trimming) load() (*region, error) {
	r := &region{trimming: t}
	n := 0
	for _, word := range t.left {
		r.before = append(r.before, n)
		n += bits.OnesCount64(word)
	}
	if err := t.each(false, r.add); err != nil {
		return nil, err
	}
	for len(r.first) <= n {
		r.first = append(r.first, len(r.to))
	}
	return r, r.loadRows()
}

// id is the id of the state of a rank.
func (r *region) id(rank uint64) uint32 {
	return uint32(r.before[rank/64] + bits.OnesCount64(r.left[rank/64]&(1<<(rank%64)-1)))
}

// add adds an edge.
func (r *region) add(e edge) {
	if !r.left.has(e.from) {
		return
	}
	to := graph.Nowhere
	switch {
	case e.to == inside:
		return
	case e.to == lasts:
		to = lastsMark
	case e.isStep() && r.left.has(e.to):
		to = r.id(e.to)
	}
	for len(r.first) <= int(r.id(e.from)) {
		r.first = append(r.first, len(r.to))
	}
	r.to, r.class = append(r.to, to), append(r.class, e.class)
}

// loadRows reads the rows of the states.
func (r *region) loadRows() error {
	for _, c := range r.chunks() {
		isNeeded := false
		for rank := c.Rank; rank < c.Rank+c.Rows && !isNeeded; rank++ {
			isNeeded = r.left.has(uint64(rank))
		}
		if !isNeeded {
			continue
		}
		x, err := readRows(r.Store, c.Name, 0, 1, &r.own.names.layout)
		if err != nil {
			return err
		}
		rank := uint64(c.Rank)
		err = x.forwards(func([]uint64) {
			if int(rank) < c.Rank+c.Rows && r.left.has(rank) {
				r.rows = append(r.rows, x.row()...)
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

// state returns a state.
func (r *region) state(id uint32) checker.State {
	n, words := r.own.names, r.own.names.layout.words
	numbers, s := make([]uint32, len(n.kindOf)), make(checker.State, len(n.kindOf))
	n.layout.unpack(r.rows[int(id)*words:int(id+1)*words], numbers)
	if err := n.unpack(numbers, s); err != nil {
		panic(err) // it has been read before
	}
	return s
}

// Len is part of graph.Graph.
func (r *region) Len() int { return len(r.first) - 1 }

// Expanded is part of graph.Graph.
func (r *region) Expanded() int { return r.Len() }

// MayCycle is part of graph.Graph.
func (r *region) MayCycle() bool { return true }

// Quiet is part of graph.Graph. A run that rests needs no cycle.
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
func (r *region) Recurring(id uint32, to []uint32) []uint32 {
	for _, at := range r.to[r.first[id]:r.first[id+1]] {
		if at < lastsMark {
			to = append(to, at)
		}
	}
	return to
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
func (r *region) Classes() int {
	most := graph.Class(0)
	for _, c := range r.class {
		most = max(most, c)
	}
	return int(most)
}

// A place is a state in which a run may go round forever.
type place struct {
	goal *liveness.Goal
	id   uint32
}

// places finds the fair components, and returns where they are, by keys of states.
func (r *region) places() (all map[string]place, err error) {
	all = map[string]place{}
	err = r.own.part.Guarded(r.property, func() error {
		v := r.own.part.Violation(r.property, r.state)
		v.Lasts = func(uint32) bool { return true } // that is why they are left
		finder := liveness.New(r, []liveness.Violation{v})
		for _, goal := range finder.Goals(v) {
			for _, id := range goal.States() {
				all[keyOf(r.state(id))] = place{&goal, id}
			}
		}
		return nil
	})
	return all, err
}

// keyOf returns the cells of a state as the key of a map.
func keyOf(s checker.State) string {
	key := make([]byte, 0, 4*len(s))
	for _, cell := range s {
		key = binary.LittleEndian.AppendUint32(key, cell)
	}
	return string(key)
}

// round returns the cycle of a run that comes to a place, armed or not.
func (r *region) round(p place, isArmed bool) (cycle []checker.Transition, err error) {
	err = r.own.part.Guarded(r.property, func() error {
		from := r.state(p.id)
		for _, hop := range p.goal.Round(p.id, isArmed) {
			to := r.state(hop.To)
			t, err := r.own.part.Hop(from, to, hop.Class)
			if err != nil {
				return err
			}
			cycle, from = append(cycle, t), to
		}
		return nil
	})
	return cycle, err
}
