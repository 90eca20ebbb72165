package checker

import (
	"fmt"
	"slices"
	"strings"

	digraph "interrex/checker/internal/graph"
)

// An emission is a step as a System emits it. It has no state if it leads nowhere.
type emission struct {
	step Step
	to   State
}

// emissions lists what Steps emits of a state, which must not change.
func emissions(system System, s State) (all []emission) {
	whole := slices.Clone(s)
	checkUnchanged := func() {
		if !slices.Equal(s, whole) {
			panic(changed(s))
		}
	}
	system.Steps(s, func(step Step, to State) {
		checkUnchanged()
		checkTarget(system, s, step, to)
		all = append(all, emission{step, slices.Clone(to)})
	})
	checkUnchanged()
	return all
}

func changed(s State) BrokenLaw {
	return brokenLaw("Steps has changed the state that it was given, to %v", s)
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

func checkWidth(system System, s State) {
	if len(s) != system.Width() {
		panic(brokenLaw("a state of %d cells was emitted; Width is %d", len(s), system.Width()))
	}
}

// checkAgain expands a state again and compares what Steps emits with what it has emitted first.
func checkAgain(system System, s State, first []emission) {
	again := emissions(system, s)
	if len(again) != len(first) {
		panic(brokenLaw("Steps of %v emitted %d steps the first time and %d the second", s, len(first), len(again)))
	}
	for i, e := range again {
		if f := first[i]; e.step != f.step || !slices.Equal(e.to, f.to) {
			panic(brokenLaw("Steps of %v emitted %v (%+v) the first time and %v (%+v) the second, as step %d", s, f.to, f.step, e.to, e.step, i))
		}
	}
}

// The numbers of states that are expanded again: by the plain code of its components, and by its Steps.
const (
	lawSample   = 128
	stepsSample = 32
)

// verify expands the first states again. It panics, or returns an error, if a law is broken.
func (c *composed) verify() error {
	if err := c.Verify(lawSample); err != nil {
		return err
	}
	for id := range uint32(min(stepsSample, c.Expanded())) {
		c.again(id, c.Steps(id, nil))
	}
	return nil
}

// checkSame compares an emission with the step that the components have made.
func (c *composed) checkSame(at State, e emission, made digraph.Step) {
	isNamed := func(a NamedAction) bool { return a.Action == e.step.Action }
	if e.step.Action != 0 && !slices.ContainsFunc(c.search.named(), isNamed) {
		panic(c.search.nameless(fmt.Sprint(e.step.Action)))
	}
	to := State(nil)
	if made.To != digraph.Nowhere {
		to = c.state(made.To)
	}
	if e.step.Code != made.Code || !slices.Equal(e.to, to) {
		panic(brokenLaw("Steps of %v emitted step %d to %v the first time and step %d to %v the second", at, e.step.Code, e.to, made.Code, to))
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
func (s *search) nameless(action string) BrokenLaw {
	var names []string
	for _, a := range s.named() {
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
	case Ended:
		return value.Err
	}
	if f.during == "" {
		panic(f.value)
	}
	return &ModelPanic{During: f.during, Value: f.value, Stack: f.stack}
}
