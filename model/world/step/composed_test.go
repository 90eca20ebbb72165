package step_test

import (
	"sync"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model/world/step"
)

// A composed is a system of components as a checker.System.
type composed struct {
	system  *step.System
	mu      *sync.Mutex
	numbers []map[component.Value]checker.Cell
	values  [][]component.Value
}

func compose(s *step.System) *composed {
	n := len(s.Initial())
	c := &composed{system: s, mu: &sync.Mutex{}, numbers: make([]map[component.Value]checker.Cell, n), values: make([][]component.Value, n)}
	for i := range c.numbers {
		c.numbers[i] = map[component.Value]checker.Cell{}
	}
	return c
}

func (c *composed) Components() component.System  { return c.system }
func (c *composed) Width() int                    { return len(c.values) }
func (c *composed) Init(emit func(checker.State)) { emit(c.StateOf(c.system.Initial())) }
func (c *composed) Bounds() []string              { return step.Bounds() }
func (c *composed) Actor(s checker.Step) int      { return step.Actor(s.Code) }

func (c *composed) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	for _, p := range component.Plain(c.system, c.ValuesOf(s)) {
		var to checker.State
		if p.To != nil {
			to = c.StateOf(p.To)
		}
		emit(checker.Step{Code: p.Code, Bound: checker.Bound(p.Bound)}, to)
	}
}

func (c *composed) ValuesOf(s checker.State) (values []component.Value) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, cell := range s {
		values = append(values, c.values[i][cell])
	}
	return values
}

func (c *composed) StateOf(values []component.Value) (s checker.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, v := range values {
		n, isKnown := c.numbers[i][v]
		if !isKnown {
			n = checker.Cell(len(c.values[i]))
			c.numbers[i][v] = n
			c.values[i] = append(c.values[i], v)
		}
		s = append(s, n)
	}
	return s
}
