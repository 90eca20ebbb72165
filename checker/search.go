package checker

import (
	"cmp"
	"context"
	"errors"
	"runtime/metrics"
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

	// verify expands the first states again, and panics or returns an error if a law is broken.
	verify() error

	Summary() component.Summary
	Memory() component.Memory
	Actions() map[string]component.Activity
	Free()
}

// A search is a check of a system.
type search struct {
	sandbox
	properties  []Property
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
	if system.Width() < 1 {
		panic(brokenLaw("Width is %d", system.Width()))
	}
	s, c := &search{sandbox: sandbox{system: system}, options: options, ctx: ctx, started: time.Now()}, asComposed(system)
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

// free returns the memory.
func (s *search) free() {
	if s.exploration != nil {
		s.Free()
	}
}

// run enumerates the reachable states, and evaluates the properties that are closures on them. Of two failures the one that comes
// first in the order of ids counts.
func (s *search) run() error {
	failed := s.guard(func() error { return s.explore(s.ctx) })
	if mishap := (*ModelPanic)(nil); failed != nil && !errors.As(failed, &mishap) {
		return failed
	}
	if err := s.scan.proceed(); err != nil || failed != nil {
		return cmp.Or(err, failed)
	}
	return s.guard(s.verify)
}

// level is called before each level. If a property that stops the exploration is violated, it names the bound.
func (s *search) level() (bound string, err error) {
	if !s.options.StopFirst {
		return "", nil
	}
	if err := s.scan.proceed(); err != nil {
		return "", err
	}
	for n, p := range s.properties {
		if p.stops() && !p.IsLiveness() && (s.first(n) != nil || s.isViolatedAhead(p)) {
			return "stop", nil
		}
	}
	return "", nil
}

// isViolatedAhead reports whether an invariant is false in a state that has been found and not expanded.
func (s *search) isViolatedAhead(p Property) bool {
	if !p.isJudged || p.kind != invariant {
		return false
	}
	for id := s.Expanded(); id < s.Len(); id++ {
		if s.composed.Bits(uint32(id))&p.bit == 0 {
			return true
		}
	}
	return false
}

// watch is called between chunks of states.
func (s *search) watch() (bound string, err error) {
	breathe()
	now := time.Now()
	proceed := s.scan.proceedByMany
	if s.isProgressDue(now) {
		proceed = s.scan.proceed
	}
	if err := proceed(); err != nil {
		return "", err
	}
	if s.options.MaxTime > 0 && now.Sub(s.started) > s.options.MaxTime {
		return "time", nil
	}
	if s.ticks++; s.ticks%16 == 1 && s.options.MaxMemory > 0 && s.measure() > s.room {
		return "memory", nil
	}
	if s.Expanded() > 0 {
		s.progress(now, false)
	}
	return "", nil
}

// interrupted is the bound of a check that was cancelled.
const interrupted = "interrupted"

// BytesHeld is the memory that Go's runtime has from the system now, in bytes. MaxMemory bounds it together with the memory of the
// visited set.
func BytesHeld() uint64 {
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}

// progress reports the progress, at most ten times a second.
func (s *search) progress(now time.Time, isLiveness bool) {
	if !s.isProgressDue(now) {
		return
	}
	s.spoke = now
	sum, widths := s.Summary(), s.widths()
	depth := levelOf(widths, s.Expanded())
	s.options.Progress(Progress{
		States: sum.States, Steps: sum.Steps, Depth: depth, Expanded: s.Expanded(), Frontier: widths[depth],
		Elapsed: now.Sub(s.started), Bytes: s.measure(), Liveness: isLiveness, Violations: s.violations(),
	})
}

// widths returns the number of states of each level.
func (s *search) widths() (widths []int) {
	starts := append(slices.Clip(s.Starts()), uint32(s.Len()))
	for i := range len(starts) - 1 {
		widths = append(widths, int(starts[i+1]-starts[i]))
	}
	return widths
}

func (s *search) isProgressDue(now time.Time) bool {
	return s.options.Progress != nil && now.Sub(s.spoke) >= 100*time.Millisecond
}

// violations lists the violations found so far.
func (s *search) violations() []Violation {
	var t Tally
	for n, p := range s.properties {
		if f := s.first(n); f != nil && !p.IsLiveness() {
			t.Found = append(t.Found, *f)
		}
	}
	return append(t.Violations(s.properties, s.widths()), s.lassos...)
}

// measure returns the bytes that the process holds now, and keeps the peak.
func (s *search) measure() uint64 {
	m := s.Memory()
	held := BytesHeld() + uint64(m.RowBytes+m.TableBytes)
	s.peak = max(s.peak, held)
	return held
}

// report reports what the exploration has counted.
func (s *search) report() *Report {
	sum, m, widths := s.Summary(), s.Memory(), s.widths()
	r := &Report{States: sum.States, Steps: sum.Steps, Terminal: sum.Terminal, Widths: widths, Depth: max(len(widths)-1, 0),
		Bound: cmp.Or(sum.Bound, boundNames(s.system, sum.Bounds)), RowBytes: m.RowBytes / max(sum.States, 1), NumberBytes: m.NumberBytes,
		Seconds: time.Since(s.started).Seconds()}
	r.Overhead = float64(m.RowBytes+m.TableBytes)/float64(max(r.States, 1)) - float64(r.RowBytes)
	r.Complete, r.Actions = r.Bound == "", activities(s.system, s.Actions())
	s.measure()
	r.PeakBytes = s.peak
	return r
}

// path returns a path in the words of the system.
func (s *search) path(p *digraph.Path) *Path {
	at := p.Initial
	path := &Path{Initial: s.state(at), Lasso: p.IsLasso}
	hops := func(steps []digraph.Step) (all []Transition) {
		for _, step := range steps {
			emitted, place := s.emitted(at), slices.Index(s.Steps(at, nil), step)
			if place < 0 || place >= len(emitted) {
				panic(brokenLaw("Steps of %v no longer emits step %d to %v", s.state(at), step.Code, s.state(step.To)))
			}
			at = step.To
			all = append(all, Transition{emitted[place], s.state(at)})
		}
		return all
	}
	path.Stem = hops(p.Stem)
	path.Cycle = hops(p.Cycle)
	return path
}
