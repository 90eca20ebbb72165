package crosscheck

import (
	"context"

	"interrex/checker"
)

// verdicts compares what both sides say of each property. TLC is asked for those that we say are
// violated one by one, and its counterexamples are followed; then for all others at once, and one
// by one only if that fails; then it judges our counterexamples.
func (found *Comparison) verdicts(ctx context.Context, t teller, us *ours, limits Limits) error {
	var holding []formula
	var runs []refutation
	for i, f := range formulas {
		result := us.results[i]
		v := Verdict{Property: f.Name, Liveness: f.kind == lasting, Ours: result.Verdict,
			Compared: f.kind != lasting || us.Steps <= limits.Liveness}
		if result.Path != nil {
			v.OurLength = length(result.Path)
		}
		switch {
		case v.Compared && v.Ours == checker.Violated:
			v.TLCs = checker.Violated // unless it complains of our run below
			if f.kind != lasting || us.Steps <= limits.Search {
				if err := found.violation(ctx, t, us, &v); err != nil {
					return err
				}
			}
			runs = append(runs, refutation{f, runOf(us.world, result.Path)})
		case v.Compared:
			v.TLCs = checker.Holds
			holding = append(holding, f)
		}
		found.Verdicts = append(found.Verdicts, v)
	}
	complaint, err := t.hold(ctx, holding)
	if err == nil && complaint != "" {
		found.differ("of the properties that we say hold TLC says: %s", complaint)
		err = found.blame(ctx, t, us)
	}
	if err != nil || len(runs) == 0 {
		return err
	}
	if complaint, err = t.confirm(ctx, runs); complaint != "" {
		found.differ("%s", complaint)
	}
	return err
}

// violation lets TLC decide a property that we say is violated, and follows its counterexample.
func (found *Comparison) violation(ctx context.Context, t teller, us *ours, v *Verdict) error {
	f := formulas[len(found.Verdicts)]
	run, err := t.decide(ctx, f)
	if err != nil {
		return err
	}
	if run == nil {
		v.TLCs = checker.Holds
		found.differ("%s: we say violated, TLC says that it holds", f.Name)
		return nil
	}
	v.Found = true
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
	for i, f := range formulas {
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
