package checker_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"interrex/checker"
	"interrex/checker/component"
)

// loose is a System of two functions, which may break its laws.
type loose struct {
	width int
	init  func(emit func(checker.State))
	steps func(s checker.State, emit func(checker.Step, checker.State))
}

func (l loose) Width() int                    { return l.width }
func (l loose) Init(emit func(checker.State)) { l.init(emit) }
func (l loose) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	if l.steps != nil {
		l.steps(s, emit)
	}
}

// from makes an Init that emits these states of one cell.
func from(cells ...checker.Cell) func(func(checker.State)) {
	return func(emit func(checker.State)) {
		for _, c := range cells {
			emit(checker.State{c})
		}
	}
}

func TestBrokenLaws(t *testing.T) {
	calls := atomic.Int64{}
	const chances = 10 // a map of this size has the same order twice now and then
	unordered := map[checker.Cell]bool{}
	for c := range checker.Cell(50) {
		unordered[c] = true
	}
	for _, test := range []struct {
		why    string
		system checker.System
		says   string
	}{
		{"a state has at least one cell", loose{}, "Width is 0"},
		{"there is nothing to explore", loose{width: 1, init: from()}, "Init emitted no state"},
		{"an initial state is too long", loose{width: 2, init: from(1)}, "a state of 1 cells was emitted; Width is 2"},
		{"nil is no initial state", loose{width: 1, init: func(emit func(checker.State)) { emit(nil) }}, "a state of 0 cells"},
		{"a successor is too long", loose{width: 1, init: from(1), steps: func(s checker.State, emit func(checker.Step, checker.State)) {
			emit(checker.Step{}, append(s[:1:1], 0))
		}}, "a state of 2 cells was emitted; Width is 1"},
		{"steps in the order of a map", loose{width: 1, init: from(99), steps: func(s checker.State, emit func(checker.Step, checker.State)) {
			for range chances {
				for c := range unordered {
					emit(checker.Step{}, checker.State{c})
				}
			}
		}}, "the order of a map"},
		{"initial states in the order of a map", loose{width: 1, init: func(emit func(checker.State)) {
			for range chances {
				for c := range unordered {
					emit(checker.State{c})
				}
			}
		}}, "Init emitted [["},
		{"a step that is there only once", loose{width: 1, init: from(1), steps: func(s checker.State, emit func(checker.Step, checker.State)) {
			if calls.Add(1) == 1 {
				emit(checker.Step{}, s)
			}
		}}, "emitted 1 steps the first time and 0 the second"},
		{"one initial state more the second time", loose{width: 1, init: func(emit func(checker.State)) {
			for c := range calls.Add(1) {
				emit(checker.State{checker.Cell(c)})
			}
		}}, "Init emitted [[0]] the first time and [[0] [1]] the second"},
		{"the state is for reading only", loose{width: 1, init: from(1, 2), steps: func(s checker.State, emit func(checker.Step, checker.State)) {
			s[0] = 3
			emit(checker.Step{}, s)
		}}, "Steps has changed the state that it was given, to [3]"},
		{"a step without a state needs a bound as its excuse", loose{width: 1, init: from(1), steps: func(s checker.State, emit func(checker.Step, checker.State)) {
			emit(checker.Step{}, nil)
		}}, "neither a state nor a bound"},
		{"one bound has a name and the other not", &drawing{initial: []int{0}, out: [][]arrow{{{bound: 1, off: true}, {bound: 3, off: true}}}},
			`a Step carries bound 3, and Bounds names only ["hops" "weight"]`},
		{"an action that has no name", &drawing{initial: []int{0}, out: [][]arrow{{{action: 4}}}}, `action 4, and Actions names only ["walk" "run" "fly"]`},
		{"a value that is not equal to itself is a new one each time", checker.Values([]float64{1}, func(f float64, emit func(string, checker.FairnessClass, float64)) {
			emit("root", checker.None, math.Sqrt(-f))
		}), "NaN is not equal to itself"},
	} {
		t.Run(test.why, func(t *testing.T) {
			for _, workers := range []int{1, 2} {
				calls.Store(0)
				if said := broken(t, test.system, workers); !strings.Contains(said, test.says) {
					t.Errorf("with %d workers: %q does not say %q", workers, said, test.says)
				} else if !asComponents && strings.Contains(said, "a clock") != strings.Contains(said, "the second") {
					t.Errorf("with %d workers: %q names causes of other faults", workers, said)
				}
			}
		})
	}
}

// broken returns what Check panics with, which must be a BrokenLaw.
func broken(t *testing.T, system checker.System, workers int) (said string) {
	defer func() {
		law, ok := recover().(checker.BrokenLaw)
		if !ok {
			t.Errorf("this is not a broken law: %v", law)
		}
		said = fmt.Sprint(law)
	}()
	report, err := checker.Check(t.Context(), system, nil, checker.Options{Workers: workers})
	t.Errorf("Check returned %v, %v", report, err)
	return ""
}

// TestWrongArguments: an argument of Check that is not valid is an error.
func TestWrongArguments(t *testing.T) {
	good := counter(2)
	one := func(p checker.Property) []checker.Property { return []checker.Property{p} }
	nothing := checker.NewFacts(nil)
	for says, test := range map[string]struct {
		system     checker.System
		properties []checker.Property
		options    checker.Options
	}{
		"the System is nil":                {},
		"a property without a name: a fun": {good, make([]checker.Property, 1), checker.Options{}},
		"invariant: a function":            {good, one(checker.Invariant("invariant", nil)), checker.Options{}},
		"counted: a function":              {good, one(checker.Counted("counted", nil)), checker.Options{}},
		"step: a function":                 {good, one(checker.StepInvariant("step", nil)), checker.Options{}},
		"shown step: a function":           {good, one(nothing.StepInvariant("shown step", nil)), checker.Options{}},
		"again: a function":                {good, one(checker.AlwaysEventually("again", nil)), checker.Options{}},
		"leads: a function":                {good, one(checker.LeadsTo("leads", nil, anything)), checker.Options{}},
		"recurs: a function":               {good, one(checker.Recurs("recurs", anything, nil)), checker.Options{}},
		"settles: a function":              {good, one(checker.Settles("settles", nil)), checker.Options{}},
		"facts: a function":                {good, one(nothing.Property(checker.Invariant, "facts", 0)), checker.Options{}},
		"Options: -1 is negative":          {good, nil, checker.Options{Workers: -1}},
		"Options: -2 is negative":          {good, nil, checker.Options{MaxStates: -2}},
		"Options: -3 is negative":          {good, nil, checker.Options{MaxDepth: -3}},
		"Options: -4 is negative":          {good, nil, checker.Options{MaxTime: -4}},
	} {
		if _, err := checker.Check(t.Context(), test.system, test.properties, test.options); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("got %v, want %s", err, says)
		}
		if _, _, err := checker.Explore(t.Context(), test.system, test.options); err == nil && len(test.properties) == 0 {
			t.Errorf("Explore: no error, want %s", says)
		}
	}
}

// A tardy system has a method that the search for lassos calls.
type tardy struct {
	loose
	lasts func()
}

func (s tardy) Lasts(checker.State, func(checker.FairnessClass)) { s.lasts() }

// The search for lassos detects a System with other steps than during the exploration.
func TestStepsThatChangeLater(t *testing.T) {
	late := atomic.Bool{}
	system := tardy{loose{width: 1, init: from(0), steps: func(s checker.State, emit func(checker.Step, checker.State)) {
		next := min(s[0]+1, 3)
		if late.Load() {
			next = 77
		}
		emit(checker.Step{}, checker.State{next})
	}}, func() { late.Store(true) }}
	property := checker.AlwaysEventually("less than 3", func(s checker.State) bool { return s[0] < 3 })
	defer func() {
		if law, ok := recover().(checker.BrokenLaw); !ok || !strings.Contains(law.What, "Steps ") {
			t.Errorf("got %v", law)
		}
	}()
	_, err := checker.Check(t.Context(), system, []checker.Property{property}, checker.Options{})
	t.Errorf("nothing caught: %v", err)
}

func TestClassesDoNotWrap(t *testing.T) {
	for _, n := range []int{-1, 32767, 65535, 1 << 20} {
		for why, class := range map[string]func(int) checker.FairnessClass{"weak": checker.Weak, "strong": checker.Strong} {
			t.Run(fmt.Sprint(why, n), func(t *testing.T) {
				defer func() {
					if recover() == nil {
						t.Error("no panic: the number has become another class, or none")
					}
				}()
				class(n)
			})
		}
	}
	if checker.Weak(32766) == checker.None || checker.Weak(32766) == checker.Strong(32766) {
		t.Error("the last class is not one of its own")
	}
}

// TestTooManyActions: the number of an action has a limit.
func TestTooManyActions(t *testing.T) {
	for _, action := range []checker.Action{65535, 65536, 1 << 31} {
		system := named{loose{width: 1, init: from(0), steps: func(s checker.State, emit func(checker.Step, checker.State)) {
			emit(checker.Step{Action: action}, s)
		}}, action}
		for _, workers := range []int{1, 2} {
			_, err := checker.Check(t.Context(), system, nil, checker.Options{Workers: workers})
			if limit := (component.Limit{}); errors.As(err, &limit) != (action > 65535) {
				t.Errorf("action %d, %d workers: %v", action, workers, err)
			}
		}
		err := checker.NewPart(system, nil).Expand(0, checker.State{0}, func(int, checker.State) error { return nil })
		if limit := (component.Limit{}); errors.As(err, &limit) != (action > 65535) {
			t.Errorf("action %d of a Part: %v", action, err)
		}
	}
}

// A named system has a name for one action.
type named struct {
	loose
	action checker.Action
}

func (n named) Actions() []checker.NamedAction {
	return []checker.NamedAction{{Action: n.action, Name: "act"}}
}

// A state of more than 2048 bits is an error, at the beginning and later.
func TestTooWide(t *testing.T) {
	onlyVectors(t)
	const width, large = 64, 1<<32 - 1
	wide := func(n int) checker.State {
		s := make(checker.State, width)
		for c := range n {
			s[c] = large
		}
		return s
	}
	for _, first := range []int{0, 1, 40, width} {
		system := loose{width: width, init: func(emit func(checker.State)) { emit(wide(first)) },
			steps: func(s checker.State, emit func(checker.Step, checker.State)) {
				n := first
				for n < width && s[n] == large {
					n++
				}
				emit(checker.Step{}, wide(min(n+1, width)))
			}}
		for _, workers := range []int{1, 2} {
			_, err := checker.Check(t.Context(), system, nil, checker.Options{Workers: workers})
			if limit := (component.Limit{}); !errors.As(err, &limit) || limit.Error() != "too many bits in a state: 2047 are possible" {
				t.Errorf("%d wide cells at first, %d workers: %v", first, workers, err)
			}
		}
	}
}

// counter counts up by one or two to a top, where it stays.
func counter(top checker.Cell) loose {
	return loose{width: 1, init: from(0), steps: func(s checker.State, emit func(checker.Step, checker.State)) {
		emit(checker.Step{Code: 1, Fairness: checker.Weak(0)}, checker.State{min(s[0]+1, top)})
		emit(checker.Step{Code: 2}, checker.State{min(s[0]+2, top)})
	}}
}

// panicsAt returns a predicate that panics in one state and has a constant value elsewhere.
func panicsAt(cell checker.Cell, elsewhere bool) checker.Predicate {
	return func(s checker.State) bool {
		if s[0] == cell {
			panic(fmt.Sprintf("cannot judge %d", cell))
		}
		return elsewhere
	}
}

func TestModelPanics(t *testing.T) {
	plain := counter(5)
	for _, test := range []struct {
		why      string
		system   loose
		property checker.Property
		options  checker.Options
		during   string
	}{
		{"Init panics", loose{width: 1, init: func(func(checker.State)) { panic("cannot begin") }},
			checker.Invariant("p", anything), checker.Options{}, "Init"},
		{"Steps panics in a deep state", stumbles(plain, 4), checker.Invariant("p", anything), checker.Options{}, "Steps"},
		{"Steps panics where MaxDepth looks for a step", stumbles(plain, 1), checker.Invariant("p", anything), checker.Options{MaxDepth: 1}, "Steps"},
		{"an invariant panics in the initial state", plain, checker.Invariant("p", panicsAt(0, true)), checker.Options{}, "p"},
		{"an invariant panics in a deep state", plain, checker.Invariant("p", panicsAt(5, true)), checker.Options{}, "p"},
		{"the search for a witness panics", plain, checker.Reachable("p", panicsAt(5, false)), checker.Options{}, "p"},
		{"a step invariant panics", plain, checker.StepInvariant("p", func(_, after checker.State) bool {
			return panicsAt(5, true)(after)
		}), checker.Options{}, "p"},
		{"a property of states at rest panics", loose{width: 1, init: from(5)}, checker.AtRest("p", panicsAt(5, true)), checker.Options{}, "p"},
		{"Eventually panics in the initial state", plain, checker.Eventually("p", panicsAt(0, false)), checker.Options{}, "p"},
		{"AlwaysEventually panics in the cycle", plain, checker.AlwaysEventually("p", panicsAt(5, false)), checker.Options{}, "p"},
		{"EventuallyAlways panics in the cycle", plain, checker.EventuallyAlways("p", panicsAt(5, true)), checker.Options{}, "p"},
		{"the premise panics on the way", plain, checker.LeadsTo("p", panicsAt(3, false), panicsAt(99, false)), checker.Options{}, "p"},
		{"the answer panics on the way", plain, checker.LeadsTo("p", panicsAt(99, true), panicsAt(3, false)), checker.Options{}, "p"},
		{"the value panics", plain, checker.Settles("p", func(s checker.State) int { panicsAt(5, true)(s); return 1 }), checker.Options{}, "p"},
		{"a property need not have a name", plain, checker.Invariant("", panicsAt(5, true)), checker.Options{}, "a property without a name"},
	} {
		t.Run(test.why, func(t *testing.T) {
			for _, test.options.Workers = range []int{1, 3} {
				report, err := checker.Check(t.Context(), test.system, []checker.Property{test.property}, test.options)
				var panicked *checker.ModelPanic
				if report != nil || !errors.As(err, &panicked) {
					t.Fatalf("got %v, %v", report, err)
				}
				if panicked.During != test.during || !strings.HasPrefix(fmt.Sprint(panicked.Value), "cannot") || len(panicked.Stack) == 0 {
					t.Errorf("during %q: %v, %d bytes of stack; want %q", panicked.During, panicked.Value, len(panicked.Stack), test.during)
				}
				if !strings.Contains(panicked.Error(), test.during+" panicked: cannot") {
					t.Errorf("the error says %q", panicked)
				}
			}
		})
	}
}

// stumbles makes Steps panic in one state.
func stumbles(l loose, cell checker.Cell) loose {
	steps := l.steps
	l.steps = func(s checker.State, emit func(checker.Step, checker.State)) {
		if s[0] == cell {
			panic("cannot step")
		}
		steps(s, emit)
	}
	return l
}

func anything(checker.State) bool { return true }

// t.FailNow in a property ends its goroutine. Then the goroutine of the caller ends, for any number of workers.
func TestPropertyThatFailsNow(t *testing.T) {
	m := maze{size: 30_000}
	found := m.search()
	const parent = 9_000 // in a wide level, so that not the first worker has this state's successors
	last := found.ranked[found.known[parent]-1]
	for why, property := range map[string]checker.Property{
		"a new state":  checker.Invariant("p", func(s checker.State) bool { return m.number(s) != last || goexit() }),
		"a step":       checker.StepInvariant("p", func(_, s checker.State) bool { return m.number(s) != last || goexit() }),
		"the liveness": checker.AlwaysEventually("p", func(s checker.State) bool { return m.number(s) != last || goexit() }),
	} {
		for _, workers := range []int{1, 2, 3} {
			t.Run(why, func(t *testing.T) {
				returned, done := false, make(chan bool)
				go func() {
					defer close(done)
					_, _ = checker.Check(context.Background(), m, []checker.Property{property}, checker.Options{Workers: workers})
					returned = true
				}()
				select {
				case <-done:
				case <-time.After(time.Minute):
					t.Fatalf("%d workers hang", workers)
				}
				if returned {
					t.Errorf("Check has returned with %d workers", workers)
				}
			})
		}
	}
}

func goexit() bool {
	runtime.Goexit()
	return false
}
