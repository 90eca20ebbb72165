package checker_test

import (
	"testing"

	"interrex/checker"
)

// Where a bound of the modeller's has acted, what the graph shows is not all that the system
// can do, nor all that it must.
func TestLassosUnderABound(t *testing.T) {
	const hop = checker.Bound(1)
	a, b, strongly := checker.Weak(0), checker.Weak(1), checker.Strong(2)
	never, rest := question{kind: alwaysEventually}, question{kind: atRest}
	for _, test := range []struct {
		why      string
		out      [][]arrow
		question question
		want     checker.Verdict
		stem     int // steps
		cycle    int
	}{
		{"the cycle is real", [][]arrow{{{to: 1, owed: a}}, {{to: 0, owed: a}, {to: 1, bound: hop}}}, never, checker.Violated, 0, 2},
		{"a step of the cycle is altered", [][]arrow{{{to: 1, owed: a}}, {{to: 0, owed: a, bound: hop}}}, never, checker.Inconclusive, 0, 0},
		{"a step of the stem is altered", [][]arrow{{{to: 1, owed: a, bound: hop}}, {{to: 1, owed: a}}}, never, checker.Inconclusive, 0, 0},
		{"the altered step comes first, and a real one does the same", [][]arrow{{{to: 1, bound: hop}, {to: 1, owed: a}}, {{to: 1, owed: a}}}, never, checker.Violated, 1, 1},
		{"a longer way is real", [][]arrow{{{to: 2, owed: a, bound: hop}, {to: 1, owed: a}}, {{to: 2, owed: a}}, {{to: 2, owed: a}}}, never, checker.Violated, 2, 1},

		{"b is owed all along, and disabled all along", [][]arrow{{{to: 0, owed: a}, {owed: b, bound: hop, off: true}}}, never, checker.Inconclusive, 0, 0},
		{"b is owed all along, and altered all along", [][]arrow{{{to: 0, owed: a}, {to: 0, owed: b, bound: hop}}}, never, checker.Inconclusive, 0, 0},
		{"b is disabled here and discharged there", [][]arrow{{{to: 1, owed: a}, {owed: b, bound: hop, off: true}}, {{to: 0, owed: b}}}, never, checker.Violated, 0, 2},
		{"b is disabled here and not owed there", [][]arrow{{{to: 1, owed: a}, {owed: b, bound: hop, off: true}}, {{to: 0, owed: a}}}, never, checker.Violated, 0, 2},
		{"the same under strong fairness: owed again and again", [][]arrow{{{to: 1, owed: a}, {owed: strongly, bound: hop, off: true}}, {{to: 0, owed: a}}}, never, checker.Inconclusive, 0, 0},
		{"the adversary's step is disabled: the run does not need it", [][]arrow{{{to: 0, owed: a}, {bound: hop, off: true}}}, never, checker.Violated, 0, 1},

		{"the run rests where only the adversary is held back", [][]arrow{{{bound: hop, off: true}}}, never, checker.Violated, 0, 0},
		{"the run cannot rest where something is owed, disabled or not", [][]arrow{{{owed: a, bound: hop, off: true}}}, never, checker.Inconclusive, 0, 0},
		{"the run cannot rest where something is owed, altered or not", [][]arrow{{{to: 1, owed: a, bound: hop}}, {{to: 1, owed: b, bound: hop}}}, never, checker.Inconclusive, 0, 0},
		{"a state is not at rest because a bound holds it back", [][]arrow{{{bound: hop, off: true}}}, rest, checker.Inconclusive, 0, 0},
		{"a state at rest behind an altered step: what is safe is judged there, too", [][]arrow{{{to: 1, bound: hop}}, nil}, rest, checker.Violated, 1, 0},
	} {
		t.Run(test.why, func(t *testing.T) {
			d := &drawing{initial: []int{0}, out: test.out}
			report := check(t, d, []question{test.question}, checker.Options{})
			result := report.Results[0]
			if result.Verdict != test.want || report.Complete || report.Bound != "hops" {
				t.Fatalf("%v, complete %v, bound %q", result.Verdict, report.Complete, report.Bound)
			}
			if p := result.Path; test.want == checker.Violated && (len(p.Stem) != test.stem || len(p.Cycle) != test.cycle) {
				t.Errorf("a stem of %d steps and a cycle of %d, want %d and %d", len(p.Stem), len(p.Cycle), test.stem, test.cycle)
			} else if p != nil {
				if err := d.validate(test.question, p); err != nil {
					t.Error(err)
				}
			} else if test.want == checker.Violated {
				t.Error("no counterexample")
			}
		})
	}
}

// All bounds that were met are named, in the order of Bounds.
func TestBoundsAreNamed(t *testing.T) {
	d := &drawing{initial: []int{0}, out: [][]arrow{{{bound: 2, off: true}, {to: 1}}, {{bound: 1, off: true}}}}
	if got := check(t, d, nil, checker.Options{}).Bound; got != "hops, weight" {
		t.Errorf("got %q", got)
	}
}
