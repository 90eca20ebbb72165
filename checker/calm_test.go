package checker_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
)

// A doers is a small graph. Each step belongs to a process: step number i of state s.
type doers struct {
	steps [][]doing
}

type doing struct{ who, to int }

func (d doers) Width() int { return 1 }

func (d doers) Init(emit func(checker.State)) { emit(checker.State{0}) }

func (d doers) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	for i, step := range d.steps[s[0]] {
		emit(checker.Step{Code: uint64(s[0])<<8 | uint64(i)}, checker.State{checker.Cell(step.to)})
	}
}

func (d doers) Actor(step checker.Step) int { return d.steps[step.Code>>8][step.Code&0xff].who }

// switches counts the changes of doer along a path; -1 is no one.
func (d doers) switches(path []checker.Transition) (n int) {
	last := -1
	for _, t := range path {
		who := d.Actor(t.Step)
		if who >= 0 && last >= 0 && who != last {
			n++
		}
		if who >= 0 {
			last = who
		}
	}
	return n
}

// calmest tries all paths, the shorter first, and counts.
func (d doers) calmest(bad func(state int) bool) (length, switches int) {
	type way struct {
		at   int
		path []checker.Transition
	}
	ways := []way{{}}
	for length = 0; len(ways) > 0 && length <= len(d.steps); length++ {
		switches = -1
		var longer []way
		for _, w := range ways {
			if n := d.switches(w.path); bad(w.at) && (switches < 0 || n < switches) {
				switches = n
			}
			d.Steps(checker.State{checker.Cell(w.at)}, func(step checker.Step, to checker.State) {
				path := append(slices.Clip(w.path), checker.Transition{Step: step, To: slices.Clone(to)})
				longer = append(longer, way{int(to[0]), path})
			})
		}
		if switches >= 0 {
			return length, switches
		}
		ways = longer
	}
	return -1, -1
}

// TestTheCalmestOfTheShortest: the path to a violation is a shortest one and, of those, has as few
// changes of doer as any: all of them have been tried. It is the same for one worker and for three.
// A path to where a run can rest for ever is as calm.
func TestTheCalmestOfTheShortest(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		const states = 7
		step := rapid.Custom(func(t *rapid.T) doing {
			return doing{rapid.IntRange(-1, 2).Draw(t, "who"), rapid.IntRange(0, states-1).Draw(t, "to")}
		})
		d := doers{rapid.SliceOfN(rapid.SliceOfN(step, 0, 3), states, states).Draw(t, "steps")}
		wrong := map[int]bool{rapid.IntRange(1, states-1).Draw(t, "one"): true, rapid.IntRange(1, states-1).Draw(t, "other"): true}
		bad := func(s int) bool { return wrong[s] }
		good := checker.Invariant("good", func(s checker.State) bool { return !bad(int(s[0])) })
		length, switches := d.calmest(bad)
		var first string
		for _, workers := range []int{1, 3} {
			report, err := checker.Check(context.Background(), d, []checker.Property{good}, checker.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			path := report.Results[0].Path
			if path == nil {
				if length >= 0 {
					t.Fatalf("no path, and there is one of %d steps", length)
				}
				return
			}
			if len(path.Stem) != length || d.switches(path.Stem) != switches {
				t.Fatalf("%d steps and %d changes, the best are %d and %d: %v", len(path.Stem), d.switches(path.Stem), length, switches, path.Stem)
			}
			if first == "" {
				first = fmt.Sprint(path)
			}
			if fmt.Sprint(path) != first {
				t.Fatalf("with %d workers %v, with one %s", workers, path, first)
			}
		}
		found++
	})
	if found == 0 {
		t.Error("no world has a violation")
	}
}

// TestACalmStem: as above for the way in of a lasso: all states but the first are rest.
func TestACalmStem(t *testing.T) {
	// 0 → 1 → 3 by a and b, 0 → 2 → 3 by b and b: of the two ways to 3, where nothing is left to do, the
	// second has no change.
	d := doers{[][]doing{{{0, 1}, {1, 2}}, {{1, 3}}, {{1, 3}}, {}}}
	never := checker.LeadsTo("ends", func(s checker.State) bool { return s[0] == 3 }, func(checker.State) bool { return false })
	report, err := checker.Check(context.Background(), d, []checker.Property{never}, checker.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if path := report.Results[0].Path; path == nil || len(path.Stem) != 2 || path.Stem[0].To[0] != 2 {
		t.Errorf("%+v, want the way through 2", path)
	}
}
