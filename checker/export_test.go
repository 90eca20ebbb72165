package checker

import (
	"context"
)

// PackVectors is the packing of a system that has none of its own.
func PackVectors(s System) Packing { return packVectors(s) }

// CheckListing is Check where a search for cycles is judged by the first state.
func CheckListing(ctx context.Context, s System, properties []Property, o Options) (*Report, error) {
	r := newRun(s, properties, o)
	r.probe = 1
	return r.check(ctx)
}

func init() { sampledRegion = 1 } // small graphs have regions, too

// CheckAndViolations is Check, and returns also what progress would say of violations when everything is decided.
func CheckAndViolations(ctx context.Context, s System, properties []Property, o Options) (*Report, []Violation, error) {
	if composed := asComposed(s); composed != nil {
		c, err := newSearch(ctx, composed, properties, o)
		if err != nil {
			return nil, nil, err
		}
		report, err := c.check()
		return report, c.violations(), err
	}
	r := newRun(s, properties, o)
	report, err := r.check(ctx)
	return report, r.violated(), err
}

// Compose makes Check and Explore treat all systems as Composed ones.
func Compose(compose func(System) Composed) { asComposed = compose }

// CheckVectors is Check without package component.
func CheckVectors(ctx context.Context, s System, properties []Property, o Options) (*Report, error) {
	return newRun(s, properties, o).check(ctx)
}

// Shuffle has all checks learn in another order. It returns what ends that.
func Shuffle(seed uint64) (end func()) {
	shuffle = seed
	return func() { shuffle = 0 }
}
