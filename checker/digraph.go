package checker

import (
	"context"
	"slices"
)

// Where most states are on cycles, all edges are listed first, in the order of ranks, and then searched. That takes less time than to search
// and make steps by turns, and no more memory, for a search keeps the edges of cycles too. It is found out by a search of a few states.

// mostTurn reports whether a search for cycles would have to begin in most states: in at least half of some.
func (g *graph) mostTurn(r Recurrence, region bits) bool {
	turning := 0
	for rank := uint32(0); g.isExpanded(rank); rank += sampledTurns {
		if (region == nil || region.has(int(rank))) && r.Turns(g.store.log.at(rank)) {
			turning++
		}
	}
	return 4*sampledTurns*turning >= 3*g.expanded
}

const (
	sampledTurns = 16 // one state of so many is asked about

	// A search is a probe until it has come to so many states, and then to so large a part of all.
	leastProbe = 1 << 10
	probedPart = 64
)

// leavesMuchOpen reports whether a search has left a fourth of what it has come to open, and hardly closed a component in which runs can
// go round. Else much is on no cycle, since a search closes what has none behind it, or on small ones, whose edges it does not keep for long.
func (d *descent) leavesMuchOpen(cyclic int) bool {
	return 4*len(d.open) >= int(d.next) && 16*cyclic <= int(d.next)
}

// inRegion goes over the states of a region, or all, that are expanded.
func (g *graph) inRegion(ctx context.Context, region bits) func(yield func(rank uint32) bool) {
	return func(yield func(rank uint32) bool) {
		for rank := uint32(0); g.isExpanded(rank); rank++ {
			if rank%(1<<10) == 0 {
				if g.tick(); g.stopped(ctx) != "" {
					return
				}
			}
			if (region == nil || region.has(int(rank))) && !yield(rank) {
				return
			}
		}
	}
}

// listRecurring makes nodes of all states of the region that a step leaves which may be part of a cycle, lists the edges between them,
// and then finds the components in which runs can go round.
func (g *graph) listRecurring(ctx context.Context, c *cyclicPart, r Recurrence, region bits) {
	clear(c.index)
	for rank := range g.inRegion(ctx, region) {
		c.nodes = append(c.nodes, rank)
		c.index[rank] = uint32(len(c.nodes))
	}
	l := &listing{graph: g, part: c}
	c.first, c.owed = make([]int, 0, len(c.nodes)+1), make([]uint64, len(c.nodes)*c.words)
	for node, rank := range c.nodes {
		if g.stopped(ctx) == "" {
			g.tick()
			l.add(r, uint32(node), rank)
		}
		if l.ends = append(l.ends, len(l.owed)); len(l.owed) >= batch {
			l.flush()
		}
	}
	l.flush()
	c.first = append(c.first, len(c.to))
	all := make([]uint32, len(c.nodes))
	for node := range all {
		all[node] = uint32(node)
	}
	c.division = *c.divide(all)
	c.first = c.first[:len(c.nodes)]
}

// A listing lists the edges of nodes. Where the steps out of several nodes lead is looked up together.
type listing struct {
	*graph
	part *cyclicPart
	ends []int    // of each node whose edges are not listed yet, where they end
	rows []uint64 // where they lead
	owed []Duty   // and what they discharge
}

// add adds the edges of one more node.
func (l *listing) add(r Recurrence, node, rank uint32) {
	w, c, row := l.pool[0], l.part, l.store.log.at(rank)
	w.again(rank)
	owed := c.owed[int(node)*c.words:]
	for _, step := range w.out.Blocked {
		c.see(owed, step.Owed)
	}
	for i := range w.out.Steps {
		step, to := &w.out.Steps[i], w.out.Row(i)
		c.see(owed, step.Owed)
		if step.Bound == 0 && r.Recurs(row, to) {
			l.rows, l.owed = append(l.rows, to...), append(l.owed, step.Owed)
		}
	}
}

// flush lists the edges to nodes.
func (l *listing) flush() {
	l.reserve()
	l.prepare(l.rows)
	c, words, i := l.part, l.store.words, 0
	for _, end := range l.ends {
		c.first = append(c.first, len(c.to))
		for ; i < end; i++ {
			to, known := l.find(l.rows[i*words:(i+1)*words], l.hashes[i])
			if !known {
				continue
			}
			if node, is := c.nodeOf(to); is {
				c.to, c.duty = append(c.to, node), append(c.duty, l.owed[i])
			}
		}
	}
	l.ends, l.rows, l.owed = l.ends[:0], l.rows[:0], l.owed[:0]
}

// reserve makes room for as many edges as are to be expected, not to copy them again and again.
func (l *listing) reserve() {
	c, more := l.part, len(l.owed)
	if cap(c.to)-len(c.to) >= more {
		return
	}
	listed := len(c.first) + len(l.ends)
	more += (len(c.to) + more) * (len(c.nodes) - listed) / max(listed, 1)
	c.to, c.duty = slices.Grow(c.to, more), slices.Grow(c.duty, more)
}

// A turnoff is a node on the path of a search, with the next edge to follow.
type turnoff struct {
	node, order uint32 // order: of its discovery
	edge        int
	open        int // where it is among the open ones
}

// divide divides nodes into the components that they make by themselves: as components does (fairness.go), along edges that are listed.
func (c *cyclicPart) divide(nodes []uint32) *division {
	d := &division{of: make([]uint32, len(c.nodes))}
	index, order := d.of, uint32(0) // as of a descent; those of closed nodes become their components
	for i := range index {
		index[i] = closed
	}
	for _, node := range nodes {
		index[node] = 0
	}
	var path []turnoff
	var open []uint32
	enter := func(node uint32) {
		order++
		index[node] = order
		path, open = append(path, turnoff{node, order, c.first[node], len(open)}), append(open, node)
	}
	for _, root := range nodes {
		if index[root] == 0 {
			enter(root)
		}
		for len(path) > 0 {
			top := &path[len(path)-1]
			if top.edge < c.first[top.node+1] {
				to := c.to[top.edge]
				if index[to] == 0 {
					enter(to) // and come back to the edge when it is done
					continue
				}
				top.edge++
				index[top.node] = min(index[top.node], index[to])
				continue
			}
			if index[top.node] == top.order {
				d.close(open[top.open:], c.goesRound(open[top.open:]))
				open = open[:top.open]
			}
			path = path[:len(path)-1]
		}
	}
	for i := range index {
		index[i] &^= closed
	}
	return d
}

// close closes a component, and counts it if runs can go round in it.
func (d *division) close(component []uint32, isCyclic bool) {
	number := closed
	if isCyclic {
		d.count++
		number |= uint32(d.count)
	}
	for _, node := range component {
		d.of[node] = number
	}
}

// goesRound reports whether a run can go round in a component: not in a single node without a loop.
func (c *cyclicPart) goesRound(component []uint32) bool {
	from, end := c.out(component[0])
	return len(component) > 1 || slices.Contains(c.to[from:end], component[0])
}
