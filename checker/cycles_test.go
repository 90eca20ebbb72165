package checker_test

import (
	"context"
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

func (p classedPacking) Recurrence(iter.Seq[checker.Row], int) checker.Recurrence { return p }

// Glance sees all there is.
func (p classedPacking) Glance(rows, glances []uint64) bool {
	words := len(rows) / len(glances)
	for i := range glances {
		glances[i] = uint64(p.vertex(rows[i*words : (i+1)*words]))
	}
	return true
}

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
				MaxDepth: rapid.SampledFrom([]int{0, 0, 2}).Draw(t, "most levels"), StopFirst: rapid.IntRange(0, 3).Draw(t, "stop first") == 3,
			}
			questions := drawQuestions(t, len(d.out))
			questions = append(questions, question{kind: counted, p: questions[0].p}, question{kind: invariant, p: questions[4].p}, question{kind: counted, p: questions[4].p})
			if rapid.Bool().Draw(t, "where runs stay can be told at a glance") {
				questions = append(drawQuestions(t, len(d.out)), questions...)
				questions = slices.DeleteFunc(questions, func(q question) bool { return q.kind != leadsTo && q.kind != recurs && q.kind != invariant })
			}
			findTheSame(t, d, rapid.IntRange(1, len(d.out)).Draw(t, "classes"), questions, options)
		})
	}
}

// Of three values two must be passed: which ones goes by the order in which a search of the whole graph comes to the states, here
// to 2 before 1.
func TestValuesToPassGoByTheWholeSearch(t *testing.T) {
	if asComponents {
		t.Skip("components go by the order of states")
	}
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
	for _, system := range []checker.System{d, some} {
		for _, asked := range [][]checker.Property{properties(questions), byFacts(questions)} {
			for way, check := range map[string]checking{"searched": checker.Check, "listed": checker.CheckListing} {
				report, err := check(context.Background(), system, asked, options)
				if err != nil {
					t.Fatalf("%v: %v", d, err)
				}
				if got := facts(d, report); got != want {
					t.Fatalf("%v, classes %v, %+v, %s: is found\n%sand by predicates, searched\n%s", d, some.class, options, way, got, want)
				}
			}
		}
	}
}

type checking func(context.Context, checker.System, []checker.Property, checker.Options) (*checker.Report, error)

// byFacts are the properties that questions are, answered by Facts if they can be.
func byFacts(questions []question) []checker.Property {
	const digits = 3 // of a value
	var predicates []func(v int) bool
	facts := checker.NewFacts(func(s checker.State) (word uint64) {
		for place, p := range predicates {
			if p(vertex(s)) {
				word |= 1 << place
			}
		}
		return word
	})
	add := func(p func(v int) bool) int {
		predicates = append(predicates, p)
		return len(predicates) - 1
	}
	bits := map[set]int{} // equal sets share one
	bit := func(p set) int {
		if _, known := bits[p]; !known {
			bits[p] = add(p.has)
		}
		return bits[p]
	}
	all := properties(questions)
	for i, q := range questions {
		switch q.kind {
		case invariant:
			all[i] = facts.Invariant(q.String(), bit(q.p))
		case counted:
			all[i] = facts.Counted(q.String(), bit(q.p))
		case leadsTo:
			all[i] = facts.LeadsTo(q.String(), bit(q.p), bit(q.q))
		case recurs:
			all[i] = facts.Recurs(q.String(), bit(q.p), bit(q.q))
		case eventuallyAlways:
			all[i] = facts.EventuallyAlways(q.String(), bit(q.p))
		case settles:
			first := len(predicates)
			for digit := range digits {
				add(func(v int) bool { return q.value[v]>>digit&1 != 0 })
			}
			all[i] = facts.Settles(q.String(), first, digits)
		}
	}
	return all
}
