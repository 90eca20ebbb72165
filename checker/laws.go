package checker

import (
	"fmt"
	"slices"
	"strings"

	digraph "interrex/checker/internal/graph"
)

// A lawCheck compares what a Composed system emits of one state with what its components have made of it.
type lawCheck struct {
	*composed
	id    uint32
	state State
	steps []digraph.Step
	seen  int // of the steps
	named *[]NamedAction
}

// The numbers of states of a Composed system that are expanded again: by the plain code of its components, and by its Steps.
const (
	componentSample = 128
	stepsSample     = 32
)

// verify is part of exploration.
func (c *composed) verify() error {
	if err := c.Verify(componentSample); err != nil {
		return err
	}
	var named []NamedAction
	for id := range uint32(min(stepsSample, c.Expanded())) {
		c := &lawCheck{c, id, c.state(id), c.Steps(id, nil), 0, &named}
		s := c.search
		s.checkWidth(c.state)
		whole := slices.Clone(c.state)
		s.busy = "Steps"
		s.system.Steps(c.state, func(step Step, to State) {
			if !slices.Equal(c.state, whole) {
				panic(brokenLaw("Steps has changed the state that it was given, to %v", c.state))
			}
			c.check(step, to)
		})
		s.busy = ""
		if c.seen != len(c.steps) {
			panic(brokenLaw("Steps of %v emitted %d steps the first time and %d the second", whole, len(c.steps), c.seen))
		}
	}
	return nil
}

// check compares one step.
func (c *lawCheck) check(step Step, to State) {
	switch {
	case to == nil && step.Bound == 0:
		panic(brokenLaw("Steps of %v emitted step %d with neither a state nor a bound", c.state, step.Code))
	case to != nil:
		c.search.checkWidth(to)
	}
	isNamed := func() bool {
		return step.Action == 0 || slices.ContainsFunc(*c.named, func(a NamedAction) bool { return a.Action == step.Action })
	}
	if !isNamed() { // an action may have been named since
		if *c.named = c.search.named(); !isNamed() {
			panic(c.search.nameless(step.Action))
		}
	}
	if c.seen < len(c.steps) {
		first, was := c.steps[c.seen], State(nil)
		if first.To != digraph.Nowhere {
			was = c.composed.state(first.To)
		}
		if first.Code != step.Code || !slices.Equal(to, was) {
			panic(brokenLaw("Steps of %v emitted step %d to %v the first time and step %d to %v the second", c.state, first.Code, was, step.Code, to))
		}
	}
	c.seen++
}

func (s *search) checkWidth(state State) {
	if len(state) != s.system.Width() {
		panic(brokenLaw("a state of %d cells was emitted; Width is %d", len(state), s.system.Width()))
	}
}

// named lists the actions that the system has named so far.
func (s *search) named() []NamedAction {
	if acting, ok := s.system.(acting); ok {
		return acting.Actions()
	}
	return nil
}

// nameless is the law that an action without a name breaks.
func (s *search) nameless(action Action) BrokenLaw {
	var names []string
	for _, a := range s.named() {
		names = append(names, a.Name)
	}
	return brokenLaw("a Step carries action %d, and Actions names only %q", action, names)
}

// A BrokenLaw is what Check panics with when a System breaks one of the laws on its interface.
type BrokenLaw struct{ What string }

func (b BrokenLaw) Error() string { return b.What }

func brokenLaw(format string, args ...any) BrokenLaw {
	return BrokenLaw{"checker: a law of System is broken (the usual culprits: the order of a map, " +
		"a clock, state kept between calls): " + fmt.Sprintf(format, args...)}
}

// A ModelPanic is the error of a run in which the model or a property panicked.
type ModelPanic struct {
	During string // "Steps", "Init" or the name of a property
	Value  any
	Stack  []byte
}

// Unwrap is the value, if it is an error.
func (p *ModelPanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

func (p *ModelPanic) Error() string {
	return fmt.Sprintf("%s panicked: %s", p.During, strings.Join(strings.Fields(fmt.Sprint(p.Value)), " "))
}

// A failure is a panic of foreign code.
type failure struct {
	during string // the foreign code, "" if it was ours
	value  any
	stack  []byte
}

// explain makes an error in the words of Check of a failure. It panics again if a law is broken, or if the failure is ours.
func (f *failure) explain() error {
	switch value := f.value.(type) {
	case BrokenLaw:
		panic(value)
	case Overflow:
		return value
	}
	if f.during == "" {
		panic(f.value)
	}
	return &ModelPanic{During: f.during, Value: f.value, Stack: f.stack}
}
