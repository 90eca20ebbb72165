package checker

import (
	"context"
	"errors"
	"runtime"
	"time"
)

// Options bound a check. The zero value explores everything with all cores. If a bound is hit, the report names it, and properties
// that are not violated are inconclusive.
type Options struct {
	Workers   int           // 0: one per core
	MaxStates int           // 0: MostStates
	MaxDepth  int           // levels beyond the first; 0: no bound
	MaxMemory uint64        // bytes in use by the process; 0: no bound
	MaxTime   time.Duration // of the exploration, and of liveness; 0: no bound
	StopFirst bool          // stop after the level of the first violation of a safety property

	// Deepest: the report has a path to a state of the deepest level, if the exploration is not complete.
	Deepest bool

	// Progress is called at most ten times a second, on the goroutine that called Check. It may be nil.
	Progress func(Progress)
}

func (o Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// MostStates is the largest number of states that a check in memory explores.
const MostStates = 1<<31 - 3

func (o Options) maxStates() int {
	if o.MaxStates > 0 {
		return min(o.MaxStates, MostStates)
	}
	return MostStates
}

// Check explores the system and decides the properties.
//
// If ctx is cancelled, the report has what has been found so far. The error is a *ModelPanic if the system or a property panicked,
// the reason why a property is Refused, or a component.Limit that the system exceeds. Check panics with a BrokenLaw if the system
// breaks a law.
func Check(ctx context.Context, system System, properties []Property, options Options) (*Report, error) {
	for _, p := range properties {
		if p.refused != nil {
			return nil, p.refused
		}
	}
	s, err := newSearch(ctx, system, properties, options)
	defer s.free()
	if o := (Overflow{}); errors.As(err, &o) {
		return overflown(o, properties), nil
	}
	if err != nil {
		return nil, err
	}
	return s.check()
}

// asComposed returns a system as Composed, or nil. Tests replace it.
var asComposed = func(s System) Composed {
	if composed, ok := s.(Composed); ok && composed.Components(s) != nil {
		return composed
	}
	return nil
}
