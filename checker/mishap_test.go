package checker_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"interrex/checker"
)

// counter counts up by one or two to a top, where it stays.
func counter(top checker.Cell) loose {
	return loose{width: 1, init: from(0), steps: func(s checker.State, emit func(checker.Step, checker.State)) {
		emit(checker.Step{Code: 1, Owed: checker.Weak(0)}, checker.State{min(s[0]+1, top)})
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
				var mishap *checker.ModelPanic
				if report != nil || !errors.As(err, &mishap) {
					t.Fatalf("got %v, %v", report, err)
				}
				if mishap.During != test.during || !strings.HasPrefix(fmt.Sprint(mishap.Value), "cannot") || len(mishap.Stack) == 0 {
					t.Errorf("during %q: %v, %d bytes of stack; want %q", mishap.During, mishap.Value, len(mishap.Stack), test.during)
				}
				if !strings.Contains(mishap.Error(), test.during+" panicked: cannot") {
					t.Errorf("the error says %q", mishap)
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
