package checker_test

import (
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
)

// A telling drawing has vertices that look alike: every third one.
type telling struct{ *drawing }

func (telling) Alike(s checker.State) string { return string(rune('a' + vertex(s)%3)) }

// Of an invariant as many runs are shown as there are looks of violating states to which a shortest path leads that passes through no
// violation, and nothing else: shorter ones first, each a shortest one to where it ends.
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

// firstBad are the bad vertices to which a shortest path leads that passes through good ones alone.
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

// Where all states violate an invariant, others are sought in vain: that takes no more steps than to explore.
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
