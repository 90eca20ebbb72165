package checker

import (
	"context"
	"errors"
	"runtime"
	"time"
)

// Options bound and steer a check. The zero value explores everything with all cores.
// Each bound that is hit makes undecided properties inconclusive and is named in the report.
type Options struct {
	Workers   int           // 0: one per core
	MaxStates int           // 0: no bound but that of the numbering
	MaxDepth  int           // levels beyond the first; 0: no bound
	MaxMemory uint64        // bytes in use by the process; 0: no bound
	MaxTime   time.Duration // of the exploration, and again of deciding liveness; 0: no bound
	StopFirst bool          // stop after the level of the first violation of a safety property

	// Counterexamples is how many different ones are sought for each property; 0 means one. More
	// than one needs a Discerning system.
	Counterexamples int

	// Deepest: if the exploration is not complete, the report has a path to a deepest state.
	Deepest bool

	// Progress is called now and then on the goroutine that called Check. May be nil.
	Progress func(Progress)
}

func (o Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// MostStates is the most states that the numbering has room for.
const MostStates = 1<<31 - 3

func (o Options) maxStates() int {
	if o.MaxStates > 0 {
		return min(o.MaxStates, MostStates)
	}
	return MostStates
}

// Check explores the system and decides the properties, in the order asked.
//
// Cancelling ctx ends the run early with what has been found so far. The error is a *ModelPanic
// if the system or a property panicked, or the reason why a property is Refused; there is no report then. Check panics with a BrokenLaw if the system breaks a law.
func Check(ctx context.Context, system System, properties []Property, options Options) (*Report, error) {
	if system.Width() < 1 {
		panic(brokenLaw("Width is %d", system.Width()))
	}
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

// asComposed returns a system as Composed, or nil. Tests replace it, so that what is tested of other systems is tested of Composed
// ones too.
var asComposed = func(s System) Composed {
	composed, _ := s.(Composed)
	return composed
}

// witnessed turns the verdict of a Reachable property round: what was found is what was sought.
func witnessed(r Result) Verdict {
	switch {
	case r.Path != nil:
		return Holds
	case r.Verdict == Holds:
		return Violated
	}
	return Inconclusive
}
