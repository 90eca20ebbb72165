package checker

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"interrex/checker/component"
	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
)

// An exploration is a system explored, or under way.
type exploration interface {
	digraph.Graph

	// state returns a state, made for the caller.
	state(id uint32) State

	// emitted lists what the system emits for the steps of a state that Graph.Steps lists, in their order.
	emitted(id uint32) []Step

	Summary() component.Summary
	Memory() component.Memory
	Actions() map[string]component.Activity
	Free()
}

// A search is a check of a system.
type search struct {
	judge
	options     Options
	ctx         context.Context
	explore     func(context.Context) error // explores the system
	exploration                             // nil before the first state is stored
	composed    *composed                   // the same, if the system is Composed; else nil

	scan   *scan
	finder *liveness.Finder // of lassos, made when first needed
	lassos []Violation      // of liveness properties, as they are decided
	ticks  int

	started, spoke time.Time // spoke: of the last progress
	peak           uint64    // bytes
	until          time.Time // when deciding liveness must end
	hit            string    // the bound that has ended that

	room uint64 // of Options.MaxMemory, what the exploration may use
}

// check explores, and decides the properties.
func (s *search) check() (*Report, error) {
	if err := s.run(); err != nil {
		return nil, err
	}
	report := s.report()
	began := time.Now()
	if err := s.decide(report); err != nil {
		return nil, err
	}
	report.LivenessSeconds = time.Since(began).Seconds()
	s.measure()
	report.PeakBytes = s.peak
	return report, nil
}

func newSearch(ctx context.Context, system System, properties []Property, options Options) (*search, error) {
	if err := validate(system, properties, options); err != nil {
		return nil, err
	}
	if system.Width() < 1 {
		panic(brokenLaw("Width is %d", system.Width()))
	}
	s, c := &search{judge: judge{sandbox: sandbox{system: system}}, options: options.complete(), ctx: ctx, started: time.Now()}, asComposed(system)
	if s.room = options.MaxMemory; slices.ContainsFunc(properties, Property.IsLiveness) {
		s.room = options.MaxMemory / 8 * 5
	}
	for _, p := range properties {
		p.isJudged = c != nil && p.facts != nil && p.facts.judge != nil
		s.properties = append(s.properties, p)
	}
	s.scan = newScan(s)
	return s, s.guard(func() (err error) {
		initial := s.initialStates()
		if c == nil {
			s.explore = newVectors(s, initial).explore
			return nil
		}
		if s.composed, err = newComposed(s, c, initial); err == nil {
			s.exploration = s.composed
			s.explore = func(ctx context.Context) error { return s.composed.Run(ctx, c.Components(system)) }
		}
		return err
	})
}

// overflown is the report of a check with initial states that are too large.
func overflown(o Overflow, properties []Property) *Report {
	r := &Report{Bound: cmp.Or(o.What, "overflow")}
	for _, p := range properties {
		r.Results = append(r.Results, Result{Property: p, Verdict: Inconclusive})
	}
	return r
}

// free returns the memory. s may be nil.
func (s *search) free() {
	if s != nil && s.exploration != nil {
		s.Free()
	}
}

// run enumerates the reachable states, and evaluates the properties that are closures on them. Of two failures the one that comes
// first in the order of ids counts.
func (s *search) run() error {
	failed := s.guard(func() error { return s.explore(s.ctx) })
	if panicked := (*ModelPanic)(nil); failed != nil && !errors.As(failed, &panicked) {
		return failed
	}
	if err := s.scan.proceed(); err != nil || failed != nil {
		return cmp.Or(err, failed)
	}
	if s.composed == nil { // the first states have been expanded twice already
		return nil
	}
	return s.guard(s.composed.verify)
}

// report reports what the exploration has counted.
func (s *search) report() *Report {
	sum, m := s.Summary(), s.Memory()
	r := newReport(s.system, Tally{Steps: sum.Steps, Terminal: sum.Terminal, Met: sum.Bounds, Actions: s.Actions()}, s.widths(), sum.Bound)
	r.Seconds, r.RowBytes, r.NumberBytes = time.Since(s.started).Seconds(), m.RowBytes/max(sum.States, 1), m.NumberBytes
	r.Overhead = float64(m.RowBytes+m.TableBytes)/float64(max(r.States, 1)) - float64(r.RowBytes)
	s.measure()
	r.PeakBytes = s.peak
	return r
}
