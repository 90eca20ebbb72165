package checker

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"interrex/checker/internal/trace"
)

// Initial lists the initial states of a system, each once, in the order in which it emits them.
func Initial(system System) (states []State, err error) {
	b := &sandbox{system: system}
	err = b.guard(func() error {
		for _, s := range b.initialStates() {
			if !slices.ContainsFunc(states, func(t State) bool { return slices.Equal(s, t) }) {
				states = append(states, s)
			}
		}
		return nil
	})
	return states, err
}

// An Explored is an exploration whose states are kept elsewhere.
type Explored struct {
	Tally
	Widths []int  // states of each level
	Bound  string // what has ended it; "" if nothing

	// Settled is, of each property of liveness that is decided, a run that violates it, or no Lasso. nil stands for nils.
	Settled []*Settled
	Left    int    // states that may be part of a cycle, if there is no room for them
	Stopped string // what has ended the decision of liveness, if it was something else

	inMemory []Result // of all properties, if the system was checked in memory

	// Trail returns the states on the canonical shortest path to the state of a rank: from an initial one, each the
	// first from which the next was reached.
	Trail func(rank int) ([]State, error)
}

// Settled is what is known of a liveness property: a run that violates it or, with a nil Lasso, that there is none.
type Settled struct{ Lasso *Path }

// CheckInMemory checks the system again, in memory. It reports whether there is room. If there is, the report has the results.
func (e *Explored) CheckInMemory(ctx context.Context, system System, properties []Property, options Options) (fits bool, err error) {
	s, err := newSearch(ctx, system, properties, options)
	defer s.free()
	if err != nil {
		return false, err
	}
	s.mayFail = true
	report, err := s.check()
	if err != nil || s.hit == "memory" || report.Bound == "memory" {
		return false, err
	}
	e.inMemory = report.Results
	return true, nil
}

// Report reports an exploration as Check would. It calls Check for paths near the initial states. Liveness that is not decided is
// inconclusive.
func (e *Explored) Report(ctx context.Context, system System, properties []Property, options Options) (*Report, error) {
	report := &Report{States: total(e.Widths), Steps: e.Steps, Terminal: e.Terminal, Depth: len(e.Widths) - 1, Widths: e.Widths,
		Bound: cmp.Or(e.Bound, boundNames(system, e.Met)), Actions: activities(system, e.Actions)}
	report.Complete = report.Bound == ""
	known, err := e.resultsOfChecks(ctx, system, properties, options)
	if err != nil {
		return nil, err
	}
	for n, property := range properties {
		result, isKnown := known[n]
		if !isKnown {
			if result, err = e.result(system, property, n, report.Complete); err != nil {
				return nil, err
			}
		}
		if n < len(e.Counts) {
			result.Count = e.Counts[n]
		}
		report.Results = append(report.Results, result)
		if property.IsLiveness() && !property.unasked && !property.aside && result.Verdict == Inconclusive {
			report.Left, report.Bound = e.Left, cmp.Or(report.Bound, e.Stopped, "memory")
		}
	}
	report.Complete = report.Bound == ""
	if last := report.States - 1; options.Deepest && !report.Complete && last > 0 {
		report.Deepest, err = e.path(system, Found{Rank: last, Step: -1})
	}
	return report, err
}

// result is the result of property n from what is known without a check.
func (e *Explored) result(system System, property Property, n int, isComplete bool) (r Result, err error) {
	r = Result{Property: property, Verdict: Inconclusive}
	isSettled := n < len(e.Settled) && e.Settled[n] != nil
	if isComplete && (isSettled || !property.IsLiveness()) {
		r.Verdict = Holds
	}
	if isSettled {
		r.Path = e.Settled[n].Lasso
	} else if f := e.first(n); f != nil {
		r.Path, err = e.path(system, *f)
	}
	switch {
	case property.kind == reachable:
		r.Verdict = witnessed(r)
	case r.Path != nil:
		r.Verdict = Violated
	}
	return r, err
}

// resultsOfChecks returns results, by property, that Check finds: all in memory, or those with paths near the initial states.
func (e *Explored) resultsOfChecks(ctx context.Context, system System, properties []Property, options Options) (map[int]Result, error) {
	results := map[int]Result{}
	for n, r := range e.inMemory {
		if r.Path != nil || r.Property.IsLiveness() {
			results[n] = r
		}
	}
	if e.inMemory != nil || actorOf(system) == nil {
		return results, nil
	}
	deepest := 1
	var places []int
	var asked []Property
	for _, f := range e.Found {
		p, level := properties[f.Property], levelOf(e.Widths, f.Rank)
		if total(e.Widths[:level]) <= trace.MostStates {
			places, asked, deepest = append(places, f.Property), append(asked, p), max(deepest, level+btoi(!p.isOfStates()))
		}
	}
	if len(asked) == 0 {
		return results, nil
	}
	options.Progress, options.Deepest = nil, false
	options.MaxDepth, options.MaxMemory, options.StopFirst = deepest, 0, false // the paths must not depend on the memory in use
	report, err := Check(ctx, system, asked, options)
	if err != nil {
		return nil, err
	}
	for i, r := range report.Results {
		if r.Path != nil {
			results[places[i]] = r
		}
	}
	return results, nil
}

func total(widths []int) (n int) {
	for _, width := range widths {
		n += width
	}
	return n
}

// path is the canonical path to what was found.
func (e *Explored) path(system System, f Found) (*Path, error) {
	states, err := e.Trail(f.Rank)
	if err != nil {
		return nil, err
	}
	if len(states) == 0 {
		return nil, errors.New("there is no path to a state")
	}
	path, b := &Path{Initial: states[0]}, &sandbox{system: system}
	for _, to := range states[1:] {
		all := b.emissions(path.last())
		first := slices.IndexFunc(all, func(t Transition) bool { return slices.Equal(t.To, to) })
		if first < 0 {
			panic(brokenLaw("Steps of %v no longer emits %v", path.last(), to))
		}
		path.Stem = append(path.Stem, all[first])
	}
	if f.Step >= 0 {
		leading := slices.DeleteFunc(b.emissions(path.last()), func(t Transition) bool { return t.To == nil })
		path.Stem = append(path.Stem, leading[f.Step])
	}
	return path, nil
}
