package component

import (
	"cmp"
	"context"
	"runtime/debug"
	"slices"
	"strings"

	"interrex/checker/internal/bfs"
	"interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
	"interrex/checker/internal/stateset"
)

// Options bound and steer a check. Zero means no bound.
type Options struct {
	Workers   int // 0 is one
	MaxStates int
	MaxDepth  int

	// Bounds names the bounds of the system, the first being 1.
	Bounds []string

	// Actor returns the process of a step by its code, or -1. Of several shortest counterexamples, the report has one with
	// few changes of actor.
	Actor func(code uint64) int

	// Shuffle is, for tests, the seed of random walks on which the tables learn before the exploration. The numbers of
	// values, questions and classes are then others; the report must not be. 0 is no walk.
	Shuffle uint64
}

// An explorable is what an explored graph offers beside its edges.
type explorable interface {
	graph.Graph
	values(id uint32) []Value
	bitsOf(id uint32) uint64
	verdictBits(verdict uint32) uint64
	fairnessOf(c graph.Class) Fairness
	verify(id uint32) error
	shown(id uint32) uint32 // a number of what a state shows
	judgeStep(before, after uint32) uint64
	free()
}

// Check explores a system and decides properties. The error is a Limit, an Impure or a *Panic.
func Check(ctx context.Context, s System, properties []Property, o Options) (*Report, error) {
	e, report, err := Explore(ctx, s, o)
	if err != nil {
		return nil, err
	}
	defer e.Free()
	if err := e.Verify(verified); err != nil {
		return nil, err
	}
	return report, e.decide(properties, report)
}

// verified is the number of states of each check that are compared with the plain code.
const verified = 512

// An Exploration is an explored system, for questions about its runs.
type Exploration struct {
	graph  explorable
	tally  *tally
	finder *liveness.Finder
}

// Values returns the values of a state.
func (e *Exploration) Values(id uint32) []Value { return e.graph.values(id) }

// Verify compares the steps of the first states with those of the plain code. The error is an Impure.
func (e *Exploration) Verify(states int) error {
	for id := range uint32(min(states, e.graph.Expanded())) {
		if err := e.graph.verify(id); err != nil {
			return err
		}
	}
	return nil
}

// Free returns the memory of the exploration.
func (e *Exploration) Free() { e.graph.free() }

// Explore explores a system. The report has no results.
func Explore(ctx context.Context, s System, o Options) (*Exploration, *Report, error) {
	return newTables(s).explore(ctx, o)
}

// explore explores the system of the tables, which may have learnt already.
func (t *tables) explore(ctx context.Context, o Options) (*Exploration, *Report, error) {
	if t.err != nil {
		return nil, nil, t.err
	}
	initial, err := t.safeInitial()
	if err != nil {
		return nil, nil, err
	}
	if o.Shuffle != 0 {
		t.wander(initial, o.Shuffle)
	}
	t.lay(1)
	if t.err != nil {
		return nil, nil, t.err
	}
	return explore(ctx, t, initial, o)
}

// safeInitial is initial with an error for a panic.
func (t *tables) safeInitial() (state []uint32, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Panic{v, debug.Stack()}
		}
	}()
	return t.initial(), t.err
}

// explore begins a search with rows as long as they need to be.
func explore(ctx context.Context, t *tables, initial []uint32, o Options) (*Exploration, *Report, error) {
	switch t.words {
	case 1:
		return begin[[1]uint64](ctx, t, initial, o)
	case 2:
		return begin[[2]uint64](ctx, t, initial, o)
	case 3:
		return begin[[3]uint64](ctx, t, initial, o)
	case 4:
		return begin[[4]uint64](ctx, t, initial, o)
	case 6:
		return begin[[6]uint64](ctx, t, initial, o)
	case 8:
		return begin[[8]uint64](ctx, t, initial, o)
	case 12:
		return begin[[12]uint64](ctx, t, initial, o)
	case 16:
		return begin[[16]uint64](ctx, t, initial, o)
	case 24:
		return begin[[24]uint64](ctx, t, initial, o)
	}
	return begin[[32]uint64](ctx, t, initial, o)
}

func begin[W stateset.Word](ctx context.Context, t *tables, initial []uint32, o Options) (*Exploration, *Report, error) {
	source := newSource[W](t)
	search := bfs.New(source, []W{pack[W](t.fields, initial)}, bfs.Options{Workers: o.Workers, MaxStates: o.MaxStates, MaxDepth: o.MaxDepth})
	return proceed(ctx, source, search, o)
}

// proceed explores to the end. If rows need more words, it goes on with longer rows.
func proceed[W stateset.Word](ctx context.Context, source *source[W], search *bfs.Search[W], o Options) (*Exploration, *Report, error) {
	fits, err := search.Run(ctx)
	if err != nil {
		search.Set.Free()
		return nil, nil, err
	}
	if !fits {
		switch source.words {
		case 2:
			return widen[W, [2]uint64](ctx, source, search, o)
		case 3:
			return widen[W, [3]uint64](ctx, source, search, o)
		case 4:
			return widen[W, [4]uint64](ctx, source, search, o)
		case 6:
			return widen[W, [6]uint64](ctx, source, search, o)
		case 8:
			return widen[W, [8]uint64](ctx, source, search, o)
		case 12:
			return widen[W, [12]uint64](ctx, source, search, o)
		case 16:
			return widen[W, [16]uint64](ctx, source, search, o)
		case 24:
			return widen[W, [24]uint64](ctx, source, search, o)
		}
		return widen[W, [32]uint64](ctx, source, search, o)
	}
	return source.finish(search, o)
}

func widen[W, X stateset.Word](ctx context.Context, old *source[W], search *bfs.Search[W], o Options) (*Exploration, *Report, error) {
	now := newSource[X](old.tables)
	now.tally.add(old.total())
	state := make([]uint32, len(old.fields))
	return proceed(ctx, now, bfs.Widen(search, now, func(w W) X {
		unpack(old.laid, w, state)
		return pack[X](now.fields, state)
	}), o)
}

// A source makes the workers of a search, and learns for them.
type source[W stateset.Word] struct {
	*tables
	learner *learner
	workers []*expander[W]
	laid    []field // the layout of the rows of the search
	state   []uint32
	tally   tally // of a search with shorter rows
}

func newSource[W stateset.Word](t *tables) *source[W] {
	return &source[W]{tables: t, learner: newLearner(t), laid: slices.Clone(t.fields), state: make([]uint32, len(t.fields))}
}

// Worker is part of bfs.Source.
func (s *source[W]) Worker() bfs.Expander[W] {
	x := newExpander[W](s.tables)
	s.workers = append(s.workers, x)
	return x
}

// Learn is part of bfs.Source.
func (s *source[W]) Learn(row W) error {
	unpack(s.laid, row, s.state)
	return s.learner.learn(s.state)
}

// Relayout is part of bfs.Source.
func (s *source[W]) Relayout() (convert func(W) W, fits bool) {
	if !s.isStale {
		return nil, true
	}
	var w W
	s.lay(len(w))
	old, now := s.laid, slices.Clone(s.fields)
	if s.words > len(w) {
		return nil, false
	}
	s.laid = now
	return func(row W) W {
		unpack(old, row, s.state)
		return pack[W](now, s.state)
	}, true
}

// total adds up what the workers have counted.
func (s *source[W]) total() *tally {
	for _, x := range s.workers {
		s.tally.add(&x.kept)
		x.kept.reset()
	}
	slices.Sort(s.tally.quiet)
	return &s.tally
}

// finish reports a search that has ended.
func (s *source[W]) finish(search *bfs.Search[W], o Options) (*Exploration, *Report, error) {
	all := s.total()
	e := &explored[W]{tables: s.tables, search: search, worker: newExpander[W](s.tables), learner: s.learner, shows: map[string]uint32{}, state: make([]uint32, len(s.fields)), quiet: all.quiet, isCut: all.bounds != 0, actor: o.Actor}
	if e.actor == nil {
		e.actor = func(uint64) int { return -1 }
	}
	var w W
	r := &Report{States: search.Set.Len(), Steps: all.steps, Terminal: all.terminal}
	m := &r.Memory
	m.Words, m.Nodes, m.Transitions = len(w), len(s.nodes)-1, len(s.transitions)-1
	m.RowBytes, m.TableBytes = search.Set.Bytes()
	for _, f := range s.fields {
		m.Values += len(f.records) - 1
	}
	r.Depth = len(search.Starts) - 1
	if r.States > int(search.End()) {
		r.Depth++
		search.Starts = append(search.Starts, search.End())
	}
	r.Bound = cmp.Or(search.Bound, boundNames(all.bounds, o.Bounds))
	r.Complete = r.Bound == ""
	return &Exploration{graph: e, tally: all}, r, nil
}

// boundNames names the bounds of the system that were hit.
func boundNames(hit uint32, names []string) string {
	var named []string
	for i, name := range names {
		if hit>>(i+1)&1 == 1 {
			named = append(named, name)
		}
	}
	return strings.Join(named, ", ")
}
