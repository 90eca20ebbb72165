package checker

import (
	"cmp"
	"context"
	"errors"
	"slices"
)

// A Part judges and expands states for whoever keeps them elsewhere, and counts as an exploration does: what several Parts
// have counted adds up to what Check would report. Only one goroutine may use it.
//
// It holds some states of consecutive ranks as rows of the system's Packing. Their numbers are those of this process.
type Part struct {
	run    *run
	found  []*Found
	sleeps bool
	sights func(Row) (isNew, canTell bool) // what Survey has seen
}

// A Tally is what has been counted of some states.
type Tally struct {
	Steps    int        `json:",omitempty"`
	Terminal int        `json:",omitempty"`
	Met      []Bound    `json:",omitempty"` // bounds that altered or disabled a step, in their order
	Actions  []Activity `json:",omitempty"` // that were enabled
	Counts   []int      `json:",omitempty"` // of each property that is Counted, the states in which it is true
	Found    []Found    `json:",omitempty"` // of each property that has one, the first violation or witness
}

// A Found is where a property is first violated, or its witness: at a state or, if Step is not -1, at one of the steps out of
// it that lead somewhere, counted from 0.
type Found struct{ Property, Rank, Step int }

// NewPart makes a Part. It takes memory beside what Go's runtime knows of, until Close.
func NewPart(system System, properties []Property) *Part {
	p := &Part{run: newRun(system, properties, Options{Workers: 1})}
	p.run.isPart, p.run.levels = true, []int{0}
	p.run.hire()
	p.run.store.bare, p.run.pool[0].late.most = true, partBytes
	p.sleeps = p.run.canSleep()
	p.Begin()
	return p
}

// Sleeps reports whether steps may sleep (Sleeping): so for all Parts of a system and its properties, or for none.
func (p *Part) Sleeps() bool { return p.sleeps }

// partBytes is how much memory a Part may take for rows that it has emitted: what it emits again costs more than to look it up in
// memory that is not a core's own.
const partBytes = 4 << 20

// Close gives the memory back.
func (p *Part) Close() {
	p.run.stopWorkers()
	p.run.store.release()
}

// Begin begins a new count.
func (p *Part) Begin() {
	r := p.run
	r.tally = tally{actions: make([]activity, 1), counts: make([]int, len(r.properties))}
	r.first, p.found = make([]*violation, len(r.properties)), make([]*Found, len(r.properties))
	r.pool[0].learnt = r.pool[0].learnt[:0]
}

// Forget forgets which rows Expand has emitted.
func (p *Part) Forget() { p.run.cached = false }

// Hold forgets all states. The next to be entered has rank.
func (p *Part) Hold(rank int) {
	r := p.run
	r.store.log.len, r.base, r.expanded = 0, rank, 0
	r.openDormitory()
}

// Packing is what rows are made by. After a call it may be another one, and rows be laid out anew: then Laid says another number.
func (p *Part) Packing() Packing { return p.run.store.packing }

// Laid counts how often rows have been laid out anew.
func (p *Part) Laid() int { return p.run.laid }

// Enter adds a state by its row, and the classes of steps that sleep there.
func (p *Part) Enter(row Row, asleep uint64) {
	log, d := &p.run.store.log, &p.run.dormitory
	log.reserve(1)
	log.len++
	copy(log.at(uint32(log.len-1)), row)
	if d.isOpen {
		d.reserve(log.len)
		d.put(uint32(log.len-1), asleep)
	}
}

// EnterState is Enter by the state itself. It returns its row, which is good until the next call. Rows may be laid out anew.
func (p *Part) EnterState(s State, asleep uint64) (Row, error) {
	r, w := p.run, p.run.pool[0]
	for !r.store.packing.Pack(s, w.row) {
		if r.store.packing.See(s); r.store.packing.Pack(s, w.row) {
			break
		}
		r.widen()
	}
	p.Enter(w.row, asleep)
	return r.store.log.at(uint32(r.store.log.len - 1)), nil
}

// Held returns the row of a state, counted from the first that was entered.
func (p *Part) Held(n int) Row { return p.run.store.log.at(uint32(n)) }

// judged is how many states are judged at a time.
const judged = 1 << 12

// Judge tries the properties of states on those held.
func (p *Part) Judge() error {
	if len(p.run.always) == 0 {
		return nil
	}
	w := p.run.pool[0]
	for from := 0; from < p.run.store.log.len; from += judged {
		to := min(from+judged, p.run.store.log.len)
		w.taken = 0
		w.begin(uint32(from), uint32(to))
		w.perform(func(w *worker) { w.checkStates(uint32(from), uint32(to)) })
		if err := p.run.firstPanic(); err != nil {
			return err
		}
		p.run.keepFirst(w.violations)
		p.run.count(w.stretch)
		p.note()
	}
	return nil
}

// Expand emits where the steps out of the states [from, to) lead, counted as by Held, in the order of (state, step), and the classes of
// steps that sleep there. It leaves out steps that sleep, and numbers those of a state that are left; and it may leave out a row that it has emitted since
// Forget. The callee must not keep the Row. The error is a *ModelPanic, an Overflow, or emit's.
func (p *Part) Expand(from, to int, emit func(from, step int, asleep uint64, to Row) error) error {
	return p.rounds(from, to, func() error {
		for _, s := range p.run.stretches {
			parent := cursor{stretch: s}
			for i := range s.hashes {
				asleep := uint64(0)
				if len(s.asleep) > 0 {
					asleep = s.asleep[i]
				}
				if err := emit(int(parent.parentOf(uint32(i))), int(s.places[i]), asleep, s.key(uint32(i))); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// rounds expands the states [from, to), some at a time, and shows each time what has come of them.
func (p *Part) rounds(from, to int, show func() error) error {
	r := p.run
	if late := &r.pool[0].late; !r.cached || late.isSmall(r.base+r.store.log.len) || r.helpsSeldom() {
		r.forget()
	}
	for r.expanded = from; r.expanded < to; {
		reached := r.expand(r.expanded, min(to, r.expanded+r.block()))
		if err := r.firstPanic(); err != nil {
			return err
		}
		r.merge()
		if err := show(); err != nil {
			return err
		}
		p.note()
		r.quiet, r.expanded = r.quiet[:0], reached
		if r.outgrown {
			r.widen()
		}
	}
	return nil
}

// note takes down violations, while their states are at hand.
func (p *Part) note() {
	for n, v := range p.run.first {
		if v == nil || p.found[n] != nil {
			continue
		}
		p.found[n] = &Found{n, p.run.base + int(v.rank), -1}
		if v.step != nil {
			p.found[n].Step = placeOf(p.run.system, p.run.state(v.rank), *v.step)
		}
	}
}

// placeOf says which of the steps out of a state that lead somewhere is the one given.
func placeOf(system System, from State, wanted Transition) int {
	place, found := 0, -1
	system.Steps(from, func(step Step, to State) {
		if to == nil {
			return
		}
		if found < 0 && step == wanted.Step && slices.Equal(to, wanted.To) {
			found = place
		}
		place++
	})
	if found < 0 {
		panic(brokenLaw("Steps of %v no longer emits %v", from, wanted.To))
	}
	return found
}

// Tally returns what has been counted since Begin.
func (p *Part) Tally() Tally {
	r := p.run
	t := Tally{Steps: r.steps, Terminal: r.terminal, Met: slices.Sorted(slices.Values(r.met)), Counts: slices.Clone(r.counts)}
	for _, a := range r.activities(r.actions) {
		if a.Enabled > 0 {
			t.Actions = append(t.Actions, a)
		}
	}
	for _, f := range p.found {
		if f != nil {
			t.Found = append(t.Found, *f)
		}
	}
	return t
}

// Add adds what was counted of other states. Of a property, what was found first is what has the least rank.
func (t *Tally) Add(other Tally) {
	t.Steps += other.Steps
	t.Terminal += other.Terminal
	t.Met = slices.Compact(slices.Sorted(slices.Values(slices.Concat(t.Met, other.Met))))
	t.Actions = slices.Clone(t.Actions)
	for _, a := range other.Actions {
		i := slices.IndexFunc(t.Actions, func(b Activity) bool { return b.Action == a.Action })
		if i < 0 {
			t.Actions = append(t.Actions, a)
			continue
		}
		t.Actions[i].Enabled += a.Enabled
		t.Actions[i].Taken += a.Taken
	}
	slices.SortFunc(t.Actions, func(a, b Activity) int { return cmp.Compare(a.Action, b.Action) })
	counts := make([]int, max(len(t.Counts), len(other.Counts)))
	for _, some := range [][]int{t.Counts, other.Counts} {
		for i, n := range some {
			counts[i] += n
		}
	}
	t.Counts = counts
	all := slices.Concat(t.Found, other.Found)
	slices.SortStableFunc(all, func(a, b Found) int { return cmp.Or(a.Property-b.Property, a.Rank-b.Rank) })
	t.Found = slices.CompactFunc(all, func(a, b Found) bool { return a.Property == b.Property })
}

// Violates reports whether a safety property that stops the exploration is violated.
func (t *Tally) Violates(properties []Property) bool {
	return slices.ContainsFunc(t.Found, func(f Found) bool { return properties[f.Property].stops() })
}

// Violations lists the safety properties that are violated. The ranks are those of states in levels of such widths.
func (t *Tally) Violations(properties []Property, widths []int) (all []Violation) {
	levels := Explored{Widths: widths}
	for _, f := range t.Found {
		if !properties[f.Property].stops() {
			continue
		}
		steps, _ := levels.levelOf(f.Rank)
		if f.Step >= 0 {
			steps++
		}
		all = append(all, Violation{properties[f.Property], steps})
	}
	return all
}

// Initial lists the initial states of a system, each once, in the order in which it emits them, as many as Options allow.
// A bound that is not empty has ended it.
func Initial(system System, options Options) (states []State, bound string, err error) {
	r := newRun(system, nil, Options{Workers: 1, MaxStates: options.MaxStates})
	r.hire()
	defer r.store.release()
	defer r.stopWorkers()
	if err := r.initial(); err != nil {
		return nil, "", err
	}
	for rank := range r.initials {
		states = append(states, r.state(uint32(rank)))
	}
	return states, r.bound, nil
}

// An Explored is an exploration whose states have been kept elsewhere.
type Explored struct {
	Tally
	Widths []int  // states of each level
	Bound  string // what has ended it, "" if nothing

	// Settled says of each property what is known if it is liveness, nil if nothing is. A nil slice knows of none.
	Settled []*Settled
	Left    int    // states that may be part of a cycle, if they had no room
	Stopped string // what ended the deciding of liveness, if it was something else

	// Trail returns the states on the canonical shortest path to the state called rank: from an initial one, each the
	// first from which the next was reached.
	Trail func(rank int) ([]State, error)
}

// Settled is what is known of a liveness property: a run that violates it, or that there is none.
type Settled struct{ Lasso *Path }

// Report reports an exploration as Check would. What needs the whole graph is decided by exploring it again: liveness, if
// that fits into the memory that Options allow, else it is inconclusive; and of the shortest counterexamples the one with the
// fewest changes of actor, near the initial states, where Check looks for it too.
func (e *Explored) Report(ctx context.Context, system System, properties []Property, options Options) (*Report, error) {
	r := newRun(system, properties, options)
	report := e.counts(r)
	again, err := e.again(ctx, r)
	if err != nil {
		return nil, err
	}
	undecided := Holds
	if !report.Complete {
		undecided = Inconclusive
	}
	for n, property := range properties {
		result := Result{Property: property, Verdict: undecided}
		if n < len(e.Counts) {
			result.Count = e.Counts[n]
		}
		i := slices.IndexFunc(e.Found, func(f Found) bool { return f.Property == n })
		switch {
		case again[n] != nil:
			result = *again[n]
		case property.IsLiveness():
			if s := e.settled(n); s == nil {
				result.Verdict = Inconclusive
			} else if s.Lasso != nil {
				result.Path, result.Verdict = s.Lasso, Violated
			}
		case i >= 0:
			if result.Path, err = e.path(r, e.Found[i]); err != nil {
				return nil, err
			}
			result.Verdict = Violated
		}
		if property.kind == reachable {
			result.Verdict = witnessed(result)
		}
		if property.IsLiveness() && !property.unasked && result.Verdict == Inconclusive {
			report.Complete, report.Bound, report.Left = false, cmp.Or(report.Bound, e.Stopped, "memory"), e.Left
		}
		report.Results = append(report.Results, result)
	}
	if last := report.States - 1; options.Deepest && !report.Complete && last > 0 {
		report.Deepest, err = e.path(r, Found{Rank: last, Step: -1})
	}
	return report, err
}

// counts is the report but for the results.
func (e *Explored) counts(r *run) *Report {
	report := &Report{Steps: e.Steps, Terminal: e.Terminal, Depth: len(e.Widths) - 1, Widths: e.Widths, Bound: e.Bound}
	for _, n := range e.Widths {
		report.States += n
	}
	if r.met = e.Met; report.Bound == "" && len(r.met) > 0 {
		report.Bound = r.boundNames()
	}
	report.Complete = report.Bound == ""
	for _, action := range r.known() {
		i := slices.IndexFunc(e.Actions, func(a Activity) bool { return a.Action == action.Name })
		switch {
		case i >= 0:
			report.Actions = append(report.Actions, e.Actions[i])
		case action.Expected:
			report.Actions = append(report.Actions, Activity{Action: action.Name})
		}
	}
	return report
}

// again decides by another exploration what it takes one for, and returns the results by property.
func (e *Explored) again(ctx context.Context, r *run) ([]*Result, error) {
	results, options := make([]*Result, len(r.properties)), r.options
	var asked []int
	if e.isUnsettled(r.properties) && e.fits(options) {
		for n, p := range r.properties {
			if !p.counted {
				asked = append(asked, n)
			}
		}
	} else {
		_, attributed := r.system.(Attributed)
		deepest := 1
		for _, f := range e.Found {
			level, begin := e.levelOf(f.Rank)
			if attributed && begin <= mostSearched && !r.properties[f.Property].counted {
				asked, deepest = append(asked, f.Property), max(deepest, level+btoi(!r.properties[f.Property].isOfStates()))
			}
		}
		options.MaxDepth, options.MaxStates, options.StopFirst = deepest, 0, false
		options.MaxMemory = 0 // they are few, and which path is shown must not depend on what memory is in use
	}
	if len(asked) == 0 {
		return results, nil
	}
	options.Progress = nil
	var properties []Property
	for _, n := range asked {
		properties = append(properties, r.properties[n])
	}
	report, err := newRun(r.system, properties, options).check(ctx)
	if err != nil {
		return nil, err
	}
	for i, n := range asked {
		if report.Results[i].Path != nil || r.properties[n].IsLiveness() {
			results[n] = &report.Results[i]
		}
	}
	return results, nil
}

func (e *Explored) settled(n int) *Settled {
	if n >= len(e.Settled) {
		return nil
	}
	return e.Settled[n]
}

// isUnsettled reports whether there is liveness to decide.
func (e *Explored) isUnsettled(properties []Property) bool {
	for n, p := range properties {
		if p.IsLiveness() && e.settled(n) == nil {
			return true
		}
	}
	return false
}

// StateBytes is what a state takes in memory while liveness is decided, if it is one of the larger.
const StateBytes = 64

// fits reports whether the whole graph fits into memory.
func (e *Explored) fits(options Options) bool {
	states := 0
	for _, n := range e.Widths {
		states += n
	}
	return states <= Room(options)
}

// Room is how many states of a graph have room in memory, with what deciding liveness takes.
func Room(options Options) int {
	if options.MaxMemory == 0 {
		return maxState
	}
	return int(min(maxState, options.MaxMemory/StateBytes))
}

// levelOf is the level of a rank, and the rank with which it begins.
func (e *Explored) levelOf(rank int) (level, begin int) {
	for level < len(e.Widths)-1 && rank >= begin+e.Widths[level] {
		begin += e.Widths[level]
		level++
	}
	return level, begin
}

// path is the canonical path to what was found.
func (e *Explored) path(r *run, f Found) (*Path, error) {
	states, err := e.Trail(f.Rank)
	if err != nil {
		return nil, err
	}
	if len(states) == 0 {
		return nil, errors.New("there is no path to a state")
	}
	path := &Path{Initial: states[0]}
	for i, to := range states[1:] {
		path.Stem = append(path.Stem, Transition{r.stepBetween(states[i], to), to})
	}
	place := 0
	r.system.Steps(path.last(), func(step Step, to State) {
		if to == nil {
			return
		}
		if place == f.Step {
			path.Stem = append(path.Stem, Transition{step, slices.Clone(to)})
		}
		place++
	})
	return path, nil
}
