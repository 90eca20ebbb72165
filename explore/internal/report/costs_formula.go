package report

import (
	"interrex/explore/internal/costs"
	"interrex/model"
)

// A standing is how a formula stands to what was measured.
type standing string

const (
	attained  standing = "attained"  // some run costs just that, and none goes beyond
	respected standing = "respected" // no run goes beyond, nor does any get there
	refuted   standing = "refuted"   // some run goes beyond
	undecided standing = "undecided" // not all runs were measured, and no drawn one goes beyond
)

// compare holds a formula against a cost. A drawn run can refute it and nothing else.
func compare(f model.Formula, n int, cost costs.Summary) standing {
	found, known, endless := float64(cost.Greatest.Cost), cost.Greatest.Reached, cost.Greatest.Unbounded
	drawn := float64(cost.Random.Greatest)
	said := f.Of(n)
	beyond := func(x float64) bool { return x > said || f.Claim == model.Below && x == said }
	if f.Claim == model.AtLeast {
		found, known, endless = float64(cost.Least.Cost), cost.Least.Reached, false
		drawn = float64(cost.Random.Least)
		beyond = func(x float64) bool { return x < said }
	}
	switch {
	case cost.Exact && known && (endless || beyond(found)), cost.Random.Runs > 0 && beyond(drawn):
		return refuted
	case !cost.Exact || !known:
		return undecided
	case found == said:
		return attained
	}
	return respected
}
