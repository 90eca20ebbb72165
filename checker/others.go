package checker

// Discerning is implemented by a System that can tell when two states look alike. Of several
// counterexamples to one property none ends as another does.
type Discerning interface {
	// Alike spells what matters of a state.
	Alike(s State) string
}

// others are further counterexamples to a property of states: shortest paths to violating states that
// do not look like the last state of one that is there, the shorter first. None passes through a
// violation.
func (r *run) others(v *violation, first *Path) (others []*Path) {
	p := r.properties[v.property]
	discerning, ok := r.system.(Discerning)
	if !ok || p.kind != invariant && p.kind != atRest {
		return nil
	}
	seen := map[string]bool{discerning.Alike(first.last()): true}
	for rank := v.rank; int(rank) < r.arena.len && len(others)+1 < r.options.Counterexamples; rank++ {
		s := r.arena.at(rank)
		if p.p(s) || p.kind == atRest && !r.isTerminal(rank) || seen[discerning.Alike(s)] {
			continue
		}
		path := r.calmPath([]uint32{rank})
		if p.kind == invariant && !path.firstAt(p) {
			continue
		}
		seen[discerning.Alike(s)] = true
		others = append(others, path)
	}
	return others
}

// isTerminal reports whether a state has been expanded and has no step.
func (r *run) isTerminal(rank uint32) bool {
	terminal := int(rank) < r.expanded
	if terminal {
		r.system.Steps(r.arena.at(rank), func(Step, State) { terminal = false })
	}
	return terminal
}

// firstAt reports whether the last state of a finite path is the only one that violates a property.
func (p *Path) firstAt(property Property) bool {
	holds := len(p.Stem) == 0 || property.p(p.Initial)
	for i := 0; i+1 < len(p.Stem); i++ {
		holds = holds && property.p(p.Stem[i].To)
	}
	return holds
}

// without takes away the goal in which a run has ended up: its component, or the quiet states that
// look like the one where it rests.
func (g *graph) without(all *goals, found *entry) {
	if found.goal != nil {
		for _, node := range found.goal.nodes {
			all.number[node] = 0
		}
		return
	}
	discerning, ok := g.system.(Discerning)
	rest := g.arena.at(found.rank)
	for _, rank := range g.cyclic.quiet {
		if rank == found.rank || ok && discerning.Alike(g.arena.at(rank)) == discerning.Alike(rest) {
			all.quiet[rank/64] &^= 1 << (rank % 64)
		}
	}
}
