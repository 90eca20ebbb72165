package liveness

import (
	"slices"

	"interrex/checker/internal/graph"
)

// A Goal is a fair component in which a violating run may go round. It is for searches of stems elsewhere.
type Goal struct {
	graph     graph.Graph
	violation violation
	component *component
}

// Goals returns all goals of a violation.
func (f *Finder) Goals(v violation) (goals []Goal) {
	for _, c := range f.search(v).components {
		goals = append(goals, Goal{f.graph, v, c})
	}
	return goals
}

// States lists the states, in ascending order.
func (g *Goal) States() []uint32 { return g.component.states }

// Arms reports whether a state of the component arms a run.
func (g *Goal) Arms() bool { return g.component.arms }

// Round returns the cycle of a run that comes to a state of the component, armed or not.
func (g *Goal) Round(from uint32, isArmed bool) []graph.Step {
	must := g.component.must
	if !isArmed {
		must = append(slices.Clip(must), func(id uint32) bool { return g.violation.Arms(id, false) })
	}
	return walk(g.graph, g.component, must, from)
}
