// Package scc finds strongly connected components.
//
// The algorithm is Tarjan's ("Depth-first search and linear graph algorithms", 1972) with explicit stacks, and with the order
// of discovery and the low link in one number, after Pearce ("A space-efficient algorithm for finding strongly connected
// components", 2016).
package scc

// A Digraph has the edges of vertex v to To[First[v]:First[v+1]].
type Digraph struct {
	First []int
	To    []uint32
}

// Out returns the vertices to which a vertex has edges.
func (g *Digraph) Out(v uint32) []uint32 { return g.To[g.First[v]:g.First[v+1]] }

// Number numbers the strongly connected components of a part of a graph, from 1. Vertices outside the part have number 0.
func (g *Digraph) Number(part []uint32) (number []uint32, count int) {
	t := &tarjan{Digraph: g, index: make([]uint32, len(g.First)-1)}
	for v := range t.index {
		t.index[v] = outside
	}
	for _, v := range part {
		t.index[v] = 0
	}
	for _, v := range part {
		if t.index[v] == 0 {
			t.from(v)
		}
	}
	for v, n := range t.index {
		t.index[v] = outside - n
	}
	return t.index, int(t.count)
}

// outside is the index of vertices outside the part. The index of a vertex in a complete component is outside minus the number
// of the component: more than any order of discovery.
const outside = ^uint32(0)

// A tarjan is a depth-first search. The index of a vertex is 0 before its discovery, then the least order of discovery known to
// be reachable.
type tarjan struct {
	*Digraph
	index        []uint32
	order, count uint32
	path         []visit
	open         []uint32 // vertices of components that are not complete, in the order of discovery
}

// A visit is a vertex of the path.
type visit struct {
	vertex, order uint32
	next          int // edge to be followed
}

func (t *tarjan) from(root uint32) {
	t.enter(root)
	for len(t.path) > 0 {
		top := &t.path[len(t.path)-1]
		low := t.index[top.vertex]
		end := t.First[top.vertex+1]
		for top.next < end {
			i := t.index[t.To[top.next]]
			if i == 0 {
				break // and come back to the edge when its target is complete
			}
			low = min(low, i)
			top.next++
		}
		t.index[top.vertex] = low
		if top.next < end {
			t.enter(t.To[top.next])
		} else {
			t.leave()
		}
	}
}

// enter discovers a vertex.
func (t *tarjan) enter(v uint32) {
	t.order++
	t.index[v] = t.order
	t.path = append(t.path, visit{v, t.order, t.First[v]})
	t.open = append(t.open, v)
}

// leave ends the search from the top of the path. If no vertex of lower order is known to be reachable, its component is
// complete.
func (t *tarjan) leave() {
	top := t.path[len(t.path)-1]
	t.path = t.path[:len(t.path)-1]
	if t.index[top.vertex] != top.order {
		return
	}
	t.count++
	for {
		v := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.index[v] = outside - t.count
		if v == top.vertex {
			return
		}
	}
}
