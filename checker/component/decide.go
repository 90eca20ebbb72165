package component

import (
	"iter"

	"interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
	"interrex/checker/internal/trace"
)

// decide decides properties and adds the results to the report.
func (e *Exploration) decide(properties []Property, r *Report) error {
	var violations []liveness.Violation
	for _, p := range properties {
		if p.isLiveness() {
			violations = append(violations, e.violation(p))
		}
	}
	e.finder = liveness.New(e.graph, violations)
	for _, p := range properties {
		result := Result{Property: p, Verdict: Holds}
		if !r.Complete {
			result.Verdict = Inconclusive
		}
		e.decideOne(p, &result)
		r.Results = append(r.Results, result)
	}
	return nil
}

func (e *Exploration) decideOne(p Property, r *Result) {
	switch p.Kind {
	case Always, AtRest, Reached:
		first := e.first(p)
		if p.Kind == Reached {
			r.Count = e.count(p.P)
		}
		if first != never {
			r.Verdict, r.Path = Violated, e.path(trace.Shortest(e.graph, e.alike(p, first)))
		}
		if p.Kind == Reached {
			r.Verdict = turned(r)
		}
	case Across:
		if id, step := e.firstAcross(p.P); step != nil {
			path := trace.Shortest(e.graph, []uint32{id})
			path.Stem = append(path.Stem, *step)
			r.Verdict, r.Path = Violated, e.path(path)
		}
	default:
		if path := e.finder.Find(e.violation(p)); path != nil {
			r.Verdict, r.Path = Violated, e.path(path)
		}
	}
}

// path is a path without the numbers of classes of fairness, which depend on the order of discovery.
func (e *Exploration) path(p *graph.Path) *Path {
	hops := func(steps []graph.Step) (hops []Hop) {
		for _, s := range steps {
			hops = append(hops, Hop{s.Code, e.graph.fairnessOf(s.Class), s.To})
		}
		return hops
	}
	return &Path{Initial: p.Initial, Stem: hops(p.Stem), Cycle: hops(p.Cycle), IsLasso: p.IsLasso}
}

// turned turns the verdict of Reached: the state that was found is the one sought.
func turned(r *Result) Verdict {
	switch {
	case r.Path != nil:
		return Holds
	case r.Verdict == Holds:
		return Violated
	}
	return Inconclusive
}

// first returns the first state that violates a property of states, or for Reached satisfies it; never if there is none.
func (e *Exploration) first(p Property) uint32 {
	first := uint32(never)
	for n, v := range e.tally.verdicts {
		isTrue := e.graph.verdictBits(uint32(n))>>p.P&1 == 1
		switch {
		case isTrue != (p.Kind == Reached):
		case p.Kind == AtRest:
			first = min(first, v.firstRest)
		default:
			first = min(first, v.first)
		}
	}
	return first
}

// firstAcross returns the first step across which a predicate is false, with the state that it leaves; nil if there is none.
func (e *Exploration) firstAcross(predicate int) (id uint32, step *graph.Step) {
	known := map[[2]uint32]bool{} // by the numbers of what the two states show
	var steps []graph.Step
	for id := range uint32(e.graph.Expanded()) {
		before := e.graph.shown(id)
		steps = e.graph.Steps(id, steps[:0])
		for _, s := range steps {
			if s.To == graph.Nowhere {
				continue
			}
			ends := [2]uint32{before, e.graph.shown(s.To)}
			holds, isKnown := known[ends]
			if !isKnown {
				holds = e.graph.judgeStep(ends[0], ends[1])>>predicate&1 == 1
				known[ends] = holds
			}
			if !holds {
				return id, &s
			}
		}
	}
	return 0, nil
}

// count returns the number of states in which a predicate is true.
func (e *Exploration) count(predicate int) (n int) {
	for i, v := range e.tally.verdicts {
		if e.graph.verdictBits(uint32(i))>>predicate&1 == 1 {
			n += v.count
		}
	}
	return n
}

// alike lists the states of the level of the first violation that violate the same property.
func (e *Exploration) alike(p Property, first uint32) []uint32 {
	goals := []uint32{first}
	if p.Kind == AtRest {
		return goals
	}
	end := uint32(e.graph.Len())
	for _, start := range e.graph.Starts() {
		if start > first {
			end = start
			break
		}
	}
	for id := first + 1; id < end; id++ {
		if e.is(p.P, id) == (p.Kind == Reached) {
			goals = append(goals, id)
		}
	}
	return goals
}

// is reports whether a predicate is true in a state.
func (e *Exploration) is(predicate int, id uint32) bool {
	return e.graph.bitsOf(id)>>predicate&1 == 1
}

// violation describes the runs that violate a liveness property.
func (e *Exploration) violation(p Property) liveness.Violation {
	isP := func(id uint32) bool { return e.is(p.P, id) }
	notQ := func(id uint32) bool { return !e.is(p.Q, id) }
	anywhere := func(uint32) bool { return true }
	arms := func(id uint32, _ bool) bool { return isP(id) }
	always := func(uint32, bool) bool { return true }
	nothing := func(iter.Seq[uint32]) ([]func(uint32) bool, bool) { return nil, true }
	switch p.Kind {
	case LeadsTo:
		return liveness.Violation{Inside: notQ, Lasts: notQ, Arms: arms, Visits: nothing}
	case Recurs:
		return liveness.Violation{Inside: anywhere, Lasts: notQ, Arms: arms, Visits: nothing}
	case Reaches:
		return liveness.Violation{Inside: notQ, Lasts: notQ, Arms: func(_ uint32, isInitial bool) bool { return isInitial }, Visits: nothing}
	case Lasts:
		isBad := func(id uint32) bool { return !isP(id) }
		return liveness.Violation{Inside: anywhere, Lasts: anywhere, Arms: always,
			Visits: func(states iter.Seq[uint32]) ([]func(uint32) bool, bool) {
				for id := range states {
					if isBad(id) {
						return []func(uint32) bool{isBad}, true
					}
				}
				return nil, false
			}}
	}
	return liveness.Violation{Inside: anywhere, Lasts: anywhere, Arms: always, Visits: e.unsettled(p)}
}

// unsettled demands a state without a value, or else two states with different ones.
func (e *Exploration) unsettled(p Property) func(iter.Seq[uint32]) ([]func(uint32) bool, bool) {
	value := func(id uint32) uint64 { return e.graph.bitsOf(id) >> p.P & (1<<p.Digits - 1) }
	has := func(wanted uint64) func(uint32) bool { return func(id uint32) bool { return value(id) == wanted } }
	return func(states iter.Seq[uint32]) ([]func(uint32) bool, bool) {
		first, other := uint64(0), uint64(0)
		for id := range states {
			switch v := value(id); {
			case v == 0:
				return []func(uint32) bool{has(0)}, true
			case first == 0:
				first = v
			case v != first && other == 0:
				other = v
			}
		}
		if other == 0 {
			return nil, false
		}
		return []func(uint32) bool{has(first), has(other)}, true
	}
}
