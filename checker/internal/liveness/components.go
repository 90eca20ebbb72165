package liveness

import "interrex/checker/internal/graph"

// components returns the strongly connected components of a part of a graph in which runs can go round, and of each state the
// number of its component, from 1. It keeps a place for each state and the steps of the path that is searched.
//
// The algorithm is Tarjan's ("Depth-first search and linear graph algorithms", 1972) with explicit stacks, and with the order
// of discovery and the low link in one number, after Pearce ("A space-efficient algorithm for finding strongly connected
// components", 2016).
func components(g graph.Graph, part []uint32) (found [][]uint32, of []uint32) {
	t := &tarjan{Graph: g, index: make([]uint32, g.Expanded())}
	for i := range t.index {
		t.index[i] = closed
	}
	for _, id := range part {
		t.index[id] = 0
	}
	for _, id := range part {
		if t.index[id] == 0 {
			t.from(id)
		}
	}
	clear(t.index)
	for i, states := range t.found {
		for _, id := range states {
			t.index[id] = uint32(i + 1)
		}
	}
	return t.found, t.index
}

// A tarjan is a depth-first search. The index of a state is 0 before its discovery, then the least order of discovery known
// to be reachable, and closed once its component is complete.
type tarjan struct {
	graph.Graph
	index   []uint32
	order   uint32
	frames  []frame
	pending []uint32 // targets still to be followed, of all frames
	open    []uint32 // states of components that are not complete, in the order of discovery
	targets []uint32
	found   [][]uint32
}

const closed = ^uint32(0)

// A frame is a state of the path.
type frame struct {
	id     uint32
	below  int  // the first of its targets in pending
	open   int  // its place in open
	isRoot bool // no state of lower order is known to be reachable
	isLoop bool // it leads to itself
}

func (t *tarjan) from(root uint32) {
	t.enter(root)
	for len(t.frames) > 0 {
		top := &t.frames[len(t.frames)-1]
		if len(t.pending) == top.below {
			t.leave()
			continue
		}
		to := t.pending[len(t.pending)-1]
		if t.index[to] == 0 {
			t.enter(to) // and come back to the step when its target is complete
			continue
		}
		t.pending = t.pending[:len(t.pending)-1]
		top.isLoop = top.isLoop || to == top.id
		if t.index[to] < t.index[top.id] {
			t.index[top.id], top.isRoot = t.index[to], false
		}
	}
}

// enter discovers a state.
func (t *tarjan) enter(id uint32) {
	t.order++
	t.index[id] = t.order
	t.frames = append(t.frames, frame{id: id, below: len(t.pending), open: len(t.open), isRoot: true})
	t.open = append(t.open, id)
	t.targets = t.Recurring(id, t.targets[:0])
	for _, to := range t.targets {
		if int(to) < len(t.index) && t.index[to] != closed {
			t.pending = append(t.pending, to)
		}
	}
}

// leave ends the search from the top of the path. If it is the root of a component, the component is complete.
func (t *tarjan) leave() {
	top := t.frames[len(t.frames)-1]
	t.frames = t.frames[:len(t.frames)-1]
	if !top.isRoot {
		return
	}
	states := t.open[top.open:]
	for _, id := range states {
		t.index[id] = closed
	}
	if len(states) > 1 || top.isLoop {
		t.found = append(t.found, append([]uint32(nil), states...))
	}
	t.open = t.open[:top.open]
}
