package checker

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	digraph "interrex/checker/internal/graph"
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

// MostStates is the largest number of states that a check in memory explores.
const MostStates = 1<<31 - 3

// complete returns the options with numbers of workers and of states.
func (o Options) complete() Options {
	if o.Workers < 1 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxStates < 1 || o.MaxStates > MostStates {
		o.MaxStates = MostStates
	}
	return o
}

// Check explores the system and decides the properties.
//
// If ctx is cancelled, the report has what has been found so far. The error is a *ModelPanic if the system or a property panicked,
// the reason why a property is Refused, a component.Limit that the system exceeds, or names an argument that is not valid. Check
// panics with a BrokenLaw if the system breaks a law.
func Check(ctx context.Context, system System, properties []Property, options Options) (*Report, error) {
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

// validate returns an error if arguments of Check are not valid.
func validate(system System, properties []Property, o Options) error {
	if system == nil {
		return errors.New("the System is nil")
	}
	if least := min(int64(o.Workers), int64(o.MaxStates), int64(o.MaxDepth), int64(o.MaxTime)); least < 0 {
		return fmt.Errorf("Options: %d is negative; Workers, MaxStates, MaxDepth and MaxTime are 0 or more", least)
	}
	for _, p := range properties {
		if err := p.fault(); err != nil {
			return err
		}
	}
	return nil
}

// asComposed returns a system as Composed, or nil. Tests replace it.
var asComposed = func(s System) Composed {
	if composed, ok := s.(Composed); ok && composed.Components(s) != nil {
		return composed
	}
	return nil
}

// A Graph is the explored part of a system. Its states have ranks from 0 in the order of a breadth-first search: the same for any
// number of workers.
type Graph struct{ search *search }

// Explore explores the system as Check does, and keeps the graph. The Report has no Results.
func Explore(ctx context.Context, system System, options Options) (*Graph, *Report, error) {
	s, err := newSearch(ctx, system, nil, options)
	if err == nil {
		err = s.run()
	}
	if err != nil {
		s.free()
		return nil, nil, err
	}
	g := &Graph{s}
	runtime.AddCleanup(g, exploration.Free, s.exploration)
	return g, s.report(), nil
}

// States is the number of states.
func (g *Graph) States() int { return g.search.Len() }

// State returns the state with a rank.
func (g *Graph) State(rank uint32) State {
	defer runtime.KeepAlive(g)
	return g.search.state(rank)
}

// Initial lists the ranks of the initial states.
func (g *Graph) Initial() (ranks []uint32) {
	for rank := range g.search.Initials() {
		ranks = append(ranks, uint32(rank))
	}
	return ranks
}

// StepsFrom lists the steps out of a state that no bound has altered or disabled, and the ranks to which they lead. A state that was
// not expanded has none.
func (g *Graph) StepsFrom(rank uint32) (steps []Step, to []uint32) {
	defer runtime.KeepAlive(g)
	if int(rank) >= g.search.Expanded() {
		return nil, nil
	}
	emitted := g.search.emitted(rank)
	for i, step := range g.search.Steps(rank, nil) {
		if !step.IsAltered && step.To != digraph.Nowhere {
			steps, to = append(steps, emitted[i]), append(to, step.To)
		}
	}
	return steps, to
}

// A T is the part of testing.TB that Require needs. If it has a Deadline, as a *testing.T has, an exploration may take half of the
// time that is left until then.
type T interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

// RequiredStates is the largest number of states that Require explores.
const RequiredStates = 1_000_000

// Require fails the test unless every property holds. It prints each property that does not hold, with its counterexample. It stops
// and fails after RequiredStates states.
func Require(t T, system System, properties ...Property) *Report {
	t.Helper()
	report, err := Check(t.Context(), system, properties, Options{MaxStates: RequiredStates, MaxTime: TimeFor(t)})
	if err != nil {
		t.Fatalf("%v", err)
		return nil
	}
	if len(properties) == 0 {
		t.Fatalf("no property is asked, so there is nothing that could fail")
	}
	var broken []string
	for _, r := range report.Results {
		switch {
		case r.Verdict == Holds:
		case r.Path != nil:
			broken = append(broken, fmt.Sprintf("%s is violated:\n%s", r.Property.Name, r.Path.Text(system)))
		case r.Verdict == Violated: // there is no path to what was to be reachable
			broken = append(broken, fmt.Sprintf("%s is violated: it is true in none of %d states", r.Property.Name, report.States))
		default:
			broken = append(broken, fmt.Sprintf("%s is inconclusive after %d states, for this bound: %s", r.Property.Name, report.States, report.Bound))
		}
	}
	if len(broken) > 0 {
		t.Fatalf("%s", strings.Join(broken, "\n"))
	}
	return report
}

// TimeFor returns half of the time left until the deadline of a test; 0 if it has none.
func TimeFor(t T) time.Duration {
	if d, is := t.(interface{ Deadline() (time.Time, bool) }); is {
		if deadline, set := d.Deadline(); set {
			return max(time.Until(deadline)/2, time.Nanosecond)
		}
	}
	return 0
}
