package liveness

import (
	"math"
	"slices"

	"interrex/checker/internal/graph"
	"interrex/checker/internal/scc"
)

// A part holds the states of a graph that are on cycles, with the steps between them. A node is the place of a state in it;
// nodes are in descending order of ids.
type part struct {
	graph.Graph
	scc.Digraph
	class    []graph.Class // by edge
	ids      []uint32      // by node
	node     []uint32      // by id, plus 1; 0: not in the part
	profiles []profile
	profile  []uint32          // by node, its place in profiles
	numbers  map[string]uint32 // of profiles, by their words

	now   profile // of the node that is being added
	words []byte
}

// A profile is the classes with a step in a state, and those that last in it.
type profile struct{ enabled, lasting set }

// together is the number of states that the graph is asked for at a time.
const together = 256

// mostEdges bounds the steps that are stored before the states on cycles are known. They take some 6 bytes each.
const mostEdges = 1 << 25

// newPart returns the part on cycles of a region. If the region has more than most edges, it finds the states on cycles first.
// This takes less memory and more time.
func newPart(g graph.Graph, isIn func(id uint32) bool, most int) *part {
	p, fits := stored(g, isIn, most)
	if !fits {
		isOnCycle := onCycles(g, isIn)
		p, _ = stored(g, func(id uint32) bool { return isOnCycle[id/64]>>(id%64)&1 == 1 }, math.MaxInt)
	}
	p.link()
	p.keepCycles()
	return p
}

// onCycles returns the set of the states on cycles within a region.
func onCycles(g graph.Graph, isIn func(id uint32) bool) []uint64 {
	var region []uint32
	for id := range uint32(g.Expanded()) {
		if isIn(id) {
			region = append(region, id)
		}
	}
	r := &recurring{Graph: g, onCycles: make([]uint64, g.Expanded()/64+1)}
	number, count := scc.Number(r, g.Expanded(), region)
	sizes := make([]uint32, count+1)
	for _, id := range region {
		sizes[number[id]]++
	}
	for _, id := range region {
		if sizes[number[id]] > 1 {
			r.onCycles[id/64] |= 1 << (id % 64)
		}
	}
	return r.onCycles
}

// A recurring is a graph of the steps that may be part of a cycle. It notes the states with a step to themselves.
type recurring struct {
	graph.Graph
	onCycles []uint64
}

// Targets is part of scc.Graph.
func (r *recurring) Targets(from uint32, to []uint32) []uint32 {
	r.Recurring([]uint32{from}, func(_ uint32, steps []graph.Step) {
		for _, s := range steps {
			if int(s.To) < r.Expanded() && !s.IsAltered {
				to = append(to, s.To)
			}
			if s.To == from && !s.IsAltered {
				r.onCycles[from/64] |= 1 << (from % 64)
			}
		}
	})
	return to
}

// stored returns the part of a region from which cycles may be reached; edges lead to ids. It reports false if there are more than
// most edges. Most steps lead to higher ids. So the states come in descending order, and a state that reaches no cycle is dropped
// at once.
func stored(g graph.Graph, isIn func(id uint32) bool, most int) (p *part, fits bool) {
	p = &part{Graph: g, node: make([]uint32, g.Expanded()), numbers: map[string]uint32{}, now: profile{newSet(g), newSet(g)}}
	ids := make([]uint32, 0, together)
	for id := uint32(g.Expanded()); id > 0 && len(p.To) <= most; {
		if id--; isIn(id) {
			ids = append(ids, id)
		}
		if len(ids) == together {
			g.Recurring(ids, p.add)
			ids = ids[:0]
		}
	}
	g.Recurring(ids, p.add)
	p.First = append(p.First, len(p.To))
	return p, len(p.To) <= most
}

// add adds a node, if it has an edge to another one or to a state that is not higher. Until all are there, edges lead to ids.
func (p *part) add(id uint32, steps []graph.Step) {
	first := len(p.To)
	clear(p.now.enabled)
	for _, s := range steps {
		p.now.enabled.add(s.Class)
		if int(s.To) < len(p.node) && !s.IsAltered && (s.To <= id || p.node[s.To] > 0) {
			p.To, p.class = append(p.To, s.To), append(p.class, s.Class)
		}
	}
	if len(p.To) == first {
		return
	}
	p.First = append(p.First, first)
	p.ids = append(p.ids, id)
	p.node[id] = uint32(len(p.ids))
	copy(p.now.lasting, p.now.enabled)
	p.Lasting(id, p.now.lasting.add)
	p.profile = append(p.profile, p.number())
}

// number returns the place of the profile of the node that is being added.
func (p *part) number() uint32 {
	p.words = p.now.lasting.appendTo(p.now.enabled.appendTo(p.words[:0]))
	n, known := p.numbers[string(p.words)]
	if !known {
		n = uint32(len(p.profiles))
		p.numbers[string(p.words)] = n
		p.profiles = append(p.profiles, profile{slices.Clone(p.now.enabled), slices.Clone(p.now.lasting)})
	}
	return n
}

// link lets the edges lead to nodes.
func (p *part) link() {
	kept := 0
	for v := range p.ids {
		from := p.First[v]
		p.First[v] = kept
		for at := from; at < p.First[v+1]; at++ {
			if n := p.node[p.To[at]]; n > 0 {
				p.To[kept], p.class[kept] = n-1, p.class[at]
				kept++
			}
		}
	}
	p.First[len(p.ids)] = kept
	p.To, p.class = p.To[:kept], p.class[:kept]
}

// keepCycles drops the nodes and edges that are on no cycle.
func (p *part) keepCycles() {
	all := make([]uint32, len(p.ids))
	for v := range all {
		all[v] = uint32(v)
	}
	_, number := p.components(all)
	clear(p.node)
	nodes, edges := 0, 0
	for v, id := range p.ids {
		if number[v] > 0 {
			p.ids[nodes], p.profile[nodes] = id, p.profile[v]
			nodes++
			p.node[id], all[v] = uint32(nodes), uint32(nodes-1)
		}
	}
	nodes = 0
	for v := range number {
		if number[v] == 0 {
			continue
		}
		from, end := p.First[v], p.First[v+1]
		p.First[nodes] = edges
		nodes++
		for at := from; at < end; at++ {
			if to := p.To[at]; number[to] == number[v] {
				p.To[edges], p.class[edges] = all[to], p.class[at]
				edges++
			}
		}
	}
	p.First[nodes] = edges
	p.First, p.To, p.class = p.First[:nodes+1], p.To[:edges], p.class[:edges]
	p.ids, p.profile = p.ids[:nodes], p.profile[:nodes]
}

// components returns the strongly connected components of some nodes in which runs can go round, and of each node the number of
// its component, from 1; 0 of other nodes. Each component has its nodes in the order of the list.
func (p *part) components(nodes []uint32) (found [][]uint32, number []uint32) {
	number, count := p.Number(nodes)
	sizes := make([]uint32, count+1)
	for _, v := range nodes {
		sizes[number[v]]++
	}
	for _, v := range nodes {
		if n := number[v]; sizes[n] == 1 && !p.isLoop(v) {
			sizes[n] = 0
		}
	}
	renumbered, cyclic := make([]uint32, count+1), 0
	for n, size := range sizes {
		if size > 0 {
			found = append(found, make([]uint32, 0, size))
			cyclic++
			renumbered[n] = uint32(cyclic)
		}
	}
	for _, v := range nodes {
		number[v] = renumbered[number[v]]
		if n := number[v]; n > 0 {
			found[n-1] = append(found[n-1], v)
		}
	}
	return found, number
}

// isLoop reports whether a node has an edge to itself.
func (p *part) isLoop(v uint32) bool {
	for _, to := range p.Out(v) {
		if to == v {
			return true
		}
	}
	return false
}
