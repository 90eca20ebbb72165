package checker_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
)

// An absorbing drawing is one whose arrows sleep wherever they absorb the step before them: from where it began, the arrow of the same
// place leads to the same vertex. The class of an arrow is its place.
type absorbing struct{ *drawing }

func (d absorbing) Class(code uint64) int { return int(code) }

func (d absorbing) Packing(checker.System) checker.Packing {
	return absorbingPacking{checker.PackVectors(d), d.drawing}
}

type absorbingPacking struct {
	checker.Packing
	drawing *drawing
}

func (absorbingPacking) Sleeps() bool { return true }

func (p absorbingPacking) Expander() checker.Expander {
	return absorber{p.Packing.Expander(), p.drawing, p.Layout}
}

type absorber struct {
	checker.Expander
	drawing *drawing
	layout  func() *checker.Layout
}

func (x absorber) Expand(row checker.Row, to *checker.Successors) bool {
	return x.Expander.Expand(row, to) && x.sleepIn(row, to)
}

func (x absorber) Learn(row checker.Row, to *checker.Successors) bool {
	return x.Expander.Learn(row, to) && x.sleepIn(row, to)
}

// sleepIn leaves out the rows of steps that sleep, and says what sleeps in the others. It is never out of room.
func (x absorber) sleepIn(row checker.Row, to *checker.Successors) bool {
	if to.Sleep == nil {
		return true
	}
	vertex := func(row checker.Row) int { return int(x.layout().Fields[0].In(row)) }
	from, awake := vertex(row), to.Rows[:0]
	for i, step := range to.Steps {
		if to.Sleep.Classes>>step.Code&1 != 0 {
			to.Sleep.LeadsBack = true
			continue
		}
		awake = append(awake, to.Row(i)...)
		to.Sleep.Add(x.drawing.absorbed(from, vertex(to.Row(i))))
	}
	to.Rows = awake
	return true
}

// absorbed is the places whose arrows lead from two vertices to the same one.
func (d *drawing) absorbed(v, w int) (places uint64) {
	for i := range min(len(d.out[v]), len(d.out[w])) {
		if a, b := d.out[v][i], d.out[w][i]; a == b && !a.off {
			places |= 1 << i
		}
	}
	return places
}

// What sleeps because it absorbs shows nowhere in a report: also if it alone leads back, so that it is all there is of a cycle.
func TestWhatAbsorbsSleeps(t *testing.T) {
	crash, step := arrow{to: 2, owed: checker.Weak(0)}, func(to int) arrow { return arrow{to: to, owed: checker.Weak(0)} }
	d := &drawing{initial: []int{0}, out: [][]arrow{{step(1), crash}, {step(3), crash}, {step(3)}, {step(4), crash}, {}}}
	sleepsUnseen(t, d, []question{{kind: eventually, p: only(4)}}, checker.Options{Workers: 1})
	rapid.Check(t, func(t *rapid.T) {
		d := drawDrawing(t, shape{most: 8, altered: true, disabled: true})
		crash := arrow{to: rapid.IntRange(0, len(d.out)-1).Draw(t, "where the dead are"), action: 1}
		for v, mortal := 0, set(rapid.Uint32().Draw(t, "mortal")); v < len(d.out); v++ {
			if mortal.has(v) {
				d.out[v] = slices.Insert(d.out[v], 0, crash)
			}
		}
		ask := slices.DeleteFunc(drawQuestions(t, len(d.out)), func(q question) bool { return q.kind == stepInvariant })
		workers, most := rapid.IntRange(1, 2).Draw(t, "workers"), rapid.IntRange(0, 8).Draw(t, "states")
		sleepsUnseen(t, d, ask, checker.Options{Workers: workers, MaxStates: most})
	})
}

// sleepsUnseen compares the report of a drawing whose arrows sleep with that of the drawing.
func sleepsUnseen(t fataler, d *drawing, ask []question, o checker.Options) {
	t.Helper()
	got, want := check(t, absorbing{d}, ask, o), check(t, d, ask, o)
	if got, want := facts(d, got), facts(d, want); got != want {
		t.Fatalf("%v: asleep:\n%s\nawake:\n%s", d, got, want)
	}
}
