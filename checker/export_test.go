package checker

import (
	"context"
	"math/rand/v2"
	"slices"

	"interrex/checker/component"
)

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
	before = func(s component.System) func(*component.Machine) { return wander(s, seed) }
	return func() { before = nil }
}

// Numbers lists the numbers that stand for the components of the first states.
func (g *Graph) Numbers(states int) (all [][]uint32) {
	for rank := range min(states, g.States()) {
		all = append(all, slices.Clone(g.search.composed.ValueNumbers(uint32(rank))))
	}
	return all
}

// wander lets a machine learn on random walks through a system.
func wander(s component.System, seed uint64) func(*component.Machine) {
	return func(m *component.Machine) {
		draw := rand.New(rand.NewPCG(seed, 0))
		for range 40 {
			from := s.Initial()
			for range 30 {
				if _, err := m.Steps(m.StateOf(from)); err != nil {
					return
				}
				steps := component.Plain(s, from)
				if len(steps) == 0 {
					break
				}
				if step := steps[draw.IntN(len(steps))]; step.To != nil {
					from = step.To
				}
			}
		}
	}
}
