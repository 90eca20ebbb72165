package liveness

import (
	"slices"

	"interrex/checker/internal/graph"
	"interrex/checker/internal/scc"
)

// A part holds the states of a graph that are on cycles, with the steps between them. A node is the place of a state in on.
type part struct {
	graph.Graph
	scc.Digraph
	class    []graph.Class // by edge
	on       *idSet
	ids      []uint32 // by node
	profiles []profile
	profile  []uint32          // by node, its place in profiles
	numbers  map[string]uint32 // of profiles, by their words

	now   profile // of the node that is being added
	words []byte
}

// A profile is the classes with a step in a state, and those that last in it.
type profile struct{ enabled, lasting set }

// newPart returns the part on cycles of a region. It finds the states on cycles first: most steps
// of the others take no memory.
func newPart(g graph.Graph, isIn func(id uint32) bool, most int) *part {
	r := newRegion(g, isIn, most)
	r.keepCycles()
	p := &part{Graph: g, on: r.idSet, numbers: map[string]uint32{}, now: profile{newSet(g), newSet(g)}}
	n := p.on.index()
	p.ids, p.profile, p.First = make([]uint32, 0, n), make([]uint32, 0, n), make([]int, 1, n+1)
	p.ids = slices.AppendSeq(p.ids, p.on.all())
	for ids := range slices.Chunk(p.ids, together) {
		g.Recurring(ids, p.add)
	}
	return p
}

// add adds the next node. A state on a cycle has a step that may be part of one.
func (p *part) add(id uint32, steps []graph.Step) {
	clear(p.now.enabled)
	for i := range steps {
		s := &steps[i]
		if p.now.enabled.add(s.Class); p.on.has(s.To) && !s.IsAltered {
			p.To, p.class = append(p.To, p.on.place(s.To)), append(p.class, s.Class)
		}
	}
	p.First = append(p.First, len(p.To))
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
