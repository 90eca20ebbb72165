package checker

import (
	"context"
	"testing"
)

// idler is two threads: one goes round and round, the other has one step to take.
type idler struct{}

func (idler) Width() int              { return 2 }
func (idler) Init(emit func(State))   { emit(State{0, 0}) }
func (idler) Operations() int         { return 2 }
func (idler) HasKeyTransitions() bool { return true }

func (idler) Operation(step Step) Operation { return Operation(step.Code) }

func (idler) Steps(s State, emit func(Step, State)) {
	emit(Step{}, State{(s[0] + 1) % 3, s[1]})
	if s[1] == 0 {
		emit(Step{Code: 1}, State{s[0], 1})
	}
}

func (idler) Dependencies(State, Operation, Operations) Operations { return Operations{} }
func (idler) KeyTransition(State, Operation) (with Operations, m Visible, ok bool) {
	return with, 0, true
}

// TestIdleReduction: one that is not worth its while leaves out nothing.
func TestIdleReduction(t *testing.T) {
	for _, idle := range []bool{false, true} {
		r := newRun(idler{}, nil, Options{Workers: 1})
		reducer := newReducer(idler{}, nil, PartialOrder)
		reducer.loose, reducer.efforts = true, [2]effort{{idle: idle}, {idle: idle}}
		r.reducer = &reducer
		if _, err := r.check(t.Context()); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{false: 3, true: 6}[idle]; r.store.log.len != want { // of two threads with three places and two
			t.Errorf("idle %v: %d states, want %d", idle, r.store.log.len, want)
		}
	}
}

// TestIgnoring: without a proviso the one who goes round is all that is ever seen. That this has
// happened is found out, and with the proviso the other's step is seen.
func TestIgnoring(t *testing.T) {
	moved := Invariant("the other has not moved", func(s State) bool { return s[1] == 0 }).Seeing(0)
	for _, test := range []struct{ loose, ignores, violated bool }{{true, true, false}, {false, false, true}} {
		r := newRun(idler{}, []Property{moved}, Options{Workers: 1})
		reducer := newReducer(idler{}, r.properties, PartialOrder)
		reducer.loose = test.loose
		r.reducer = &reducer
		if _, err := r.check(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r.ignores != test.ignores || r.isViolated() != test.violated {
			t.Errorf("loose %v: ignores %v, violated %v", test.loose, r.ignores, r.isViolated())
		}
	}
}

// TestInterruptedIgnoring: where it is not found out whether a step was put off for ever, nothing holds.
func TestInterruptedIgnoring(t *testing.T) {
	moved := Invariant("the other has not moved", func(s State) bool { return s[1] == 0 }).Seeing(0)
	r := newRun(idler{}, []Property{moved}, Options{Workers: 1})
	reducer := newReducer(idler{}, r.properties, PartialOrder)
	reducer.loose = true
	r.reducer = &reducer
	r.hire()
	defer r.stopWorkers()
	ctx, interrupt := context.WithCancel(t.Context())
	if err := r.explore(ctx); err != nil {
		t.Fatal(err)
	}
	report := r.finish()
	interrupt()
	if err := r.decide(ctx, report); err != nil {
		t.Fatal(err)
	}
	if r.ignores || report.Complete || report.Bound != interrupted || report.Results[0].Verdict != Inconclusive {
		t.Errorf("ignores %v, %+v", r.ignores, report)
	}
}

// TestUnknownIgnoring: where states cannot be looked up, a step that leads back is reason enough to put nothing off.
func TestUnknownIgnoring(t *testing.T) {
	for _, backward := range []bool{false, true} {
		r := newRun(idler{}, nil, Options{Workers: 1})
		reducer := newReducer(idler{}, nil, PartialOrder)
		reducer.loose = true
		r.reducer = &reducer
		r.hire()
		defer r.stopWorkers()
		if err := r.explore(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.partly, r.backward = true, backward
		report := r.finish()
		if err := r.decide(t.Context(), report); err != nil || r.ignores != backward || report.Complete == backward {
			t.Errorf("backward %v: ignores %v, complete %v (%v)", backward, r.ignores, report.Complete, err)
		}
	}
}
