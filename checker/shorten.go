package checker

import "slices"

// mostFollowed bounds the states that are expanded to shorten the counterexample to one property.
const mostFollowed = 1 << 17

// shortenAll leaves out of each path that was found what it does without.
func (m *member) shortenAll() {
	for n, path := range m.paths {
		if path == nil {
			continue
		}
		at := path.Initial
		for _, t := range path.Stem { // all of it is there again, or else a law is broken
			m.stepBetween(at, t.To)
			at = t.To
		}
		if !m.properties[n].counted {
			m.paths[n] = m.shorten(n, path)
		}
	}
}

// shorten leaves steps out, first by halves and in the end one by one, as long as what is left still violates the property
// (delta debugging: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002). Steps that are not possible any
// more are passed over. So no step of the result can be left out alone, unless that has taken too long; it is perhaps no shortest path.
func (m *member) shorten(n int, path *Path) *Path {
	followed := 0
	for size := max(len(path.Stem)/2, 1); size > 0; {
		isShorter := false
		for at := 0; at < len(path.Stem) && followed < mostFollowed; {
			shorter := m.follow(n, path, at, min(at+size, len(path.Stem)))
			followed += len(path.Stem)
			if shorter == nil {
				at += size
				continue
			}
			path, isShorter = shorter, true
		}
		if size == 1 && !isShorter || followed >= mostFollowed {
			break
		}
		size = max(size/2, 1)
	}
	return path
}

// follow goes along a path without its steps [from, to), up to the first state in which it violates the property; nil if there is none.
func (m *member) follow(n int, path *Path, from, to int) *Path {
	m.at.path.cut(0)
	m.at.path.add(Step{}, path.Initial)
	m.expand(path.Initial)
	for at := 0; !m.violates(n); at++ {
		if at == from {
			at = to
		}
		if at == len(path.Stem) {
			return nil
		}
		code := path.Stem[at].Step.Code
		if i := slices.IndexFunc(m.out.steps, func(s Step) bool { return s.Code == code }); i >= 0 {
			m.at.path.add(m.out.steps[i], m.out.state(i))
			m.expand(m.at.path.last())
		}
	}
	shorter := m.at.path.path()
	shorter.Lasso = path.Lasso
	return shorter
}

// violates reports whether the path at hand, which is expanded, violates a property where it ends, or is its witness.
func (m *member) violates(n int) bool {
	p, s := &m.properties[n], m.at.path.last()
	switch p.kind {
	case invariant:
		return !m.holds(n, s)
	case reachable:
		return m.holds(n, s)
	case atRest:
		return len(m.out.steps)+len(m.out.blocked) == 0 && !m.holds(n, s)
	case stepInvariant:
		before := len(m.at.path.steps) - 2
		return before >= 0 && m.breaks(n, m.at.path.state(before), s)
	}
	return m.out.isQuiet() && m.rests(liveness{n, p.automaton()})
}
