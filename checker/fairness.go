package checker

// A fairSearch looks for components in which a fair run can go round for ever.
//
// Weak fairness: a component is fair if each duty is somewhere in it discharged, or somewhere
// not enabled; then a walk through all of it is fair. If a duty is enabled throughout and
// never discharged, that is true of every smaller component as well, and none is fair.
// Strong fairness (Streett): a duty that is enabled somewhere and never discharged cannot be
// enabled on a fair cycle, so the states where it is are taken away and what is left is
// searched again (Emerson and Lei, "Modalities for model checking", 1987).
// A duty under weak fairness that lasts throughout (Outlasting) is treated as one under strong
// fairness: discharged, or in some state not lasting, or never enabled.
type fairSearch struct {
	*cyclicPart
	graph *graph
	found [][]uint32
}

// A division divides nodes into components.
type division struct {
	of    []uint32 // of each node, its component, from 1; 0 if it is in none in which runs can go round
	count int
	sums  []sum // of each component; nil: not known yet
}

// fair returns the fair components of the cyclic part of g that are inside: the largest ones, each
// with its nodes in ascending order.
func (g *graph) fair(inside func(node uint32) bool) [][]uint32 {
	c := g.cyclic
	s := &fairSearch{cyclicPart: c, graph: g}
	rest := s.judge(&c.division, inside)
	for len(rest) > 0 {
		rest = s.judge(c.divide(rest), anywhere[uint32])
	}
	return s.found
}

// What there is to do with a component: it holds no fair one; or it is one; or one may be among those of its nodes that are inside,
// or that starve nobody.
const (
	unfair byte = iota
	isFair
	entered
	starving
)

// judge keeps the components that are fair and inside, and returns the nodes of which smaller ones can consist. Those of all components
// are searched again together: what was apart stays apart.
func (s *fairSearch) judge(d *division, inside func(node uint32) bool) (rest []uint32) {
	verdicts, insiders := make([]byte, d.count+1), make([]int, d.count+1)
	for node, i := range d.of {
		if i > 0 && inside(uint32(node)) {
			insiders[i]++
		}
	}
	if d.sums == nil {
		d.sums = s.sum(d)
		s.graph.sumLasting(d)
	}
	place := make([]int, d.count+1) // of those that are fair, among what is found
	for i := 1; i <= d.count; i++ {
		sum := &d.sums[i]
		switch {
		case insiders[i] == 0:
		case insiders[i] < sum.size:
			verdicts[i] = entered
		case !sum.throughout.minus(s.strong).minus(sum.done).empty():
		case !sum.starved(s.strong).empty():
			verdicts[i] = starving
		default:
			verdicts[i], place[i] = isFair, len(s.found)
			s.found = append(s.found, make([]uint32, 0, sum.size))
		}
	}
	for node, i := range d.of {
		node := uint32(node)
		switch verdicts[i] {
		case isFair:
			s.found[place[i]] = append(s.found[place[i]], node)
		case entered:
			if inside(node) {
				rest = append(rest, node)
			}
		case starving:
			if s.owedAt(node).and(d.sums[i].starved(s.strong)).empty() {
				rest = append(rest, node)
			}
		}
	}
	return rest
}

// A sum is what the nodes of a component have together: how many there are, and which duties are enabled throughout it, somewhere in it,
// and discharged in it.
type sum struct {
	size                        int
	throughout, somewhere, done bits
	lasting                     bits // duties under weak fairness that last throughout, are enabled somewhere, and are not discharged
}

// starved are the duties that are enabled somewhere in the component and not discharged, and that are under strong fairness or last
// throughout it.
func (s *sum) starved(strong bits) bits {
	return s.somewhere.and(strong).minus(s.done).or(s.lasting)
}

// sumLasting finds out of each component which duties last throughout it and starve. A state is looked at only where some duty may.
func (g *graph) sumLasting(d *division) {
	if _, ok := g.system.(Outlasting); !ok {
		return
	}
	c := g.cyclic
	for i := range d.sums {
		sum := &d.sums[i]
		sum.lasting = sum.somewhere.minus(c.strong).minus(sum.done)
	}
	for node, i := range d.of {
		if sum := &d.sums[i]; i > 0 && !sum.lasting.empty() {
			sum.lasting = sum.lasting.and(g.lastingAt(uint32(node)))
		}
	}
}

// lastingAt is the set of duties that last at a node.
func (g *graph) lastingAt(node uint32) bits {
	at := g.cyclic.owedAt(node).or(nil)
	g.eachLasting(g.system.(Outlasting), g.cyclic.nodes[node], func(n int) {
		if n/64 < len(at) { // others are owed nowhere
			at = at.with(n)
		}
	})
	return at
}

// eachLasting emits the numbers of the duties that the system says last in a state.
func (g *graph) eachLasting(system Outlasting, rank uint32, emit func(n int)) {
	s := g.look(rank)
	g.busy = "Lasts"
	system.Lasts(s, func(d Duty) { emit(d.number()) })
	g.busy = ""
}

// sum sums up each component.
func (c *cyclicPart) sum(d *division) []sum {
	sums, room := make([]sum, d.count+1), make(bits, 3*c.words*(d.count+1))
	for i := range sums {
		at := room[3*c.words*i:]
		sums[i].throughout, sums[i].somewhere, sums[i].done = at[:c.words], at[c.words:2*c.words], at[2*c.words:3*c.words]
	}
	for node, i := range d.of {
		if i == 0 {
			continue
		}
		sum, node := &sums[i], uint32(node)
		for w, word := range c.owedAt(node) {
			if sum.size == 0 {
				sum.throughout[w] = word
			}
			sum.throughout[w] &= word
			sum.somewhere[w] |= word
		}
		sum.size++
		for e, last := c.out(node); e < last; e++ {
			if duty := c.duty[e]; duty != None && d.of[c.to[e]] == i {
				n := duty.number()
				sum.done[n/64] |= 1 << (n % 64)
			}
		}
	}
	return sums
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
	pause      uint32 // before it goes on with more vertices than these; 0: never
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
	d.goOn()
}

// goOn goes on with the search from a root, to its end or until it pauses.
func (d *descent) goOn() {
	for len(d.frames) > 0 && d.next-1 != d.pause {
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
