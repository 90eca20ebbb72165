package checker

import "context"

// The cyclicPart of a graph is all of it that a fair run can stay in for ever: the components
// in which runs can go round, with their inner edges, and the quiet states. It is made of
// real steps only: none that a bound has altered, and none out of a state not expanded.
type cyclicPart struct {
	nodes []uint32 // ranks, in the order of discovery; a node is called by its place here
	place []uint32 // of each state, its node + 1, or 0
	first []int    // of each node, the place of its first edge; one more at the end
	to    []uint32 // of each edge, the node it leads to
	duty  []Duty   // of each edge, what it discharges

	// owed has words for each node, with a bit for each duty that is enabled there or
	// disabled by a bound. strong has a bit for each duty under strong fairness.
	owed   []uint64
	strong bits
	words  int

	quiet []uint32 // ranks of the states in which nothing is owed
}

// cycles makes the cyclic part of g, once. Where no step leads back in rank there is no cycle
// to look for.
func (g *graph) cycles(ctx context.Context) *cyclicPart {
	if g.cyclic != nil {
		return g.cyclic
	}
	g.cyclic = &cyclicPart{quiet: g.run.quiet, words: g.duties/64 + 1}
	if g.backward {
		g.cyclic.quiet = nil
		g.cyclic.place = make([]uint32, g.arena.len)
		g.collectCycles(ctx, g.cyclic)
	}
	g.cyclic.first = append(g.cyclic.first, len(g.cyclic.to))
	return g.cyclic
}

// A diary keeps the edges of the vertices whose component is not closed yet, in the order of
// their discovery. So when a component is closed, its edges are the last ones.
type diary struct {
	first []int // of each such vertex
	edges []note
}

// A note is an edge. One that leads nowhere is a duty that a bound has disabled.
type note struct {
	to   uint32
	duty Duty
}

const nowhere = ^uint32(0)

// collectCycles goes through the graph once, keeps what it sees of components in which runs
// can go round, and of quiet states.
func (g *graph) collectCycles(ctx context.Context, c *cyclicPart) {
	var edges []edge
	var blocked []Duty
	var d diary
	successors := func(v uint32, to []uint32) []uint32 {
		d.first = append(d.first, len(d.edges))
		if !g.isExpanded(v) || g.stopped(ctx) != "" {
			return to
		}
		g.tick()
		edges, blocked = g.edges(v, edges[:0], blocked[:0])
		owed := len(blocked) > 0
		for _, e := range edges {
			to = append(to, e.to)
			d.edges = append(d.edges, note{e.to, e.step.Owed})
			owed = owed || e.step.Owed != None
		}
		for _, duty := range blocked {
			d.edges = append(d.edges, note{nowhere, duty})
		}
		if !owed {
			c.quiet = append(c.quiet, v)
		}
		return to
	}
	components(g.arena.len, g.initialRanks(), successors, func(vertices []uint32, cyclic bool) {
		from := len(d.first) - len(vertices)
		if cyclic {
			c.add(vertices, d.first[from:], d.edges)
		}
		d.edges = d.edges[:d.first[from]]
		d.first = d.first[:from]
	})
}

// add makes nodes of the vertices of a component. The edges of each begin where first says and
// end where those of the next begin.
func (c *cyclicPart) add(vertices []uint32, first []int, edges []note) {
	base := uint32(len(c.nodes))
	for _, v := range vertices {
		c.nodes = append(c.nodes, v)
		c.place[v] = uint32(len(c.nodes))
	}
	for i := range vertices {
		end := len(edges)
		if i+1 < len(first) {
			end = first[i+1]
		}
		c.first = append(c.first, len(c.to))
		row := len(c.owed)
		for range c.words {
			c.owed = append(c.owed, 0)
		}
		for _, e := range edges[first[i]:end] {
			c.see(c.owed[row:], e.duty)
			if e.to != nowhere && c.place[e.to] > base {
				c.to, c.duty = append(c.to, c.place[e.to]-1), append(c.duty, e.duty)
			}
		}
	}
}

// see enters a duty that is owed into the row of a node.
func (c *cyclicPart) see(row []uint64, d Duty) {
	if d == None {
		return
	}
	row[d.number()/64] |= 1 << (d.number() % 64)
	if d&strong != 0 && !c.strong.has(d.number()) {
		c.strong = c.strong.with(d.number())
	}
}

// owedAt is the set of duties owed at a node, to be read only.
func (c *cyclicPart) owedAt(node uint32) bits {
	return c.owed[int(node)*c.words : (int(node)+1)*c.words]
}

// out is the range of the edges that leave a node.
func (c *cyclicPart) out(node uint32) (from, to int) { return c.first[node], c.first[node+1] }
