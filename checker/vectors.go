package checker

import (
	"cmp"
	"context"
	"slices"

	"interrex/checker/component"
	"interrex/checker/internal/bfs"
	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/rows"
)

// A vectors is the exploration of a System that is not Composed, as far as it is the same for rows of any length. A state is a row
// with a place for each cell. The System makes the steps of a state each time they are asked for.
type vectors struct {
	search     *search
	initial    []State
	layout     *rows.Layout // the first bit of each row is 1: no row is zero
	counts     counts
	before     counts // when the level under way began
	actor      func(code uint64) int
	outlasting outlasting
	shorter    bfs.Shorter // the search under way
}

func newVectors(s *search, initial []State) *vectors {
	v := &vectors{search: s, initial: initial, layout: rows.New(s.system.Width(), 1), actor: actorOf(s.system)}
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

// MayStutter, Classes, IsAltered, IsStrong and HasActors are part of graph.Graph.
func (v *vectors) MayStutter() []uint32          { return v.counts.mayStutter }
func (v *vectors) Classes() int                  { return v.counts.classes }
func (v *vectors) IsAltered() bool               { return v.counts.bounds != [4]uint64{} }
func (v *vectors) IsStrong(c digraph.Class) bool { return FairnessClass(c).IsStrong() }
func (v *vectors) HasActors() bool               { return v.actor != nil }

// Actor is part of graph.Graph.
func (v *vectors) Actor(s digraph.Step) int {
	if v.actor == nil {
		return -1
	}
	return v.actor(s.Code)
}

// Actions is part of exploration.
func (v *vectors) Actions() map[string]component.Activity { return v.counts.byName(v.search.system) }

// verify is part of exploration. The first states have been expanded twice already.
func (v *vectors) verify() error { return nil }
