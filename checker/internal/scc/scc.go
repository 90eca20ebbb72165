// Package scc finds strongly connected components.
//
// The algorithm is Tarjan's ("Depth-first search and linear graph algorithms", 1972) with explicit stacks. One number has the
// order of discovery and the low link, as in Pearce ("A space-efficient algorithm for finding strongly connected components",
// 2016).
package scc

// A Digraph has the edges of vertex v to To[First[v]:First[v+1]].
type Digraph struct {
	First []int
	To    []uint32
}

// Out returns the vertices to which a vertex has edges.
func (g *Digraph) Out(v uint32) []uint32 { return g.To[g.First[v]:g.First[v+1]] }

// Number numbers the strongly connected components of a part of the graph, from 1. Vertices outside the part have number 0.
func (g *Digraph) Number(part []uint32) (number []uint32, count int) {
	number = make([]uint32, len(g.First)-1)
	g.Components(part, func(component []uint32) {
		count++
		for _, v := range component {
			number[v] = uint32(count)
		}
	})
	return number, count
}

// Components calls found with the strongly connected components of a part of the graph, each after all that it leads to.
func (g *Digraph) Components(part []uint32, found func(component []uint32)) {
	t := &tarjan{Digraph: g, index: make([]uint32, len(g.First)-1), found: found}
	for v := range t.index {
		t.index[v] = done
	}
	for _, v := range part {
		t.index[v] = 0
	}
	for _, v := range part {
		if t.index[v] == 0 {
			t.from(v)
		}
	}
}

// done is the index of vertices outside the part and in complete components: more than any order of discovery.
const done = ^uint32(0)

// A tarjan is a depth-first search. The index of a vertex is 0 before its discovery, then the least order of discovery known to
// be reachable.
type tarjan struct {
	*Digraph
	index []uint32
	order uint32
	found func(component []uint32)
	path  []visit
	open  []uint32 // vertices of components that are not complete, in the order of discovery
}

// A visit is a vertex of the path.
type visit struct {
	vertex, order uint32
	end           int // of its edges that are still to be followed, the last first
}

// from searches from a vertex.
func (t *tarjan) from(root uint32) {
	t.enter(root)
	for len(t.path) > 0 {
		top := &t.path[len(t.path)-1]
		low, first := t.index[top.vertex], t.First[top.vertex]
		for top.end > first {
			i := t.index[t.To[top.end-1]]
			if i == 0 {
				break // and come back to the edge when its target is complete
			}
			low = min(low, i)
			top.end--
		}
		t.index[top.vertex] = low
		if top.end > first {
			t.enter(t.To[top.end-1])
		} else {
			t.leave()
		}
	}
}

// enter discovers a vertex.
func (t *tarjan) enter(v uint32) {
	t.order++
	t.index[v] = t.order
	t.path, t.open = append(t.path, visit{v, t.order, t.First[v+1]}), append(t.open, v)
}

// leave ends the search from the top of the path. If no vertex of lower order is known to be reachable, its component is
// complete.
func (t *tarjan) leave() {
	top := t.path[len(t.path)-1]
	t.path = t.path[:len(t.path)-1]
	if t.index[top.vertex] != top.order {
		return
	}
	first := len(t.open) - 1
	for t.open[first] != top.vertex {
		first--
	}
	for _, v := range t.open[first:] {
		t.index[v] = done
	}
	t.found(t.open[first:])
	t.open = t.open[:first]
}
