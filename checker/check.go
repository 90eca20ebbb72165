package checker

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"
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
const MostStates = maxState

func (o Options) maxStates() int {
	if o.MaxStates > 0 && o.MaxStates < maxState {
		return o.MaxStates
	}
	return maxState
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
	if composed := asComposed(system); composed != nil {
		return checkComposed(ctx, composed, properties, options)
	}
	return newRun(system, properties, options).check(ctx)
}

// asComposed returns a system as Composed, or nil. Tests replace it, so that what is tested of other systems is tested of Composed
// ones too.
var asComposed = func(s System) Composed {
	composed, _ := s.(Composed)
	return composed
}

// check does what Check promises, in one exploration.
func (r *run) check(ctx context.Context) (*Report, error) {
	r.hire()
	defer r.store.release()
	defer r.stopWorkers()
	if err := r.explore(ctx); err != nil {
		return nil, err
	}
	report := r.finish()
	began := time.Now()
	err := r.decide(ctx, report)
	report.LivenessSeconds = time.Since(began).Seconds()
	r.measure()
	report.PeakBytes = r.peak
	if err != nil {
		return nil, err
	}
	return report, nil
}

// finish ends the exploration and reports it, with nothing decided yet.
func (r *run) finish() *Report {
	report := r.summary()
	report.Seconds = time.Since(r.started).Seconds()
	report.PeakBytes = r.peak
	return report
}

// summary reports what the exploration has counted.
func (r *run) summary() *Report {
	rows, beside := r.store.bytes()
	states := float64(max(r.store.log.len, 1))
	report := &Report{
		States: r.store.log.len, Steps: r.steps, Terminal: r.terminal,
		Bound: r.bound, RowBytes: 8 * r.store.words,
		Overhead: float64(rows+beside)/states - float64(8*r.store.words),
	}
	if numbering, ok := r.store.packing.(Numbering); ok {
		report.NumberBytes = numbering.Bytes()
	} else if numbering, ok := r.system.(Numbering); ok {
		report.NumberBytes = numbering.Bytes()
	}
	report.Depth, report.Widths = r.depth(), r.widths()
	if report.Bound == "" && len(r.met) > 0 {
		report.Bound = r.boundNames()
	}
	report.Complete = report.Bound == ""
	report.Actions = r.activities(r.actions)
	return report
}

// activities names what has been counted of each action.
func (r *run) activities(counted []activity) (named []Activity) {
	counted = slices.Clone(counted)
	counted[0] = activity{}
	for _, action := range r.known() {
		var a activity
		if int(action.Action) < len(counted) {
			a, counted[action.Action] = counted[action.Action], activity{}
		}
		if action.Expected || a.enabled > 0 {
			named = append(named, Activity{action.Name, a.enabled, a.taken})
		}
	}
	if i := slices.IndexFunc(counted, func(a activity) bool { return a.enabled > 0 }); i >= 0 {
		panic(r.nameless(Action(i)))
	}
	return named
}

// known lists the actions that the system has named so far.
func (r *run) known() []NamedAction {
	if acting, ok := r.system.(Acting); ok {
		return acting.Actions()
	}
	return nil
}

// nameless is the law that an action without a name breaks.
func (r *run) nameless(action Action) BrokenLaw {
	var names []string
	for _, a := range r.known() {
		names = append(names, a.Name)
	}
	return brokenLaw("a Step carries action %d, and Actions names only %q", action, names)
}

// depth is the number of levels beyond the first that have a state.
func (r *run) depth() int {
	depth := len(r.levels) - 1
	if len(r.levels) > 0 && r.store.log.len > r.levelEnd {
		depth++
	}
	return max(depth, 0)
}

// widths counts the states of each level.
func (r *run) widths() []int {
	widths := make([]int, len(r.levels), len(r.levels)+1)
	for l, begin := range r.levels {
		end := r.levelEnd
		if l+1 < len(r.levels) {
			end = r.levels[l+1]
		}
		widths[l] = end - begin
	}
	if more := r.store.log.len - r.levelEnd; more > 0 {
		widths = append(widths, more)
	}
	return widths
}

// decide decides the properties one by one and adds the results to the report.
func (r *run) decide(ctx context.Context, report *Report) error {
	g := newGraph(r)
	undecided := Holds
	if !report.Complete {
		undecided = Inconclusive
	}
	report.Results = make([]Result, len(r.properties))
	for _, unasked := range []bool{false, true} { // what is asked has the time first
		for n, property := range r.properties {
			if property.unasked != unasked {
				continue
			}
			result := &report.Results[n]
			*result = Result{Property: property, Verdict: undecided, Count: r.counts[n]}
			if err := r.decideOne(ctx, g, n, result, report); err != nil {
				return err
			}
		}
	}
	if last := r.store.log.len - 1; r.options.Deepest && !report.Complete && last > 0 {
		report.Deepest = r.pathOfFewestSwitches([]uint32{uint32(last)}, nil)
	}
	return nil
}

// decideOne decides property n.
func (r *run) decideOne(ctx context.Context, g *graph, n int, result *Result, report *Report) error {
	property := result.Property
	switch {
	case property.aside:
		if result.Path = g.aside(ctx, property, report.Complete); result.Path != nil {
			result.Verdict = Violated
		}
		return nil
	case property.IsLiveness():
		paths, err := g.lassos(ctx, property)
		if err != nil {
			return err
		}
		if len(paths) > 0 {
			result.Path, result.Others, result.Verdict = paths[0], paths[1:], Violated
			if !property.unasked {
				r.lassos = append(r.lassos, Violation{property, len(paths[0].Stem)})
			}
		}
		if bound := g.stopped(ctx); bound != "" && len(paths) == 0 {
			result.Verdict = Inconclusive
			if !property.unasked {
				report.Complete, report.Bound = false, cmp.Or(report.Bound, bound)
			}
		}
	case r.first[n] != nil:
		result.Path, result.Verdict = r.path(r.first[n]), Violated
		if r.options.Counterexamples > 1 && !property.counted {
			result.Others = r.others(ctx, r.first[n], result.Path)
		}
	}
	if property.kind == reachable {
		result.Verdict = witnessed(*result)
	}
	return nil
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

// path leads to a violation.
func (r *run) path(v *violation) *Path {
	if r.properties[v.property].counted { // it is the number that is asked for
		return r.pathTo(v.rank)
	}
	path := r.pathOfFewestSwitches(r.alike(v), nil)
	if v.step != nil {
		path.Stem = append(path.Stem, *v.step)
	}
	return path
}

// pathTo is the canonical shortest path to the state called rank: the parents say through
// which states, and between two the first step that leads there is taken.
func (r *run) pathTo(rank uint32) *Path {
	var ranks []uint32
	for ; int(rank) >= r.initials; rank = r.parent(rank) {
		ranks = append(ranks, rank)
	}
	path := &Path{Initial: r.state(rank)}
	for i := len(ranks) - 1; i >= 0; i-- {
		from, to := path.last(), r.state(ranks[i])
		path.Stem = append(path.Stem, Transition{r.stepBetween(from, to), to})
	}
	return path
}

// stepBetween is the first step that leads from one state to the other.
func (r *run) stepBetween(from, to State) Step {
	var found *Step
	r.system.Steps(from, func(step Step, next State) {
		if found == nil && next != nil && slices.Equal(next, to) {
			found = &step
		}
	})
	if found == nil {
		panic(brokenLaw("Steps of %v no longer emits %v", from, to))
	}
	return *found
}

// boundNames names the modeller's bounds that were met.
func (r *run) boundNames() string {
	names, met := r.boundsNamed(), []string(nil)
	for _, b := range slices.Sorted(slices.Values(r.met)) {
		if int(b) > len(names) {
			panic(brokenLaw("a Step carries bound %d, and Bounds names only %q", b, names))
		}
		met = append(met, names[b-1])
	}
	return strings.Join(met, ", ")
}

// boundsNamed lists the modeller's bounds.
func (r *run) boundsNamed() []string {
	if bounded, ok := r.system.(Bounded); ok {
		return bounded.Bounds()
	}
	return nil
}
