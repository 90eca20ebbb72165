package checker

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"interrex/checker/component"
	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
)

// A search is a check of a Composed system by package component.
type search struct {
	system     Composed
	properties []Property
	options    Options
	ctx        context.Context
	clock
	*component.Exploration

	judge  *Judge // of the properties that need one; nil: none
	scan   *scan
	words  map[*Facts]*memo
	cells  [][]Cell         // of each component, by value number
	finder *liveness.Finder // of lassos, made when first needed
	lassos []Violation      // of liveness properties, as they are decided
	busy   string           // foreign code that is running, but for steps; "" if ours
	ticks  int
	until  time.Time // when deciding liveness must end
	hit    string    // the bound that has ended that
}

// A clock measures a check.
type clock struct {
	started, spoke time.Time
	peak           uint64
}

// checkComposed does what Check promises.
func checkComposed(ctx context.Context, system Composed, properties []Property, options Options) (*Report, error) {
	s, err := newSearch(ctx, system, properties, options)
	if o := (Overflow{}); errors.As(err, &o) {
		return overflown(o, properties), nil
	}
	if err != nil {
		return nil, err
	}
	defer s.Free()
	return s.check()
}

// check explores, and decides the properties.
func (s *search) check() (*Report, error) {
	if err := s.explore(); err != nil {
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

// overflown is the report of a check of which the initial states were too large.
func overflown(o Overflow, properties []Property) *Report {
	r := &Report{Bound: cmp.Or(o.What, "overflow")}
	for _, p := range properties {
		r.Results = append(r.Results, Result{Property: p, Verdict: Inconclusive})
	}
	return r
}

// shuffle is, for tests, component.Options.Shuffle of all checks.
var shuffle uint64

func newSearch(ctx context.Context, system Composed, properties []Property, options Options) (*search, error) {
	s := &search{system: system, properties: properties, options: options, ctx: ctx, words: map[*Facts]*memo{}, cells: make([][]Cell, system.Width())}
	s.started = time.Now()
	o := component.Options{Shuffle: shuffle, Workers: options.workers(), MaxStates: options.maxStates(), MaxDepth: options.MaxDepth, Watch: s.watch, Level: s.level}
	if attributed, ok := system.(Attributed); ok {
		o.Actor = func(code uint64) int { return attributed.Actor(Step{Code: code}) }
	}
	for _, p := range properties {
		if p.judge == nil {
			continue
		}
		if o.Judge == nil {
			s.judge = p.judge
			o.Judge = func(v component.View) uint64 { return evaluate(s, p.title(), s.judge.bits, v) }
		}
		if s.judge != p.judge {
			return nil, component.Limit{What: "Judges in one check: one is possible"}
		}
	}
	err := s.guard(func() error {
		o.Initial = s.initial()
		return nil
	})
	s.Exploration, s.scan = component.New(o), newScan(s)
	return s, err
}

// initial lists the initial states. It asks for them twice.
func (s *search) initial() (states [][]component.Value) {
	var first []State
	s.busy = "Init"
	s.system.Init(func(state State) {
		s.checkWidth(state)
		first = append(first, slices.Clone(state))
	})
	again := 0
	s.system.Init(func(state State) {
		if again >= len(first) || !slices.Equal(state, first[again]) {
			panic(brokenLaw("Init emitted something else the second time, %v as state %d", state, again))
		}
		again++
	})
	switch {
	case len(first) == 0:
		panic(brokenLaw("Init emitted no state"))
	case again != len(first):
		panic(brokenLaw("Init emitted %d states the first time and %d the second", len(first), again))
	}
	for _, state := range first {
		states = append(states, s.system.ValuesOf(state))
	}
	s.busy = ""
	return states
}

// guard calls do, and makes an error in the words of Check of a panic and of an error of package component.
func (s *search) guard(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = s.explain(v, debug.Stack())
		}
	}()
	err = do()
	if p := (*component.Panic)(nil); errors.As(err, &p) {
		s.busy = cmp.Or(s.busy, "Steps")
		return s.explain(p.Value, p.Stack)
	}
	if impure := (component.Impure{}); errors.As(err, &impure) {
		panic(brokenLaw("%s", impure.What))
	}
	return err
}

func (s *search) explain(value any, stack []byte) error {
	return (&failure{s.busy, value, stack}).explain()
}

// explore enumerates the reachable states, and evaluates the properties that are closures on them.
func (s *search) explore() error {
	err := s.guard(func() error {
		if err := s.Run(s.ctx, s.system.Components()); err != nil {
			return err
		}
		return s.scan.proceed()
	})
	if err != nil {
		return err
	}
	return s.guard(s.checkLaws)
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
	if p.judge == nil || p.kind != invariant {
		return false
	}
	for id := s.Expanded(); id < s.Len(); id++ {
		if s.Bits(uint32(id))&p.bit == 0 {
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
	if s.ticks++; s.ticks%16 == 1 && s.options.MaxMemory > 0 && s.measure() > s.explorationMemory() {
		return "memory", nil
	}
	if s.Expanded() > 0 {
		s.progress(now, false)
	}
	return "", nil
}

func (s *search) explorationMemory() uint64 {
	if slices.ContainsFunc(s.properties, Property.IsLiveness) {
		return s.options.MaxMemory / 8 * 5
	}
	return s.options.MaxMemory
}

// progress reports the progress, at most ten times a second.
func (s *search) progress(now time.Time, isLiveness bool) {
	if !s.isProgressDue(now) {
		return
	}
	s.spoke = now
	sum := s.Summary()
	s.options.Progress(Progress{
		States: sum.States, Steps: sum.Steps, Depth: s.Depth(), Expanded: s.Expanded(), Frontier: s.Frontier(),
		Elapsed: now.Sub(s.started), Bytes: s.measure(), Liveness: isLiveness, Violations: s.violations(),
	})
}

func (s *search) isProgressDue(now time.Time) bool {
	return s.options.Progress != nil && now.Sub(s.spoke) >= 100*time.Millisecond
}

// violations lists the violations found so far.
func (s *search) violations() (all []Violation) {
	for n, p := range s.properties {
		if p.IsLiveness() || !p.stops() {
			continue
		}
		if f := s.first(n); f != nil {
			all = append(all, Violation{p, s.lengthTo(f)})
		}
	}
	return append(all, s.lassos...)
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
	sum, m := s.Summary(), s.Memory()
	r := &Report{States: sum.States, Steps: sum.Steps, Terminal: sum.Terminal, Widths: sum.Widths, Depth: max(len(sum.Widths)-1, 0),
		Bound: cmp.Or(sum.Bound, s.boundNames(sum.Bounds)), RowBytes: m.RowBytes / max(sum.States, 1), NumberBytes: m.NumberBytes,
		Seconds: time.Since(s.started).Seconds()}
	r.Overhead = float64(m.RowBytes+m.TableBytes)/float64(max(r.States, 1)) - float64(r.RowBytes)
	r.Complete, r.Actions = r.Bound == "", s.activities()
	s.measure()
	r.PeakBytes = s.peak
	return r
}

// activities lists the actions in the order of Acting.
func (s *search) activities() (all []Activity) {
	counted := s.Actions()
	for _, action := range s.named() {
		a := counted[action.Name]
		delete(counted, action.Name)
		if action.Expected || a.Enabled > 0 {
			all = append(all, Activity{action.Name, a.Enabled, a.Taken})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counted)) {
		panic(brokenLaw("a Step carries action %q, and Actions does not name it", name))
	}
	return all
}

// boundNames names the bounds of the system that were hit.
func (s *search) boundNames(hit []int) string {
	var names, named []string
	if bounded, ok := s.system.(Bounded); ok {
		names = bounded.Bounds()
	}
	for _, b := range hit {
		if b > len(names) {
			panic(brokenLaw("a Step carries bound %d, and Bounds names only %q", b, names))
		}
		named = append(named, names[b-1])
	}
	return strings.Join(named, ", ")
}

// state returns a state.
func (s *search) state(id uint32) State {
	numbers := s.ValueNumbers(id)
	if len(numbers) != s.system.Width() { // a component has several cells
		return s.system.StateOf(s.Values(id))
	}
	state, isKnown := make(State, len(numbers)), true
	for c, n := range numbers {
		cells := s.cells[c]
		if isKnown = isKnown && int(n) < len(cells) && cells[n] != unknownCell; !isKnown {
			break
		}
		state[c] = cells[n]
	}
	if !isKnown {
		state = s.system.StateOf(s.Values(id))
		s.learnCells(state, s.ValueNumbers(id))
	}
	return state
}

// unknownCell stands for a value that StateOf has not been asked for.
const unknownCell = ^Cell(0)

// learnCells keeps the cells of values.
func (s *search) learnCells(state State, numbers []uint32) {
	for c, n := range numbers {
		for len(s.cells[c]) <= int(n) {
			s.cells[c] = append(s.cells[c], unknownCell)
		}
		s.cells[c][n] = state[c]
	}
}

// transition returns a step of a path in the words of the system.
func (s *search) transition(from, to State, code uint64) Transition {
	var found *Step
	s.system.Steps(from, func(step Step, next State) {
		if found == nil && next != nil && step.Code == code && slices.Equal(next, to) {
			found = &step
		}
	})
	if found == nil {
		panic(brokenLaw("Steps of %v does not emit step %d to %v", from, code, to))
	}
	return Transition{*found, slices.Clone(to)}
}

// path returns a path in the words of the system.
func (s *search) path(p *digraph.Path) *Path {
	at := s.state(p.Initial)
	path := &Path{Initial: at, Lasso: p.IsLasso}
	hops := func(steps []digraph.Step) (all []Transition) {
		for _, step := range steps {
			t := s.transition(at, s.state(step.To), step.Code)
			all, at = append(all, t), t.To
		}
		return all
	}
	path.Stem = hops(p.Stem)
	path.Cycle = hops(p.Cycle)
	return path
}
