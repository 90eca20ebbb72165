package liveness

import (
	"slices"

	"interrex/checker/internal/graph"
	"interrex/checker/internal/scc"
)

// A region is a set of states of a graph. It makes the steps between them when it is asked for them: they take much memory.
type region struct {
	graph.Graph
	*idSet
}

// together is the number of states that the graph is asked for at a time.
const together = 256

// each calls visit with the steps between states of the region that may be part of a cycle.
func (r *region) each(from []uint32, visit func(from, to uint32)) {
	r.Recurring(from, func(id uint32, steps []graph.Step) {
		for i := range steps {
			if s := &steps[i]; r.has(s.To) && !s.IsAltered {
				visit(id, s.To)
			}
		}
	})
}

// peel removes the states to which no step of the region leads, again and again. The others are on cycles, or can be reached from some.
func (r *region) peel() {
	in := degrees{make([]uint8, 64*len(r.words)), map[uint32]int{}}
	batch := make([]uint32, 0, 2*together)
	for id := range r.all() {
		if batch = append(batch, id); len(batch) == together {
			r.each(batch, func(_, to uint32) { in.raise(to) })
			batch = batch[:0]
		}
	}
	r.each(batch, func(_, to uint32) { in.raise(to) })
	var free []uint32 // states that have been removed, with steps that still count
	drop := func() {
		rest := max(len(free)-together, 0)
		batch = append(batch[:0], free[rest:]...)
		free = free[:rest]
		r.each(batch, func(_, to uint32) {
			if in.lower(to) {
				r.remove(to)
				free = append(free, to)
			}
		})
	}
	for id := range r.all() {
		if in.low[id] == 0 && in.isZero(id) && r.has(id) {
			r.remove(id)
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

// Degrees are numbers of steps to states. Nearly all are small.
type degrees struct {
	low  []uint8
	high map[uint32]int // multiples of 256
}

func (d *degrees) isZero(id uint32) bool { return d.low[id] == 0 && d.high[id] == 0 }

func (d *degrees) raise(id uint32) {
	if d.low[id]++; d.low[id] == 0 {
		d.high[id]++
	}
}

// lower reports whether the degree is 0 then.
func (d *degrees) lower(id uint32) bool {
	if d.low[id] == 0 {
		d.high[id]--
	}
	d.low[id]--
	return d.isZero(id)
}

// keepCycles removes the states that are on no cycle of the region.
func (r *region) keepCycles() {
	r.peel()
	c := &cycles{region: r, on: newIDs(64 * len(r.words))}
	if n := r.index(); n > 0 {
		c.ids = slices.AppendSeq(make([]uint32, 0, n), r.all())
		scc.Components(c, n, c.add)
	}
	r.idSet = c.on
}

// A cycles is a region as a graph of the places of its states. It collects the states that are on cycles.
type cycles struct {
	*region
	ids []uint32 // by place
	on  *idSet
}

// Targets is part of scc.Graph.
func (c *cycles) Targets(v uint32, to []uint32) []uint32 {
	c.each(c.ids[v:v+1], func(from, target uint32) {
		if to = append(to, c.place(target)); target == from {
			c.on.add(from)
		}
	})
	return to
}

// add adds a strongly connected component.
func (c *cycles) add(component []uint32) {
	for _, v := range component {
		if len(component) > 1 {
			c.on.add(c.ids[v])
		}
	}
}
