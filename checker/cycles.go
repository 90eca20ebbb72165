package checker

import (
	"context"
	"iter"
	"slices"
)

// The cyclicPart of a graph is all of it that a fair run can stay in for ever: the components
// in which runs can go round, with their inner edges, and the quiet states. It is made of
// real steps only: none that a bound has altered, and none out of a state not expanded.
type cyclicPart struct {
	nodes   []uint32 // ranks; a node is called by its place here
	ordered bool     // the nodes are in the order in which a search of the whole graph discovers them
	index   []uint32 // of each state: its node + 1, perhaps closed, if it is one; else 0 or closed
	first   []int    // of each node, the place of its first edge; one more at the end
	to      []uint32 // of each edge, the node it leads to
	duty    []Duty   // of each edge, what it discharges

	division // into components

	// owed has words for each node, with a bit for each duty that is enabled there or
	// disabled by a bound. strong has a bit for each duty under strong fairness.
	owed   []uint64
	strong bits
	words  int

	quiet []uint32 // ranks of the states in which nothing is owed
}

// cycles makes the cyclic part of g, once. Where no step leads back in rank there is no cycle to look for.
func (g *graph) cycles(ctx context.Context) *cyclicPart {
	if g.cyclic != nil {
		return g.cyclic
	}
	g.cyclic = &cyclicPart{quiet: g.run.quiet, words: g.duties/64 + 1}
	if g.backward {
		if r := g.recurrence(ctx); r != nil {
			g.collectRecurring(ctx, g.cyclic, r)
		} else {
			return g.allCycles(ctx)
		}
	}
	g.cyclic.end()
	return g.cyclic
}

// allCycles makes the cyclic part of g by a search of the whole graph, which finds its nodes in a certain order.
func (g *graph) allCycles(ctx context.Context) *cyclicPart {
	g.cyclic = &cyclicPart{words: g.duties/64 + 1, ordered: true}
	g.collectCycles(ctx, g.cyclic)
	g.cyclic.end()
	return g.cyclic
}

// end ends the list of edges.
func (c *cyclicPart) end() {
	if c.first = append(c.first, len(c.to)); len(c.nodes) == 0 {
		c.index = nil
	}
}

// nodeOf returns the node that a state is, if it is one.
func (c *cyclicPart) nodeOf(rank uint32) (node uint32, is bool) {
	at := c.index[rank] &^ closed
	return at - 1, at > 0
}

// recurrence tells which steps may be part of a cycle: each, if nothing can be told. It is nil if a bound has acted: then it matters
// what real steps lead to, or a way would be sought, at length, to what has none.
func (g *graph) recurrence(ctx context.Context) Recurrence {
	if len(g.met) > 0 {
		return nil
	}
	recurring, ok := g.store.packing.(Recurring)
	if !ok {
		return anyStep{}
	}
	if r := recurring.Recurrence(g.rows(ctx), g.store.log.len); r != nil {
		return r
	}
	return anyStep{}
}

// rows goes over the rows of all states.
func (g *graph) rows(ctx context.Context) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for rank := range uint32(g.store.log.len) {
			if rank%(1<<10) == 0 {
				if g.tick(); g.stopped(ctx) != "" {
					return
				}
			}
			if !yield(g.store.log.at(rank)) {
				return
			}
		}
	}
}

// An inside is the states in which a goal is not reached that Facts tell of, of those that have been asked about (graph.asked).
type inside struct {
	by     *predicateGroup
	goal   uint64
	states bits // by rank
}

// region is where runs can stay that violate what is asked of liveness: no other cycle matters. Nil: they might stay anywhere, or nearly, as
// a look at some states says.
func (g *graph) region(ctx context.Context) bits {
	words, anywhere := g.store.log.len/64+1, false
	for _, p := range g.properties {
		if (p.kind == leadsTo || p.kind == recurs) && p.facts != nil {
			g.insides = append(g.insides, inside{g.groupOf(p), p.goal, make(bits, words)})
		} else if p.IsLiveness() {
			anywhere = true
		}
	}
	if g.asked = make(bits, words); anywhere || len(g.insides) == 0 || g.isMostlyInside() {
		return nil
	}
	region := make(bits, words)
	for rank := range uint32(g.store.log.len) {
		if rank%(1<<10) == 0 {
			if g.tick(); g.stopped(ctx) != "" {
				break
			}
		}
		if g.askInside(rank) {
			region[rank/64] |= 1 << (rank % 64)
		}
	}
	return region
}

// isMostlyInside reports whether a region would leave out so little that it is not worth asking about each state.
func (g *graph) isMostlyInside() bool {
	asked, inside := 0, 0
	for rank := 0; rank < g.store.log.len; rank += max(sampledRegion, g.store.log.len/mostSampled) {
		if asked++; g.askInside(uint32(rank)) {
			inside++
		}
	}
	return 8*inside >= 7*asked
}

// One state of sampledRegion is asked about, but no more than about mostSampled.
var sampledRegion = 32

const mostSampled = 1 << 14

// askInside asks in which of the insides a state is, which is kept, and reports whether it is in any.
func (g *graph) askInside(rank uint32) (isInAny bool) {
	g.asked[rank/64] |= 1 << (rank % 64)
	for i := range g.insides {
		if in := &g.insides[i]; g.tell(in.by, rank)&in.goal == 0 {
			in.states[rank/64] |= 1 << (rank % 64)
			isInAny = true
		}
	}
	return isInAny
}

// collectRecurring keeps the components in which runs can go round. It follows only steps that may be part of a cycle.
func (g *graph) collectRecurring(ctx context.Context, c *cyclicPart, r Recurrence) {
	if r.IsEmpty() {
		return
	}
	region := g.region(ctx)
	mostTurn := g.mostTurn(r, region)
	if mostTurn && g.isCheaplyListed() {
		c.index = make([]uint32, g.store.log.len)
		g.list(ctx, c, region)
		return
	}
	d := g.gather(ctx, c, func(v uint32, edges []edge, blocked []Duty) ([]edge, []Duty) {
		return g.recurring(r, region, v, edges, blocked)
	})
	if mostTurn {
		d.pause = uint32(g.probe + g.expanded/probedPart)
	}
	for rank := uint32(0); g.isExpanded(rank); rank++ {
		if rank%(1<<10) == 0 {
			if g.tick(); g.stopped(ctx) != "" {
				break
			}
		}
		if d.index[rank] == 0 && (region == nil || region.has(int(rank))) && r.Turns(g.store.log.at(rank)) {
			d.from(rank)
			if len(d.frames) > 0 && d.leavesMuchOpen(len(c.nodes)) { // it has paused
				*c = cyclicPart{quiet: c.quiet, words: c.words, index: c.index}
				g.list(ctx, c, region)
				return
			}
			if len(d.frames) > 0 {
				d.pause = 0
				d.goOn()
			}
		}
	}
}

// collectCycles goes through the graph once and keeps the components in which runs can go round, and
// the quiet states.
func (g *graph) collectCycles(ctx context.Context, c *cyclicPart) {
	d := g.gather(ctx, c, func(v uint32, edges []edge, blocked []Duty) ([]edge, []Duty) {
		edges, blocked = g.edges(v, edges, blocked)
		if len(blocked) == 0 && !slices.ContainsFunc(edges, func(e edge) bool { return e.step.Owed != None }) {
			c.quiet = append(c.quiet, v)
		}
		return edges, blocked
	})
	for _, rank := range g.initialRanks() {
		if d.index[rank] == 0 {
			d.from(rank)
		}
	}
}

// gather makes a search along edges, which keeps the components in which runs can go round. An edge is there until its component is closed.
func (g *graph) gather(ctx context.Context, c *cyclicPart, edgesOf func(uint32, []edge, []Duty) ([]edge, []Duty)) *descent {
	var edges []edge
	var blocked []Duty
	var pending pendingEdges
	d := &descent{index: make([]uint32, g.store.log.len), next: 1}
	c.index = d.index
	d.successors = func(v uint32, to []uint32) []uint32 {
		edges, blocked = edges[:0], blocked[:0]
		if g.isExpanded(v) && g.stopped(ctx) == "" {
			g.tick()
			edges, blocked = edgesOf(v, edges, blocked)
		}
		pending.add(edges, blocked)
		for _, e := range edges {
			to = append(to, e.to)
		}
		return to
	}
	d.visit = func(vertices []uint32, cyclic bool) {
		from := len(pending.first) - len(vertices)
		if cyclic {
			c.add(vertices, pending.first[from:], pending.edges)
		}
		pending.edges = pending.edges[:pending.first[from]]
		pending.first = pending.first[:from]
	}
	return d
}

// pendingEdges keeps the edges of the vertices whose component is not closed yet, in the order of
// their discovery. So when a component is closed, its edges are the last ones.
type pendingEdges struct {
	first []int // of each such vertex
	edges []pendingEdge
}

// A pendingEdge is an edge. One that leads nowhere is a duty that is owed, by a bound that has disabled it or a step that is part of no cycle.
type pendingEdge struct {
	to   uint32
	duty Duty
}

const nowhere = ^uint32(0)

// add adds the edges of one more vertex.
func (p *pendingEdges) add(edges []edge, blocked []Duty) {
	p.first = append(p.first, len(p.edges))
	for _, e := range edges {
		p.edges = append(p.edges, pendingEdge{e.to, e.step.Owed})
	}
	for _, duty := range blocked {
		p.edges = append(p.edges, pendingEdge{nowhere, duty})
	}
}

// add makes nodes of the vertices of a component that has just been closed. The edges of each begin where first says and
// end where those of the next begin.
func (c *cyclicPart) add(vertices []uint32, first []int, edges []pendingEdge) {
	base := uint32(len(c.nodes))
	c.count++
	c.to, c.duty = slices.Grow(c.to, len(edges)-first[0]), slices.Grow(c.duty, len(edges)-first[0])
	for _, v := range vertices {
		c.nodes, c.of = append(c.nodes, v), append(c.of, uint32(c.count))
		c.index[v] = closed | uint32(len(c.nodes))
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
			if e.to == nowhere {
				continue
			}
			if node, is := c.nodeOf(e.to); is && node >= base {
				c.to, c.duty = append(c.to, node), append(c.duty, e.duty)
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

// anyStep is the Recurrence of systems of which nothing is known: each step may be part of a cycle.
type anyStep struct{}

func (anyStep) IsEmpty() bool        { return false }
func (anyStep) Leaves(Row) bool      { return true }
func (anyStep) Turns(Row) bool       { return true }
func (anyStep) Recurs(_, _ Row) bool { return true }
