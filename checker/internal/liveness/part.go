package liveness

import (
	"slices"

	"interrex/checker/internal/graph"
	"interrex/checker/internal/scc"
)

// A part holds the states of a graph that may be on cycles, with the steps between them. A node is the place of a state in on.
type part struct {
	graph.Graph
	scc.Digraph
	class    []graph.Class // by edge
	on       *graph.IDs
	ids      []uint32 // by node
	profiles []profile
	profile  []uint32          // by node, its place in profiles
	numbers  map[string]uint32 // of profiles, by their words

	now   profile // of the node that is being added
	words []byte
}

// A profile is the classes with a step in a state, and those that last in it.
type profile struct{ enabled, lasting set }

// newPart returns the part of a region that may be on cycles. It removes most other states first: their steps take no memory.
func newPart(g graph.Graph, isIn func(id uint32) bool, most int) *part {
	r := newRegion(g, isIn, most)
	r.peel()
	p := &part{Graph: g, on: r.IDs, numbers: map[string]uint32{}, now: profile{newSet(g), newSet(g)}}
	n := p.on.Index()
	p.ids, p.profile, p.First = make([]uint32, 0, n), make([]uint32, 0, n), make([]int, 1, n+1)
	p.ids = slices.AppendSeq(p.ids, p.on.All())
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
		if p.now.enabled.add(s.Class); p.on.Has(s.To) && !s.IsAltered {
			p.To, p.class = append(p.To, p.on.Place(s.To)), append(p.class, s.Class)
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
// its component, from 1; 0 of other nodes. Each component has its nodes in ascending order.
func (p *part) components(nodes []uint32) (found [][]uint32, number []uint32) {
	number = make([]uint32, len(p.ids))
	p.Components(nodes, func(component []uint32) {
		if len(component) == 1 && !slices.Contains(p.Out(component[0]), component[0]) {
			return
		}
		found = append(found, slices.Sorted(slices.Values(component)))
		for _, v := range component {
			number[v] = uint32(len(found))
		}
	})
	return found, number
}
