package checker_test

import (
	"fmt"
	"slices"
	"testing"

	"interrex/checker"
)

// steps is a row of states of which each but the last has one step, an action of its own.
type steps struct{ length int }

func (s steps) Width() int { return 1 }

func (s steps) Init(emit func(checker.State)) { emit(checker.State{0}) }

func (s steps) Steps(at checker.State, emit func(checker.Step, checker.State)) {
	if n := int(at[0]); n < s.length {
		emit(checker.Step{Code: 1, Action: checker.Action(n + 1)}, checker.State{at[0] + 1})
	}
}

// Actions lists them from the last to the first; only one in three is expected.
func (s steps) Actions() (all []checker.NamedAction) {
	for n := s.length; n > 0; n-- {
		all = append(all, checker.NamedAction{Action: checker.Action(n), Name: fmt.Sprint(n), Expected: n%3 == 0})
	}
	return all
}

// TestManyActions: no number of an action becomes another one; what is not expected is listed where it
// was enabled in a state that counts.
func TestManyActions(t *testing.T) {
	for _, test := range []struct{ most, expanded int }{{0, 1000}, {400, 399}} {
		system := steps{1000}
		test.expanded = min(test.expanded, system.length)
		var want []checker.Activity
		for n := system.length; n > 0; n-- {
			taken := 0
			if n <= test.expanded {
				taken = 1
			}
			if taken > 0 || n%3 == 0 {
				want = append(want, checker.Activity{Action: fmt.Sprint(n), Enabled: taken, Taken: taken})
			}
		}
		for _, workers := range []int{1, 8} {
			report, err := checker.Check(t.Context(), system, nil, checker.Options{Workers: workers, MaxStates: test.most})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(report.Actions, want) {
				t.Errorf("%d workers, %d states: %d actions are listed, want %d", workers, test.most, len(report.Actions), len(want))
			}
		}
	}
}
