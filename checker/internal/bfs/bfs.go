// Package bfs explores a graph of packed states breadth first, level by level.
//
// A level is expanded in parts. Several workers expand parts at the same time and insert the successors part after part. So a state has
// the same id for any number of workers: ids follow the order of (id of the parent, place of the step).
package bfs

import (
	"context"
	"slices"

	"interrex/checker/internal/stateset"
)

// A Source makes the successors of states. Between two calls of Memoize, all its workers only read what they share.
type Source[W stateset.Word] interface {
	// Worker returns an expander for one goroutine.
	Worker() Expander[W]

	// Memoize makes sure that a state can be expanded. No worker runs meanwhile. The name of a bound ends the search.
	Memoize(row W) (bound string, err error)

	// Relayout returns the conversion of rows after Memoize has changed their layout; nil if it has not. It reports false if
	// no layout fits into a row: the search then needs longer ones.
	Relayout() (convert func(W) W, fits bool)
}

// An Expander expands states for one goroutine, and counts what it sees on the way.
type Expander[W stateset.Word] interface {
	// Expand appends the successors of states, which have ids from first on, to keys. It stops before a state that needs
	// Memoize, and once there are limit keys. It returns the number of states expanded. If it ends its goroutine, none is.
	Expand(first uint32, rows []W, keys []W, limit int) ([]W, int)

	// Visit counts states that are not to be expanded. No other worker runs meanwhile.
	Visit(first uint32, rows []W) error

	// Keep adds up what has been counted since the last Keep or Drop, of states behind those that other workers have kept. Drop
	// forgets it. Other workers may expand meanwhile.
	Keep()
	Drop()
}

// Options bound an exploration; zero means no bound.
type Options struct {
	Workers   int // 0 is one
	MaxStates int
	MaxDepth  int

	// Watch is called before each chunk, Level before each level. The name of a bound ends the search.
	Watch, Level func() (bound string, err error)
}

// A Search is an exploration under way. Its ids are places in Set.
type Search[W stateset.Word] struct {
	Progress
	Set *stateset.Set[W]

	source          Source[W]
	worker          Expander[W] // for one worker alone
	keys            []W         // successors that are not in the set yet
	sequentialLeft  int         // chunks that one worker expands alone, after a state that needed Memoize
	sequentialBatch int         // chunks that sequentialLeft begins with next time
	isNear          bool        // MaxStates may end the search in the next chunk
	slots           []slot[W]   // of several workers
}

// Progress is how far a search has come, for rows of any length.
type Progress struct {
	Initials int      // initial states
	Starts   []uint32 // first id of each level
	Next     uint32   // first state that is not expanded
	Bound    string   // the bound that ended the search: "" for none
	Backward bool     // some step leads to a state of the same or an earlier level, or there are very many levels

	// Marks say from where on to look for parents: the states from a mark's State on have parents from its Parent on.
	Marks []Mark

	options   Options
	level     uint32 // end of the level under way
	parent    uint32 // the first state that the keys may be successors of
	isDeepest bool   // MaxDepth may end the search before the level under way
	tried     uint32 // the first state of that level that has not been expanded on trial
}

// A Mark is a state and the first state that may be its parent.
type Mark struct{ State, Parent uint32 }

const (
	deep  = 1000 // levels; in a deeper graph no steps that lead back are looked for
	chunk = 1024 // successors that are inserted together
	part  = 256  // states that a worker expands at a time, if there are several
)

// New returns a search from initial states.
func New[W stateset.Word](source Source[W], initial []W, o Options) *Search[W] {
	s := &Search[W]{Set: stateset.New[W](), source: source, Progress: Progress{options: o}}
	for _, row := range initial {
		if s.Set.Len() == s.mostStates() {
			if _, known := s.Set.Find(row); !known {
				s.Bound = "states"
				break
			}
		}
		s.Set.Insert([]W{row})
	}
	s.Initials = s.Set.Len()
	s.startWorkers()
	return s
}

func (s *Search[W]) startWorkers() {
	s.worker, s.sequentialBatch = s.source.Worker(), 1
	if s.options.Workers > 1 {
		for range slotsPerWorker * s.options.Workers {
			s.slots = append(s.slots, slot[W]{worker: s.source.Worker()})
		}
	}
}

// A Shorter is a search that needs longer rows.
type Shorter interface {
	progress() Progress
	set() stateset.Shorter
}

func (s *Search[W]) progress() Progress    { return s.Progress }
func (s *Search[W]) set() stateset.Shorter { return s.Set }

// WithLongerRows continues a search with longer rows. row returns that of a state. It frees the rows of s.
func WithLongerRows[W stateset.Word](s Shorter, source Source[W], row func(id uint32) W) *Search[W] {
	wide := &Search[W]{Progress: s.progress(), Set: stateset.WithLongerRows(s.set(), row), source: source}
	wide.parent = wide.Next
	wide.startWorkers()
	return wide
}

// Run explores until the graph is complete or a bound is hit. It reports false if it needs longer rows. The error is that
// of Memoize.
func (s *Search[W]) Run(ctx context.Context) (fits bool, err error) {
	for s.Bound == "" {
		if s.Next == s.level {
			isMore, err := s.nextLevel()
			if err != nil {
				return true, err
			}
			if !isMore {
				break
			}
		}
		if ctx.Err() != nil {
			s.Bound = "interrupted"
		} else if s.options.Watch != nil {
			if s.Bound, err = s.options.Watch(); err != nil {
				return true, err
			}
		}
		if s.Bound != "" {
			break
		}
		if fits, err = s.step(); err != nil || !fits {
			return fits, err
		}
	}
	s.flush()
	return true, s.visitRest()
}

// Settled returns the first state with successors that may not be in the set yet.
func (s *Search[W]) Settled() uint32 { return s.parent }

// Levels lists the first id of each level. The states found for the next level are a level, too.
func (s *Search[W]) Levels() []uint32 {
	if s.Set.Len() > int(s.level) {
		return append(slices.Clip(s.Starts), s.level)
	}
	return s.Starts
}

// nextLevel begins the next level. It reports false if there is none.
func (s *Search[W]) nextLevel() (isMore bool, err error) {
	s.flush()
	end := uint32(s.Set.Len())
	if end == s.level {
		return false, nil
	}
	if s.options.Level != nil {
		if s.Bound, err = s.options.Level(); err != nil || s.Bound != "" {
			return false, err
		}
	}
	s.Starts = append(s.Starts, s.level)
	s.tried, s.isDeepest = s.level, s.options.MaxDepth > 0 && len(s.Starts) > s.options.MaxDepth
	s.level = end
	s.Backward = s.Backward || len(s.Starts) > deep
	if !s.Backward {
		s.Set.ForgetRecent() // which would hide steps that lead back
	}
	return true, nil
}

// tryDeepest expands a state of the deepest level on trial. If a step leads to a state that is not known, the bound ends the
// search. Where none does, the level is expanded.
func (s *Search[W]) tryDeepest() (fits bool, err error) {
	if s.tried == s.level {
		s.isDeepest = false
		return true, nil
	}
	w := s.worker
	keys, done := w.Expand(s.tried, s.Set.Rows()[s.tried:s.tried+1], nil, 1)
	w.Drop()
	if done == 0 {
		return s.memoize(s.tried)
	}
	s.tried++
	for _, k := range keys {
		if _, known := s.Set.Find(k); !known {
			s.Bound = "depth"
		}
	}
	return true, nil
}

// step expands some states of the level.
func (s *Search[W]) step() (fits bool, err error) {
	switch {
	case s.isDeepest:
		return s.tryDeepest()
	case s.isNear:
		return s.carefully()
	case len(s.slots) > 0 && s.sequentialLeft == 0 && s.level-s.Next >= part:
		return s.together()
	}
	s.sequentialLeft = max(s.sequentialLeft-1, 0)
	w := s.worker
	keys, done := w.Expand(s.Next, s.Set.Rows()[s.Next:s.level], s.keys, chunk)
	if s.Set.Len()+len(keys) > s.mostStates() {
		w.Drop()
		s.isNear = true
		return true, nil
	}
	w.Keep()
	s.keys = keys
	s.Next += uint32(done)
	switch {
	case len(s.keys) >= chunk:
		s.flush()
	case s.Next < s.level:
		return s.memoize(s.Next)
	}
	return true, nil
}

// Abandon goes back to the beginning of the level under way. Source.Memoize may call it when it names a bound.
func (s *Search[W]) Abandon() {
	s.Next = s.Starts[len(s.Starts)-1]
	s.parent, s.keys = s.Next, s.keys[:0]
	s.Set.Truncate(int(s.level))
}

// flush inserts the successors.
func (s *Search[W]) flush() {
	if len(s.keys) > 0 {
		s.insert(s.keys, s.parent)
		s.keys = s.keys[:0]
	}
	s.parent = s.Next
}

// insert inserts successors of states from parent on.
func (s *Search[W]) insert(keys []W, parent uint32) {
	next := uint32(s.Set.Len())
	if n := len(s.Marks); n == 0 || next-s.Marks[n-1].State >= 64 || parent-s.Marks[n-1].Parent >= 1024 {
		s.Marks = append(s.Marks, Mark{next, parent})
	}
	least := s.Set.Insert(keys)
	s.Backward = s.Backward || least < s.level
}

// memoize makes a state fit to be expanded, and rewrites the set if the layout of rows changes.
func (s *Search[W]) memoize(id uint32) (fits bool, err error) {
	s.flush()
	if s.Bound, err = s.source.Memoize(s.Set.Rows()[id]); err != nil || s.Bound != "" {
		return true, err
	}
	convert, fits := s.source.Relayout()
	if convert != nil {
		s.Set.Rewrite(convert)
	}
	return fits, nil
}

func (s *Search[W]) mostStates() int {
	if s.options.MaxStates > 0 {
		return min(s.options.MaxStates, stateset.MostRows)
	}
	return stateset.MostRows
}

// carefully expands one state. If its successors do not fit under the bound, the search ends before it.
func (s *Search[W]) carefully() (fits bool, err error) {
	s.flush()
	w := s.worker
	keys, done := w.Expand(s.Next, s.Set.Rows()[s.Next:s.Next+1], s.keys, 1)
	if done == 0 {
		return s.memoize(s.Next)
	}
	var fresh []W
	for _, k := range keys {
		if _, known := s.Set.Find(k); !known && !slices.Contains(fresh, k) {
			fresh = append(fresh, k)
		}
	}
	if s.Set.Len()+len(fresh) > s.mostStates() {
		w.Drop()
		s.Bound = "states"
		return true, nil
	}
	w.Keep()
	s.insert(keys, s.Next)
	s.Next++
	return true, nil
}

// visitRest visits the states that have been found and not expanded.
func (s *Search[W]) visitRest() error {
	defer s.worker.Keep()
	return s.worker.Visit(s.Next, s.Set.Rows()[s.Next:])
}
