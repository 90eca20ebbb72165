package checker

// components finds the strongly connected components of a directed graph whose vertices are
// the numbers below n, as far as the roots reach. It visits each component once, all that
// it leads to before it; cyclic says that a run can go round in it, which a single vertex
// without a loop does not allow. successors appends to its second argument.
//
// Each vertex is asked for its successors once, when it is discovered, and a component lists
// its vertices in the order of their discovery: all that was discovered since the first of
// them has been visited before it or is in it.
//
// The algorithm is Tarjan's ("Depth-first search and linear graph algorithms", 1972) with
// explicit stacks and with order and low link in one number, after Pearce ("A space-efficient
// algorithm for finding strongly connected components", 2016): four bytes a vertex.
func components(n int, roots []uint32, successors func(v uint32, to []uint32) []uint32,
	visit func(component []uint32, cyclic bool)) {
	d := &descent{index: make([]uint32, n), next: 1, successors: successors, visit: visit}
	for _, root := range roots {
		if d.index[root] == 0 {
			d.from(root)
		}
	}
}

// A descent is a depth-first search under way. The index of a vertex is 0 before it is seen,
// then the least order of discovery that is known to be reachable from it, and in the end closed.
type descent struct {
	index      []uint32
	next       uint32   // order of discovery
	frames     []frame  // the path being searched
	pending    []uint32 // successors still to be followed, of all frames
	open       []uint32 // vertices whose component is not closed, in the order of discovery
	successors func(uint32, []uint32) []uint32
	visit      func([]uint32, bool)
}

// closed is the index of a vertex whose component has been visited. It exceeds every order.
const closed = ^uint32(0)

type frame struct {
	vertex uint32
	below  int  // where its successors begin in pending
	open   int  // where it is in open
	root   bool // nothing older has been seen from here
	loop   bool // the vertex is its own successor
}

func (d *descent) from(root uint32) {
	d.enter(root)
	for len(d.frames) > 0 {
		top := &d.frames[len(d.frames)-1]
		if len(d.pending) == top.below {
			d.leave()
			continue
		}
		to := d.pending[len(d.pending)-1]
		if d.index[to] == 0 {
			d.enter(to) // and come back to it when it is done
			continue
		}
		d.pending = d.pending[:len(d.pending)-1]
		top.loop = top.loop || to == top.vertex
		if d.index[to] < d.index[top.vertex] {
			d.index[top.vertex], top.root = d.index[to], false
		}
	}
}

func (d *descent) enter(v uint32) {
	d.index[v] = d.next
	d.next++
	d.frames = append(d.frames, frame{vertex: v, below: len(d.pending), open: len(d.open), root: true})
	d.open = append(d.open, v)
	d.pending = d.successors(v, d.pending)
}

// leave closes the component of which the topmost vertex is the root, or leaves it open.
func (d *descent) leave() {
	top := d.frames[len(d.frames)-1]
	d.frames = d.frames[:len(d.frames)-1]
	if !top.root {
		return
	}
	component := d.open[top.open:]
	for _, v := range component {
		d.index[v] = closed
	}
	d.visit(component, len(component) > 1 || top.loop)
	d.open = d.open[:top.open]
}
