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
	for node := range c.nodes {
		if inside(uint32(node)) {
			kept = append(kept, uint32(node))
		}
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
