package checker

import "slices"

// A fairSearch looks for components in which a fair run can go round for ever.
//
// Weak fairness: a component is fair if each duty is somewhere in it discharged, or somewhere
// not enabled; then a walk through all of it is fair. If a duty is enabled throughout and
// never discharged, that is true of every smaller component as well, and none is fair.
// Strong fairness (Streett): a duty that is enabled somewhere and never discharged cannot be
// enabled on a fair cycle, so the states where it is are taken away and what is left is
// searched again (Emerson and Lei, "Modalities for model checking", 1987).
type fairSearch struct {
	*cyclicPart
	set   []uint32 // of each node, the number of the set it was last put in
	sets  uint32
	found [][]uint32
}

// fair returns the fair components of the part of c that is inside: the largest ones, each
// with its nodes in no particular order.
func (c *cyclicPart) fair(inside func(node uint32) bool) [][]uint32 {
	s := &fairSearch{cyclicPart: c, set: make([]uint32, len(c.nodes))}
	var kept []uint32
	for i, first := range c.parts[:len(c.parts)-1] {
		var part []uint32
		for node := first; node < c.parts[i+1]; node++ {
			if inside(node) {
				part = append(part, node)
			}
		}
		if len(part) == int(c.parts[i+1]-first) { // there is no need to search it again
			part = s.within(part)
		}
		kept = append(kept, part...)
	}
	for len(kept) > 0 {
		kept = s.among(kept)
	}
	return s.found
}

// put makes a new set of the nodes and returns its number.
func (s *fairSearch) put(nodes []uint32) uint32 {
	s.sets++
	for _, node := range nodes {
		s.set[node] = s.sets
	}
	return s.sets
}

// among finds the fair components of the part that consists of the nodes, and returns the nodes
// in which there may be smaller ones. Those of all components are searched again together: what
// was apart stays apart, and a search costs time for the nodes that it is not about, too.
func (s *fairSearch) among(nodes []uint32) (rest []uint32) {
	number := s.put(nodes)
	successors := func(node uint32, to []uint32) []uint32 {
		for e, last := s.out(node); e < last; e++ {
			if s.set[s.to[e]] == number {
				to = append(to, s.to[e])
			}
		}
		return to
	}
	var parts [][]uint32
	components(len(s.nodes), nodes, successors, func(component []uint32, cyclic bool) {
		if cyclic {
			parts = append(parts, append([]uint32(nil), component...))
		}
	})
	for _, part := range parts {
		rest = append(rest, s.within(part)...)
	}
	return rest
}

// within keeps a strongly connected component if it is fair. If it is not, it returns the nodes
// of which a fair one can consist.
func (s *fairSearch) within(component []uint32) (rest []uint32) {
	throughout, somewhere, done := s.duties(component)
	if !throughout.minus(s.strong).minus(done).empty() {
		return nil
	}
	starved := somewhere.and(s.strong).minus(done)
	if starved.empty() {
		s.found = append(s.found, component)
		return nil
	}
	for _, node := range component {
		if s.owedAt(node).and(starved).empty() {
			rest = append(rest, node)
		}
	}
	return rest
}

// duties tells which are enabled throughout a component, somewhere in it, and discharged in it.
func (s *fairSearch) duties(component []uint32) (throughout, somewhere, done bits) {
	number := s.put(component)
	throughout = slices.Clone(s.owedAt(component[0]))
	somewhere = make(bits, s.words)
	for _, node := range component {
		for i, word := range s.owedAt(node) {
			throughout[i] &= word
			somewhere[i] |= word
		}
		for e, last := s.out(node); e < last; e++ {
			if d := s.duty[e]; d != None && s.set[s.to[e]] == number {
				done = done.with(d.number())
			}
		}
	}
	return throughout, somewhere, done
}

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
// then the least order of discovery that is known to be reachable from it, and in the end closed, with what visit may add.
type descent struct {
	index      []uint32
	next       uint32   // order of discovery
	frames     []frame  // the path being searched
	pending    []uint32 // successors still to be followed, of all frames
	open       []uint32 // vertices whose component is not closed, in the order of discovery
	successors func(uint32, []uint32) []uint32
	visit      func([]uint32, bool)
}

// longPath is the number of vertices of a path whose memory is worth giving back.
const longPath = 1 << 16

// closed is the index of a vertex whose component has been visited, or a part of it. It exceeds every order.
const closed uint32 = 1 << 31

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
	if len(d.frames) == 0 && cap(d.frames) > longPath { // for visit may take much
		d.frames, d.pending = nil, nil
	}
	component := d.open[top.open:]
	for _, v := range component {
		d.index[v] = closed
	}
	d.visit(component, len(component) > 1 || top.loop)
	d.open = d.open[:top.open]
}

// bits is a set of small numbers.
// It grows to hold what is put in.
type bits []uint64

func (b bits) has(n int) bool { return n/64 < len(b) && b[n/64]>>(n%64)&1 != 0 }

// with returns b and n. It reuses the memory of b.
func (b bits) with(n int) bits {
	for n/64 >= len(b) {
		b = append(b, 0)
	}
	b[n/64] |= 1 << (n % 64)
	return b
}

// minus returns a new set: what is in b and not in c.
func (b bits) minus(c bits) bits {
	left := append(bits(nil), b...)
	for i := range min(len(b), len(c)) {
		left[i] &^= c[i]
	}
	return left
}

// and returns a new set: what is in both.
func (b bits) and(c bits) bits {
	both := append(bits(nil), b[:min(len(b), len(c))]...)
	for i := range both {
		both[i] &= c[i]
	}
	return both
}

// or returns a new set: what is in one or the other.
func (b bits) or(c bits) bits {
	if len(b) < len(c) {
		b, c = c, b
	}
	either := append(bits(nil), b...)
	for i := range c {
		either[i] |= c[i]
	}
	return either
}

func (b bits) count() int {
	n := 0
	for _, word := range b {
		for ; word != 0; word &= word - 1 {
			n++
		}
	}
	return n
}

func (b bits) empty() bool { return b.count() == 0 }
