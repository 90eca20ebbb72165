package checker

import (
	"cmp"
	"context"
	"errors"
	"hash/maphash"
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
	ignores    bool     // a step may have been put off for ever, so that nothing is decided
	refuted    bool     // what was surmised not to happen may happen, so that nothing is decided
	open       string   // why a liveness property cannot be decided on the reduced graph

	always        []*inquiry   // of the properties to try on each state
	between, rest []int        // properties to try on each step, state at rest
	first         []*violation // of each property, in rank order

	arena    arena
	crew     []*worker
	task     task         // of the current phase
	phase    atomic.Int64 // counts the phases
	busy     atomic.Int32 // workers that have not done their task yet
	over     atomic.Bool  // no phase will follow
	finished bell         // where the first worker waits for the others

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
	left     [2]int // steps left out by sets, and by sure steps
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
	r.always = inquiries(properties)
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
	r.finished = newBell()
	for i := range r.workers {
		r.crew = append(r.crew, newWorker(r, i))
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
	r.crew[0].perform(func(w *worker) {
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
	if err := r.mishap(); err != nil {
		return r.overflow(err)
	}
	r.together(true, (*worker).insert)
	fresh := r.crew[0].fresh()
	if most := r.options.maxStates(); fresh > most {
		r.crew[0].giveUp(most)
		r.bound, fresh = "states", most
	}
	r.arena.reserve(fresh)
	r.arena.len = fresh
	r.crew[0].perform(func(w *worker) { w.commit(0) })
	for rank := range fresh {
		r.arena.setParent(uint32(rank), uint32(rank))
	}
	r.merge()
	return r.mishap()
}

// level expands every state there is now.
func (r *run) level(ctx context.Context) error {
	end := r.arena.len
	r.levels = append(r.levels, r.expanded)
	r.levelEnd, r.before, r.firstBefore = end, r.tally.kept(), slices.Clone(r.first)
	r.mind()
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
