package checker

import (
	"cmp"
	"context"
	"errors"
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
//	expand  each worker takes stretch after stretch of the block, and expands it into buffers of its own;
//	insert  each worker looks up what it has found there, and claims a slot of the table for what is not known: where several
//	        have found the same, the first of them in the order of (parent's rank, step) gets the slot;
//	commit  the new states get their ranks, in that order.
//
// So ranks, parents and everything that is said of them do not depend on the number of
// workers, nor on the size of the rounds. A worker who is alone, and has rows of one word, does the last two in one.
type run struct {
	system     System
	properties []Property
	options    Options
	workers    int
	probe      int // how many states a search for cycles comes to, at least, before it is judged

	always        []*predicateGroup // of the properties to try on each state
	between, rest []int             // properties to try on each step, state at rest
	first         []*violation      // of each property, in rank order
	lassos        []Violation       // of liveness properties, as they are decided

	store     *store
	dormitory dormitory
	initials  int  // initial states
	moved     int  // rows that were rewritten, each as often as it was
	laid      int  // how often rows were laid out anew
	cached    bool // the workers remember rows found lately
	vain      bool // that helps too seldom (helpsSeldom)
	made      int  // rows made since that was last asked, while they did
	looked    int  // and how many of these had to be looked up
	gaveUp    bool // the table has rows that a bound has cut off
	outgrown  bool // the state to be expanded next has a successor for which rows have no room

	pool      []*worker
	stretches []*stretch   // of the current round
	bounds    []uint32     // between them
	handed    atomic.Int32 // how many the workers have taken
	halt      atomic.Int32 // the place of the first that came to a stop
	alone     bool         // the first worker does the round, as one stretch
	solo      int          // states for which that will be so
	lesson    int          // for how many, when something is to be learnt next

	task     task         // of the current phase
	phase    atomic.Int64 // counts the phases
	busy     atomic.Int32 // workers that have not done their task yet
	over     atomic.Bool  // no phase will follow
	failed   atomic.Bool  // a worker has a failure
	finished barrier      // where the first worker waits for the others

	levels   []int // rank of the first state of each level
	levelEnd int   // states known when the level began
	tally
	before      tally // when the level began
	isPart      bool  // the states are kept elsewhere: see Part
	base        int   // then, the rank of the first that is here
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
		workers: options.workers(), started: time.Now(), probe: leastProbe,
		first: make([]*violation, len(properties)), lesson: leastSolo}
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
	return r
}

// hire makes the store and the workers.
func (r *run) hire() {
	r.store = newStore(r.packing())
	r.store.share = r.share
	for i := range r.workers {
		r.pool = append(r.pool, newWorker(r, i))
	}
	r.startWorkers()
}

// packing is the packing to begin with.
func (r *run) packing() Packing {
	if packable, ok := r.system.(Packable); ok {
		if packing := packable.Packing(r.system); packing != nil {
			return packing
		}
	}
	return packVectors(r.system)
}

// widen makes room in all rows. If rows are rewritten again and again, they get room to spare.
func (r *run) widen() {
	spare := 0
	if r.moved += r.store.log.len; r.moved > 4*r.store.log.len+1<<16 {
		r.moved, spare = 0, 2
	}
	packing, wider, convert := r.wider(spare)
	r.laid++
	packing.Lay(wider)
	if r.store.packing != packing {
		r.store.packing = packing
		defer r.openDormitory()
	}
	r.store.rewrite(convert)
	r.outgrown = false
	for _, w := range r.pool {
		w.settleIn()
	}
	if r.cached {
		r.forget()
	}
}

// wider finds a layout with room for all rows, which may be that of another packing, and what makes of each row one that is laid out so.
func (r *run) wider(spare int) (packing Packing, wider Layout, convert func(from, to Row)) {
	now, was := r.store.packing, *r.store.packing.Layout()
	if wider, will := now.Widen(spare, r.store.log.all); will {
		return now, wider, was.into(wider)
	}
	vectors, s := packVectors(r.system), make(State, r.system.Width())
	for row := range r.store.log.all {
		now.Unpack(row, s)
		vectors.See(s)
	}
	return vectors, vectors.fitting(0), func(from, to Row) {
		now.Unpack(from, s)
		vectors.Pack(s, to)
	}
}

// state returns the state of a rank.
func (r *run) state(rank uint32) State {
	s := make(State, r.system.Width())
	r.store.packing.Unpack(r.store.log.at(rank), s)
	return s
}

// explore enumerates the reachable states until there are no more or a bound is hit.
func (r *run) explore(ctx context.Context) error {
	if err := r.initial(); err != nil {
		return err
	}
	r.openDormitory()
	for r.bound == "" && r.expanded < r.store.log.len {
		if r.expanded == r.levelEnd {
			if r.options.StopFirst && r.isViolated() {
				r.bound = "stop"
				return nil
			}
			if err := r.beginLevel(); err != nil || r.bound != "" {
				return err
			}
		}
		if err := r.level(ctx); err != nil {
			return err
		}
		r.measure()
	}
	return nil
}

// usualLevel is how many states a level has where it is worth it to remember rows found lately.
const usualLevel = 256

// forget lets the workers forget the rows that they have found lately: those of a round that is given up, or of the level
// before as long as no step has led back, which a row known from there might do.
func (r *run) forget() {
	r.cached = !r.helpsSeldom() && (r.isPart || r.store.log.len-r.levels[len(r.levels)-1] >= usualLevel)
	for _, w := range r.pool {
		w.stale = r.cached
	}
}

// helpsSeldom reports whether hardly any row that was made has been known, while rows found lately were remembered: as was found out
// when enough had been made, after which the next ones are counted.
func (r *run) helpsSeldom() bool {
	if r.made >= 1<<16 {
		r.vain = r.looked > r.made/16*15
		r.made, r.looked = 0, 0
	}
	return r.vain
}

// isViolated reports whether a safety property that stops the exploration is known to be violated.
func (r *run) isViolated() bool {
	return slices.ContainsFunc(r.first, func(v *violation) bool { return v != nil && r.properties[v.property].stops() })
}

// initial enters the initial states, in the order in which Init emits them.
func (r *run) initial() error {
	var states []State
	r.pool[0].perform(func(w *worker) {
		w.busy = "Init"
		r.system.Init(func(s State) {
			w.busy = ""
			if len(s) != len(w.one) {
				panic(brokenLaw("a state of %d cells was emitted; Width is %d", len(s), len(w.one)))
			}
			states = append(states, slices.Clone(s))
			w.busy = "Init"
		})
		w.busy = ""
		if len(states) == 0 {
			panic(brokenLaw("Init emitted no state"))
		}
		w.checkInit(states)
	})
	if err := r.firstPanic(); err != nil {
		return r.overflow(err)
	}
	r.pool[0].perform(func(w *worker) { w.enter(states) })
	r.alone, r.stretches = true, append(r.stretches, r.pool[0].stretch)
	fresh := r.insert()
	if most := r.options.maxStates(); fresh > most {
		r.giveUp(r.stretches[0], most)
		r.bound, fresh = "states", most
	}
	r.grow(fresh)
	r.initials = fresh
	r.pool[0].perform((*worker).commit)
	r.merge()
	return r.firstPanic()
}

// insert lets the workers look up all rows of the round, and counts the new states.
func (r *run) insert() int {
	r.store.reserve(r.number())
	r.store.log.reserve(1)
	r.work((*worker).insert)
	fresh := 0
	for _, s := range r.stretches {
		s.base = uint32(r.store.log.len + fresh)
		fresh += s.found()
	}
	r.store.table.used += fresh
	return fresh
}

// grow makes room for so many new states.
func (r *run) grow(fresh int) {
	r.store.log.reserve(fresh)
	r.store.log.len += fresh
	r.store.parents.reserve(r.store.log.len)
	r.dormitory.reserve(r.store.log.len)
}

// beginLevel makes a level of the states that are not expanded yet, unless it is too deep.
func (r *run) beginLevel() error {
	end := r.store.log.len
	r.levels = append(r.levels, r.expanded)
	r.levelEnd, r.before, r.firstBefore = end, r.tally.kept(), slices.Clone(r.first)
	if !r.backward || !r.cached || r.pool[0].late.isSmall(end) {
		r.forget()
	}
	deep, err := r.atMaxDepth()
	if deep {
		r.bound = "depth"
	}
	return r.overflow(err)
}

// level expands the states of the level that are not expanded yet.
func (r *run) level(ctx context.Context) error {
	for r.expanded < r.levelEnd {
		if r.bound = cmp.Or(r.outOfMemory(), r.outOfTime(ctx)); r.bound != "" {
			return nil
		}
		if r.outgrown {
			r.widen()
		}
		if err := r.round(min(r.levelEnd, r.expanded+r.block())); err != nil {
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
	r.store.log.len = r.levelEnd
	copy(r.first, r.firstBefore)
	return nil
}

// block is the number of states a round expands: few enough for the buffers to stay in the cache and for a bound of time or memory to
// act soon, many enough for the workers not to wait for one another; and not so many where something is still being learnt, for
// then those behind that are expanded in vain.
func (r *run) block() int {
	states := 8192 * r.workers
	switch {
	case r.workers == 1 || r.solo > 0:
		states = 1024
	case r.lesson > leastSolo:
		states = 2048 * r.workers
	}
	load := r.steps / max(r.expanded, 1) * max(r.store.words, usualWords)
	if usual := usualBranching * usualWords; load > usual {
		states = max(states*usual/load, r.workers)
	}
	return states
}

// Rounds take fewer states where these have more steps, or rows more words.
const usualBranching, usualWords = 32, 4

// round expands the states from r.expanded up to to, or up to one for whose successors rows have no room, or that takes Learn.
func (r *run) round(to int) error {
	reached := r.expand(r.expanded, to)
	if err := r.firstPanic(); err != nil {
		return r.redoSequentially(to, err)
	}
	if r.isPlain() {
		return r.enterWords(reached)
	}
	known, fresh := r.store.log.len, r.insert()
	if err := r.firstPanic(); err != nil {
		return err
	}
	if known+fresh > r.options.maxStates() {
		return r.cut(r.options.maxStates() - known)
	}
	r.grow(fresh)
	r.work((*worker).commit)
	r.expanded = reached
	if err := r.firstPanic(); err != nil {
		return r.recheckSequentially(known)
	}
	r.merge()
	return nil
}

// isPlain reports whether what the round has led to can be entered at once: by one worker, in rows of one word, with room for
// all.
func (r *run) isPlain() bool {
	return r.alone && r.store.words == 1 && !r.gaveUp && r.store.log.len+len(r.pool[0].keys) <= r.options.maxStates()
}

// enterWords is the rest of a plain round.
func (r *run) enterWords(to int) error {
	known, w := r.store.log.len, r.pool[0]
	r.store.reserve(len(w.keys))
	w.claimWords()
	r.expanded = to
	w.perform(func(w *worker) { w.checkStates(uint32(known), uint32(r.store.log.len)) })
	if err := r.firstPanic(); err != nil {
		return r.recheckSequentially(known)
	}
	r.merge()
	return nil
}

// cut ends the exploration before the first state whose successors would not all have room,
// when there is room for n more: that state is where the bound cuts, at a rank.
func (r *run) cut(room int) error {
	last := uint32(0)
	for _, s := range r.stretches {
		for _, f := range s.fresh {
			if s.hasLost(f.row) {
				continue
			}
			if room == 0 {
				last = s.parentOf(f.row)
			}
			room--
		}
		r.giveUp(s, 0)
	}
	r.gaveUp = true
	r.forget()
	for r.expanded < int(last) {
		if err := r.round(int(last)); err != nil {
			return err
		}
	}
	r.bound = "states"
	return nil
}

// merge adds up what the workers have found in a round, in rank order.
func (r *run) merge() {
	r.dormitory.drop(r.expanded)
	for _, s := range r.stretches {
		r.steps += s.steps
		if r.cached {
			r.made, r.looked = r.made+s.made, r.looked+len(s.hashes)
		}
		r.terminal += s.terminal
		r.quiet = append(r.quiet, s.quiet...)
		r.backward = r.backward || s.backward
		r.duties = max(r.duties, s.duties)
		for _, b := range s.met {
			if !slices.Contains(r.met, b) {
				r.met = append(r.met, b)
			}
		}
		r.keepFirst(s.violations)
		r.count(s)
		if more := len(s.actions) - len(r.actions); more > 0 {
			r.actions = append(r.actions, make([]activity, more)...)
		}
		for i, a := range s.actions {
			r.actions[i].enabled += a.enabled
			r.actions[i].taken += a.taken
		}
	}
}

// count adds up the states in which the properties that are counted are true.
func (r *run) count(s *stretch) {
	for n, states := range s.counts {
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

// outOfTime names the bound of time that ends the run now, or "".
func (r *run) outOfTime(ctx context.Context) string {
	if ctx.Err() != nil {
		return interrupted
	}
	if r.options.MaxTime > 0 && time.Since(r.started) > r.options.MaxTime {
		return "time"
	}
	return ""
}

// outOfMemory names the bound of memory if that does not suffice for the states, or "".
func (r *run) outOfMemory() string {
	if r.options.MaxMemory > 0 && r.measure() > r.explorationMemory() {
		return "memory"
	}
	return ""
}

// explorationMemory is how much of the memory the exploration may use: where liveness is asked,
// three eighths are left to it.
func (r *run) explorationMemory() uint64 {
	if r.asksLiveness() {
		return r.options.MaxMemory / 8 * 5
	}
	return r.options.MaxMemory
}

// tick is called for each state that is visited while liveness is decided. Deciding it may take as long
// again as the exploration, and the memory that the exploration has left.
func (g *graph) tick() {
	if g.ticks++; g.ticks%(1<<6) != 1 {
		return
	}
	g.report(true)
	if g.ticks%(1<<10) != 1 {
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

// isDeepest reports whether the level is as deep as may be.
func (r *run) isDeepest() bool {
	return r.options.MaxDepth > 0 && len(r.levels)-1 >= r.options.MaxDepth
}

// atMaxDepth reports whether the level about to be expanded is as deep as may be and has a step
// to a state that is not known: where there is none, nothing is cut and the level is expanded.
func (r *run) atMaxDepth() (deep bool, err error) {
	if !r.isDeepest() {
		return false, nil
	}
	r.pool[0].perform(func(w *worker) {
		for rank := r.expanded; rank < r.store.log.len && !deep; rank++ {
			w.again(uint32(rank))
			for i := range w.out.Steps {
				deep = deep || !r.isKnown(w.out.Row(i))
			}
		}
	})
	return deep, r.firstPanic()
}

// report tells the progress, not more than ten times a second.
func (r *run) report(liveness bool) {
	breathe()
	if r.options.Progress == nil {
		return
	}
	now := time.Now()
	if now.Sub(r.spoke) < 100*time.Millisecond {
		return
	}
	r.spoke = now
	r.options.Progress(Progress{
		States: r.store.log.len, Steps: r.steps, Depth: max(len(r.levels)-1, 0),
		Expanded: r.expanded, Frontier: r.levelEnd - r.levels[max(len(r.levels)-1, 0)],
		Elapsed: time.Since(r.started), Bytes: r.measure(), Liveness: liveness,
		Violations: r.violated(),
	})
}

// violated lists the violations found so far.
func (r *run) violated() (all []Violation) {
	for n, v := range r.first {
		if v == nil || !r.properties[n].stops() {
			continue
		}
		steps := len(r.layersTo(v.rank)) - 1
		if v.step != nil {
			steps++
		}
		all = append(all, Violation{r.properties[n], steps})
	}
	return append(all, r.lassos...)
}

// measure returns the bytes that the process holds now, and keeps the peak.
func (r *run) measure() uint64 {
	held := BytesHeld() + uint64(r.store.mapped())
	r.peak = max(r.peak, held)
	return held
}

// BytesHeld is the memory that Go's runtime has from the system now, in bytes. MaxMemory bounds it together with what the states
// of the run take.
func BytesHeld() uint64 {
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}

// redoSequentially goes through the states below end one at a time, after a round of them has failed. A
// round looks ahead, the further the larger it is: at what lies beyond a bound, and with
// properties already violated. One at a time, what goes wrong first is the same for all.
func (r *run) redoSequentially(end int, failed error) error {
	r.forget()
	if end == r.expanded+1 {
		return failed
	}
	for r.expanded < end && r.bound == "" {
		if r.outgrown {
			r.widen()
		}
		if err := r.round(r.expanded + 1); err != nil {
			return err
		}
	}
	return nil
}

// recheckSequentially tries the properties of states on the new states, those from known on, one at a time
// for the same reason.
func (r *run) recheckSequentially(known int) error {
	for _, s := range r.stretches {
		s.violations = slices.DeleteFunc(s.violations, func(v violation) bool { return r.properties[v.property].isOfStates() })
		clear(s.counts)
	}
	r.merge()
	w := r.pool[0]
	for rank := known; rank < r.store.log.len; rank++ {
		w.violations = w.violations[:0]
		clear(w.counts)
		w.perform(func(w *worker) { w.checkStates(uint32(rank), uint32(rank+1)) })
		if err := r.firstPanic(); err != nil {
			return err
		}
		r.keepFirst(w.violations)
		r.count(w.stretch)
	}
	return nil
}
