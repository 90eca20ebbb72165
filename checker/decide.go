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
			report.Deepest = s.path(trace.Shortest(s.composed, []uint32{uint32(s.Len() - 1)}, nil))
		}
		return nil
	})
}

// decideOne decides property n.
func (s *search) decideOne(n int, r *Result, report *Report) {
	p := r.Property
	switch {
	case p.counted && p.isJudged:
		r.Count = s.Count(mathbits.TrailingZeros64(p.bit))
	case p.counted:
		r.Count = s.scan.counts[n]
	}
	switch f := s.first(n); {
	case p.aside:
		s.decideAside(n, r, report.Complete)
	case p.IsLiveness():
		s.decideLiveness(n, r, report)
	case f != nil:
		r.Path, r.Verdict = s.pathTo(p, f), Violated
		if s.options.Counterexamples > 1 && !p.counted {
			r.Others = s.others(p, f, r.Path)
		}
	}
	if p.kind == reachable {
		r.Verdict = witnessed(*r)
	}
}

// decideLiveness decides a liveness property.
func (s *search) decideLiveness(n int, r *Result, report *Report) {
	p := r.Property
	bound := s.within(func() {
		finder, violation := s.find(n)
		for _, found := range finder.Find(violation, max(s.options.Counterexamples, 1), s.alike) {
			r.Others = append(r.Others, s.path(found))
		}
	})
	switch {
	case len(r.Others) > 0:
		r.Verdict, r.Path, r.Others = Violated, r.Others[0], r.Others[1:]
		if !p.unasked {
			s.lassos = append(s.lassos, Violation{p, len(r.Path.Stem)})
		}
	case bound != "":
		r.Verdict = Inconclusive
		if !p.unasked {
			report.Complete, report.Bound = false, cmp.Or(report.Bound, bound)
		}
	}
}

// decideAside decides a property asked aside.
func (s *search) decideAside(n int, r *Result, isComplete bool) {
	if !isComplete {
		return
	}
	s.within(func() {
		finder, violation := s.find(n)
		if found := finder.Aside(violation); found != nil {
			r.Path, r.Verdict = s.path(found), Violated
		}
	})
}

// find returns the violation of a liveness property, and the finder for all of them.
func (s *search) find(n int) (*liveness.Finder, liveness.Violation[uint32]) {
	if s.finder == nil {
		var all []liveness.Violation[uint32]
		s.asked = make([]liveness.Violation[uint32], len(s.properties))
		for n, p := range s.properties {
			if p.IsLiveness() {
				s.asked[n] = violationOf(p, s.words(p))
				all = append(all, s.asked[n])
			}
		}
		s.finder = liveness.New(bounded{s.composed, s}, all)
	}
	return s.finder, s.asked[n]
}

// alike reports whether two states look alike.
func (s *search) alike(id, other uint32) bool {
	discerning, ok := s.system.(discerning)
	return ok && discerning.Alike(s.state(id)) == discerning.Alike(s.state(other))
}

// A bounded is an explored graph that checks the bounds when it is asked for steps.
type bounded struct {
	*composed
	search *search
}

// Steps is part of graph.Graph.
func (g bounded) Steps(id uint32, to []digraph.Step) []digraph.Step {
	g.search.tick()
	return g.composed.Steps(id, to)
}

// Recurring is part of graph.Graph.
func (g bounded) Recurring(ids []uint32, visit func(id uint32, steps []digraph.Step)) {
	for range ids {
		g.search.tick()
	}
	g.composed.Recurring(ids, visit)
}

// A boundHit is what tick panics with.
type boundHit string

// within decides something within the bounds, and names the bound that is hit, or has been hit before.
func (s *search) within(decide func()) (bound string) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case boundHit:
			bound = string(v)
		default:
			panic(v)
		}
	}()
	decide()
	return s.boundNow()
}

// tick is called for each state that is visited while liveness is decided.
func (s *search) tick() {
	if s.ticks++; s.ticks%64 != 0 {
		return
	}
	breathe()
	s.progress(time.Now(), true)
	if bound := s.boundNow(); bound != "" {
		panic(boundHit(bound))
	}
}

// boundNow names the bound that ends the deciding of liveness, or "". Deciding it may take as long again as the exploration, and the
// memory that the exploration has left.
func (s *search) boundNow() string {
	switch {
	case s.hit != "":
	case s.ctx.Err() != nil:
		s.hit = interrupted
	case s.options.MaxTime > 0 && time.Now().After(s.until):
		s.hit = "time"
	case s.options.MaxMemory > 0 && s.measure() > s.options.MaxMemory:
		s.hit = "memory"
	}
	return s.hit
}

// first returns the first violation of a property that is not of liveness, or a witness; nil if there is none.
func (s *search) first(n int) *finding {
	p := &s.properties[n]
	if !p.isJudged || p.kind == stepInvariant {
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
	return &finding{id, -1}
}

// pathTo leads to a finding. Of a counted property, the number is what is asked for: any shortest path will do.
func (s *search) pathTo(p Property, f *finding) *Path {
	if p.counted {
		return s.path(trace.First(s.composed, f.id))
	}
	path := trace.Shortest(s.composed, s.goals(p, f), nil)
	if f.place >= 0 {
		path.Stem = append(path.Stem, s.Steps(f.id, nil)[f.place])
	}
	return s.path(path)
}

// goals lists the states of the level of a finding that violate the same property, the first one first. Their shortest paths
// are as long.
func (s *search) goals(p Property, f *finding) []uint32 {
	ids := []uint32{f.id}
	if !s.HasActors() || p.kind != invariant && p.kind != reachable {
		return ids
	}
	_, end := s.levelOf(f.id)
	for id := f.id + 1; id < end; id++ {
		if s.is(p, id) == (p.kind == reachable) {
			ids = append(ids, id)
		}
	}
	return ids
}

// levelOf returns where the level of a state begins and ends.
func (s *search) levelOf(id uint32) (start, end uint32) {
	starts := s.Starts()
	level, _ := slices.BinarySearch(starts, id+1)
	if level == len(starts) {
		return starts[level-1], uint32(s.Len())
	}
	return starts[level-1], starts[level]
}

// is reports whether the predicate of a property of states is true in a state.
func (s *search) is(p Property, id uint32) bool {
	if p.isJudged {
		return s.Bits(id)&p.bit != 0
	}
	return evaluate(s, p.title(), p.facts.tell, s.state(id))&p.bit != 0
}

// lengthTo is the length of a shortest path to a finding.
func (s *search) lengthTo(f *finding) int {
	level, _ := slices.BinarySearch(s.Starts(), f.id+1)
	if f.place >= 0 {
		return level
	}
	return level - 1
}

// words returns the words of the facts of a liveness property, by id.
func (s *search) words(p Property) func(id uint32) uint64 {
	if p.isJudged {
		return s.Bits
	}
	q := groupOf(s.scan.groups, p.facts)
	return func(id uint32) uint64 { return q.words[id] }
}

// others are further counterexamples to a property of states: shortest paths to violating states, shorter ones first. Their last
// states look different from one another, and their other states do not violate the property. Paths beyond trace.MostStates are
// not found.
func (s *search) others(p Property, f *finding, first *Path) (others []*Path) {
	discerning, ok := s.system.(discerning)
	if !ok || p.kind != invariant && p.kind != atRest {
		return nil
	}
	seen, inVain := map[string]bool{discerning.Alike(first.last()): true}, 0
	reached, violating := digraph.NewIDs(s.Len()), digraph.NewIDs(s.Len()) // reached by a shortest path that passes through no violation
	start, end := s.levelOf(f.id)
	for id := start; id < end; id++ {
		reached.Add(id)
	}
	for id := start; int(id) < s.Len() && len(others)+1 < s.options.Counterexamples && inVain < mostInVain && s.ctx.Err() == nil; id++ {
		if id == end {
			_, end = s.levelOf(id)
		}
		switch holds := s.is(p, id); {
		case p.kind == atRest && (holds || !s.isAtRest(id)), p.kind == invariant && !reached.Has(id):
			continue
		case holds:
			s.reach(id, end, reached)
			continue
		}
		violating.Add(id)
		look := discerning.Alike(s.state(id))
		if seen[look] {
			continue
		}
		path := trace.Shortest(s.composed, []uint32{id}, violating.Has)
		if p.kind == invariant && s.isViolatedBefore(p, path) { // it was too far to avoid violations
			inVain++
			continue
		}
		seen[look] = true
		others = append(others, s.path(path))
	}
	return others
}

// reach adds the states of the next level, which begins at end, to which a state leads.
func (s *search) reach(id, end uint32, reached *digraph.IDs) {
	if int(id) >= s.Expanded() {
		return
	}
	for _, step := range s.Steps(id, nil) {
		if step.To != digraph.Nowhere && step.To >= end {
			reached.Add(step.To)
		}
	}
}

// mostInVain bounds the paths that are made in vain for further counterexamples.
const mostInVain = 64

// isAtRest reports whether a state has been expanded, and has no step, not even one that a bound has disabled.
func (s *search) isAtRest(id uint32) bool {
	return int(id) < s.Expanded() && len(s.Steps(id, nil)) == 0
}

// isViolatedBefore reports whether an invariant is false in a state of a path before the last.
func (s *search) isViolatedBefore(p Property, path *digraph.Path) bool {
	at := path.Initial
	for _, step := range path.Stem {
		if !s.is(p, at) {
			return true
		}
		at = step.To
	}
	return false
}
