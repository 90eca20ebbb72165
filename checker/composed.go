package checker

import (
	"slices"

	"interrex/checker/component"
	digraph "interrex/checker/internal/graph"
)

// Composed is implemented by a System of components. A cell of a state is the number of the value of a component. Check and
// Explore then use package component.
type Composed interface {
	System

	// Components returns the system as one of components. The names of its actions are those of Actions, its bounds those of
	// Bounds, and the codes of its steps those of Steps. of is the System that is to be explored: if it embeds this one and has
	// other steps, it is not composed, and Components returns nil.
	Components(of System) component.System

	// ValuesOf returns the values that the cells of a state stand for. StateOf is the inverse. Both are called from any goroutine.
	ValuesOf(s State) []component.Value
	StateOf(values []component.Value) State
}

// A composed is the exploration of a Composed system, by package component.
type composed struct {
	*component.Exploration
	search *search
	system Composed
	steps  []digraph.Step  // of the state asked about last
	known  map[uint32]Step // by the number that package component has for a step: what the system emits
	cells  [][]Cell        // of each component, by value number
}

// before is, for tests, component.Options.Before of all checks of a System.
var before func(component.System) func(*component.Machine)

func newComposed(s *search, system Composed, initial []State) (*composed, error) {
	o := component.Options{Workers: s.options.Workers, MaxStates: s.options.MaxStates, MaxDepth: s.options.MaxDepth,
		Watch: s.watch, Level: s.level, Actor: actorOf(system)}
	if before != nil {
		o.Before = before(system.Components(s.system))
	}
	var facts *Facts
	for _, p := range s.properties {
		switch {
		case !p.isJudged:
		case facts == nil:
			facts = p.facts
			o.Judge = func(v component.View) uint64 { return evaluate(&s.sandbox, p.title(), facts.judge, v) }
		case facts != p.facts:
			return nil, component.Limit{What: "Facts of what components show in one check: one is possible"}
		}
	}
	for _, state := range initial {
		o.Initial = append(o.Initial, system.ValuesOf(state))
	}
	return &composed{Exploration: component.New(o), search: s, system: system, known: map[uint32]Step{}, cells: make([][]Cell, system.Width())}, nil
}

// state is part of exploration.
func (c *composed) state(id uint32) State {
	numbers := c.ValueNumbers(id)
	if len(numbers) != len(c.cells) { // a component has several cells
		return c.system.StateOf(c.Values(id))
	}
	state := make(State, len(numbers))
	for i, n := range numbers {
		if int(n) >= len(c.cells[i]) || c.cells[i][n] == unknownCell {
			return c.learnCells(id)
		}
		state[i] = c.cells[i][n]
	}
	return state
}

// unknownCell stands for a value that StateOf has not been asked for.
const unknownCell = ^Cell(0)

// learnCells asks for the cells of a state, and keeps them.
func (c *composed) learnCells(id uint32) State {
	state := c.system.StateOf(c.Values(id))
	for i, n := range c.ValueNumbers(id) {
		for len(c.cells[i]) <= int(n) {
			c.cells[i] = append(c.cells[i], unknownCell)
		}
		c.cells[i][n] = state[i]
	}
	return state
}

// emitted is part of exploration. It asks the system for steps that it has not emitted yet.
func (c *composed) emitted(id uint32) (all []Step) {
	c.steps = c.Steps(id, c.steps[:0])
	numbers := slices.Clone(c.Numbers())
	for _, n := range numbers {
		if _, isKnown := c.known[n]; !isKnown {
			for i, e := range c.again(id, c.steps) {
				c.known[numbers[i]] = e.Step
			}
		}
		all = append(all, c.known[n])
	}
	return all
}

// again lists what the system emits of a state, and compares it with the steps that the components have made.
func (c *composed) again(id uint32, made []digraph.Step) []Transition {
	state := c.state(id)
	all := c.search.emissions(state)
	if len(all) != len(made) {
		panic(notPure("Steps of %v emitted %d steps the first time and %d the second", state, len(all), len(made)))
	}
	for i, e := range all {
		to := State(nil)
		if made[i].To != digraph.Nowhere {
			to = c.state(made[i].To)
		}
		if code := made[i].Code; e.Step.Code != code || !slices.Equal(e.To, to) {
			panic(notPure("Steps of %v emitted step %d to %v the first time and step %d to %v the second", state, e.Step.Code, e.To, code, to))
		}
		if !c.isAlike(e.Step, made[i]) {
			panic(brokenLaw("Steps of %v emitted step %d with another class of fairness or bound than its component", state, e.Step.Code))
		}
	}
	return all
}

// isAlike reports whether a step of the system and one of its components agree on whether they are fair, strongly so, and bounded. Their
// numbers of classes differ.
func (c *composed) isAlike(s Step, made digraph.Step) bool {
	isFair := made.Class != 0
	return (s.Fairness != None) == isFair && (s.Bound != 0) == made.IsAltered && (!isFair || s.Fairness.IsStrong() == c.IsStrong(made.Class))
}

// Lasting is part of graph.Graph.
func (c *composed) Lasting(id uint32, visit func(digraph.Class)) {
	c.search.call("Lasts", func() { c.Exploration.Lasting(id, visit) })
}

// The numbers of states that are expanded again: by the plain code of the components, and by Steps of the system. Of the components, as
// many more are spread over all states.
const (
	componentSample = 128
	stepsSample     = 32
)

// verify compares what the system emits with what its components have made.
func (c *composed) verify() error {
	if err := c.Verify(componentSample); err != nil {
		return err
	}
	var sample counts
	for id := range min(stepsSample, c.Expanded()) {
		for _, t := range c.again(uint32(id), c.Steps(uint32(id), nil)) {
			sample.step(t.Step, t.To != nil)
		}
		sample.end(id, 0)
	}
	activities(c.search.system, sample.byName(c.search.system)) // each action has a name
	return nil
}
