package checker

import (
	"cmp"
	"context"
	"slices"
)

// The cyclicPart of a graph is all of it that a fair run can stay in for ever: the components
// in which runs can go round, with their inner edges, and the quiet states. It is made of
// real steps only: none that a bound has altered, and none out of a state not expanded.
type cyclicPart struct {
	nodes  []uint32 // ranks, ascending; a node is called by its place here
	first  []int    // of each node, the place of its first edge; one more at the end
	to     []uint32 // of each edge, the node it leads to
	step   []Step   // of each edge
	owed   []bits   // of each node, the duties enabled there, or disabled by a bound
	strong bits     // the duties that are under strong fairness

	quiet []uint32 // ranks of the states in which nothing is owed, ascending
}

// cycles makes the cyclic part of g, once. Where no step leads back in rank there is no cycle
// to look for.
func (g *graph) cycles(ctx context.Context) *cyclicPart {
	if g.cyclic != nil {
		return g.cyclic
	}
	g.cyclic = &cyclicPart{quiet: g.run.quiet}
	if g.backward {
		g.cyclic.quiet = nil
		g.connect(g.cyclic, g.roundabouts(ctx, g.cyclic))
	}
	return g.cyclic
}

// A member is a state in a component in which runs can go round.
type member struct{ rank, component uint32 }

// roundabouts finds these components, and on the way the quiet states.
func (g *graph) roundabouts(ctx context.Context, c *cyclicPart) []member {
	var members []member
	var edges []edge
	var blocked []Duty
	successors := func(v uint32, to []uint32) []uint32 {
		if !g.isExpanded(v) || ctx.Err() != nil {
			return to
		}
		g.report(true)
		edges, blocked = g.edges(v, edges[:0], blocked[:0])
		owed := len(blocked) > 0
		for _, e := range edges {
			to = append(to, e.to)
			owed = owed || e.step.Owed != None
		}
		if !owed {
			c.quiet = append(c.quiet, v)
		}
		return to
	}
	number := uint32(0)
	components(g.arena.len, g.initialRanks(), successors, func(vertices []uint32, cyclic bool) {
		if !cyclic {
			return
		}
		number++
		for _, v := range vertices {
			members = append(members, member{v, number})
		}
	})
	slices.Sort(c.quiet)
	slices.SortFunc(members, func(a, b member) int { return cmp.Compare(a.rank, b.rank) })
	return members
}

// connect lists the edges between members of one component.
func (g *graph) connect(c *cyclicPart, members []member) {
	place := make([]uint32, g.arena.len) // of each state, its node + 1
	for n, m := range members {
		c.nodes = append(c.nodes, m.rank)
		place[m.rank] = uint32(n + 1)
	}
	var edges []edge
	var blocked []Duty
	for _, m := range members {
		c.first = append(c.first, len(c.to))
		edges, blocked = g.edges(m.rank, edges[:0], blocked[:0])
		var owed bits
		for _, e := range edges {
			c.note(&owed, e.step.Owed)
			to := place[e.to]
			if to != 0 && members[to-1].component == m.component {
				c.to, c.step = append(c.to, to-1), append(c.step, e.step)
			}
		}
		for _, d := range blocked {
			c.note(&owed, d)
		}
		c.owed = append(c.owed, owed)
	}
	c.first = append(c.first, len(c.to))
}

func (c *cyclicPart) note(owed *bits, d Duty) {
	if d == None {
		return
	}
	*owed = owed.with(d.number())
	if d&strong != 0 {
		c.strong = c.strong.with(d.number())
	}
}

// out is the range of the edges that leave a node.
func (c *cyclicPart) out(node uint32) (from, to int) { return c.first[node], c.first[node+1] }
