package checker_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
)

// A telling drawing has vertices that look alike: every third one.
type telling struct{ *drawing }

func (telling) Alike(s checker.State) string { return string(rune('a' + vertex(s)%3)) }

// An invariant has one counterexample for each look of the violating states that a shortest path reaches without another violation. Each
// is a shortest path, and shorter ones come first.
func TestOthersAgreeWithTheReference(t *testing.T) {
	several := 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawDrawing(t, shape{most: 9, disabled: true})
		good := set(rapid.Uint32Range(0, uint32(everything(len(d.out)))).Draw(t, "good"))
		report, err := checker.Check(t.Context(), telling{d}, []checker.Property{checker.Invariant("good", good.holds())},
			checker.Options{Counterexamples: 9})
		if err != nil {
			t.Fatal(err)
		}
		distance := newReference(d).distance
		want := map[string]int{} // how far a look is
		for v := range firstBad(d, good) {
			look := telling{d}.Alike(checker.State{checker.Cell(v)})
			if n, known := want[look]; !known || distance[v] < n {
				want[look] = distance[v]
			}
		}
		result := report.Results[0]
		var runs []*checker.Path
		if result.Path != nil {
			runs = append([]*checker.Path{result.Path}, result.Others...)
		}
		if len(runs) != len(want) {
			t.Fatalf("%v: %d runs, of %v", d, len(runs), want)
		}
		for i, run := range runs {
			states := []checker.State{run.Initial}
			for _, step := range run.Stem {
				states = append(states, step.To)
			}
			for _, s := range states[:len(run.Stem)] {
				if !good.has(vertex(s)) {
					t.Errorf("%v: %v passes through a violation", d, states)
				}
			}
			look := telling{d}.Alike(states[len(run.Stem)])
			if n, is := want[look]; !is || n != len(run.Stem) || i > 0 && len(runs[i-1].Stem) > n {
				t.Errorf("%v: run %d is %v", d, i, states)
			}
			delete(want, look)
		}
		if len(runs) > 1 {
			several++
		}
	})
	if several == 0 {
		t.Error("nothing had several counterexamples")
	}
}

// firstBad returns the bad vertices that a shortest path through good ones reaches.
func firstBad(d *drawing, good set) map[int]bool {
	first, start, distance := map[int]bool{}, map[int]int{}, newReference(d).distance
	for _, v := range d.initial {
		if start[v] = 0; !good.has(v) {
			first[v] = true
			delete(start, v)
		}
	}
	for u, n := range d.relax(start, good, func(a arrow) bool { return !a.off }) {
		for _, a := range d.out[u] {
			if !a.off && !good.has(a.to) && distance[a.to] == n+1 {
				first[a.to] = true
			}
		}
	}
	return first
}

// A busy maze counts how often it is asked for steps, and tells all of its states apart.
type busy struct {
	maze
	asked *int
}

func (b busy) Alike(s checker.State) string { return string(rune(b.number(s))) }

func (b busy) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	*b.asked++
	b.maze.Steps(s, emit)
}

// If all states violate an invariant, the search for further counterexamples takes no more steps than the exploration.
func TestOthersAreNotSoughtForEver(t *testing.T) {
	asked := 0
	never := checker.Invariant("never", func(checker.State) bool { return false })
	report, err := checker.Check(t.Context(), busy{maze{size: 10_000}, &asked}, []checker.Property{never},
		checker.Options{Workers: 1, Counterexamples: 5})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(report.Results[0].Others); n != 2 {
		t.Errorf("beside one of three initial states there are %d others", n)
	}
	if asked > 3*report.States {
		t.Errorf("steps are made %d times, of %d states", asked, report.States)
	}
}

// An acting is a drawing with a process for each duty. The code of a step has the duty too.
type acting struct{ *drawing }

func (a acting) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	a.drawing.Steps(s, func(step checker.Step, to checker.State) {
		step.Code |= uint64(step.Owed) << 8
		emit(step, to)
	})
}

func (acting) Actor(step checker.Step) int {
	return slices.Index([]checker.Duty{checker.Weak(0), checker.Weak(40), checker.Strong(100)}, checker.Duty(step.Code>>8))
}

// A way is a vertex with the last process that has taken a step on the way there; -1: none.
type way struct{ at, last int }

// step returns the way after a step, and adds a change of process to changes.
func (a acting) step(w way, owed checker.Duty, to int, changes *int) way {
	who := a.Actor(checker.Step{Code: uint64(owed) << 8})
	if who < 0 {
		return way{to, w.last}
	}
	if w.last >= 0 && w.last != who {
		*changes++
	}
	return way{to, who}
}

// calmest returns the length of the shortest paths to a set, and the fewest changes of process on one of them.
func (a acting) calmest(goal set) (length, changes int) {
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
				to := a.step(w, arrow.owed, arrow.to, &m)
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

// TestTheCalmestOfTheShortest: of the shortest paths to a violation, one with the fewest changes of process is reported, for any
// number of workers.
func TestTheCalmestOfTheShortest(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		a := acting{drawDrawing(t, shape{most: 7})}
		bad := set(rapid.Uint32Range(0, uint32(everything(len(a.out)))).Draw(t, "bad"))
		good := checker.Invariant("good", (everything(len(a.out)) &^ bad).holds())
		length, changes := a.calmest(bad)
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
				at = a.step(at, step.Step.Owed, vertex(step.To), &n)
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

// TestACalmStem: the stem of a lasso has the fewest changes, too. Of two ways to a vertex where a run may rest, the one through 2 has no
// change.
func TestACalmStem(t *testing.T) {
	one, other := checker.Weak(0), checker.Weak(40)
	a := acting{&drawing{initial: []int{0}, out: [][]arrow{{{to: 1, owed: one}, {to: 2, owed: other}}, {{to: 3, owed: other}}, {{to: 3, owed: other}}, {}}}}
	never := checker.LeadsTo("ends", only(3).holds(), set(0).holds())
	report, err := checker.Check(t.Context(), a, []checker.Property{never}, checker.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if path := report.Results[0].Path; path == nil || len(path.Stem) != 2 || path.Stem[0].To[0] != 2 {
		t.Errorf("%+v, want the way through 2", path)
	}
}
