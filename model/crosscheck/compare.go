package crosscheck

import (
	"context"
	"fmt"

	"interrex/checker"
	"interrex/model/crosscheck/tlc"
	"interrex/model/world"
)

// Limits say what is too large to compare. What is left out is named in the Comparison.
type Limits struct {
	Set      int // states: the very set of states is compared up to so many
	Liveness int // steps: up to so many TLC decides what we say holds of liveness
	Strong   int // channels: likewise, where they lose messages and owe strong fairness

	// Up to so many steps TLC shows a run that violates a property, or one that is asked by name
	// only. It takes a run of TLC's for each; in larger worlds it says of an invariant which states
	// violate it, and is given our counterexamples to judge, all of them at once.
	Search, SearchNamed int

	Ours checker.Options // bounds of our own exploration; if one is hit there is no comparison
}

// Usual are limits that keep each part to a few seconds, and the largest instances to a minute.
var Usual = Limits{Set: 40_000, Liveness: 60_000, Strong: 12, Search: 3_000, SearchNamed: 100}

// manySteps take TLC so long that a slower start of Java pays.
const manySteps = 20_000

// A Comparison is what both sides say of one world.
type Comparison struct {
	World      world.Config
	Ours, TLCs Counts

	// The digests of the sets of states; nil if the set was too large.
	OurSet, TLCsSet *Digest

	Verdicts  []Verdict
	TLC       string // its version
	Collision string // how likely TLC has taken two states for one, as it estimates ("1.3E-10")

	// Differences says, one line each, in what the two sides differ.
	Differences []string
}

// A Verdict is what both sides say of one property.
type Verdict struct {
	Property string
	Liveness bool
	Compared bool // false: too much for TLC

	Ours, TLCs checker.Verdict // TLC's is 0 if it was not compared, or TLC disputes our run

	// Found: TLC has found states, or a run, that violate it, itself. Else, if it says violated, it
	// judged our run.
	Found bool

	// The lengths of the counterexamples, in steps; of a lasso, stem and cycle. TLC's lassos
	// are not the shortest.
	OurLength, TLCsLength int
}

// Agree reports whether nothing differs.
func (c *Comparison) Agree() bool { return len(c.Differences) == 0 }

func (c *Comparison) differ(format string, args ...any) {
	c.Differences = append(c.Differences, fmt.Sprintf(format, args...))
}

// Compare lets both checkers explore a world and compares what they say. An error means that
// there is no comparison: TLC cannot be run, the exploration was cut short, the context ended.
func Compare(ctx context.Context, tool tlc.Tool, c world.Config, limits Limits) (*Comparison, error) {
	return compare(ctx, teller{tool: tool, config: c}, limits)
}

func compare(ctx context.Context, t teller, limits Limits) (*Comparison, error) {
	us, err := explore(ctx, t.config, limits.Ours)
	if err != nil {
		return nil, err
	}
	t.long = us.Steps > manySteps
	found := &Comparison{World: t.config, Ours: us.Counts, Verdicts: us.verdicts(limits)}
	all, err := found.counts(ctx, t, us, limits)
	if err != nil || all.Outcome != tlc.NoError {
		return found, err
	}
	found.invariants(us, all)
	if err := found.violations(ctx, t, us, limits); err != nil {
		return nil, err
	}
	if err := found.blame(ctx, t, us); err != nil {
		return nil, err
	}
	for _, v := range found.Verdicts {
		if v.Compared && v.TLCs != v.Ours && found.Agree() { // told already, if anything was
			found.differ("%s: %v of ours, and TLC did not say so", v.Property, v.Ours)
		}
	}
	return found, nil
}

// counts compares numbers, and the sets of states. In the same run TLC decides what we say holds
// of steps and of liveness; if one does not, that ends the run early, and TLC counts once more.
func (found *Comparison) counts(ctx context.Context, t teller, us *ours, limits Limits) (all census, err error) {
	if us.States <= limits.Set {
		if found.OurSet, err = digest(ctx, us.world); err != nil {
			return all, err
		}
		found.TLCsSet = new(Digest)
	}
	held := found.held(us)
	if all, err = t.count(ctx, found.TLCsSet, us.formulas, held); err != nil {
		return all, err
	}
	if all.Outcome == tlc.NoError {
		found.agreed(us)
	} else if len(held) > 0 {
		found.differ("of the properties that we say hold TLC says: %v %s", all.Outcome, all.Property)
		if found.TLCsSet != nil {
			found.TLCsSet = new(Digest)
		}
		if all, err = t.count(ctx, found.TLCsSet, us.formulas, nil); err != nil {
			return all, err
		}
	}
	found.TLC, found.Collision, found.TLCs = all.Version, all.Collision, all.Counts
	if all.Outcome != tlc.NoError {
		found.differ("TLC, asked for nothing but to count, says: %v %s", all.Outcome, all.Property)
		return all, nil
	}
	found.numbers(us)
	return all, nil
}

// numbers compares what both have counted.
func (found *Comparison) numbers(us *ours) {
	for _, row := range []struct {
		what         string
		ours, theirs int
	}{
		{"distinct states", us.States, found.TLCs.States}, {"steps", us.Steps, found.TLCs.Steps},
		{"terminal states", us.Terminal, found.TLCs.Terminal}, {"depth", us.Depth, found.TLCs.Depth},
	} {
		if row.ours != row.theirs {
			found.differ("%s: %d of ours, %d of TLC's", row.what, row.ours, row.theirs)
		}
	}
	if found.OurSet != nil && found.OurSet.String() != found.TLCsSet.String() {
		found.differ("the sets of states are not the same: digest %s of ours, %s of TLC's", found.OurSet, found.TLCsSet)
	}
}
