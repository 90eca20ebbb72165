package checker

import "context"

// mostAgain bounds the states in which violations are searched for again.
const mostAgain = 4_000_000

// shorten searches the whole graph for what was found in a reduced one, no deeper than it lies there,
// unless it is a lasso: whether another way in is shorter depends on all that lies beyond. Where the
// search finds it, its path is a shortest one; where it is too large, what was found stays as it is.
// Witnesses that are only counted are left alone.
func (r *Report) shorten(ctx context.Context, system System, options Options) error {
	var found []int
	var asked []Property
	deepest, lasso := 1, false
	for i, result := range r.Results {
		p := result.Property
		if result.Path == nil || p.counted {
			continue
		}
		found, asked, lasso = append(found, i), append(asked, p), lasso || result.Path.Lasso
		deepest = max(deepest, len(result.Path.Stem))
		if p.kind == atRest { // it is expanded, to see that it is
			deepest = max(deepest, len(result.Path.Stem)+1)
		}
	}
	if len(found) == 0 {
		return nil
	}
	if !lasso {
		options.MaxDepth = deepest
	}
	options.MaxStates, options.StopFirst = min(options.maxStates(), mostAgain), false
	again := newRun(system, asked, options)
	report, err := again.check(ctx)
	if err != nil {
		return err
	}
	for i, result := range report.Results {
		if result.Path != nil && (!result.Path.Lasso || again.bound == "") {
			at := &r.Results[found[i]]
			at.Path, at.Others, at.Shortest = result.Path, result.Others, true
		}
	}
	return nil
}
