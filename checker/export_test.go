package checker

import "context"

// CheckAndViolations is Check, and returns also what progress would say of violations when everything is decided.
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

// Shuffle has all checks learn in another order. It returns what ends that.
func Shuffle(seed uint64) (end func()) {
	shuffle = seed
	return func() { shuffle = 0 }
}
