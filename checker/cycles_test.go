package checker_test

import (
	"iter"
	"slices"
	"testing"

	"interrex/checker"
	"pgregory.net/rapid"
)

// classed is a drawing that tells which steps may be part of a cycle: those between vertices of one class. All of a component
// are in one class.
type classed struct {
	*drawing
	class []int
}

// classify tells as much as can be told, or less: a class may have several components.
func classify(d *drawing, few int) classed {
	class := make([]int, len(d.out))
	for v := range class {
		first := 0
		for first < v && !d.areTogether(first, v) {
			first++
		}
		class[v] = first % few
	}
	return classed{d, class}
}

// areTogether reports whether ways lead from each of two vertices to the other.
func (d *drawing) areTogether(v, w int) bool {
	leads := func(v, w int) bool {
		_, is := d.relax(map[int]int{v: 0}, everything(len(d.out)), arrow.isReal)[w]
		return is
	}
	return leads(v, w) && leads(w, v)
}

func (d classed) Packing(checker.System) checker.Packing {
	return classedPacking{checker.PackVectors(d), d}
}

type classedPacking struct {
	checker.Packing
	drawing classed
}

var _ checker.Recurring = classedPacking{} // else it would not be asked

func (p classedPacking) Sights() func(checker.Row) (isNew, canTell bool) {
	return func(checker.Row) (isNew, canTell bool) { return true, true }
}

func (p classedPacking) Recurrence(iter.Seq[checker.Row]) checker.Recurrence { return p }

func (p classedPacking) KeysRecur() bool { return true }

func (p classedPacking) vertex(row checker.Row) int {
	s := make(checker.State, 1)
	p.Unpack(row, s)
	return vertex(s)
}

func (p classedPacking) IsEmpty() bool {
	for v := range p.drawing.out {
		if p.leaves(v) {
			return false
		}
	}
	return true
}

func (p classedPacking) Leaves(row checker.Row) bool { return p.leaves(p.vertex(row)) }

// Turns: no cycle goes from each vertex to a higher one.
func (p classedPacking) Turns(row checker.Row) bool {
	v := p.vertex(row)
	return slices.ContainsFunc(p.drawing.out[v], func(a arrow) bool {
		return a.isReal() && p.drawing.class[v] == p.drawing.class[a.to] && a.to <= v
	})
}

func (p classedPacking) leaves(v int) bool {
	return slices.ContainsFunc(p.drawing.out[v], func(a arrow) bool { return a.isReal() && p.drawing.class[v] == p.drawing.class[a.to] })
}

func (p classedPacking) Recurs(from, to checker.Row) bool {
	return p.drawing.class[p.vertex(from)] == p.drawing.class[p.vertex(to)]
}

// What is reported is what a search of the whole graph finds, also if only steps are followed that may be part of a cycle.
func TestCyclesAlongStepsThatRecur(t *testing.T) {
	for _, in := range []shape{{most: 4}, {most: 10}, {most: 7, altered: true, disabled: true}} {
		rapid.Check(t, func(t *rapid.T) {
			d := drawDrawing(t, in)
			options := checker.Options{
				Workers: rapid.IntRange(1, 2).Draw(t, "workers"), MaxStates: rapid.SampledFrom([]int{0, 0, 3, 6}).Draw(t, "most states"),
			}
			findTheSame(t, d, rapid.IntRange(1, len(d.out)).Draw(t, "classes"), drawQuestions(t, len(d.out)), options)
		})
	}
}

// Of three values two must be passed: which ones goes by the order in which a search of the whole graph comes to the states, here
// to 2 before 1.
func TestValuesToPassGoByTheWholeSearch(t *testing.T) {
	d := &drawing{initial: []int{0}, out: [][]arrow{{{to: 1}, {to: 2}}, {{to: 2}, {to: 3}}, {{to: 1}, {to: 3}}, {{to: 1}, {to: 2}}}}
	findTheSame(t, d, 4, []question{{kind: settles, value: []int{1, 1, 2, 3}}}, checker.Options{})
}

// findTheSame compares what is found along steps that may be part of a cycle with what a search of the whole graph finds.
func findTheSame(t fataler, d *drawing, classes int, questions []question, options checker.Options) {
	t.Helper()
	some := classify(d, classes)
	want, got := facts(d, check(t, d, questions, options)), facts(d, check(t, some, questions, options))
	if got != want {
		t.Fatalf("%v, classes %v, %+v: along steps that may be part of a cycle is found\n%sand by searching all\n%s", d, some.class, options, got, want)
	}
}
