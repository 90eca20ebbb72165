package crosscheck

import (
	"context"

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

// search is up to how many steps TLC shows a counterexample of its own.
func (l Limits) search(f formula) int {
	if f.isNamed() {
		return l.SearchNamed
	}
	return l.Search
}

// held are the properties of steps and of liveness that TLC is to find to hold, as we do.
func (found *Comparison) held(us *ours) (all []formula) {
	for i, v := range found.Verdicts {
		if f := us.formulas[i]; f.kind != invariant && v.Compared && v.Ours == checker.Holds {
			all = append(all, f)
		}
	}
	return all
}

// invariants compares what the states have said of each invariant: whether one violates it, and how
// many steps away the nearest is.
func (found *Comparison) invariants(us *ours, all census) {
	for i, f := range us.formulas {
		if f.kind != invariant {
			continue
		}
		v := &found.Verdicts[i]
		violators, violated := all.violated[f.Formula]
		v.TLCs = checker.Holds
		if violated {
			v.TLCs, v.Found, v.TLCsLength = checker.Violated, true, violators.steps
		}
		switch {
		case v.Ours == checker.Holds && violated:
			found.differ("%s: we say that it holds, TLC that %d states violate it", f.Name, violators.states)
		case v.Ours == checker.Violated && !violated:
			found.differ("%s: we say violated, TLC says that it holds", f.Name)
		case v.OurLength != v.TLCsLength:
			found.differ("%s: the shortest counterexample has %d steps of ours, %d of TLC's", f.Name, v.OurLength, v.TLCsLength)
		}
	}
}

// agreed: TLC has found that what was held does hold.
func (found *Comparison) agreed(us *ours) {
	for i := range found.Verdicts {
		if v := &found.Verdicts[i]; us.formulas[i].kind != invariant && v.Compared && v.Ours == checker.Holds {
			v.TLCs = checker.Holds
		}
	}
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

// blame asks TLC, one by one, for the properties that we say hold and it does not, so far.
func (found *Comparison) blame(ctx context.Context, t teller, us *ours) error {
	for i, f := range us.formulas {
		v := &found.Verdicts[i]
		if !v.Compared || v.Ours != checker.Holds || v.TLCs == checker.Holds {
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
