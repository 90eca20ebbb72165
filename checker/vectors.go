package checker

import (
	"cmp"
	"context"
	"errors"
	"runtime/debug"
	"slices"

	"interrex/checker/component"
	"interrex/checker/internal/bfs"
	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/rows"
	"interrex/checker/internal/stateset"
)

// A vectors is the exploration of a System that is not Composed, as far as it is the same for rows of any length. A state is a row
// with a place for each cell. The System makes the steps of a state each time they are asked for.
type vectors struct {
	search     *search
	initial    []State
	layout     *rows.Layout // the first bit of each row is 1: no row is zero
	counts     counts
	before     counts // when the level under way began
	outlasting outlasting
	shorter    bfs.Shorter // the search under way
}

func newVectors(s *search, initial []State) *vectors {
	v := &vectors{search: s, initial: initial, layout: rows.New(s.system.Width(), 1)}
	v.outlasting, _ = s.system.(outlasting)
	return v
}

// explore explores the system, in rows that are as long as they need to be.
func (v *vectors) explore(ctx context.Context) (err error) {
	for _, s := range v.initial {
		v.note(s)
	}
	err = v.lay(1)
	for fits := false; !fits && err == nil; {
		fits, err = byLength.For(v.layout.Words)(ctx, v)
	}
	return err
}

// note notes what the cells of a state need.
func (v *vectors) note(s State) {
	for c, value := range s {
		v.layout.Note(c, value)
	}
}

func (v *vectors) lay(words int) error {
	if !v.layout.Lay(words) {
		return component.Limit{What: "bits in a state: 2047 are possible"}
	}
	return nil
}

// level is called before each level. It keeps what has been counted.
func (v *vectors) level() (bound string, err error) {
	if bound, err = v.search.level(); bound == "" && err == nil {
		v.before = v.counts
		v.before.actions = slices.Clone(v.counts.actions)
	}
	return bound, err
}

// overflow forgets the level under way, and returns the name of the bound. Of a system that numbers values as it meets them, the
// state in which the numbers run out depends on the workers, and the level does not.
func (v *vectors) overflow(o Overflow) (bound string) {
	v.counts = v.before
	v.search.scan = newScan(v.search)
	return cmp.Or(o.What, "overflow")
}

// MayStutter, Classes, IsAltered and IsStrong are part of graph.Graph.
func (v *vectors) MayStutter() []uint32          { return v.counts.mayStutter }
func (v *vectors) Classes() int                  { return v.counts.classes }
func (v *vectors) IsAltered() bool               { return v.counts.bounds != [4]uint64{} }
func (v *vectors) IsStrong(c digraph.Class) bool { return FairnessClass(c).IsStrong() }

// Actions is part of exploration.
func (v *vectors) Actions() map[string]component.Activity { return v.counts.byName(v.search.system) }

// byLength has exploreRows for each length of rows.
var byLength = rows.ByLength[func(context.Context, *vectors) (bool, error)]{
	exploreRows[[1]uint64], exploreRows[[2]uint64], exploreRows[[3]uint64], exploreRows[[4]uint64], exploreRows[[6]uint64],
	exploreRows[[8]uint64], exploreRows[[12]uint64], exploreRows[[16]uint64], exploreRows[[24]uint64], exploreRows[[32]uint64],
}

// exploreRows begins a search, or continues one with shorter rows. It reports false if it needs longer ones.
func exploreRows[W stateset.Word](ctx context.Context, v *vectors) (fits bool, err error) {
	r := &vectorRows[W]{vectors: v, Packer: rows.NewPacker[W](v.layout)}
	r.learner = newVectorExpander(r, &v.search.sandbox)
	var search *bfs.Search[W]
	if old := v.search.exploration; old != nil {
		search = bfs.WithLongerRows(v.shorter, r, func(id uint32) W { return r.Pack(old.state(id)) })
	} else {
		var all []W
		for _, s := range v.initial {
			all = append(all, r.Pack(s))
		}
		o := v.search.options
		search = bfs.New(r, all, bfs.Options{Workers: o.Workers, MaxStates: o.MaxStates, MaxDepth: o.MaxDepth, Watch: v.search.watch, Level: v.level})
	}
	r.Graph = bfs.NewGraph(search, r, actorOf(v.search.system))
	v.search.exploration, v.shorter = r, search
	return search.Run(ctx)
}

// A vectorRows is the exploration of vectors in rows of one length. It makes the workers, and the steps of a state again.
type vectorRows[W stateset.Word] struct {
	*bfs.Graph[W]
	*rows.Packer[W]
	*vectors
	workers []*vectorExpander[W]
	learner *vectorExpander[W] // for steps that are made when no worker runs
}

// state is part of exploration.
func (r *vectorRows[W]) state(id uint32) State { return slices.Clone(r.Unpack(r.Set.Rows()[id])) }

// emitted is part of exploration.
func (r *vectorRows[W]) emitted(id uint32) (all []Step) {
	r.learner.eachStep(r.state(id), func(step Step, _ State) { all = append(all, step) })
	return all
}

// MayCycle is part of graph.Graph.
func (r *vectorRows[W]) MayCycle() bool { return r.Backward }

// Lasting is part of graph.Graph.
func (r *vectorRows[W]) Lasting(id uint32, visit func(digraph.Class)) {
	if r.outlasting == nil {
		return
	}
	s := r.state(id)
	r.search.call("Lasts", func() {
		r.outlasting.Lasts(s, func(d FairnessClass) {
			if int(d) <= r.Classes() { // others have no step anywhere
				visit(digraph.Class(d))
			}
		})
	})
}

// Summary is part of exploration.
func (r *vectorRows[W]) Summary() component.Summary {
	t := &r.counts
	return component.Summary{States: r.Len(), Steps: t.steps, Terminal: t.terminal, Bound: r.Bound, Bounds: t.boundsHit()}
}

// Memory is part of exploration.
func (r *vectorRows[W]) Memory() (m component.Memory) {
	m.RowBytes, m.TableBytes = r.Set.Bytes()
	return m
}

// Free is part of exploration.
func (r *vectorRows[W]) Free() { r.Set.Free() }

// Worker is part of bfs.Source.
func (r *vectorRows[W]) Worker() bfs.Expander[W] {
	x := newVectorExpander(r, &sandbox{system: r.search.system})
	r.workers = append(r.workers, x)
	return x
}

// Memoize is part of bfs.Source. A state is not expanded because a step leads to a state that does not fit into a row, or because
// a worker has failed there.
func (r *vectorRows[W]) Memoize(row W) (bound string, err error) {
	err = r.failureAt(row)
	if err == nil {
		err = r.learner.guard(func() error {
			r.learner.eachStep(r.Unpack(row), func(_ Step, to State) { r.note(to) })
			return r.makeRoom()
		})
	}
	if o := (Overflow{}); errors.As(err, &o) {
		r.Abandon()
		return r.overflow(o), nil
	}
	return "", err
}

// failureAt returns the error of a worker that has failed in a state.
func (r *vectorRows[W]) failureAt(row W) error {
	for _, x := range r.workers {
		if x.failure != nil && x.failedAt == row {
			return x.failure()
		}
	}
	return nil
}

// makeRoom lays out rows anew if a cell needs more bits than it has.
func (r *vectorRows[W]) makeRoom() error {
	if !r.layout.IsStale() {
		return nil
	}
	for id := range uint32(r.Len()) { // some cells have used bits beyond those that were needed
		r.note(r.Unpack(r.Set.Rows()[id]))
	}
	return r.lay(len(r.Blank))
}

// Make is part of bfs.Maker.
func (r *vectorRows[W]) Make(row W, steps []digraph.Step, to []W) ([]digraph.Step, []W) {
	x := r.learner
	rows.Unpack(r.Places, row, x.from)
	x.eachStep(x.from, func(step Step, s State) {
		made := digraph.Step{Code: step.Code, Class: digraph.Class(step.Fairness), IsAltered: step.Bound != 0}
		if s == nil {
			made.To = digraph.Nowhere
		} else {
			row, fits := rows.Pack(r.Places, s, r.Blank)
			if !fits {
				panic(notPure("Steps now emits %v, and did not during the exploration", s))
			}
			to = append(to, row)
		}
		steps = append(steps, made)
	})
	return steps, to
}

// MayRecur and Recurs are part of bfs.Maker: any step may be part of a cycle.
func (r *vectorRows[W]) MayRecur(W) bool    { return true }
func (r *vectorRows[W]) Recurs(int, W) bool { return true }

// Lost is part of bfs.Maker.
func (r *vectorRows[W]) Lost(row W) {
	panic(notPure("Steps now emits %v, and did not during the exploration, or it no longer does", State(r.Unpack(row))))
}

// A vectorExpander expands states for one goroutine.
type vectorExpander[W stateset.Word] struct {
	*vectorRows[W]
	*sandbox
	now        counts // since the last Keep or Drop
	keys       []W
	from       State             // the state under way
	keysBefore int               // keys of states before it
	isOutgrown bool              // a successor of it does not fit into a row
	take       func(Step, State) // x.takeStep
	failure    func() error      // explains a panic; nil: there was none
	failedAt   W
}

func newVectorExpander[W stateset.Word](r *vectorRows[W], b *sandbox) *vectorExpander[W] {
	x := &vectorExpander[W]{vectorRows: r, sandbox: b, from: make(State, b.system.Width())}
	x.take = x.takeStep
	return x
}

// Expand is part of bfs.Expander. It stops before a state in which something fails. If the System ends the goroutine, what has been
// counted is dropped: package bfs then has the states expanded by the goroutine that called Check, which ends too.
func (x *vectorExpander[W]) Expand(first uint32, rows []W, keys []W, limit int) (more []W, done int) {
	x.keys, x.failure = keys, nil
	isOver := false
	defer func() {
		if isOver {
			return
		}
		if v := recover(); v != nil {
			during, stack := x.during, debug.Stack()
			x.during = ""
			x.failure, x.failedAt = func() error { return explain(during, v, stack) }, rows[done]
			more = x.keys[:x.keysBefore]
			return
		}
		x.Drop()
	}()
	for done < len(rows) && x.expand(int(first)+done, rows[done]) {
		if done++; len(x.keys) >= limit {
			break
		}
	}
	isOver = true
	return x.keys, done
}

// expand expands a state. It reports false, and has counted nothing, if a successor does not fit into a row.
func (x *vectorExpander[W]) expand(id int, row W) bool {
	rows.Unpack(x.Places, row, x.from)
	x.keysBefore, x.isOutgrown = len(x.keys), false
	x.now.begin()
	if id < lawSample {
		x.checkTwice(x.from)
	}
	x.during = "Steps"
	x.system.Steps(x.from, x.take)
	x.during = ""
	if x.isOutgrown {
		x.keys = x.keys[:x.keysBefore]
		return false
	}
	x.now.end(id, len(x.keys)-x.keysBefore)
	return true
}

// takeStep takes a step of the state under way.
func (x *vectorExpander[W]) takeStep(step Step, to State) {
	x.now.step(step, to != nil)
	if len(to) != len(x.from) {
		checkTarget(x.system, x.from, step, to)
	}
	if to != nil {
		row, fits := rows.Pack(x.Places, to, x.Blank)
		x.isOutgrown = x.isOutgrown || !fits
		x.keys = append(x.keys, row)
	}
}

// Visit, Keep and Drop are part of bfs.Expander.
func (x *vectorExpander[W]) Visit(uint32, []W) error { return nil }
func (x *vectorExpander[W]) Keep()                   { x.counts.add(&x.now) }
func (x *vectorExpander[W]) Drop()                   { x.now.reset() }
