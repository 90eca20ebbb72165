package checker_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
)

// An acting is a drawing with a process for each class. The code of a step has the class too.
type acting struct{ *drawing }

func (a acting) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	a.drawing.Steps(s, func(step checker.Step, to checker.State) {
		step.Code |= uint64(step.Fairness) << 8
		emit(step, to)
	})
}

func (acting) Actor(step checker.Step) int {
	return slices.Index([]checker.FairnessClass{checker.Weak(0), checker.Weak(40), checker.Strong(100)}, checker.FairnessClass(step.Code>>8))
}

// A way is a vertex with the last process that has taken a step on the way there; -1: none.
type way struct{ at, last int }

// step returns the way after a step, and adds a change of process to changes.
func (a acting) step(w way, fairness checker.FairnessClass, to int, changes *int) way {
	who := a.Actor(checker.Step{Code: uint64(fairness) << 8})
	if who < 0 {
		return way{to, w.last}
	}
	if w.last >= 0 && w.last != who {
		*changes++
	}
	return way{to, who}
}

// fewestSwitches returns the length of the shortest paths to a set, and the fewest changes of process on one of them.
func (a acting) fewestSwitches(goal set) (length, changes int) {
	ways := map[way]int{}
	for _, v := range a.initial {
		ways[way{v, -1}] = 0
	}
	for length = range len(a.out) {
		least, next := never, map[way]int{}
		for w, n := range ways {
			if goal.has(w.at) {
				least = min(least, n)
			}
			for _, arrow := range a.out[w.at] {
				m := n
				to := a.step(w, arrow.fairness, arrow.to, &m)
				if known, is := next[to]; !is || m < known {
					next[to] = m
				}
			}
		}
		if least < never {
			return length, least
		}
		ways = next
	}
	return never, 0
}

// TestFewestContextSwitches: of the shortest paths to a violation, one with the fewest changes of process is reported, for any
// number of workers.
func TestFewestContextSwitches(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		a := acting{drawDrawing(t, shape{most: 7})}
		bad := set(rapid.Uint32Range(0, uint32(everything(len(a.out)))).Draw(t, "bad"))
		good := checker.Invariant("good", (everything(len(a.out)) &^ bad).holds())
		length, changes := a.fewestSwitches(bad)
		first := ""
		for _, workers := range []int{1, 3} {
			report, err := checker.Check(t.Context(), a, []checker.Property{good}, checker.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			path := report.Results[0].Path
			if (path == nil) != (length == never) {
				t.Fatalf("%v: path %v, the shortest has %d steps", a, path, length)
			}
			if path == nil {
				return
			}
			n, at := 0, way{vertex(path.Initial), -1}
			for _, step := range path.Stem {
				at = a.step(at, step.Step.Fairness, vertex(step.To), &n)
			}
			if len(path.Stem) != length || n != changes {
				t.Fatalf("%v: %d steps and %d changes, the best are %d and %d", a, len(path.Stem), n, length, changes)
			}
			if now := fmt.Sprint(path); first != "" && now != first {
				t.Fatalf("%v: with %d workers %v, with one %s", a, workers, now, first)
			} else {
				first = now
			}
		}
		found++
	})
	if found == 0 {
		t.Error("no system has a violation")
	}
}

// TestFewestContextSwitchesOfAStem: the stem of a lasso has the fewest changes, too. Of two ways to a vertex where a run may rest, the one through 2 has no
// change.
func TestFewestContextSwitchesOfAStem(t *testing.T) {
	one, other := checker.Weak(0), checker.Weak(40)
	a := acting{&drawing{initial: []int{0}, out: [][]arrow{{{to: 1, fairness: one}, {to: 2, fairness: other}}, {{to: 3, fairness: other}}, {{to: 3, fairness: other}}, {}}}}
	never := checker.LeadsTo("ends", only(3).holds(), set(0).holds())
	report, err := checker.Check(t.Context(), a, []checker.Property{never}, checker.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if path := report.Results[0].Path; path == nil || len(path.Stem) != 2 || path.Stem[0].To[0] != 2 {
		t.Errorf("%+v, want the way through 2", path)
	}
}
