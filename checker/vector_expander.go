package checker

import (
	"runtime/debug"
	"slices"

	"interrex/checker/internal/stateset"
)

// lawSample is the number of states, by id, that are expanded twice to catch a System that is not pure.
const lawSample = 512

// A vectorExpander expands states for one goroutine.
type vectorExpander[W stateset.Word] struct {
	*vectorSource[W]
	busy     *string // foreign code that is running; "" if ours
	examiner *examiner
	from, to State             // room for states
	emit     func(Step, State) // x.take
	keys     []W
	steps    []emission // of the present state, as far as they are needed
	now      vectorTally
	one      struct { // of the present state
		isOwed, isBlocked, isOutgrown bool
		before                        int // keys
		acted                         []Action
		enabled                       []Action // of disabled steps
	}
	keepsSteps bool
	failure    *failure
	failedAt   W
}

// An emission is a step as the system emits it. It leads nowhere if a bound has disabled it.
type emission struct {
	step  Step
	leads bool
}

func newVectorExpander[W stateset.Word](v *vectorSource[W], busy *string) *vectorExpander[W] {
	width := v.search.system.Width()
	x := &vectorExpander[W]{vectorSource: v, busy: busy, examiner: newExaminer(v.search.scan, v.known, busy), from: make(State, width), to: make(State, width)}
	x.emit = x.take
	return x
}

// Expand is part of bfs.Expander. It stops before a state in which something fails.
func (x *vectorExpander[W]) Expand(first uint32, rows []W, keys []W, limit int) (more []W, done int) {
	x.keys, x.failure = keys, nil
	fine := x.guard(func() {
		for done < len(rows) && x.expand(first+uint32(done), rows[done]) {
			if done++; len(x.keys) >= limit {
				break
			}
		}
	})
	if !fine {
		x.failedAt, x.keys = rows[done], x.keys[:x.one.before]
	}
	return x.keys, done
}

// guard calls do, and reports whether it was not ended by a panic, which it keeps as a failure. If do ends its goroutine, what has
// been counted is dropped: package bfs then has the states expanded by the goroutine that called Check, which ends too.
func (x *vectorExpander[W]) guard(do func()) (fine bool) {
	defer func() {
		if fine {
			return
		}
		if v := recover(); v != nil {
			x.failure = &failure{*x.busy, v, debug.Stack()}
			*x.busy = ""
			return
		}
		x.Drop()
	}()
	do()
	return true
}

// expand expands a state. It reports false, and has counted nothing, if a successor does not fit into a row.
func (x *vectorExpander[W]) expand(id uint32, row W) bool {
	isSample := id < lawSample
	x.keepsSteps, x.one.before = isSample || len(x.search.scan.between) > 0, len(x.keys)
	x.make(row, x.emit)
	if x.one.isOutgrown {
		x.keys = x.keys[:x.one.before]
		return false
	}
	if isSample {
		x.checkLaws(row)
	}
	x.examine(id)
	x.count(id)
	return true
}

// make lets the system emit the steps of a row.
func (x *vectorExpander[W]) make(row W, emit func(Step, State)) {
	x.one.isOwed, x.one.isBlocked, x.one.isOutgrown = false, false, false
	x.one.acted, x.one.enabled, x.steps = x.one.acted[:0], x.one.enabled[:0], x.steps[:0]
	unpackCells(x.laid, row, x.from)
	*x.busy = "Steps"
	x.search.system.Steps(x.from, emit)
	*x.busy = ""
}

// take takes a step of the present state.
func (x *vectorExpander[W]) take(step Step, to State) {
	if step.Owed != None {
		x.one.isOwed = true
		x.now.classes = max(x.now.classes, int(step.Owed.Class()))
	}
	if step.Bound != 0 {
		x.now.bounds[step.Bound/64] |= 1 << (step.Bound % 64)
	}
	if x.keepsSteps {
		x.steps = append(x.steps, emission{step, to != nil})
	}
	if to == nil {
		if step.Bound == 0 {
			panic(brokenLaw("Steps of %v emitted step %d with neither a state nor a bound", x.from, step.Code))
		}
		x.one.isBlocked = true
		if step.Action != 0 {
			x.one.enabled = append(x.one.enabled, step.Action)
		}
		return
	}
	if step.Action != 0 {
		x.one.acted = append(x.one.acted, step.Action)
	}
	if len(to) != len(x.from) {
		x.search.checkWidth(to)
	}
	row, fits := packCells[W](x.laid, to)
	x.one.isOutgrown = x.one.isOutgrown || !fits
	x.keys = append(x.keys, row)
}

// examine evaluates the properties in the present state, which has an id.
func (x *vectorExpander[W]) examine(id uint32) {
	if len(x.search.scan.between) > 0 {
		next := x.one.before
		for i, e := range x.steps {
			if e.leads {
				unpackCells(x.laid, x.keys[next], x.to)
				x.examiner.step(finding{id, i}, x.from, x.to)
				next++
			}
		}
	}
	if len(x.keys) == x.one.before && !x.one.isBlocked {
		x.examiner.rest(id, x.from)
	}
}

// count counts the present state.
func (x *vectorExpander[W]) count(id uint32) {
	t, steps := &x.now, len(x.keys)-x.one.before
	t.steps += steps
	if steps == 0 {
		t.terminal++
	}
	if !x.one.isOwed {
		t.quiet = append(t.quiet, id)
	}
	for _, a := range x.one.acted {
		t.activity(a).enable(id)
		t.activity(a).taken++
	}
	for _, a := range x.one.enabled {
		t.activity(a).enable(id)
	}
}

func (t *vectorTally) activity(a Action) *activity {
	if more := int(a) + 1 - len(t.actions); more > 0 {
		t.actions = append(t.actions, make([]activity, more)...)
	}
	return &t.actions[a]
}

func (a *activity) enable(id uint32) {
	if a.last != id+1 {
		a.last = id + 1
		a.enabled++
	}
}

// Visit is part of bfs.Expander.
func (x *vectorExpander[W]) Visit(uint32, []W) error { return nil }

// Keep is part of bfs.Expander.
func (x *vectorExpander[W]) Keep() {
	t := &x.tally
	t.steps += x.now.steps
	t.terminal += x.now.terminal
	t.quiet = append(t.quiet, x.now.quiet...)
	t.classes = max(t.classes, x.now.classes)
	for i, bits := range x.now.bounds {
		t.bounds[i] |= bits
	}
	for i, a := range x.now.actions {
		if a.enabled > 0 {
			all := t.activity(Action(i))
			all.enabled += a.enabled
			all.taken += a.taken
		}
	}
	x.examiner.keep()
	x.reset()
}

// Drop is part of bfs.Expander.
func (x *vectorExpander[W]) Drop() {
	x.examiner.drop()
	x.reset()
}

func (x *vectorExpander[W]) reset() {
	clear(x.now.actions)
	x.now = vectorTally{quiet: x.now.quiet[:0], actions: x.now.actions}
}

// checkLaws lets the System make the steps of a row again, and compares them with the first ones.
func (x *vectorExpander[W]) checkLaws(row W) {
	unpackCells(x.laid, row, x.from)
	whole, at, next := slices.Clone(x.from), 0, x.one.before
	isChanged := func() {
		if !slices.Equal(x.from, whole) {
			panic(brokenLaw("Steps has changed the state that it was given, to %v", x.from))
		}
	}
	*x.busy = "Steps"
	x.search.system.Steps(x.from, func(step Step, to State) {
		isChanged()
		if at < len(x.steps) {
			was := State(nil)
			if to != nil && next < len(x.keys) {
				was = x.to
				unpackCells(x.laid, x.keys[next], was)
				next++
			}
			if first := x.steps[at]; first != (emission{step, to != nil}) || !slices.Equal(to, was) {
				panic(brokenLaw("Steps of %v emitted step %+v the first time and %+v to %v the second, as step %d", whole, first.step, step, to, at))
			}
		}
		at++
	})
	*x.busy = ""
	isChanged()
	if at != len(x.steps) {
		panic(brokenLaw("Steps of %v emitted %d steps the first time and %d the second", whole, len(x.steps), at))
	}
}
