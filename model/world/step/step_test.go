package step_test

import (
	"context"
	"testing"

	"interrex/checker/component"
	"interrex/internal/testlevel"
	"interrex/model/world/step"
)

// small calls do with each recorded world that has at most the given number of states.
func small(t *testing.T, states int, do func(w recorded)) {
	t.Helper()
	for _, w := range readRecorded(t) {
		if w.States <= states {
			do(w)
		}
	}
}

// The memoized steps are those of the plain code, in every state.
func TestAgainstPlain(t *testing.T) {
	states := 0
	small(t, 500, func(w recorded) {
		q := question(t, w.Args)
		e, err := component.Explore(context.Background(), step.New(q.World), component.Options{MaxStates: q.Options.MaxStates})
		if err != nil {
			t.Fatalf("%s: %v", w.Args, err)
		}
		defer e.Free()
		states += e.Len()
		if err := e.Verify(e.Len()); err != nil {
			t.Errorf("%s: %v", w.Args, err)
		}
	})
	if states < 10_000 {
		t.Errorf("only %d states", states)
	}
}

// The report is the same for any number of workers, and for any order in which values, questions and messages are numbered.
func TestSameReport(t *testing.T) {
	most := 1000
	if testlevel.Short() {
		most = 100
	}
	small(t, most, func(w recorded) {
		_, want := explored(t, w.Args, 1)
		for _, workers := range []int{2, 3} {
			if _, got := explored(t, w.Args, workers); difference(inForm(w.Args, want), inForm(w.Args, got)) != "" {
				t.Errorf("%s, %d workers:\n%+v\n%+v", w.Args, workers, got, want)
			}
		}
	})
}
