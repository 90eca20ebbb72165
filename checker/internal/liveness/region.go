package liveness

import (
	"interrex/checker/internal/graph"
)

// A region is a set of states of a graph. It makes the steps between them when it is asked for them: all of them take much memory.
// The first that it has made are stored.
type region struct {
	graph.Graph
	*graph.IDs
	top    uint32   // all ids are lower
	stored []uint32 // the targets of steps from the highest states, the highest first
	first  []uint32 // by top-1-id, the place of the first target of a state; of the last one, the place behind it
	most   int      // words to store
	asked  []uint32
}

const (
	together   = 256     // states that the graph is asked for at a time
	mostStored = 1 << 24 // words of targets
)

func newRegion(g graph.Graph, isIn func(id uint32) bool, most int) *region {
	r := &region{Graph: g, IDs: graph.NewIDs(g.Expanded()), top: uint32(g.Expanded()), most: most}
	for id := range r.top {
		if isIn(id) {
			r.Add(id)
		}
	}
	n := r.Index()
	r.stored, r.first = make([]uint32, 0, min(most, 4*n)), make([]uint32, 1, min(most, int(r.top))+1)
	return r
}

// count counts, of each state, the steps of the region that lead to it. Most steps lead to higher ids. So it begins with the highest
// ones, and removes states at once from which no cycle can be reached.
func (r *region) count() degrees {
	in, kept := make(degrees, r.top), graph.NewIDs(int(r.top))
	var to []uint32
	keep := func(id uint32, steps []graph.Step) {
		to = to[:0]
		for i := range steps {
			if s := &steps[i]; !s.IsAltered && (s.To > id && kept.Has(s.To) || s.To <= id && r.Has(s.To)) {
				to = append(to, s.To)
				in.raise(s.To)
			}
		}
		if len(to) > 0 {
			kept.Add(id)
			r.store(id, to)
		}
	}
	batch := make([]uint32, 0, together)
	for id := r.top; id > 0; {
		if id--; r.Has(id) {
			batch = append(batch, id)
		}
		if len(batch) == together || id == 0 {
			r.Recurring(batch, keep)
			batch = batch[:0]
		}
	}
	r.IDs = kept
	return in
}

// store stores the targets of a state if there is room for them.
func (r *region) store(id uint32, to []uint32) {
	place := int(r.top - 1 - id)
	if place+len(r.stored)+len(to) > r.most {
		r.most = 0
		return
	}
	for len(r.first) <= place { // states without steps
		r.first = append(r.first, uint32(len(r.stored)))
	}
	r.stored = append(r.stored, to...)
	r.first = append(r.first, uint32(len(r.stored)))
}

// each calls visit with the steps between states of the region that may be part of a cycle.
func (r *region) each(from []uint32, visit func(from, to uint32)) {
	r.asked = r.asked[:0]
	for _, id := range from {
		place := int(r.top - 1 - id)
		if place+1 >= len(r.first) {
			r.asked = append(r.asked, id)
			continue
		}
		for _, to := range r.stored[r.first[place]:r.first[place+1]] {
			if r.Has(to) {
				visit(id, to)
			}
		}
	}
	r.Recurring(r.asked, func(id uint32, steps []graph.Step) {
		for i := range steps {
			if s := &steps[i]; r.Has(s.To) && !s.IsAltered {
				visit(id, s.To)
			}
		}
	})
}

// peel removes the states to which no step of the region leads, again and again. The others are on cycles, or can be reached from
// some or from a state to which many steps lead.
func (r *region) peel() {
	in, batch := r.count(), make([]uint32, 0, together)
	var free []uint32 // states that have been removed, with steps that still count
	drop := func() {
		rest := max(len(free)-together, 0)
		batch = append(batch[:0], free[rest:]...)
		free = free[:rest]
		r.each(batch, func(_, to uint32) {
			if in.lower(to) {
				r.Remove(to)
				free = append(free, to)
			}
		})
	}
	for id := range r.All() {
		if in[id] == 0 && r.Has(id) {
			r.Remove(id)
			free = append(free, id)
		}
		for len(free) >= together {
			drop()
		}
	}
	for len(free) > 0 {
		drop()
	}
}

// Degrees are numbers of steps to states. A number of many or more is many, and is not lowered.
type degrees []uint8

const many = 255

func (d degrees) raise(id uint32) {
	if d[id] < many {
		d[id]++
	}
}

// lower reports whether the degree is 0 then.
func (d degrees) lower(id uint32) bool {
	if d[id] < many {
		d[id]--
	}
	return d[id] == 0
}
