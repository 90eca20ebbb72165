package liveness

import (
	"encoding/binary"
	"slices"

	"interrex/checker/internal/graph"
	"interrex/checker/internal/scc"
)

// A subgraph holds the states of a graph that may be on cycles, with the steps between them. A node is the place of a state in on.
type subgraph struct {
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

// newSubgraph returns the subgraph of a region that may be on cycles. It removes most other states first: their steps take no memory.
func newSubgraph(g graph.Graph, isIn func(id uint32) bool, most int) *subgraph {
	r := newRegion(g, isIn, most)
	r.peel()
	p := &subgraph{Graph: g, on: r.IDs, numbers: map[string]uint32{}, now: profile{newSet(g), newSet(g)}}
	n := p.on.Index()
	p.ids, p.profile, p.First = make([]uint32, 0, n), make([]uint32, 0, n), make([]int, 1, n+1)
	p.ids = slices.AppendSeq(p.ids, p.on.All())
	for ids := range slices.Chunk(p.ids, together) {
		g.Recurring(ids, p.add)
	}
	return p
}

// add adds the next node. A state on a cycle has a step that may be part of one.
func (g *subgraph) add(id uint32, steps []graph.Step) {
	clear(g.now.enabled)
	for i := range steps {
		s := &steps[i]
		if g.now.enabled.add(s.Class); g.on.Has(s.To) && !s.IsAltered {
			g.To, g.class = append(g.To, g.on.Place(s.To)), append(g.class, s.Class)
		}
	}
	g.First = append(g.First, len(g.To))
	copy(g.now.lasting, g.now.enabled)
	g.Lasting(id, g.now.lasting.add)
	g.profile = append(g.profile, g.number())
}

// number returns the place of the profile of the node that is being added.
func (g *subgraph) number() uint32 {
	g.words = g.now.lasting.appendTo(g.now.enabled.appendTo(g.words[:0]))
	n, known := g.numbers[string(g.words)]
	if !known {
		n = uint32(len(g.profiles))
		g.numbers[string(g.words)] = n
		g.profiles = append(g.profiles, profile{slices.Clone(g.now.enabled), slices.Clone(g.now.lasting)})
	}
	return n
}

// profileOf returns the profile of a state of the subgraph.
func (g *subgraph) profileOf(id uint32) *profile { return &g.profiles[g.profile[g.on.Place(id)]] }

// components returns the strongly connected components of some nodes that have a cycle, each with its nodes in ascending
// order. number has the number of the component of each node, from 1; it is 0 for other nodes.
func (g *subgraph) components(nodes []uint32) (found [][]uint32, number []uint32) {
	number = make([]uint32, len(g.ids))
	g.Components(nodes, func(component []uint32) {
		if len(component) == 1 && !slices.Contains(g.Out(component[0]), component[0]) {
			return
		}
		found = append(found, slices.Sorted(slices.Values(component)))
		for _, v := range component {
			number[v] = uint32(len(found))
		}
	})
	return found, number
}

// fairComponents returns the largest fair components within a region, in the order of its nodes.
//
// A component is fair to a class under weak fairness in three cases: the class is taken in it, has no step in it, or does
// not last in one of its states. If a class has a step in each state and is never taken, no smaller component is fair either. A class under
// strong fairness may have a step somewhere and never be taken. Then no fair cycle has a state where it has a step. These
// states are removed, and the rest is searched again (Emerson and Lei, "Modalities for model checking", 1987). The same
// holds for a class under weak fairness that lasts in each state of a component. The rests of all components are searched
// together, since components stay apart.
func (g *subgraph) fairComponents(region []uint32) (found [][]uint32) {
	for len(region) > 0 {
		all, number := g.components(region)
		sums := summarizer{subgraph: g, number: number, seen: make([]uint32, len(g.profiles))}
		region = nil
		for i, c := range all {
			sum := sums.sum(c, uint32(i+1))
			switch starved := sum.starved(g); {
			case sum.isHopeless(g):
			case len(starved) == 0:
				found = append(found, c)
			default:
				region = append(region, g.without(c, starved)...)
			}
		}
	}
	return found
}

// A summary is what the states of a component have together.
type summary struct {
	throughout set // classes with a step in each state
	somewhere  set // classes with a step in some state
	lasting    set // classes that last in each state
	taken      set // classes with a step between two states
}

// A summarizer makes summaries of components.
type summarizer struct {
	*subgraph
	number []uint32 // of each node, the number of its component
	seen   []uint32 // of each profile, the last component in which it was met
}

// sum summarizes the component with a number.
func (z *summarizer) sum(nodes []uint32, number uint32) *summary {
	first := z.profiles[z.profile[nodes[0]]]
	sum := &summary{slices.Clone(first.enabled), newSet(z), slices.Clone(first.lasting), newSet(z)}
	for _, v := range nodes {
		if n := z.profile[v]; z.seen[n] != number {
			z.seen[n] = number
			of := z.profiles[n]
			sum.somewhere.unite(of.enabled)
			sum.throughout.intersect(of.enabled)
			sum.lasting.intersect(of.lasting)
		}
		for at := z.First[v]; at < z.First[v+1]; at++ {
			if z.number[z.To[at]] == number {
				sum.taken.add(z.class[at])
			}
		}
	}
	return sum
}

// isHopeless reports whether a class under weak fairness has a step in each state and is never taken.
func (s *summary) isHopeless(g graph.Graph) bool {
	return slices.ContainsFunc(s.throughout.list(), func(c graph.Class) bool { return !s.taken.has(c) && !g.IsStrong(c) })
}

// starved lists the classes that have a step in some state, must be taken, and are not.
func (s *summary) starved(g graph.Graph) (starved []graph.Class) {
	for _, c := range s.somewhere.list() {
		if !s.taken.has(c) && (g.IsStrong(c) || s.lasting.has(c)) {
			starved = append(starved, c)
		}
	}
	return starved
}

// without returns the nodes in which no class of a list has a step.
func (g *subgraph) without(nodes []uint32, classes []graph.Class) (left []uint32) {
	for _, v := range nodes {
		if !slices.ContainsFunc(classes, g.profiles[g.profile[v]].enabled.has) {
			left = append(left, v)
		}
	}
	return left
}

// enabledIn returns the classes that have a step in some node.
func (g *subgraph) enabledIn(nodes []uint32) set {
	all, isSeen := newSet(g), make([]bool, len(g.profiles))
	for _, v := range nodes {
		if n := g.profile[v]; !isSeen[n] {
			isSeen[n] = true
			all.unite(g.profiles[n].enabled)
		}
	}
	return all
}

// A set is a set of classes. Class 0 is never in it.
type set []uint64

func newSet(g graph.Graph) set { return make(set, g.Classes()/64+1) }

func (s set) has(c graph.Class) bool { return s[c/64]>>(c%64)&1 == 1 }

func (s set) add(c graph.Class) {
	if c != 0 {
		s[c/64] |= 1 << (c % 64)
	}
}

func (s set) unite(other set) {
	for i := range s {
		s[i] |= other[i]
	}
}

func (s set) intersect(other set) {
	for i := range s {
		s[i] &= other[i]
	}
}

func (s set) appendTo(text []byte) []byte {
	for _, word := range s {
		text = binary.LittleEndian.AppendUint64(text, word)
	}
	return text
}

func (s set) list() (classes []graph.Class) {
	for i, word := range s {
		for c := graph.Class(i * 64); word != 0; c, word = c+1, word>>1 {
			if word&1 == 1 {
				classes = append(classes, c)
			}
		}
	}
	return classes
}
