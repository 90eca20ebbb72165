package checker

import (
	"context"
	"slices"
)

// Where most states are on cycles, all edges are listed first, in the order of ranks, and then searched. That takes less time than to search
// and make steps by turns, and no more memory, for a search keeps the edges of cycles too. It is found out by a search of a few states; where
// edges take less than rows do, they are listed at once.

// isCheaplyListed reports whether edges take less memory than rows, which are long, and there is room for twice what a list takes.
func (g *graph) isCheaplyListed() bool {
	rows, edges, nodes := 8*g.store.words*g.store.log.len, 6*g.steps, 40*g.store.log.len
	hasRoom := g.options.MaxMemory == 0 || g.measure()+uint64(2*(edges+nodes)) <= g.options.MaxMemory
	return g.store.words >= longRow && edges < rows && hasRoom
}

// mostTurn reports whether a search for cycles would have to begin in most states: in at least three quarters of some.
func (g *graph) mostTurn(r Recurrence, region bits) bool {
	turning := 0
	for rank := uint32(0); g.isExpanded(rank); rank += sampledTurns {
		if (region == nil || region.has(int(rank))) && r.Turns(g.store.log.at(rank)) {
			turning++
		}
	}
	return turning > 0 && 4*sampledTurns*turning >= 3*g.expanded
}

const (
	sampledTurns = 16 // one state of so many is asked about

	longRow = 3 // words

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

// list makes nodes of all states of the region, lists the edges between them, and then finds the components in which runs can go round.
// The step of each edge may be part of a cycle or not: to find that out would take longer than to list it.
func (g *graph) list(ctx context.Context, c *cyclicPart, region bits) {
	clear(c.index)
	for rank := range g.inRegion(ctx, region) {
		c.nodes = append(c.nodes, rank)
		c.index[rank] = uint32(len(c.nodes))
	}
	edges := 0 // that are to be expected
	if !g.isPart {
		edges = int(float64(g.steps) * float64(len(c.nodes)) / float64(g.expanded))
	}
	c.first, c.to, c.duty = make([]int, 0, len(c.nodes)+1), make([]uint32, 0, edges), make([]Duty, 0, edges)
	c.owed, g.next = make([]uint64, len(c.nodes)*c.words), uint32(g.initials)
	for node, rank := range c.nodes {
		c.first = append(c.first, len(c.to))
		if g.stopped(ctx) == "" {
			g.tick()
			g.listEdges(c, uint32(node), rank)
		}
	}
	c.first = append(c.first, len(c.to))
	all := make([]uint32, len(c.nodes))
	for node := range all {
		all[node] = uint32(node)
	}
	c.division = *c.divide(all)
	c.first = c.first[:len(c.nodes)]
}

// listEdges lists the edges of one more node, and what is owed there.
func (g *graph) listEdges(c *cyclicPart, node, rank uint32) {
	w, owed := g.pool[0], c.owed[int(node)*c.words:]
	w.again(rank)
	for _, step := range w.out.Blocked {
		c.see(owed, step.Owed)
	}
	for i, to := range g.find(&w.out) {
		step := &w.out.Steps[i]
		if c.see(owed, step.Owed); step.Bound == 0 && to != nowhere {
			if node, is := c.nodeOf(to); is {
				c.to, c.duty = append(c.to, node), append(c.duty, step.Owed)
			}
		}
	}
}

// A turnoff is a node on the path of a search.
type turnoff struct {
	node, order uint32 // order: of its discovery
	followed    uint32 // edges
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
		path, open = append(path, turnoff{node, order, 0}), append(open, node)
	}
	for _, root := range nodes {
		if index[root] == 0 {
			enter(root)
		}
		for len(path) > 0 {
			top := &path[len(path)-1]
			if edge, end := c.out(top.node); edge+int(top.followed) < end {
				to := c.to[edge+int(top.followed)]
				if index[to] == 0 {
					enter(to) // and come back to the edge when it is done
					continue
				}
				top.followed++
				index[top.node] = min(index[top.node], index[to])
				continue
			}
			if index[top.node] == top.order {
				first := len(open) - 1
				for open[first] != top.node {
					first--
				}
				d.close(open[first:], c.goesRound(open[first:]))
				open = open[:first]
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
