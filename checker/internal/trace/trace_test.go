package trace

import (
	"slices"
	"testing"

	"interrex/checker/internal/graph"
)

// A table is a graph as lists of steps. The code of a step is its actor.
type table struct {
	graph.Graph
	steps  [][]graph.Step
	starts []uint32
}

func (t table) Len() int                                      { return len(t.steps) }
func (t table) Initials() int                                 { return 1 }
func (t table) HasActors() bool                               { return true }
func (t table) Expanded() int                                 { return len(t.steps) }
func (t table) Starts() []uint32                              { return t.starts }
func (t table) Actor(s graph.Step) int                        { return int(s.Code) }
func (t table) Steps(id uint32, to []graph.Step) []graph.Step { return append(to, t.steps[id]...) }
func (t table) Parent(id uint32) uint32 {
	return uint32(slices.IndexFunc(t.steps, func(steps []graph.Step) bool {
		return slices.ContainsFunc(steps, func(s graph.Step) bool { return s.To == id })
	}))
}

func step(actor uint64, to uint32) graph.Step { return graph.Step{Code: actor, To: to} }

// diamond has two shortest paths to state 5: the one through 1 and 3 has two changes of actor, the one through 2 and 4 none.
var diamond = table{starts: []uint32{0, 1, 3, 5}, steps: [][]graph.Step{
	{step(1, 1), step(2, 2)}, {step(2, 3)}, {step(2, 4)}, {step(1, 5)}, {step(2, 5), step(3, 6)}, {}, {},
}}

func TestShortest(t *testing.T) {
	path := Shortest(diamond, []uint32{5})
	if path.Initial != 0 || path.Last() != 5 || !slices.Equal(path.Stem, []graph.Step{step(2, 2), step(2, 4), step(2, 5)}) {
		t.Errorf("path %+v", path)
	}
	if path := Shortest(diamond, []uint32{5, 6}); path.Last() != 5 {
		t.Errorf("of two goals, the path leads to %d", path.Last())
	}
	if path := Shortest(diamond, []uint32{0}); path.Last() != 0 || len(path.Stem) != 0 {
		t.Errorf("the path to the initial state is %+v", path)
	}
}

func TestFirst(t *testing.T) {
	if path := First(diamond, 5); !slices.Equal(path.Stem, []graph.Step{step(1, 1), step(2, 3), step(1, 5)}) {
		t.Errorf("path %+v", path)
	}
}
