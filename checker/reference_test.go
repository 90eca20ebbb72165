package checker_test

import "interrex/checker"

// A reference decides questions about a drawing as plainly as one can, by another road than the
// checker: distances by relaxing every edge until nothing changes, and fair runs by trying
// every set of vertices as the set that a run visits again and again.
type reference struct {
	*drawing
	distance map[int]int // from the initial vertices, by all steps
	real     map[int]int // by the steps that no bound has altered
	forever  []set       // the sets that some fair run visits again and again, and nothing else
}

func newReference(d *drawing) *reference {
	t := &reference{drawing: d}
	start := map[int]int{}
	for _, v := range d.initial {
		start[v] = 0
	}
	t.distance = d.relax(start, everything(len(d.out)), func(a arrow) bool { return !a.off })
	t.real = d.relax(start, everything(len(d.out)), arrow.isReal)
	for s := set(1); s <= everything(len(d.out)); s++ {
		if t.isReached(s) && (d.rests(s) || d.goesRound(s) && d.isFair(s)) {
			t.forever = append(t.forever, s)
		}
	}
	return t
}

func (a arrow) isReal() bool { return !a.off && a.bound == 0 }

// relax returns the distances from the start along arrows allowed, never leaving inside.
func (d *drawing) relax(start map[int]int, inside set, allowed func(arrow) bool) map[int]int {
	distance := map[int]int{}
	for v, n := range start {
		if inside.has(v) {
			distance[v] = n
		}
	}
	for changed := true; changed; {
		changed = false
		for v, arrows := range d.out {
			n, known := distance[v]
			for _, a := range arrows {
				if !known || !allowed(a) || !inside.has(a.to) {
					continue
				}
				if m, ok := distance[a.to]; !ok || n+1 < m {
					distance[a.to], changed = n+1, true
				}
			}
		}
	}
	return distance
}

func (t *reference) isReached(s set) bool {
	for v := range t.out {
		if _, ok := t.real[v]; s.has(v) && !ok {
			return false
		}
	}
	return true
}

// rests: s is one vertex in which nothing is owed.
func (d *drawing) rests(s set) bool {
	for v, arrows := range d.out {
		for _, a := range arrows {
			if s.has(v) && a.owed != checker.None {
				return false
			}
		}
	}
	return s.count() == 1
}

// goesRound: from every vertex of s every one, itself included, can be reached within s.
func (d *drawing) goesRound(s set) bool {
	for v := range d.out {
		if !s.has(v) {
			continue
		}
		next := map[int]int{}
		for _, a := range d.out[v] {
			if a.isReal() {
				next[a.to] = 1
			}
		}
		if len(d.relax(next, s, arrow.isReal)) != s.count() {
			return false
		}
	}
	return true
}

// isFair looks at each duty in turn. A run that visits s again and again can take every real
// arrow within s again and again.
func (d *drawing) isFair(s set) bool {
	for duty := range d.duties() {
		enabled, done := set(0), false
		for v, arrows := range d.out {
			for _, a := range arrows {
				if s.has(v) && a.owed == duty {
					enabled |= only(v)
					done = done || a.isReal() && s.has(a.to)
				}
			}
		}
		isStrong := duty >= checker.Strong(0) || s.subset(enabled|d.lasting[duty])
		if !done && isStrong && enabled != 0 {
			return false
		}
	}
	return true
}

func (d *drawing) duties() map[checker.Duty]bool {
	all := map[checker.Duty]bool{}
	for _, arrows := range d.out {
		for _, a := range arrows {
			all[a.owed] = true
		}
	}
	delete(all, checker.None)
	return all
}

// isBounded: some reachable step has met a bound of the modeller's.
func (t *reference) isBounded() bool {
	for v := range t.distance {
		for _, a := range t.out[v] {
			if a.bound != 0 {
				return true
			}
		}
	}
	return false
}
