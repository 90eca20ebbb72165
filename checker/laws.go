package checker

import (
	"fmt"
	"slices"
	"strings"

	digraph "interrex/checker/internal/graph"
)

// emissions lists what Steps emits of a state, which must not change. A step that leads nowhere has no state.
func emissions(system System, s State) (all []Transition) {
	whole := slices.Clone(s)
	checkUnchanged := func() {
		if !slices.Equal(s, whole) {
			panic(brokenLaw("Steps has changed the state that it was given, to %v", s))
		}
	}
	system.Steps(s, func(step Step, to State) {
		checkUnchanged()
		checkTarget(system, s, step, to)
		all = append(all, Transition{step, slices.Clone(to)})
	})
	checkUnchanged()
	return all
}

// checkTarget checks the state to which a step leads.
func checkTarget(system System, from State, step Step, to State) {
	switch {
	case to == nil && step.Bound == 0:
		panic(brokenLaw("Steps of %v emitted step %d with neither a state nor a bound", from, step.Code))
	case to != nil:
		checkWidth(system, to)
	}
}

// initialStates lists the initial states. It asks for them twice.
func initialStates(system System) (first []State) {
	system.Init(func(state State) {
		checkWidth(system, state)
		first = append(first, slices.Clone(state))
	})
	again := 0
	system.Init(func(state State) {
		if again >= len(first) || !slices.Equal(state, first[again]) {
			panic(brokenLaw("Init emitted something else the second time, %v as state %d", state, again))
		}
		again++
	})
	switch {
	case len(first) == 0:
		panic(brokenLaw("Init emitted no state"))
	case again != len(first):
		panic(brokenLaw("Init emitted %d states the first time and %d the second", len(first), again))
	}
	return first
}

func checkWidth(system System, s State) {
	if len(s) != system.Width() {
		panic(brokenLaw("a state of %d cells was emitted; Width is %d", len(s), system.Width()))
	}
}

// checkTwice expands a state twice and compares what Steps emits.
func checkTwice(system System, s State) {
	first, again := emissions(system, s), emissions(system, s)
	if len(first) != len(again) {
		panic(brokenLaw("Steps of %v emitted %d steps the first time and %d the second", s, len(first), len(again)))
	}
	if !slices.EqualFunc(first, again, func(a, b Transition) bool { return a.Step == b.Step && slices.Equal(a.To, b.To) }) {
		panic(brokenLaw("Steps of %v emitted %+v the first time and %+v the second", s, first, again))
	}
}

// The numbers of states of a Composed system that are expanded again: by the plain code of its components, and by its Steps.
const (
	componentSample = 128
	stepsSample     = 32
)

// verify is part of exploration. It compares what the system emits with what its components have made.
func (c *composed) verify() error {
	if err := c.Verify(componentSample); err != nil {
		return err
	}
	for id := range uint32(min(stepsSample, c.Expanded())) {
		c.again(id, c.Steps(id, nil))
	}
	return nil
}

// checkSame compares an emission with the step that the components have made.
func (c *composed) checkSame(at State, e Transition, made digraph.Step) {
	to := State(nil)
	if made.To != digraph.Nowhere {
		to = c.state(made.To)
	}
	if c.search.names.of(e.Step.Action); e.Step.Code != made.Code || !slices.Equal(e.To, to) {
		panic(brokenLaw("Steps of %v emitted step %d to %v the first time and step %d to %v the second", at, e.Step.Code, e.To, made.Code, to))
	}
}

// An actionNames has the names of the actions of a system.
type actionNames struct {
	system System
	known  map[Action]string // those asked for so far
}

func newActionNames(system System) actionNames { return actionNames{system, map[Action]string{0: ""}} }

// of returns the name of an action; "" for 0. The system must have named it by the time a step has it.
func (n actionNames) of(a Action) string {
	if _, isKnown := n.known[a]; !isKnown {
		for _, named := range named(n.system) {
			n.known[named.Action] = named.Name
		}
		if _, isKnown = n.known[a]; !isKnown {
			panic(nameless(n.system, fmt.Sprint(a)))
		}
	}
	return n.known[a]
}

// named lists the actions that a system has named so far.
func named(system System) []NamedAction {
	if acting, ok := system.(acting); ok {
		return acting.Actions()
	}
	return nil
}

// nameless is the law that an action without a name breaks.
func nameless(system System, action string) BrokenLaw {
	var names []string
	for _, a := range named(system) {
		names = append(names, a.Name)
	}
	return brokenLaw("a Step carries action %s, and Actions names only %q", action, names)
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

// explain makes an error in the words of Check of a panic. during is the foreign code that was running, or "" for ours. It panics
// again if a law is broken, or if the panic is ours.
func explain(during string, value any, stack []byte) error {
	switch value := value.(type) {
	case BrokenLaw:
		panic(value)
	case Overflow:
		return value
	case Ended:
		return value.Err
	}
	if during == "" {
		panic(value)
	}
	return &ModelPanic{During: during, Value: value, Stack: stack}
}
