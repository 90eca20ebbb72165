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
	isExplored := report.Complete
	report.Results = make([]Result, len(s.properties))
	return s.guard(func() error {
		if s.options.MaxTime > 0 {
			s.until = time.Now().Add(s.options.MaxTime)
		}
		for _, isUnasked := range []bool{false, true} { // what is asked has the time first
			for n, p := range s.properties {
				if p.unasked != isUnasked {
					continue
				}
				r := &report.Results[n]
				r.Property = p
				bound := s.decideOne(n, r, isExplored)
				if r.conclude(isExplored && bound == "" && !(p.aside && p.IsLiveness())); r.Path == nil && bound != "" && !p.unasked {
					report.Complete, report.Bound = false, cmp.Or(report.Bound, bound)
				}
			}
		}
		if s.options.Deepest && !report.Complete && s.Len() > 1 {
			report.Deepest = s.path(trace.Shortest(s.exploration, []uint32{uint32(s.Len() - 1)}))
		}
		return nil
	})
}

// decideOne looks for a path that decides property n. It returns the bound that has ended this.
func (s *search) decideOne(n int, r *Result, isExplored bool) (bound string) {
	p := r.Property
	switch {
	case p.counted && p.isJudged:
		r.Count = s.composed.Count(mathbits.TrailingZeros64(p.bit))
	case p.counted:
		r.Count = s.tally.Counts[n]
	}
	switch f := s.first(n); {
	case p.aside && !isExplored:
	case p.IsLiveness():
		return s.decideLiveness(r)
	case f != nil:
		r.Path = s.pathTo(p, f)
	}
	return ""
}

// decideLiveness looks for a run that violates a liveness property. That of one aside does not depend on bounds.
func (s *search) decideLiveness(r *Result) (bound string) {
	find := (*liveness.Finder).Find
	if r.Property.aside {
		find = (*liveness.Finder).Aside
	}
	bound = s.within(func() {
		if found := find(s.finderOfAll(), violationOf(r.Property, s.words(r.Property))); found != nil {
			r.Path = s.path(found)
		}
	})
	switch {
	case r.Property.aside:
		return ""
	case r.Path != nil && !r.Property.unasked:
		s.lassos = append(s.lassos, Violation{r.Property, len(r.Path.Stem)})
	}
	return bound
}

// finderOfAll returns the finder for all liveness properties.
func (s *search) finderOfAll() *liveness.Finder {
	if s.finder == nil {
		var all []liveness.Violation[uint32]
		for _, p := range s.properties {
			if p.IsLiveness() {
				all = append(all, violationOf(p, s.words(p)))
			}
		}
		s.finder = liveness.New(bounded{s.exploration, s}, all)
	}
	return s.finder
}

// first returns the first violation of a property that is not of liveness, or a witness; nil if there is none.
func (s *search) first(n int) *Found {
	p := &s.properties[n]
	if !p.isJudged || p.kind == stepInvariant {
		return s.tally.first(n)
	}
	predicate := mathbits.TrailingZeros64(p.bit)
	id, isFound := uint32(0), false
	if p.kind == atRest {
		id, isFound = s.composed.FirstAtRest(predicate, false)
	} else {
		id, isFound = s.composed.First(predicate, p.kind == reachable)
	}
	if !isFound {
		return nil
	}
	return &Found{n, int(id), -1}
}

// pathTo leads to what was found. Of a counted property, the number is what is asked for: any shortest path will do.
func (s *search) pathTo(p Property, f *Found) *Path {
	id := uint32(f.Rank)
	if p.counted {
		return s.path(trace.First(s.exploration, id))
	}
	path := trace.Shortest(s.exploration, s.goals(p, id))
	if f.Step >= 0 {
		leading := slices.DeleteFunc(s.Steps(id, nil), func(step digraph.Step) bool { return step.To == digraph.Nowhere })
		path.Stem = append(path.Stem, leading[f.Step])
	}
	return s.path(path)
}

// goals lists the states of the level of the first state that violates a property which violate it too, that one first. Their
// shortest paths are as long.
func (s *search) goals(p Property, first uint32) []uint32 {
	ids := []uint32{first}
	if !s.HasActors() || !p.isOfStates() {
		return ids
	}
	ends := append(slices.Clip(s.Starts()), uint32(s.Len()))
	level, _ := slices.BinarySearch(ends, first+1)
	for id := first + 1; id < ends[level]; id++ {
		if s.is(p, id) == (p.kind == reachable) {
			ids = append(ids, id)
		}
	}
	return ids
}

// path returns a path in the words of the system.
func (s *search) path(p *digraph.Path) *Path {
	at := p.Initial
	path := &Path{Initial: s.state(at), Lasso: p.IsLasso}
	hops := func(steps []digraph.Step) (all []Transition) {
		for _, step := range steps {
			emitted, place := s.emitted(at), slices.Index(s.Steps(at, nil), step)
			if place < 0 || place >= len(emitted) {
				panic(notPure("Steps of %v no longer emits step %d to %v", s.state(at), step.Code, s.state(step.To)))
			}
			at = step.To
			all = append(all, Transition{emitted[place], s.state(at)})
		}
		return all
	}
	path.Stem = hops(p.Stem)
	path.Cycle = hops(p.Cycle)
	return path
}

// is reports whether the predicate of a property is true in a state.
func (s *search) is(p Property, id uint32) bool {
	if p.isJudged {
		return s.composed.Bits(id)&p.bit != 0
	}
	return s.holds(&p, s.state(id))
}

// words returns the words of the facts of a liveness property, by id.
func (s *search) words(p Property) func(id uint32) uint64 {
	if p.isJudged {
		return s.composed.Bits
	}
	q := groupOf(s.groups, p.facts)
	return func(id uint32) uint64 { return q.words[id] }
}
