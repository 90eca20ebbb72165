package checker

import (
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"runtime/metrics"
	"slices"
	"sync/atomic"
	"time"
)

// A run is one exploration: breadth first, level by level, in rounds.
//
// A round takes a block of the frontier and goes through three phases, in each of which all
// workers are busy and none waits for a lock:
//
//	expand  each worker expands its stretch of the block into its own buffers;
//	insert  each worker looks up the successors that belong to its shard, in rank order;
//	commit  the new states get their ranks, in the order of (parent's rank, step).
//
// So ranks, parents and everything that is said of them do not depend on the number of
// workers, nor on the size of the rounds.
type run struct {
	system     System
	properties []Property
	options    Options
	workers    int
	seed       maphash.Seed
	reducer    *reducer // nil: the graph is not reduced
	ignores    bool     // a step may have been put off for ever, so nothing is decided
	refuted    bool     // what was assumed never to happen may happen, so nothing is decided
	open       string   // why a liveness property cannot be decided on the reduced graph

	always        []*predicateGroup // of the properties to try on each state
	between, rest []int             // properties to try on each step, state at rest
	first         []*violation      // of each property, in rank order

	arena    arena
	pool     []*worker
	task     task         // of the current phase
	phase    atomic.Int64 // counts the phases
	busy     atomic.Int32 // workers that have not done their task yet
	over     atomic.Bool  // no phase will follow
	finished barrier      // where the first worker waits for the others

	levels   []int // rank of the first state of each level
	levelEnd int   // states known when the level began
	tally
	before      tally // when the level began
	firstBefore []*violation

	bound   string // what stopped the run, if anything did
	started time.Time
	spoke   time.Time
	peak    uint64
}

// A tally is what has been counted of the states expanded so far.
type tally struct {
	expanded int // states expanded: those of lower rank
	steps    int
	left     [2]int // steps left out by sets, and by confluent steps
	tried    [2]int // steps of the states in which that was tried
	terminal int
	quiet    []uint32 // states in which nothing is owed
	met      []Bound  // bounds that altered or disabled a step
	duties   int      // the highest number of a duty
	backward bool     // a step led to a state of no higher rank, so that there may be cycles
	actions  []activity
	counts   []int // of each property that is counted, the states in which it is true
}

// kept is a tally that further counting does not change.
func (t tally) kept() tally {
	t.actions, t.counts = slices.Clone(t.actions), slices.Clone(t.counts)
	return t
}

func newRun(system System, properties []Property, options Options) *run {
	r := &run{system: system, properties: properties, options: options,
		workers: options.workers(), seed: maphash.MakeSeed(), started: time.Now(),
		first: make([]*violation, len(properties))}
	r.arena.width = system.Width()
	r.always = predicateGroups(properties)
	r.actions, r.counts = make([]activity, 1), make([]int, len(properties))
	r.before = r.kept()
	for n, property := range properties {
		switch property.kind {
		case stepInvariant:
			r.between = append(r.between, n)
		case atRest:
			r.rest = append(r.rest, n)
		}
	}
	r.finished = newBarrier()
	for i := range r.workers {
		r.pool = append(r.pool, newWorker(r, i))
	}
	return r
}

// explore enumerates the reachable states until there are no more or a bound is hit.
func (r *run) explore(ctx context.Context) error {
	if err := r.initial(); err != nil {
		return err
	}
	for r.bound == "" && r.expanded < r.arena.len {
		if r.options.StopFirst && r.isViolated() {
			r.bound = "stop"
			return nil
		}
		if err := r.level(ctx); err != nil {
			return err
		}
		r.measure()
		if r.refuted = r.bound == "" && r.reducer.isRefuted(); r.refuted {
			return nil
		}
	}
	return nil
}

// isViolated reports whether a safety property is known to be violated. A witness violates
// nothing.
func (r *run) isViolated() bool {
	return slices.ContainsFunc(r.first, func(v *violation) bool {
		return v != nil && r.properties[v.property].kind != reachable
	})
}

// initial enters the initial states, in the order in which Init emits them.
func (r *run) initial() error {
	r.pool[0].perform(func(w *worker) {
		w.busy = "Init"
		r.system.Init(func(s State) {
			w.busy = ""
			w.collect(0, s)
			w.busy = "Init"
		})
		w.busy = ""
		if len(w.successors) == 0 {
			panic(brokenLaw("Init emitted no state"))
		}
		w.checkInit()
	})
	if err := r.firstPanic(); err != nil {
		return r.overflow(err)
	}
	r.together(true, (*worker).insert)
	fresh := r.pool[0].fresh()
	if most := r.options.maxStates(); fresh > most {
		r.pool[0].giveUp(most)
		r.bound, fresh = "states", most
	}
	r.arena.reserve(fresh)
	r.arena.len = fresh
	r.pool[0].perform(func(w *worker) { w.commit(0) })
	for rank := range fresh {
		r.arena.setParent(uint32(rank), uint32(rank))
	}
	r.merge()
	return r.firstPanic()
}

// level expands every state there is now.
func (r *run) level(ctx context.Context) error {
	end := r.arena.len
	r.levels = append(r.levels, r.expanded)
	r.levelEnd, r.before, r.firstBefore = end, r.tally.kept(), slices.Clone(r.first)
	r.see()
	if deep, err := r.atMaxDepth(); err != nil {
		return r.overflow(err)
	} else if deep {
		r.bound = "depth"
		return nil
	}
	for r.expanded < end {
		if r.bound = r.outOfTime(ctx); r.bound != "" {
			return nil
		}
		if err := r.round(min(end, r.expanded+r.block())); err != nil {
			return r.overflow(err)
		}
		if r.bound != "" {
			return nil
		}
		r.report(false)
	}
	return nil
}

// overflow turns an Overflow into a bound. Which states of the level had been expanded by then
// depends on the workers, so none of them counts: the run ends where the level began.
func (r *run) overflow(err error) error {
	var o Overflow
	if !errors.As(err, &o) {
		return err
	}
	r.bound = cmp.Or(o.What, "overflow")
	r.tally = r.before
	r.arena.len = r.levelEnd
	copy(r.first, r.firstBefore)
	return nil
}

// block is the number of states a round expands: few enough for the buffers to stay in the cache and for a
// bound of time or memory to act soon, many enough for the workers not to wait for one another.
func (r *run) block() int {
	states := 2048 * r.workers
	if r.workers == 1 {
		states = 256
	}
	if branching := r.steps / max(r.expanded, 1); branching > usualBranching {
		states = max(states*usualBranching/branching, r.workers)
	}
	return states
}

// usualBranching is how many steps a state may have before rounds take fewer states.
const usualBranching = 32

// round expands the states from r.expanded up to to.
func (r *run) round(to int) error {
	from, small := r.expanded, to-r.expanded < 64*r.workers
	r.together(small, func(w *worker) { w.expand(r.stretch(from, to, w.index)) })
	if err := r.firstPanic(); err != nil {
		return r.redoSequentially(to, err)
	}
	r.together(small, (*worker).insert)
	if err := r.firstPanic(); err != nil {
		return err
	}
	fresh := 0
	for _, w := range r.pool {
		w.base = uint32(r.arena.len + fresh)
		fresh += w.fresh()
	}
	if r.arena.len+fresh > r.options.maxStates() {
		return r.cut(r.options.maxStates() - r.arena.len)
	}
	r.arena.reserve(fresh)
	known := r.arena.len
	r.arena.len += fresh
	r.together(small, func(w *worker) { w.commit(w.base) })
	r.expanded = to
	if err := r.firstPanic(); err != nil {
		return r.recheckSequentially(known)
	}
	r.merge()
	return nil
}

// stretch is the part of [from, to) that worker index expands.
func (r *run) stretch(from, to, index int) (uint32, uint32) {
	n := to - from
	return uint32(from + n*index/r.workers), uint32(from + n*(index+1)/r.workers)
}

// cut ends the exploration before the first state whose successors would not all have room,
// when there is room for n more: that state is where the bound cuts, at a rank.
func (r *run) cut(room int) error {
	last := uint32(0)
	for _, w := range r.pool {
		for i := range w.successors {
			if w.successors[i].fresh {
				if room == 0 {
					last = w.successors[i].parent
				}
				room--
			}
		}
		w.giveUp(0)
	}
	if int(last) > r.expanded {
		if err := r.round(int(last)); err != nil {
			return err
		}
	}
	r.bound = "states"
	return nil
}

// merge adds up what the workers have found in a round, in rank order.
func (r *run) merge() {
	for _, w := range r.pool {
		r.steps += w.steps
		for way := range w.left {
			r.left[way] += w.left[way]
			r.tried[way] += w.tried[way]
		}
		r.terminal += w.terminal
		r.quiet = append(r.quiet, w.quiet...)
		r.backward = r.backward || w.backward
		r.duties = max(r.duties, w.duties)
		for _, b := range w.met {
			if !slices.Contains(r.met, b) {
				r.met = append(r.met, b)
			}
		}
		r.keepFirst(w.violations)
		r.count(w)
		if more := len(w.actions) - len(r.actions); more > 0 {
			r.actions = append(r.actions, make([]activity, more)...)
		}
		for i, a := range w.actions {
			r.actions[i].enabled += a.enabled
			r.actions[i].taken += a.taken
		}
	}
}

// count adds up the states in which the properties that are counted are true.
func (r *run) count(w *worker) {
	for n, states := range w.counts {
		r.counts[n] += states
	}
}

// keepFirst keeps the first violation of each property.
func (r *run) keepFirst(violations []violation) {
	for _, v := range violations {
		if r.first[v.property] == nil {
			r.first[v.property] = &v
		}
	}
}

// interrupted is the bound of a run that was cancelled from outside.
const interrupted = "interrupted"

// outOfTime names the bound that ends the run now, or "".
func (r *run) outOfTime(ctx context.Context) string {
	if ctx.Err() != nil {
		return interrupted
	}
	if r.options.MaxTime > 0 && time.Since(r.started) > r.options.MaxTime {
		return "time"
	}
	if r.options.MaxMemory > 0 && r.measure() > r.explorationMemory() {
		return "memory"
	}
	return ""
}

// explorationMemory is how much of the memory the exploration may use: where liveness is asked,
// three eighths are left to it.
func (r *run) explorationMemory() uint64 {
	if slices.ContainsFunc(r.properties, Property.IsLiveness) {
		return r.options.MaxMemory / 8 * 5
	}
	return r.options.MaxMemory
}

// tick is called for each state that is visited while liveness is decided. Deciding it may take as long
// again as the exploration, and the memory that the exploration has left.
func (g *graph) tick() {
	g.report(true)
	if g.ticks++; g.ticks%(1<<10) != 0 {
		return
	}
	if g.options.MaxTime > 0 && time.Since(g.began) > g.options.MaxTime {
		g.hit = "time"
	}
	if g.options.MaxMemory > 0 && g.measure() > g.options.MaxMemory {
		g.hit = "memory"
	}
}

// stopped names the bound that ends the deciding of liveness, or "".
func (g *graph) stopped(ctx context.Context) string {
	if ctx.Err() != nil {
		return interrupted
	}
	return g.hit
}

// atMaxDepth reports whether the level about to be expanded is as deep as may be and has a step
// to a state that is not known: where there is none, nothing is cut and the level is expanded.
func (r *run) atMaxDepth() (deep bool, err error) {
	if r.options.MaxDepth <= 0 || len(r.levels)-1 < r.options.MaxDepth {
		return false, nil
	}
	r.pool[0].perform(func(w *worker) {
		w.busy = "Steps"
		for rank := r.expanded; rank < r.arena.len && !deep; rank++ {
			r.system.Steps(r.arena.at(uint32(rank)), func(_ Step, to State) { deep = deep || to != nil && !r.isKnown(to) })
		}
		w.busy = ""
	})
	return deep, r.firstPanic()
}

// report tells the progress, not more than ten times a second.
func (r *run) report(liveness bool) {
	if r.options.Progress == nil {
		return
	}
	now := time.Now()
	if now.Sub(r.spoke) < 100*time.Millisecond {
		return
	}
	r.spoke = now
	r.options.Progress(Progress{
		States: r.arena.len, Steps: r.steps, Depth: max(len(r.levels)-1, 0),
		Expanded: r.expanded, Frontier: r.levelEnd - r.levels[max(len(r.levels)-1, 0)],
		Elapsed: now.Sub(r.started), Bytes: r.measure(), Liveness: liveness,
	})
}

// measure returns the bytes that the process holds now, and keeps the peak.
func (r *run) measure() uint64 {
	held := BytesHeld()
	r.peak = max(r.peak, held)
	return held
}

// BytesHeld is the memory that the process has from the system now, in bytes: what MaxMemory bounds.
func BytesHeld() uint64 {
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}

// overhead is the memory of the visited set and the parents, in bytes a state.
func (r *run) overhead() float64 {
	bytes := r.arena.overhead()
	for _, w := range r.pool {
		bytes += 8 * len(w.shard.slots)
	}
	return float64(bytes) / float64(max(r.arena.len, 1))
}

// redoSequentially goes through the states below end one at a time, after a round of them has failed. A
// round looks ahead, the further the larger it is: at what lies beyond a bound, and with
// properties already violated. One at a time, what goes wrong first is the same for all.
func (r *run) redoSequentially(end int, failed error) error {
	if end == r.expanded+1 {
		return failed
	}
	for r.expanded < end && r.bound == "" {
		if err := r.round(r.expanded + 1); err != nil {
			return err
		}
	}
	return nil
}

// recheckSequentially tries the properties of states on the new states, those from known on, one at a time
// for the same reason.
func (r *run) recheckSequentially(known int) error {
	for _, w := range r.pool {
		w.violations = slices.DeleteFunc(w.violations, func(v violation) bool { return r.properties[v.property].isOfStates() })
		clear(w.counts)
	}
	r.merge()
	w := r.pool[0]
	for rank := known; rank < r.arena.len; rank++ {
		w.violations = w.violations[:0]
		clear(w.counts)
		w.perform(func(w *worker) { w.checkStates(uint32(rank), uint32(rank+1)) })
		if err := r.firstPanic(); err != nil {
			return err
		}
		r.keepFirst(w.violations)
		r.count(w)
	}
	return nil
}
