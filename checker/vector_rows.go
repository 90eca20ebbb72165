package checker

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"

	"interrex/checker/internal/bfs"
	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/rows"
	"interrex/checker/internal/stateset"
)

// byLength has exploreRows for each length of rows.
var byLength = rows.ByLength[func(context.Context, *vectors) (bool, error)]{
	exploreRows[[1]uint64], exploreRows[[2]uint64], exploreRows[[3]uint64], exploreRows[[4]uint64], exploreRows[[6]uint64],
	exploreRows[[8]uint64], exploreRows[[12]uint64], exploreRows[[16]uint64], exploreRows[[24]uint64], exploreRows[[32]uint64],
}

// exploreRows begins a search, or continues one with shorter rows. It reports false if it needs longer ones.
func exploreRows[W stateset.Word](ctx context.Context, v *vectors) (fits bool, err error) {
	r := &vectorRows[W]{vectors: v, laid: slices.Clone(v.layout.Places)}
	r.blank[0] = 1
	r.learner = newVectorExpander(r, &v.search.busy)
	var search *bfs.Search[W]
	if old := v.vectorGraph; old != nil {
		search = bfs.Widen(old.shorter(), r, func(id uint32) W { return r.pack(old.state(id)) })
	} else {
		var all []W
		for _, s := range v.initial {
			all = append(all, r.pack(s))
		}
		o := v.search.options
		search = bfs.New(r, all, bfs.Options{Workers: o.workers(), MaxStates: o.maxStates(), MaxDepth: o.MaxDepth, Watch: v.search.watch, Level: v.level})
	}
	r.Graph = bfs.NewGraph(search, r)
	v.vectorGraph = r
	return search.Run(ctx)
}

// A vectorRows is the search of vectors in rows of one length. It makes the workers, and the steps of a state again.
type vectorRows[W stateset.Word] struct {
	*bfs.Graph[W]
	vectors *vectors
	laid    []rows.Place // the layout of the rows of the search
	blank   W            // a row with zeros in all cells
	workers []*vectorExpander[W]
	learner *vectorExpander[W]
}

func (r *vectorRows[W]) shorter() bfs.Shorter     { return r.Search }
func (r *vectorRows[W]) progress() *bfs.Progress  { return &r.Search.Progress }
func (r *vectorRows[W]) bytes() (rows, table int) { return r.Set.Bytes() }
func (r *vectorRows[W]) abandon()                 { r.Abandon() }
func (r *vectorRows[W]) free()                    { r.Set.Free() }

// state is part of exploration.
func (r *vectorRows[W]) state(id uint32) State { return r.unpack(r.Set.Rows()[id]) }

func (r *vectorRows[W]) unpack(row W) State {
	s := make(State, len(r.laid))
	rows.Unpack(r.laid, row, s)
	return s
}

// pack returns the row of a state that fits into one.
func (r *vectorRows[W]) pack(s State) W {
	row, _ := rows.Pack(r.laid, s, r.blank)
	return row
}

// Worker is part of bfs.Source.
func (r *vectorRows[W]) Worker() bfs.Expander[W] {
	x := newVectorExpander(r, new(string))
	r.workers = append(r.workers, x)
	return x
}

// Learn is part of bfs.Source. A state is not expanded because a step leads to a state that does not fit into a row, or because
// a worker has failed there.
func (r *vectorRows[W]) Learn(row W) (bound string, err error) {
	for _, x := range append(r.workers, r.learner) {
		if x == r.learner && x.guard(func() { x.note(row) }) {
			return "", r.makeRoom()
		}
		if x.failure == nil || x != r.learner && x.failedAt != row {
			continue
		}
		err = x.failure()
		if o := (Overflow{}); errors.As(err, &o) {
			return r.vectors.overflow(o), nil
		}
		return "", err
	}
	return "", nil
}

// note notes what the cells of the successors of a row need.
func (x *vectorExpander[W]) note(row W) {
	*x.busy = "Steps"
	x.system.Steps(x.unpack(row), func(_ Step, to State) { x.vectors.note(to) })
	*x.busy = ""
}

// makeRoom lays out rows anew if a cell needs more bits than it has.
func (r *vectorRows[W]) makeRoom() error {
	var w W
	if !r.vectors.layout.IsStale() {
		return nil
	}
	for id := range uint32(r.Len()) { // some cells have used bits beyond those that were needed
		r.vectors.note(r.state(id))
	}
	return r.vectors.lay(len(w))
}

// Relayout is part of bfs.Source.
func (r *vectorRows[W]) Relayout() (convert func(W) W, fits bool) {
	var w W
	layout := r.vectors.layout
	if slices.Equal(r.laid, layout.Places) {
		return nil, true
	}
	if layout.Words > len(w) {
		return nil, false
	}
	old, s := r.laid, make(State, len(r.laid))
	r.laid = slices.Clone(layout.Places)
	return func(row W) W {
		rows.Unpack(old, row, s)
		return r.pack(s)
	}, true
}

// Make is part of bfs.Maker.
func (r *vectorRows[W]) Make(row W, steps []digraph.Step, to []W) ([]digraph.Step, []W) {
	x := r.learner
	rows.Unpack(r.laid, row, x.from)
	*x.busy = "Steps"
	x.system.Steps(x.from, func(step Step, s State) {
		made := digraph.Step{Code: step.Code, Class: digraph.Class(step.Fairness), IsAltered: step.Bound != 0}
		if s == nil {
			made.To = digraph.Nowhere
		} else {
			row, fits := rows.Pack(r.laid, s, r.blank)
			if !fits {
				panic(brokenLaw("Steps now emits %v, and did not during the exploration", s))
			}
			to = append(to, row)
		}
		steps = append(steps, made)
	})
	*x.busy = ""
	return steps, to
}

// MayRecur and Recurs are part of bfs.Maker: any step may be part of a cycle.
func (r *vectorRows[W]) MayRecur(W) bool    { return true }
func (r *vectorRows[W]) Recurs(int, W) bool { return true }

// Lost is part of bfs.Maker.
func (r *vectorRows[W]) Lost(row W) {
	panic(brokenLaw("Steps now emits %v, and did not during the exploration, or it no longer does", r.unpack(row)))
}

// lawSample is the number of states, by id, that are expanded twice to catch a System that is not pure.
const lawSample = 512

// A vectorExpander expands states for one goroutine.
type vectorExpander[W stateset.Word] struct {
	*vectorRows[W]
	system System
	busy   *string           // foreign code that is running; "" if ours
	from   State             // the present state
	emit   func(Step, State) // x.take
	keys   []W
	before int // keys of states before the present one
	now    vectorTally
	one    struct { // of the present state
		isOwed, isOutgrown bool
		enabled            []occurrence
	}
	failure  func() error // explains a panic
	failedAt W
}

// An occurrence is an action with a step, which leads somewhere (1) or not (0).
type occurrence struct {
	action Action
	taken  int
}

func newVectorExpander[W stateset.Word](r *vectorRows[W], busy *string) *vectorExpander[W] {
	system := r.vectors.search.system
	x := &vectorExpander[W]{vectorRows: r, system: system, busy: busy, from: make(State, system.Width())}
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
		x.failedAt, x.keys = rows[done], x.keys[:x.before]
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
			during, stack := *x.busy, debug.Stack()
			x.failure = func() error { return explain(during, v, stack) }
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
	rows.Unpack(x.laid, row, x.from)
	x.before = len(x.keys)
	x.one.isOwed, x.one.isOutgrown, x.one.enabled = false, false, x.one.enabled[:0]
	*x.busy = "Steps"
	if id < lawSample {
		checkTwice(x.system, x.from)
	}
	x.system.Steps(x.from, x.emit)
	*x.busy = ""
	if x.one.isOutgrown {
		x.keys = x.keys[:x.before]
		return false
	}
	x.count(id)
	return true
}

// take takes a step of the present state.
func (x *vectorExpander[W]) take(step Step, to State) {
	if step.Fairness != None {
		x.one.isOwed = true
		x.now.classes = max(x.now.classes, int(step.Fairness))
	}
	if step.Bound != 0 {
		x.now.bounds[step.Bound/64] |= 1 << (step.Bound % 64)
	}
	taken := 0
	if to != nil {
		taken = 1
	}
	if step.Action != 0 {
		x.one.enabled = append(x.one.enabled, occurrence{step.Action, taken})
	}
	if taken == 0 || len(to) != len(x.from) {
		checkTarget(x.system, x.from, step, to)
	}
	if taken == 1 {
		row, fits := rows.Pack(x.laid, to, x.blank)
		x.one.isOutgrown = x.one.isOutgrown || !fits
		x.keys = append(x.keys, row)
	}
}

// count counts the present state.
func (x *vectorExpander[W]) count(id uint32) {
	t, steps := &x.now, len(x.keys)-x.before
	t.steps += steps
	if steps == 0 {
		t.terminal++
	}
	if !x.one.isOwed {
		t.quiet = append(t.quiet, id)
	}
	for _, o := range x.one.enabled {
		a := t.activation(o.action)
		a.Taken += o.taken
		if a.last != id+1 {
			a.last = id + 1
			a.Enabled++
		}
	}
}

// Visit is part of bfs.Expander.
func (x *vectorExpander[W]) Visit(uint32, []W) error { return nil }

// Keep is part of bfs.Expander.
func (x *vectorExpander[W]) Keep() { x.vectors.tally.add(&x.now) }

// Drop is part of bfs.Expander.
func (x *vectorExpander[W]) Drop() { x.now.reset() }
