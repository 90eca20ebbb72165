package checker

import (
	"cmp"
	mathbits "math/bits"
	"slices"
	"time"

	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
	"interrex/checker/internal/trace"
)

// decide decides the properties one by one and adds the results to the report.
func (s *search) decide(report *Report) error {
	undecided := Holds
	if !report.Complete {
		undecided = Inconclusive
	}
	report.Results = make([]Result, len(s.properties))
	for n, p := range s.properties {
		report.Results[n] = Result{Property: p, Verdict: undecided}
	}
	return s.guard(func() error {
		if s.options.MaxTime > 0 {
			s.until = time.Now().Add(s.options.MaxTime)
		}
		for _, isUnasked := range []bool{false, true} { // what is asked has the time first
			for n, p := range s.properties {
				if p.unasked == isUnasked {
					s.decideOne(n, &report.Results[n], report)
				}
			}
		}
		if s.options.Deepest && !report.Complete && s.Len() > 1 {
			report.Deepest = s.path(trace.Shortest(s.graph(), []uint32{uint32(s.Len() - 1)}))
		}
		return nil
	})
}

// decideOne decides property n.
func (s *search) decideOne(n int, r *Result, report *Report) {
	p := r.Property
	switch {
	case p.counted && p.judge != nil:
		r.Count = s.Count(mathbits.TrailingZeros64(p.bit))
	case p.counted:
		r.Count = s.scan.counts[n]
	}
	if p.IsLiveness() {
		s.decideLiveness(p, r, report)
	} else if f := s.first(n); f != nil {
		r.Path, r.Verdict = s.pathTo(p, f), Violated
	}
	if p.kind == reachable {
		r.Verdict = witnessed(*r)
	}
}

// decideLiveness decides a liveness property.
func (s *search) decideLiveness(p Property, r *Result, report *Report) {
	if s.finder == nil {
		s.finder = s.newFinder()
	}
	if found := s.finder.Find(s.violation(p)); found != nil {
		r.Path, r.Verdict = s.path(found), Violated
		if !p.unasked {
			s.lassos = append(s.lassos, Violation{p, len(found.Stem)})
		}
	}
}

// newFinder returns a finder for all liveness properties.
func (s *search) newFinder() *liveness.Finder {
	var all []liveness.Violation
	for _, p := range s.properties {
		if p.IsLiveness() {
			all = append(all, s.violation(p))
		}
	}
	return liveness.New(s.graph(), all)
}

// first returns the first violation of a property that is not of liveness, or a witness; nil if there is none.
func (s *search) first(n int) *finding {
	p := &s.properties[n]
	if p.judge == nil || p.kind == stepInvariant {
		return s.scan.first[n]
	}
	predicate := mathbits.TrailingZeros64(p.bit)
	id, isFound := uint32(0), false
	if p.kind == atRest {
		id, isFound = s.FirstAtRest(predicate, false)
	} else {
		id, isFound = s.First(predicate, p.kind == reachable)
	}
	if !isFound {
		return nil
	}
	return &finding{id: id}
}

// pathTo leads to a finding.
func (s *search) pathTo(p Property, f *finding) *Path {
	path := trace.Shortest(s.graph(), s.alike(p, f))
	if f.step != nil {
		path.Stem = append(path.Stem, *f.step)
	}
	return s.path(path)
}

// alike lists the states of the level of a finding that violate the same property, the first one first. Their shortest paths
// are as long.
func (s *search) alike(p Property, f *finding) []uint32 {
	ids := []uint32{f.id}
	if _, ok := s.system.(Attributed); !ok || p.counted || p.kind != invariant && p.kind != reachable {
		return ids
	}
	starts := append(slices.Clone(s.Starts()), uint32(s.Len()))
	level, _ := slices.BinarySearch(starts, f.id+1)
	first := s.state(f.id)
	for id := f.id + 1; id < starts[level]; id++ {
		if s.is(p, id) == (p.kind == reachable) && (p.alike == nil || p.alike(s.state(id), first)) {
			ids = append(ids, id)
		}
	}
	return ids
}

// is reports whether the predicate of a property of states is true in a state.
func (s *search) is(p Property, id uint32) bool {
	if p.judge != nil {
		return s.Bits(id)&p.bit != 0
	}
	return p.p(s.state(id))
}

// lengthTo is the length of a shortest path to a finding.
func (s *search) lengthTo(f *finding) int {
	level, _ := slices.BinarySearch(s.Starts(), f.id+1)
	if f.step != nil {
		return level
	}
	return level - 1
}

// graph is the explored graph.
func (s *search) graph() digraph.Graph { return s.Exploration }

// violation describes the runs that violate a liveness property.
func (s *search) violation(p Property) liveness.Violation {
	h := violations(s.questions(p))
	return liveness.Violation{Inside: h.inside, Lasts: h.lasts, Arms: h.arms, Visits: h.visits}
}

// questions are those of a liveness property, asked of states by their ids.
func (s *search) questions(p Property) questions[uint32] {
	if p.judge != nil {
		lowest := mathbits.TrailingZeros64(p.bit)
		return questions[uint32]{p.kind,
			func(id uint32) bool { return s.Bits(id)&p.bit != 0 },
			func(id uint32) bool { return s.Bits(id)&p.goal != 0 },
			func(id uint32) int { return int(s.Bits(id) & p.goal >> lowest) },
		}
	}
	closure := func(of Predicate) func(uint32) bool {
		if of == nil {
			return nil
		}
		known := memo{}
		return func(id uint32) bool {
			return known.of(id, func() int { return cmp.Or(int(of.word(s.state(id))), 0) }) == 1
		}
	}
	known := memo{}
	return questions[uint32]{p.kind, closure(p.p), closure(p.q), func(id uint32) int {
		return known.of(id, func() int { return p.value(s.state(id)) })
	}}
}

// A memo keeps what a closure returned for states.
type memo map[uint32]int

func (m memo) of(id uint32, evaluate func() int) int {
	n, isKnown := m[id]
	if !isKnown {
		n = evaluate()
		m[id] = n
	}
	return n
}
