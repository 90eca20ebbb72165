package checker

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"interrex/checker/component"
	digraph "interrex/checker/internal/graph"
)

// A sandbox calls code of a System and of properties, and makes errors of its panics. Only one goroutine may use it.
type sandbox struct {
	system System
	during string // the foreign code that is running, as in ModelPanic; "" if ours
}

// call runs foreign code.
func (b *sandbox) call(during string, do func()) {
	b.during = during
	do()
	b.during = ""
}

// evaluate calls a function of a property.
func evaluate[S, T any, F ~func(S) T](b *sandbox, title string, f F, of S) (value T) {
	b.call(title, func() { value = f(of) })
	return value
}

// eachStep calls Steps. emit is code of ours.
func (b *sandbox) eachStep(s State, emit func(Step, State)) {
	b.during = "Steps"
	b.system.Steps(s, func(step Step, to State) {
		b.during = ""
		emit(step, to)
		b.during = "Steps"
	})
	b.during = ""
}

// emissions lists what Steps emits of a state, which must not change. A step that leads nowhere has no state.
func (b *sandbox) emissions(s State) (all []Transition) {
	whole := slices.Clone(s)
	checkUnchanged := func() {
		if !slices.Equal(s, whole) {
			panic(brokenLaw("Steps has changed the state that it was given, to %v", s))
		}
	}
	b.eachStep(s, func(step Step, to State) {
		checkUnchanged()
		checkTarget(b.system, s, step, to)
		all = append(all, Transition{step, slices.Clone(to)})
	})
	checkUnchanged()
	return all
}

// guard calls do, and makes an error in the words of Check of a panic and of an error of package component. It panics again if a law
// is broken, or if the panic is ours.
func (b *sandbox) guard(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = explain(b.during, v, debug.Stack())
		}
		b.during = ""
	}()
	err = do()
	if p := (*component.Panic)(nil); errors.As(err, &p) {
		return explain(cmp.Or(b.during, "Steps"), p.Value, p.Stack)
	}
	if impure := (component.Impure{}); errors.As(err, &impure) {
		panic(notPure("%s", impure.What))
	}
	return err
}

// explain is guard for a panic. during is the foreign code that was running, or "" for ours.
func explain(during string, value any, stack []byte) error {
	switch value := value.(type) {
	case BrokenLaw:
		panic(value)
	case Overflow:
		return value
	case component.Limit:
		return value
	case digraph.Unreadable:
		return value.Err
	}
	if during == "" {
		panic(value)
	}
	return &ModelPanic{During: during, Value: value, Stack: stack}
}

// A ModelPanic is the error of a run in which the model or a property panicked.
type ModelPanic struct {
	During string // "Steps", "Init", "Lasts" or the name of a property
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

// lawSample is the number of states, by id, that are expanded twice to catch a System that is not pure.
const lawSample = 512

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

// initialStates lists the initial states. It asks for them twice.
func (b *sandbox) initialStates() []State {
	list := func() (all []State) {
		b.call("Init", func() {
			b.system.Init(func(s State) {
				checkWidth(b.system, s)
				all = append(all, slices.Clone(s))
			})
		})
		return all
	}
	first, again := list(), list()
	if !slices.EqualFunc(first, again, slices.Equal[State]) {
		panic(notPure("Init emitted %v the first time and %v the second", first, again))
	}
	if len(first) == 0 {
		panic(brokenLaw("Init emitted no state"))
	}
	return first
}

// checkTwice expands a state twice and compares what Steps emits.
func (b *sandbox) checkTwice(s State) {
	first, again := b.emissions(s), b.emissions(s)
	if len(first) != len(again) {
		panic(notPure("Steps of %v emitted %d steps the first time and %d the second", s, len(first), len(again)))
	}
	if !slices.EqualFunc(first, again, func(a, b Transition) bool { return a.Step == b.Step && slices.Equal(a.To, b.To) }) {
		panic(notPure("Steps of %v emitted %+v the first time and %+v the second", s, first, again))
	}
}

// A BrokenLaw is what Check panics with when a System breaks one of the laws on its interface.
type BrokenLaw struct{ What string }

func (b BrokenLaw) Error() string { return b.What }

func brokenLaw(format string, args ...any) BrokenLaw {
	return BrokenLaw{"checker: a law of System is broken: " + fmt.Sprintf(format, args...)}
}

// notPure is the law that is broken if two calls for the same state differ.
func notPure(format string, args ...any) BrokenLaw {
	return BrokenLaw{"checker: a law of System is broken (the usual culprits: the order of a map, " +
		"a clock, state kept between calls): " + fmt.Sprintf(format, args...)}
}
