package checker_test

import (
	"testing"

	"interrex/checker"

	"pgregory.net/rapid"
)

// shape says what a random drawing may have in it.
type shape struct {
	most     int // vertices
	altered  bool
	disabled bool
	lasting  bool // duties outlast their enabled steps
}

func drawDrawing(t *rapid.T, in shape) *drawing {
	n := rapid.IntRange(1, in.most).Draw(t, "vertices")
	anyVertex := rapid.IntRange(0, n-1)
	anyDuty := rapid.SampledFrom([]checker.Duty{checker.None, checker.None, checker.Weak(0), checker.Weak(40), checker.Strong(100)})
	anyBound := rapid.SampledFrom([]checker.Bound{0, 0, 0, 0, 0, 1, 2})
	anyAction := rapid.SampledFrom([]checker.Action{0, 1, 2, 3})
	d := &drawing{initial: rapid.SliceOfN(anyVertex, 1, 3).Draw(t, "initial"), out: make([][]arrow, n)}
	for v := range n {
		for range rapid.IntRange(0, 3).Draw(t, "steps") {
			a := arrow{to: anyVertex.Draw(t, "to"), owed: anyDuty.Draw(t, "owed"), action: anyAction.Draw(t, "action")}
			if in.altered || in.disabled {
				a.bound = anyBound.Draw(t, "bound")
				a.off = a.bound != 0 && (!in.altered || in.disabled && rapid.Bool().Draw(t, "off"))
			}
			d.out[v] = append(d.out[v], a)
		}
	}
	if in.lasting {
		anySet := rapid.Uint32Range(0, uint32(everything(n)))
		d.lasting = map[checker.Duty]set{checker.Weak(0): set(anySet.Draw(t, "lasts")), checker.Weak(40): everything(n)}
	}
	return d
}

// drawQuestions draws one question of each kind.
func drawQuestions(t *rapid.T, n int) []question {
	anySet := rapid.Uint32Range(0, uint32(everything(n)))
	var all []question
	for _, k := range []kind{invariant, stepInvariant, atRest, reachable, counted, eventually, eventuallyAlways,
		alwaysEventually, leadsTo, settles, recurs} {
		q := question{kind: k, p: set(anySet.Draw(t, "p")), q: set(anySet.Draw(t, "q"))}
		q.value = rapid.SliceOfN(rapid.IntRange(0, 2), n, n).Draw(t, "value")
		all = append(all, q)
	}
	return all
}

func TestRandomSystemsAgreeWithTheReference(t *testing.T) {
	for _, test := range []struct {
		why string
		in  shape
	}{
		{"more vertices than all digraphs can have: nested components, several ways in", shape{most: 10}},
		{"steps that a bound alters are followed by safety and by no lasso", shape{most: 7, altered: true}},
		{"steps that a bound disables are no steps, and are owed all the same", shape{most: 7, disabled: true}},
		{"both", shape{most: 7, altered: true, disabled: true}},
		{"duties outlast their steps", shape{most: 10, lasting: true}},
		{"duties outlast their steps, and bounds act", shape{most: 7, altered: true, disabled: true, lasting: true}},
	} {
		t.Run(test.why, func(t *testing.T) {
			seen := map[checker.Verdict]int{}
			rapid.Check(t, func(t *rapid.T) {
				d := drawDrawing(t, test.in)
				agree(t, d, drawQuestions(t, len(d.out)), seen)
			})
			t.Log(seen)
		})
	}
}

// A bound that disables steps makes a smaller system. A property that is violated there must be violated in the system without the
// bound.
func TestWhatABoundHidesIsNotAVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bounded := drawDrawing(t, shape{most: 7, disabled: true})
		free := &drawing{initial: bounded.initial}
		for _, arrows := range bounded.out {
			var all []arrow
			for _, a := range arrows {
				all = append(all, arrow{to: a.to, owed: a.owed})
			}
			free.out = append(free.out, all)
		}
		isTrue(t, bounded, newReference(free), drawQuestions(t, len(bounded.out)), checker.Options{Workers: 1})
	})
}

// isTrue fails unless every verdict on d is a true one of the reference's system, and whatever is
// not decided is not complete. It returns the report.
func isTrue(t fataler, d *drawing, truth *reference, questions []question, options checker.Options) *checker.Report {
	report := check(t, d, questions, options)
	if real := truth.counts(); report.Complete && report.States != real.states {
		t.Fatalf("%v, %+v: complete with %d states of %d", d, options, report.States, real.states)
	}
	for i, q := range questions {
		verdict, _ := truth.verdict(q)
		got := report.Results[i]
		if got.Verdict != checker.Inconclusive && got.Verdict != verdict {
			t.Fatalf("%v, %+v: %v: %v, and in truth %v", d, options, q, got.Verdict, verdict)
		}
		if got.Verdict == checker.Inconclusive && (report.Complete || report.Bound == "") {
			t.Fatalf("%v, %+v: %v is inconclusive for no reason", d, options, q)
		}
		if got.Path != nil {
			if err := d.validate(q, got.Path); err != nil {
				t.Fatalf("%v, %+v: %v: %v", d, options, q, err)
			}
		}
	}
	return report
}

// Limits cut the exploration short wherever they like; the verdicts stay true, the limits are
// kept, and the number of workers changes nothing.
func TestRandomLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDrawing(t, shape{most: 8})
		truth := newReference(d)
		questions := drawQuestions(t, len(d.out))
		options := checker.Options{
			MaxStates: rapid.IntRange(0, 9).Draw(t, "max states"),
			MaxDepth:  rapid.IntRange(0, 6).Draw(t, "max depth"),
			StopFirst: rapid.Bool().Draw(t, "stop first"),
		}
		said := ""
		for _, options.Workers = range []int{1, 2, 3, 8} {
			report := isTrue(t, d, truth, questions, options)
			if options.MaxStates > 0 && report.States > options.MaxStates {
				t.Fatalf("%v: %d states with %+v", d, report.States, options)
			}
			if options.MaxDepth > 0 && report.Depth > options.MaxDepth {
				t.Fatalf("%v: depth %d with %+v", d, report.Depth, options)
			}
			now := facts(d, report)
			if said != "" && said != now {
				t.Fatalf("%v, %+v: the report was\n%sand now is\n%s", d, options, said, now)
			}
			said = now
		}
	})
}

// Limits that are just wide enough cut nothing.
func TestLimitsThatFitExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDrawing(t, shape{most: 8})
		truth := newReference(d)
		real := truth.counts()
		report := check(t, d, nil, checker.Options{MaxStates: real.states})
		if !report.Complete {
			t.Fatalf("%v: bound %q with as many states as there are", d, report.Bound)
		}
		if real.depth == 0 {
			return // MaxDepth 0 is no bound
		}
		report = check(t, d, nil, checker.Options{MaxDepth: real.depth})
		if !report.Complete {
			t.Fatalf("%v: bound %q at depth %d, which is all there is", d, report.Bound, real.depth)
		}
	})
}
