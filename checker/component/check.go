package component

import (
	"cmp"
	"context"
	"fmt"

	"interrex/checker/internal/bfs"
	"interrex/checker/internal/graph"
	"interrex/checker/internal/rows"
	"interrex/checker/internal/stateset"
)

// Options bound and steer an exploration. Zero means no bound.
type Options struct {
	Workers   int // 0 is one
	MaxStates int
	MaxDepth  int

	// Initial lists the initial states; nil means System.Initial alone.
	Initial [][]Value

	// Judge evaluates the predicates of the properties: a bit for each. Nil means none.
	Judge func(View) uint64

	// Actor returns the process of a step by its code, or -1. Of several shortest paths, one with few changes of actor is found.
	Actor func(code uint64) int

	// Watch is called between chunks of states, Level before each level, when all its states have been found. The name of a
	// bound or an error ends the exploration.
	Watch, Level func() (bound string, err error)

	// Before is called, in tests, before the exploration, with the tables that it will use. If it memoizes, the numbers of values,
	// questions and classes are others; what is found must not be.
	Before func(*Machine)
}

// An explorable is an explored graph, for rows of any length.
type explorable interface {
	graph.Graph

	// Values returns the values of a state. ValueNumbers returns their numbers, until the next call of a method.
	Values(id uint32) []Value
	ValueNumbers(id uint32) []uint32

	// Bits returns the predicates of a state.
	Bits(id uint32) uint64

	// Numbers returns the numbers of the steps that Steps has listed last. Steps with equal numbers are the same step of a
	// class for the same part of a value.
	Numbers() []uint32

	// FairnessOf returns the class of fairness with a number.
	FairnessOf(c graph.Class) Fairness

	// Shown returns a number of what a state shows: equal for states that show the same. ViewOf returns what that is.
	Shown(id uint32) uint32
	ViewOf(shown uint32) View

	free()
	shorter() bfs.Shorter
	verdictBits(verdict uint32) uint64
	activities(of *tally) map[string]Activity
	verify(id uint32) error
	total() *tally
	memory() Memory
	bound() string
}

// An Exploration is an explored system. While it is under way, it is what has been explored so far.
type Exploration struct {
	explorable
	options Options
}

// A Summary is what an exploration has counted.
type Summary struct {
	States, Steps, Terminal int
	Bound                   string // of the options, or of the search, which ended it; "" for none
	Bounds                  []int  // of the system, which altered or disabled a step, ascending
}

// Memory is what an exploration has kept. It depends on the order of discovery.
type Memory struct {
	RowBytes, TableBytes int // of the visited set: rows, and the hash table
	NumberBytes          int // of what numbers stand for, without the contents of values

	Values, Nodes, Steps int // numbers of values, and of inner nodes and steps of the decision trees
	Runs                 int // of the plain code
}

// Summary sums up what has been explored.
func (e *Exploration) Summary() Summary {
	all := e.total()
	s := Summary{States: e.Len(), Steps: all.steps, Terminal: all.terminal, Bound: e.bound()}
	for b := 1; b < mostBounds; b++ {
		if all.bounds>>b&1 == 1 {
			s.Bounds = append(s.Bounds, b)
		}
	}
	return s
}

// Free returns the memory of the exploration.
func (e *Exploration) Free() {
	if e.explorable != nil {
		e.free()
	}
}

// Memory returns what the exploration has kept.
func (e *Exploration) Memory() Memory { return e.memory() }

// Count returns the number of states in which a predicate is true.
func (e *Exploration) Count(predicate int) (n int) {
	for i, v := range e.total().verdicts {
		if e.verdictBits(uint32(i))>>predicate&1 == 1 {
			n += v.count
		}
	}
	return n
}

// An Activity is how often an action was enabled and taken.
type Activity struct{ Enabled, Taken int }

// Actions returns the actions by their names.
func (e *Exploration) Actions() map[string]Activity { return e.activities(e.total()) }

// activities sums up the actions that have been enabled, by name.
func (t *tables) activities(of *tally) map[string]Activity {
	all := map[string]Activity{}
	for action, n := range of.enabled {
		if n > 0 {
			all[t.actions.keys[action]] = Activity{Enabled: n}
		}
	}
	for first, n := range of.taken {
		if n == 0 {
			continue
		}
		for i := range t.leaf(uint32(first)) {
			name := t.actions.keys[t.details[i].action]
			if a := all[name]; name != "" && t.transitions[i].sends&isDisabled == 0 {
				all[name] = Activity{a.Enabled, a.Taken + int(n)}
			}
		}
	}
	return all
}

// First returns the first state in which a predicate is as wanted.
func (e *Exploration) First(predicate int, wanted bool) (id uint32, isFound bool) {
	return e.first(predicate, wanted, func(v *verdictTally) uint32 { return v.first })
}

// FirstAtRest returns the first state at rest in which a predicate is as wanted.
func (e *Exploration) FirstAtRest(predicate int, wanted bool) (id uint32, isFound bool) {
	return e.first(predicate, wanted, func(v *verdictTally) uint32 { return v.firstRest })
}

func (e *Exploration) first(predicate int, wanted bool, of func(*verdictTally) uint32) (id uint32, isFound bool) {
	id = never
	verdicts := e.total().verdicts
	for i := range verdicts {
		if (e.verdictBits(uint32(i))>>predicate&1 == 1) == wanted {
			id = min(id, of(&verdicts[i]))
		}
	}
	return id, id != never
}

// Verify compares the steps of the first states, and of as many spread over all, with those of the plain code. The error is an Impure
// or a *Panic.
func (e *Exploration) Verify(states int) error {
	return safely(func() error {
		n := min(states, e.Expanded())
		for i := range n {
			fromEnd := e.Expanded() - 1 - i*e.Expanded()/n
			if err := cmp.Or(e.verify(uint32(i)), e.verify(uint32(fromEnd))); err != nil {
				return err
			}
		}
		return nil
	})
}

// New returns an exploration that Run begins.
func New(o Options) *Exploration { return &Exploration{options: o} }

// Run explores a system. The error is a Limit, an Impure, a *Panic, or that of Options.Level.
func (e *Exploration) Run(ctx context.Context, s System) error {
	t, err := newTables(s)
	if err != nil {
		return err
	}
	t.judge = e.options.Judge
	return e.run(ctx, t)
}

// run explores the system of the tables, which may have memoized already.
func (e *Exploration) run(ctx context.Context, t *tables) error {
	if e.options.Initial == nil {
		e.options.Initial = [][]Value{t.system.Initial()}
	}
	initial, err := t.initial(e.options.Initial)
	if err != nil {
		return err
	}
	if e.options.Before != nil {
		e.options.Before(&Machine{memoizer: newMemoizer(t)})
	}
	t.lay(1)
	for fits := false; !fits && err == nil; {
		if err = t.err; err == nil {
			fits, err = byLength.For(t.layout.Words)(ctx, e, t, initial)
		}
	}
	return err
}

// initial numbers the initial states, with an error for a panic.
func (t *tables) initial(states [][]Value) (all [][]uint32, err error) {
	err = safely(func() error {
		for _, values := range states {
			if len(values) != len(t.components) {
				return fmt.Errorf("an initial state has %d values, and the system has %d components", len(values), len(t.components))
			}
			all = append(all, t.numbers(values))
		}
		return t.err
	})
	return all, err
}

// byLength has explore for each length of rows.
var byLength = rows.ByLength[func(context.Context, *Exploration, *tables, [][]uint32) (bool, error)]{
	explore[[1]uint64], explore[[2]uint64], explore[[3]uint64], explore[[4]uint64], explore[[6]uint64],
	explore[[8]uint64], explore[[12]uint64], explore[[16]uint64], explore[[24]uint64], explore[[32]uint64],
}

// explore begins a search, or continues one with shorter rows. It reports false if it needs longer rows.
func explore[W stateset.Word](ctx context.Context, e *Exploration, t *tables, initial [][]uint32) (fits bool, err error) {
	next, o := newExplored[W](t), &e.options
	var search *bfs.Search[W]
	if old := e.explorable; old != nil {
		next.tally = *old.total()
		search = bfs.WithLongerRows(old.shorter(), next, func(id uint32) W { return next.Pack(old.ValueNumbers(id)) })
	} else {
		var all []W
		for _, state := range initial {
			all = append(all, next.Pack(state))
		}
		search = bfs.New(next, all, bfs.Options{Workers: o.Workers, MaxStates: o.MaxStates, MaxDepth: o.MaxDepth, Watch: o.Watch, Level: o.Level})
	}
	next.Graph = bfs.NewGraph(search, next, o.Actor)
	e.explorable = next
	return search.Run(ctx)
}
