package crosscheck

import (
	"context"
	"math"

	"interrex/checker"
	"interrex/model/world"
)

// verdicts are ours, with those of TLC still to come.
func (us *ours) verdicts(limits Limits) []Verdict {
	feasible := us.Steps <= limits.Liveness && us.isTractable(limits)
	var all []Verdict
	for i, f := range us.formulas {
		v := Verdict{Property: f.Name, Liveness: f.kind == lasting, Ours: us.results[i].Verdict}
		v.Compared = v.Ours == checker.Violated || f.kind != lasting || feasible
		if path := us.results[i].Path; path != nil {
			v.OurLength = length(path)
		}
		all = append(all, v)
	}
	return all
}

// violations asks TLC for what we say is violated. In a small world it looks for a counterexample
// of each property itself, and that is followed; then it judges ours, all of them in one run.
func (found *Comparison) violations(ctx context.Context, t teller, us *ours, limits Limits) error {
	var runs []refutation
	for i, f := range us.formulas {
		v := &found.Verdicts[i]
		if v.Ours != checker.Violated {
			continue
		}
		runs = append(runs, refutation{f, runOf(us.world, us.results[i].Path)})
		if us.Steps <= limits.search(f) && (f.kind != lasting || us.isTractable(limits)) {
			if err := found.violation(ctx, t, us, i); err != nil {
				return err
			}
		}
	}
	if len(runs) == 0 {
		return nil
	}
	complaint, err := t.confirm(ctx, runs)
	if err != nil {
		return err
	}
	if complaint != "" {
		found.differ("%s", complaint)
		return nil
	}
	for i := range found.Verdicts {
		if v := &found.Verdicts[i]; v.Ours == checker.Violated && v.TLCs == 0 {
			v.TLCs = checker.Violated
		}
	}
	return nil
}

// isTractable reports whether TLC can decide liveness where channels owe strong fairness: what it
// makes of the formula doubles with each of them.
func (us *ours) isTractable(limits Limits) bool {
	return us.world.Config().Channels != world.Lossy || us.world.Links() <= limits.Strong
}

// search is up to how many steps TLC looks for a counterexample itself.
func (l Limits) search(f formula) int {
	switch {
	case f.isNamed():
		return l.SearchNamed
	case f.kind == lasting:
		return l.Search
	}
	return math.MaxInt
}

// holding asks TLC for what we say holds, all at once: it stops at the first violation. Only if
// there is one it is asked one by one.
func (found *Comparison) holding(ctx context.Context, t teller, us *ours) error {
	var all []formula
	for i, v := range found.Verdicts {
		if v.Compared && v.Ours == checker.Holds {
			all = append(all, us.formulas[i])
		}
	}
	complaint, err := t.hold(ctx, all)
	if err != nil {
		return err
	}
	if complaint != "" {
		found.differ("of the properties that we say hold TLC says: %s", complaint)
		return found.blame(ctx, t, us)
	}
	for i := range found.Verdicts {
		if v := &found.Verdicts[i]; v.Compared && v.Ours == checker.Holds && v.TLCs == 0 {
			v.TLCs = checker.Holds
		}
	}
	return nil
}

// violation lets TLC decide a property that we say is violated, and follows its counterexample.
func (found *Comparison) violation(ctx context.Context, t teller, us *ours, i int) error {
	f, v := us.formulas[i], &found.Verdicts[i]
	run, err := t.decide(ctx, f)
	if err != nil {
		return err
	}
	if run == nil {
		v.TLCs = checker.Holds
		found.differ("%s: we say violated, TLC says that it holds", f.Name)
		return nil
	}
	v.Found, v.TLCs = true, checker.Violated
	path, err := follow(us.world, *run)
	if err == nil {
		v.TLCsLength = length(path)
		err = refutes(us.world, f, path)
	}
	if err != nil {
		found.differ("%s: TLC's counterexample is none of ours: %v", f.Name, err)
		return nil
	}
	if f.kind != lasting && v.OurLength != v.TLCsLength {
		found.differ("%s: the shortest counterexample has %d steps of ours, %d of TLC's", f.Name, v.OurLength, v.TLCsLength)
	}
	return nil
}

// blame asks TLC for each property that we say holds, one by one.
func (found *Comparison) blame(ctx context.Context, t teller, us *ours) error {
	for i, f := range us.formulas {
		v := &found.Verdicts[i]
		if !v.Compared || v.Ours != checker.Holds {
			continue
		}
		run, err := t.decide(ctx, f)
		if err != nil {
			return err
		}
		v.TLCs = checker.Holds
		if run == nil {
			continue
		}
		v.TLCs = checker.Violated
		path, err := follow(us.world, *run)
		if err == nil {
			err = refutes(us.world, f, path)
		}
		if err != nil {
			found.differ("%s: we say that it holds, TLC that it is violated; its counterexample is none of ours: %v", f.Name, err)
		} else {
			found.differ("%s: we say that it holds, TLC that it is violated, and its counterexample is one of ours too", f.Name)
		}
	}
	return nil
}

// length counts the steps of a path, of a lasso those of stem and cycle.
func length(p *checker.Path) int { return len(p.Stem) + len(p.Cycle) }
