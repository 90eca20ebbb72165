package checker

import (
	"cmp"
	"context"
	"errors"
	mathbits "math/bits"
	"slices"
	"sync/atomic"

	"interrex/checker/component"
	"interrex/checker/internal/bfs"
	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/stateset"
)

// A vectors is the exploration of a System over vectors of small integers, which is not Composed. A state is a row with a field
// for each cell. The steps of a state are made by the System each time they are asked for.
type vectors struct {
	vectorGraph // for rows of any length
	search      *search
	initial     []State
	layout      *cellLayout
	tally       vectorTally
	before      vectorProgress // when the level under way began
	known       []atomic.Bool  // of examiners
	attributed  attributed
	outlasting  outlasting
}

// A vectorTally counts states that have been expanded.
type vectorTally struct {
	steps, terminal int
	quiet           []uint32   // states without a step of a duty
	bounds          [4]uint64  // a bit for each that has altered or disabled a step
	classes         int        // the largest class of fairness
	actions         []activity // by action
}

// An activity is how often an action was enabled and taken. last is one more than the last state in which it was enabled.
type activity struct {
	enabled, taken int
	last           uint32
}

// A vectorProgress is what has been counted and found.
type vectorProgress struct {
	vectorTally
	first  []*finding
	counts []int
	found  uint32 // of the scan
}

// A vectorGraph is the explored graph, for rows of one length.
type vectorGraph interface {
	digraph.Graph
	state(id uint32) State
	emitted(id uint32) []Step
	ending() string // the bound that has ended the search; "" if none
	bytes() (rows, table int)
	abandon()
	free()
}

func newVectors(s *search, initial []State) *vectors {
	v := &vectors{search: s, initial: initial, layout: newCellLayout(s.system.Width()), known: make([]atomic.Bool, len(s.properties))}
	v.attributed, _ = s.system.(attributed)
	v.outlasting, _ = s.system.(outlasting)
	return v
}

// explore is part of exploration. Rows are as long as they need to be.
func (v *vectors) explore(ctx context.Context) error {
	for _, s := range v.initial {
		v.layout.see(s)
	}
	if err := v.layout.lay(1); err != nil {
		return err
	}
	switch v.layout.words {
	case 1:
		return beginVectors[[1]uint64](ctx, v)
	case 2:
		return beginVectors[[2]uint64](ctx, v)
	case 3:
		return beginVectors[[3]uint64](ctx, v)
	case 4:
		return beginVectors[[4]uint64](ctx, v)
	case 6:
		return beginVectors[[6]uint64](ctx, v)
	case 8:
		return beginVectors[[8]uint64](ctx, v)
	case 12:
		return beginVectors[[12]uint64](ctx, v)
	case 16:
		return beginVectors[[16]uint64](ctx, v)
	case 24:
		return beginVectors[[24]uint64](ctx, v)
	}
	return beginVectors[[32]uint64](ctx, v)
}

func beginVectors[W stateset.Word](ctx context.Context, v *vectors) error {
	var rows []W
	for _, s := range v.initial {
		row, _ := packCells[W](v.layout.places, s)
		rows = append(rows, row)
	}
	o, source := v.search.options, newVectorSource[W](v)
	search := bfs.New(source, rows, bfs.Options{Workers: o.workers(), MaxStates: o.maxStates(), MaxDepth: o.MaxDepth, Watch: v.search.watch, Level: v.level})
	return exploreVectors(ctx, source, search)
}

// exploreVectors explores to the end. If rows need more words, it goes on with longer ones.
func exploreVectors[W stateset.Word](ctx context.Context, source *vectorSource[W], search *bfs.Search[W]) error {
	source.vectorGraph = newVectorSearch(source, search)
	fits, err := search.Run(ctx)
	if err != nil || fits {
		return err
	}
	switch source.layout.words {
	case 2:
		return widenVectors[W, [2]uint64](ctx, source, search)
	case 3:
		return widenVectors[W, [3]uint64](ctx, source, search)
	case 4:
		return widenVectors[W, [4]uint64](ctx, source, search)
	case 6:
		return widenVectors[W, [6]uint64](ctx, source, search)
	case 8:
		return widenVectors[W, [8]uint64](ctx, source, search)
	case 12:
		return widenVectors[W, [12]uint64](ctx, source, search)
	case 16:
		return widenVectors[W, [16]uint64](ctx, source, search)
	case 24:
		return widenVectors[W, [24]uint64](ctx, source, search)
	}
	return widenVectors[W, [32]uint64](ctx, source, search)
}

func widenVectors[W, X stateset.Word](ctx context.Context, old *vectorSource[W], search *bfs.Search[W]) error {
	source, s := newVectorSource[X](old.vectors), make(State, len(old.laid))
	return exploreVectors(ctx, source, bfs.Widen(search, source, func(row W) X {
		unpackCells(old.laid, row, s)
		wide, _ := packCells[X](source.laid, s)
		return wide
	}))
}

// A vectorSource makes the workers of a search.
type vectorSource[W stateset.Word] struct {
	*vectors
	laid    []place // the layout of the rows of the search
	workers []*vectorExpander[W]
	learner *vectorExpander[W]
}

func newVectorSource[W stateset.Word](v *vectors) *vectorSource[W] {
	source := &vectorSource[W]{vectors: v, laid: slices.Clone(v.layout.places)}
	source.learner = newVectorExpander(source, new(string))
	return source
}

// Worker is part of bfs.Source.
func (v *vectorSource[W]) Worker() bfs.Expander[W] {
	x := newVectorExpander(v, new(string))
	v.workers = append(v.workers, x)
	return x
}

// level is called before each level. It keeps what has been counted.
func (v *vectors) level() (bound string, err error) {
	if bound, err = v.search.level(); bound == "" && err == nil {
		c := v.search.scan
		v.before = vectorProgress{v.tally, slices.Clone(c.first), slices.Clone(c.counts), c.found}
		v.before.actions = slices.Clone(v.tally.actions)
	}
	return bound, err
}

// overflow gives up the level under way, and returns the name of the bound. Of a system that numbers values as it meets them, the
// state in which the numbers run out depends on the workers, and the level does not.
func (v *vectors) overflow(o Overflow) (bound string) {
	v.tally = v.before.vectorTally
	c := v.search.scan
	copy(c.first, v.before.first)
	copy(c.counts, v.before.counts)
	c.found = v.before.found
	v.abandon()
	return cmp.Or(o.What, "overflow")
}

// Learn is part of bfs.Source. A state is not expanded because a step leads to a state that does not fit into a row, or because
// a worker has failed there.
func (v *vectorSource[W]) Learn(row W) (bound string, err error) {
	for _, x := range append(v.workers, v.learner) {
		if x == v.learner && x.guard(func() { x.see(row) }) {
			return "", v.makeRoom()
		}
		if x.failure == nil || x.failedAt != row {
			continue
		}
		err = x.failure.explain()
		if o := (Overflow{}); errors.As(err, &o) {
			return v.overflow(o), nil
		}
		return "", err
	}
	return "", nil
}

// see notes what the cells of the successors of a row need.
func (x *vectorExpander[W]) see(row W) {
	x.failedAt = row
	x.make(row, func(_ Step, to State) { x.layout.see(to) })
}

// makeRoom lays out rows anew if a cell needs more bits than it has.
func (v *vectorSource[W]) makeRoom() error {
	var w W
	if !v.layout.isStale() {
		return nil
	}
	state := make(State, len(v.laid))
	for _, row := range v.vectorGraph.(*vectorSearch[W]).Set.Rows() { // some cells have used bits beyond those that were needed
		unpackCells(v.laid, row, state)
		v.layout.see(state)
	}
	return v.layout.lay(len(w))
}

// Relayout is part of bfs.Source.
func (v *vectorSource[W]) Relayout() (convert func(W) W, fits bool) {
	var w W
	if slices.Equal(v.laid, v.layout.places) {
		return nil, true
	}
	if v.layout.words > len(w) {
		return nil, false
	}
	old, now, s := v.laid, slices.Clone(v.layout.places), make(State, len(v.laid))
	v.laid = now
	return func(row W) W {
		unpackCells(old, row, s)
		row, _ = packCells[W](now, s)
		return row
	}, true
}

// Free is part of exploration.
func (v *vectors) Free() {
	if v.vectorGraph != nil {
		v.free()
	}
}

// Summary is part of exploration.
func (v *vectors) Summary() component.Summary {
	t := &v.tally
	s := component.Summary{States: v.Len(), Steps: t.steps, Terminal: t.terminal, Bound: v.ending()}
	for b := range 64 * len(t.bounds) {
		if t.bounds[b/64]>>(b%64)&1 == 1 {
			s.Bounds = append(s.Bounds, b)
		}
	}
	return s
}

// Memory is part of exploration.
func (v *vectors) Memory() (m component.Memory) {
	m.RowBytes, m.TableBytes = v.bytes()
	return m
}

// Actions is part of exploration.
func (v *vectors) Actions() map[string]component.Activity {
	all, isNamed := map[string]component.Activity{}, map[Action]bool{}
	for _, named := range v.search.named() {
		isNamed[named.Action] = true
		if int(named.Action) < len(v.tally.actions) {
			a := v.tally.actions[named.Action]
			all[named.Name] = component.Activity{Enabled: a.enabled, Taken: a.taken}
		}
	}
	for i, a := range v.tally.actions {
		if a.enabled > 0 && !isNamed[Action(i)] {
			panic(v.search.nameless(Action(i)))
		}
	}
	return all
}

// isEmitted is part of exploration.
func (v *vectors) isEmitted(step Step, of digraph.Step) bool {
	return step.Code == of.Code && step.Owed.Class() == of.Class && (step.Bound != 0) == of.IsAltered
}

// verify is part of exploration. The first states have been expanded twice already.
func (v *vectors) verify() error { return nil }

// dutyOf is the inverse of Duty.Class.
func dutyOf(c digraph.Class) Duty {
	if c == 0 {
		return None
	}
	return Duty(mathbits.RotateLeft16(c+1, -1))
}
