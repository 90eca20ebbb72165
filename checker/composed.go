package checker

import (
	"context"
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
	steps  []digraph.Step // of the state asked about last
	known  []Step         // by the number that package component has for a step: what the system emits
	isSet  []bool         // by that number
	cells  [][]Cell       // of each component, by value number
}

// shuffle is, for tests, component.Options.Shuffle of all checks.
var shuffle uint64

func newComposed(s *search, system Composed, initial []State) (*composed, error) {
	o := component.Options{Shuffle: shuffle, Workers: s.options.workers(), MaxStates: s.options.maxStates(), MaxDepth: s.options.MaxDepth, Watch: s.watch, Level: s.level}
	if attributed, ok := system.(attributed); ok {
		o.Actor = func(code uint64) int { return attributed.Actor(Step{Code: code}) }
	}
	var facts *Facts
	for _, p := range s.properties {
		switch {
		case !p.isJudged:
		case facts == nil:
			facts = p.facts
			o.Judge = func(v component.View) uint64 { return evaluate(s, p.title(), facts.judge, v) }
		case facts != p.facts:
			return nil, component.Limit{What: "Facts of what components show in one check: one is possible"}
		}
	}
	for _, state := range initial {
		o.Initial = append(o.Initial, system.ValuesOf(state))
	}
	return &composed{Exploration: component.New(o), search: s, system: system, cells: make([][]Cell, system.Width())}, nil
}

func (c *composed) explore(ctx context.Context) error {
	return c.Run(ctx, c.system.Components(c.search.system))
}

// state is part of exploration.
func (c *composed) state(id uint32) State {
	numbers := c.ValueNumbers(id)
	if len(numbers) != len(c.cells) { // a component has several cells
		return c.system.StateOf(c.Values(id))
	}
	state, isKnown := make(State, len(numbers)), true
	for i, n := range numbers {
		cells := c.cells[i]
		if isKnown = isKnown && int(n) < len(cells) && cells[n] != unknownCell; !isKnown {
			break
		}
		state[i] = cells[n]
	}
	if !isKnown {
		state = c.system.StateOf(c.Values(id))
		c.learnCells(state, c.ValueNumbers(id))
	}
	return state
}

// unknownCell stands for a value that StateOf has not been asked for.
const unknownCell = ^Cell(0)

// learnCells keeps the cells of values.
func (c *composed) learnCells(state State, numbers []uint32) {
	for i, n := range numbers {
		for len(c.cells[i]) <= int(n) {
			c.cells[i] = append(c.cells[i], unknownCell)
		}
		c.cells[i][n] = state[i]
	}
}

// isEmitted is part of exploration. The code of a step is unique in a state.
func (c *composed) isEmitted(step Step, of digraph.Step) bool { return step.Code == of.Code }

// rested is part of exploration.
func (c *composed) rested() ([]uint32, bool) { return nil, false }

// emitted is part of exploration. It asks the system for steps that it has not emitted yet.
func (c *composed) emitted(id uint32) (all []Step) {
	c.steps = c.Steps(id, c.steps[:0])
	numbers := slices.Clone(c.Numbers())
	for _, n := range numbers {
		if int(n) >= len(c.isSet) || !c.isSet[n] {
			c.ask(id, numbers)
		}
		all = append(all, c.known[n])
	}
	return all
}

// ask asks the system for the steps of a state, which have numbers.
func (c *composed) ask(id uint32, numbers []uint32) {
	at, state := 0, c.state(id)
	c.search.busy = "Steps"
	c.system.Steps(state, func(step Step, _ State) {
		if at == len(numbers) {
			panic(brokenLaw("Steps of %v now emits more steps than during the exploration", state))
		}
		n := int(numbers[at])
		if more := n + 1 - len(c.isSet); more > 0 {
			c.isSet, c.known = append(c.isSet, make([]bool, more)...), append(c.known, make([]Step, more)...)
		}
		c.isSet[n], c.known[n] = true, step
		at++
	})
	c.search.busy = ""
	if at < len(numbers) {
		panic(brokenLaw("Steps of %v now emits fewer steps than during the exploration", state))
	}
}
