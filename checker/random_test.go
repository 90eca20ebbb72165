package checker_test

import (
	"fmt"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
)

// A shape bounds a random drawing.
type shape struct {
	most     int // vertices
	altered  bool
	disabled bool
	lasting  bool // classes outlast their enabled steps
}

func drawDrawing(t *rapid.T, in shape) *drawing {
	n := rapid.IntRange(1, in.most).Draw(t, "vertices")
	anyVertex := rapid.IntRange(0, n-1)
	anyClass := rapid.SampledFrom([]checker.FairnessClass{checker.None, checker.None, checker.Weak(0), checker.Weak(40), checker.Strong(100)})
	anyBound := rapid.SampledFrom([]checker.Bound{0, 0, 0, 0, 0, 1, 2})
	anyAction := rapid.SampledFrom([]checker.Action{0, 1, 2, 3})
	d := &drawing{initial: rapid.SliceOfN(anyVertex, 1, 3).Draw(t, "initial"), out: make([][]arrow, n)}
	for v := range n {
		for range rapid.IntRange(0, 3).Draw(t, "steps") {
			a := arrow{to: anyVertex.Draw(t, "to"), fairness: anyClass.Draw(t, "fairness"), action: anyAction.Draw(t, "action")}
			if in.altered || in.disabled {
				a.bound = anyBound.Draw(t, "bound")
				a.off = a.bound != 0 && (!in.altered || in.disabled && rapid.Bool().Draw(t, "off"))
			}
			d.out[v] = append(d.out[v], a)
		}
	}
	if in.lasting {
		anySet := rapid.Uint32Range(0, uint32(everything(n)))
		d.lasting = map[checker.FairnessClass]set{checker.Weak(0): set(anySet.Draw(t, "lasts")), checker.Weak(40): everything(n)}
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
		{"classes outlast their steps", shape{most: 10, lasting: true}},
		{"classes outlast their steps, and bounds act", shape{most: 7, altered: true, disabled: true, lasting: true}},
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
func TestVerdictsAreTrueWithoutABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bounded := drawDrawing(t, shape{most: 7, disabled: true})
		free := &drawing{initial: bounded.initial}
		for _, arrows := range bounded.out {
			var all []arrow
			for _, a := range arrows {
				all = append(all, arrow{to: a.to, fairness: a.fairness})
			}
			free.out = append(free.out, all)
		}
		isTrue(t, bounded, newReference(free), drawQuestions(t, len(bounded.out)), checker.Options{Workers: 1})
	})
}

// isTrue fails unless every verdict on d is true of the system of the reference, and the report is not complete if a property is
// inconclusive. It returns the report.
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

// With any limits the verdicts are true, the limits are kept, and the report is the same for any number of workers.
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

// Limits that are just wide enough do not cut the exploration.
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

// A drawing is a small system, edge by edge. It has all that a System may have: steps that a bound has disabled or altered, classes that
// last, actions.
type drawing struct {
	initial []int
	out     [][]arrow                     // of each vertex, in the order in which its steps are emitted
	lasting map[checker.FairnessClass]set // where classes last, besides the vertices in which they are enabled
}

type arrow struct {
	to       int
	fairness checker.FairnessClass
	bound    checker.Bound
	off      bool // the bound disables the step, and to means nothing
	action   checker.Action
}

func (d *drawing) Width() int { return 1 }

func (d *drawing) Init(emit func(checker.State)) {
	for _, v := range d.initial {
		emit(checker.State{checker.Cell(v)})
	}
}

func (d *drawing) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	buffer := make(checker.State, 1)
	for i, a := range d.out[s[0]] {
		step := checker.Step{Code: uint64(i), Fairness: a.fairness, Bound: a.bound, Action: a.action}
		if a.off {
			emit(step, nil)
			continue
		}
		buffer[0] = checker.Cell(a.to)
		emit(step, buffer)
		buffer[0] = 0xffff // the emitted state is ours again: a test fails if the checker has kept it
	}
}

func (d *drawing) Lasts(s checker.State, emit func(checker.FairnessClass)) {
	for class, at := range d.lasting {
		if at.has(vertex(s)) {
			emit(class)
		}
	}
}

func (d *drawing) Bounds() []string { return []string{"hops", "weight"} }

func (d *drawing) Actions() []checker.NamedAction { return actions("walk", "run", "fly") }

// actions returns expected actions with these names.
func actions(names ...string) (all []checker.NamedAction) {
	for i, name := range names {
		all = append(all, checker.NamedAction{Action: checker.Action(i + 1), Name: name, Expected: true})
	}
	return all
}

func (d *drawing) String() string {
	text := fmt.Sprintf("initial %v", d.initial)
	for v, arrows := range d.out {
		for _, a := range arrows {
			text += fmt.Sprintf(" %d>%d", v, a.to)
			switch {
			case a.fairness.IsStrong():
				text += fmt.Sprintf("=strong %d", a.fairness)
			case a.fairness != checker.None:
				text += fmt.Sprintf("=weak %d", a.fairness)
			}
			if a.action != 0 {
				text += fmt.Sprintf(" action %d", a.action)
			}
			if a.off {
				text += " off"
			}
			if a.bound != 0 {
				text += fmt.Sprintf(" bound %d", a.bound)
			}
		}
	}
	for class, at := range d.lasting {
		text += fmt.Sprintf(" %d lasts in %b", class, at)
	}
	return text
}

// A set holds vertices.
type set uint32

func only(v int) set             { return 1 << v }
func (s set) has(v int) bool     { return s>>v&1 != 0 }
func (s set) subset(of set) bool { return s&^of == 0 }
func (s set) count() int         { return bits.OnesCount32(uint32(s)) }
func everything(n int) set       { return 1<<n - 1 }
func vertex(s checker.State) int { return int(s[0]) }
func (s set) holds() checker.Predicate {
	return func(state checker.State) bool { return s.has(vertex(state)) }
}

// A question is a property of a drawing. Its fields can be read, those of a Property cannot.
type question struct {
	kind  kind
	p, q  set
	value []int // of each vertex
}

type kind string

const (
	invariant        kind = "Invariant"
	stepInvariant    kind = "StepInvariant" // no step leads from p to q
	atRest           kind = "AtRest"
	reachable        kind = "Reachable"
	counted          kind = "Counted"
	eventually       kind = "Eventually"
	eventuallyAlways kind = "EventuallyAlways"
	alwaysEventually kind = "AlwaysEventually"
	leadsTo          kind = "LeadsTo"
	settles          kind = "Settles"
	recurs           kind = "Recurs"
)

func (q question) String() string {
	return fmt.Sprintf("%s(p=%b q=%b value=%v)", q.kind, q.p, q.q, q.value)
}

func (q question) property() checker.Property {
	name := q.String()
	switch q.kind {
	case invariant:
		return checker.Invariant(name, q.p.holds())
	case stepInvariant:
		return checker.StepInvariant(name, func(before, after checker.State) bool {
			return !q.p.has(vertex(before)) || !q.q.has(vertex(after))
		})
	case atRest:
		return checker.AtRest(name, q.p.holds())
	case reachable:
		return checker.Reachable(name, q.p.holds())
	case counted:
		return checker.Counted(name, q.p.holds())
	case eventually:
		return checker.Eventually(name, q.p.holds())
	case eventuallyAlways:
		return checker.EventuallyAlways(name, q.p.holds())
	case alwaysEventually:
		return checker.AlwaysEventually(name, q.p.holds())
	case leadsTo:
		return checker.LeadsTo(name, q.p.holds(), q.q.holds())
	case recurs:
		return checker.Recurs(name, q.p.holds(), q.q.holds())
	case settles:
		return checker.Settles(name, func(s checker.State) int { return q.value[vertex(s)] })
	}
	panic("unknown kind " + q.kind)
}

func properties(questions []question) []checker.Property {
	var all []checker.Property
	for _, q := range questions {
		all = append(all, q.property())
	}
	return all
}
