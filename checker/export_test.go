package checker

import "context"

// CheckAndViolations is Check. It also returns the violations that progress would report at the end.
func CheckAndViolations(ctx context.Context, s System, properties []Property, o Options) (*Report, []Violation, error) {
	c, err := newSearch(ctx, s, properties, o)
	defer c.free()
	if err != nil {
		return nil, nil, err
	}
	report, err := c.check()
	return report, c.violations(), err
}

// Compose makes Check and Explore treat all systems as Composed ones.
func Compose(compose func(System) Composed) { asComposed = compose }

// CheckVectors is Check without package component.
func CheckVectors(ctx context.Context, s System, properties []Property, o Options) (*Report, error) {
	defer Compose(asComposed)
	Compose(func(System) Composed { return nil })
	return Check(ctx, s, properties, o)
}

// Shuffle lets all checks learn in another order, until end is called.
func Shuffle(seed uint64) (end func()) {
	shuffle = seed
	return func() { shuffle = 0 }
}
