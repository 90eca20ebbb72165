package checker

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// unfit says why the graph cannot be reduced for what is asked; "" if it can.
func unfit(system System, properties []Property) string {
	commuting, ok := system.(Commuting)
	switch {
	case !ok || commuting.Operations() == 0:
		return "nothing is known to commute here"
	case commuting.Operations() > MostOperations:
		return "there are too many operations"
	}
	for _, p := range properties {
		if p.kind == stepInvariant {
			return p.title() + " is about steps"
		}
	}
	return ""
}

// reduced is Check where a reduction is asked for. However often the graph is explored, there is one limit
// of time for that.
func reduced(ctx context.Context, system System, properties []Property, options Options) (*Report, error) {
	began, why := time.Now(), unfit(system, properties)
	var r reducer
	if why == "" {
		r = newReducer(system, properties, options.Reduce)
		r.began = began
		if !r.stubborn && r.sure == nil {
			why = "nothing is known to commute here"
		}
	}
	shown := make([]Result, len(properties))
	for _, loose := range []bool{true, false} {
		if why != "" {
			break
		}
		r.loose = loose
		run, report, err := r.explore(ctx, properties, options)
		if err != nil {
			return nil, err
		}
		report.learn(shown)
		if why = run.open; why != "" || run.ignores {
			if loose && run.savesLittle() {
				why = cmp.Or(why, "too little is left out here")
			}
			continue
		}
		if options.Shortest {
			err = report.shorten(ctx, system, options)
		}
		return report, err
	}
	options.Reduce = Whole
	run := newRun(system, properties, options)
	run.started = began
	report, err := run.check(ctx)
	if err == nil {
		report.Unreduced = why
		report.learn(shown)
	}
	return report, err
}

// learn takes over what has been shown before, by a graph that decides nothing else, where a bound has left it open: a
// finite path of a reduced graph is one of the whole. What the report itself shows is kept in shown.
func (r *Report) learn(shown []Result) {
	for i, result := range r.Results {
		switch {
		case result.Path == nil && shown[i].Path != nil && result.Verdict == Inconclusive:
			r.Results[i] = shown[i]
		case result.Path != nil && !result.Path.Lasso && !result.Property.counted && shown[i].Path == nil:
			shown[i] = result
		}
	}
}

func newReducer(system System, properties []Property, by Reduction) reducer {
	r := reducer{system: system.(Commuting), stubborn: by != ByConfluence && system.(Commuting).HasKeys(), owed: slices.ContainsFunc(properties, Property.IsLiveness)}
	if confluent, ok := system.(Confluent); ok && by != PartialOrder {
		r.sure = confluent.Confluence()
	}
	return r
}

// explore explores the reduced graph, again and again until nothing is found that was surmised not to
// happen.
func (r reducer) explore(ctx context.Context, properties []Property, options Options) (run *run, report *Report, err error) {
	for {
		run, now := newRun(r.system, properties, options), r
		run.reducer, run.started = &now, r.began
		if report, err = run.check(ctx); !run.refuted {
			return run, report, err
		}
	}
}

// isRefuted reports whether something has been found that was surmised not to happen.
func (r *reducer) isRefuted() bool { return r != nil && r.sure != nil && r.sure.Revise() }

// by is by what the graph is reduced.
func (r *reducer) by() Reduction {
	switch {
	case r.sure == nil:
		return PartialOrder
	case r.stubborn:
		return ByBoth
	}
	return ByConfluence
}
