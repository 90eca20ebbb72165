package checker

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"interrex/checker/internal/trace"
)

// An Explored is an exploration whose states are kept elsewhere.
type Explored struct {
	Part *Part // of the same check
	Tally
	Widths []int  // states of each level
	Bound  string // what has ended it; "" if nothing

	// Lassos has, by property, a run that violates a liveness property that is decided; nil if there is none.
	Lassos  map[int]*Path
	Left    int    // states that may be part of a cycle, if there is no room for them
	Stopped string // what has ended the decision of liveness, if it was something else

	inMemory []Result // of all properties, if the system was checked in memory

	// Trail returns the states on the canonical shortest path to the state of a rank: from an initial one, each the
	// first from which the next was reached.
	Trail func(rank int) ([]State, error)
}

// CheckInMemory checks the system again, in memory. It reports whether there is room. If there is, the report has the results.
func (e *Explored) CheckInMemory(ctx context.Context, options Options) (fits bool, err error) {
	s, err := newSearch(ctx, e.Part.system, e.Part.properties, options)
	defer s.free()
	if err != nil {
		return false, err
	}
	s.room = options.MaxMemory // it is an attempt: the exploration may leave liveness no memory
	report, err := s.check()
	if err != nil || s.hit == "memory" || report.Bound == "memory" {
		return false, err
	}
	e.inMemory = report.Results
	return true, nil
}

// Report reports an exploration as Check would. It calls Check for paths near the initial states. Liveness that is not decided is
// inconclusive.
func (e *Explored) Report(ctx context.Context, options Options) (*Report, error) {
	system := e.Part.system
	report := &Report{States: total(e.Widths), Steps: e.Steps, Terminal: e.Terminal, Depth: len(e.Widths) - 1, Widths: e.Widths,
		Bound: cmp.Or(e.Bound, boundNames(system, e.Met)), Actions: activities(system, e.Actions)}
	report.Complete = report.Bound == ""
	known, err := e.resultsOfChecks(ctx, options)
	if err != nil {
		return nil, err
	}
	for n, property := range e.Part.properties {
		result, isKnown := known[n]
		if !isKnown {
			if result, err = e.result(n, report.Complete); err != nil {
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
		report.Deepest, err = e.path(Found{Rank: last, Step: -1})
	}
	return report, err
}

// result is the result of property n from what is known without a check.
func (e *Explored) result(n int, isComplete bool) (r Result, err error) {
	r.Property = e.Part.properties[n]
	lasso, isDecided := e.Lassos[n]
	if r.Path = lasso; !r.Property.IsLiveness() {
		isDecided = true
		if f := e.first(n); f != nil {
			r.Path, err = e.path(*f)
		}
	}
	r.conclude(isComplete && isDecided)
	return r, err
}

// resultsOfChecks returns results, by property, that Check finds: all in memory, or those with paths near the initial states.
func (e *Explored) resultsOfChecks(ctx context.Context, options Options) (map[int]Result, error) {
	results := map[int]Result{}
	for n, r := range e.inMemory {
		if r.Path != nil || r.Property.IsLiveness() {
			results[n] = r
		}
	}
	if e.inMemory != nil || actorOf(e.Part.system) == nil {
		return results, nil
	}
	deepest := 1
	var places []int
	var asked []Property
	for _, f := range e.Found {
		p, level := e.Part.properties[f.Property], levelOf(e.Widths, f.Rank)
		if total(e.Widths[:level]) <= trace.MostStates {
			places, asked, deepest = append(places, f.Property), append(asked, p), max(deepest, level+btoi(!p.isOfStates()))
		}
	}
	if len(asked) == 0 {
		return results, nil
	}
	options.Progress, options.Deepest = nil, false
	options.MaxDepth, options.MaxMemory, options.StopFirst = deepest, 0, false // the paths must not depend on the memory in use
	report, err := Check(ctx, e.Part.system, asked, options)
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
func (e *Explored) path(f Found) (*Path, error) {
	states, err := e.Trail(f.Rank)
	if err != nil {
		return nil, err
	}
	if len(states) == 0 {
		return nil, errors.New("there is no path to a state")
	}
	path, b := &Path{Initial: states[0]}, &e.Part.sandbox
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
