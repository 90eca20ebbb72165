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

// A vectors is the exploration of a System over vectors of small integers, which is not Composed. A state is a row with a place
// for each cell. The steps of a state are made by the System each time they are asked for.
type vectors struct {
	vectorGraph // for rows of any length
	search      *search
	initial     []State
	layout      *rows.Layout // the first bit of each row is 1: no row is zero
	tally       vectorTally
	before      vectorTally // when the level under way began
	attributed  attributed
	outlasting  outlasting
}

// A vectorTally counts states that have been expanded.
type vectorTally struct {
	steps, terminal int
	quiet           []uint32     // states without a step of a class
	bounds          [4]uint64    // a bit for each that has altered or disabled a step
	classes         int          // the largest class of fairness
	actions         []activation // by action
}

// An activation is how often an action was enabled and taken. last is one more than the last state in which it was enabled.
type activation struct {
	component.Activity
	last uint32
}

// A vectorGraph is the explored graph, for rows of one length.
type vectorGraph interface {
	Len() int
	Expanded() int
	Initials() int
	Starts() []uint32
	Steps(id uint32, to []digraph.Step) []digraph.Step
	Recurring(ids []uint32, visit func(id uint32, steps []digraph.Step))
	Parent(id uint32) uint32

	state(id uint32) State
	shorter() bfs.Shorter
	progress() *bfs.Progress
	bytes() (rows, table int)
	abandon()
	free()
}

func newVectors(s *search, initial []State) *vectors {
	v := &vectors{search: s, initial: initial, layout: rows.New(s.system.Width(), 1)}
	v.attributed, _ = s.system.(attributed)
	v.outlasting, _ = s.system.(outlasting)
	return v
}

// explore is part of exploration. Rows are as long as they need to be.
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
		v.before = v.tally
		v.before.actions = slices.Clone(v.tally.actions)
	}
	return bound, err
}

// overflow gives up the level under way, and returns the name of the bound. Of a system that numbers values as it meets them, the
// state in which the numbers run out depends on the workers, and the level does not.
func (v *vectors) overflow(o Overflow) (bound string) {
	v.tally = v.before
	v.search.scan = newScan(v.search)
	v.abandon()
	return cmp.Or(o.What, "overflow")
}

// Quiet, MayCycle, Classes, IsAltered and HasActors are part of graph.Graph.
func (v *vectors) Quiet() []uint32 { return v.tally.quiet }
func (v *vectors) MayCycle() bool  { return v.progress().Backward }
func (v *vectors) Classes() int    { return v.tally.classes }
func (v *vectors) IsAltered() bool { return v.tally.bounds != [4]uint64{} }
func (v *vectors) HasActors() bool { return v.attributed != nil }

// IsStrong is part of graph.Graph.
func (v *vectors) IsStrong(c digraph.Class) bool { return FairnessClass(c).IsStrong() }

// Actor is part of graph.Graph.
func (v *vectors) Actor(s digraph.Step) int {
	if v.attributed == nil {
		return -1
	}
	return v.attributed.Actor(Step{Code: s.Code, Fairness: FairnessClass(s.Class)})
}

// Lasting is part of graph.Graph.
func (v *vectors) Lasting(id uint32, visit func(digraph.Class)) {
	if v.outlasting == nil {
		return
	}
	s := v.state(id)
	v.search.busy = "Lasts"
	v.outlasting.Lasts(s, func(d FairnessClass) {
		if int(d) <= v.Classes() { // others have no step anywhere
			visit(digraph.Class(d))
		}
	})
	v.search.busy = ""
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
	s := component.Summary{States: v.Len(), Steps: t.steps, Terminal: t.terminal, Bound: v.progress().Bound}
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
	all := map[string]component.Activity{}
	for i, a := range v.tally.actions {
		if a.Enabled > 0 {
			all[v.search.names.of(Action(i))] = a.Activity
		}
	}
	return all
}

// emitted is part of exploration.
func (v *vectors) emitted(id uint32) (all []Step) {
	v.search.busy = "Steps"
	v.search.system.Steps(v.state(id), func(step Step, _ State) { all = append(all, step) })
	v.search.busy = ""
	return all
}

// verify is part of exploration. The first states have been expanded twice already.
func (v *vectors) verify() error { return nil }

func (t *vectorTally) activation(a Action) *activation {
	if more := int(a) + 1 - len(t.actions); more > 0 {
		t.actions = append(t.actions, make([]activation, more)...)
	}
	return &t.actions[a]
}

// add adds another tally, of states behind, and empties it.
func (t *vectorTally) add(o *vectorTally) {
	t.steps += o.steps
	t.terminal += o.terminal
	t.quiet = append(t.quiet, o.quiet...)
	t.classes = max(t.classes, o.classes)
	for i, bits := range o.bounds {
		t.bounds[i] |= bits
	}
	for i, a := range o.actions {
		if a.Enabled > 0 {
			all := t.activation(Action(i))
			all.Enabled += a.Enabled
			all.Taken += a.Taken
		}
	}
	o.reset()
}

func (t *vectorTally) reset() {
	clear(t.actions)
	*t = vectorTally{quiet: t.quiet[:0], actions: t.actions}
}
