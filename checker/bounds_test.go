package checker_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"interrex/checker"
)

// impatient cancels the check after a number of calls of Steps, or in the liveness search.
type impatient struct {
	maze
	calls  *atomic.Int64
	after  int64
	cancel func()
}

func (m impatient) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	if m.calls.Add(1) == m.after {
		m.cancel()
	}
	m.maze.Steps(s, emit)
}

// Lasts is called by the liveness search. It cancels a check that the calls of Steps do not.
func (m impatient) Lasts(checker.State, func(checker.FairnessClass)) { m.cancel() }

// TestDeepest: a report that is cut short has a shortest path to its deepest level, if it is asked for.
func TestDeepest(t *testing.T) {
	m := maze{size: 3000}
	for _, o := range []checker.Options{{MaxStates: 700}, {MaxDepth: 3}, {}, {MaxStates: 1}} {
		for _, workers := range []int{1, 4} {
			o.Workers, o.Deepest = workers, true
			report, err := checker.Check(t.Context(), m, nil, o)
			switch {
			case err != nil:
				t.Fatal(err)
			case (report.Complete || report.States == 1) != (report.Deepest == nil):
				t.Errorf("%+v: complete %v, path %v", o, report.Complete, report.Deepest)
			case report.Deepest != nil && len(report.Deepest.Stem) != report.Depth:
				t.Errorf("%+v: %d steps, want %d", o, len(report.Deepest.Stem), report.Depth)
			}
		}
	}
}

func TestCancellation(t *testing.T) {
	m := maze{size: 30_000}
	found := m.search()
	never := checker.Invariant("good", anything)
	early := checker.Invariant("early", func(s checker.State) bool { return m.number(s) != found.ranked[10] })
	even := checker.AlwaysEventually("even", func(s checker.State) bool { return m.number(s)%2 == 0 })
	goes := checker.EventuallyAlways("goes on", func(checker.State) bool { return false })
	const whole = 1 << 40 // more calls than the exploration makes
	for _, test := range []struct {
		why        string
		after      int64 // calls; 0: before the check
		properties []checker.Property
		want       []checker.Verdict
	}{
		{"before: nothing is known", 0, []checker.Property{never, even}, []checker.Verdict{checker.Inconclusive, checker.Inconclusive}},
		{"during: what is not violated yet is not decided", 6000, []checker.Property{never, even}, []checker.Verdict{checker.Inconclusive, checker.Inconclusive}},
		{"during: what has been found is kept", 6000, []checker.Property{early, never}, []checker.Verdict{checker.Violated, checker.Inconclusive}},
		{"in the liveness search: safety is decided, in whatever order one asks", whole, []checker.Property{never, goes, never, early},
			[]checker.Verdict{checker.Holds, checker.Inconclusive, checker.Holds, checker.Violated}},
	} {
		t.Run(test.why, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if test.after == 0 {
				cancel()
			}
			system := impatient{m, new(atomic.Int64), test.after, cancel}
			report, err := checker.Check(ctx, system, test.properties, checker.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if report.Complete || report.Bound != "interrupted" {
				t.Errorf("complete %v, bound %q", report.Complete, report.Bound)
			}
			if explored := report.States == found.counts.states; explored != (test.after == whole) {
				t.Errorf("%d states of %d", report.States, found.counts.states)
			}
			for i, want := range test.want {
				if got := report.Results[i]; got.Verdict != want || (got.Path != nil) != (want == checker.Violated) {
					t.Errorf("%s: %v, want %v", got.Property.Name, got.Verdict, want)
				}
			}
		})
	}
}

func TestBounds(t *testing.T) {
	endless := maze{size: 1 << 31}
	small := maze{size: 3000}
	found := small.search()
	ranked, known, all := found.ranked, found.known, found.counts.states
	blocked := &drawing{initial: []int{0, 1}, out: [][]arrow{{{to: 2}}, nil, {{bound: 1, off: true}}}}
	points := &drawing{initial: []int{0, 1, 2}, out: make([][]arrow, 3)}
	notTwo := checker.Invariant("not 2", func(s checker.State) bool { return s[0] != 2 })
	good := checker.Invariant("good", anything)
	bad := func(rank int) checker.Property {
		return checker.Invariant("bad", func(s checker.State) bool { return small.number(s) != ranked[rank] })
	}
	badStep := func(rank int) checker.Property {
		return checker.StepInvariant("bad", func(s, _ checker.State) bool { return small.number(s) != ranked[rank] })
	}
	for _, test := range []struct {
		why      string
		system   checker.System
		property checker.Property
		options  checker.Options
		bound    string
		states   int // 0: depends on the machine
		verdict  checker.Verdict
	}{
		{"no bound", small, good, checker.Options{}, "", all, checker.Holds},
		{"time", endless, good, checker.Options{MaxTime: 20 * time.Millisecond}, "time", 0, checker.Inconclusive},
		{"memory, of which every process has more than a byte", endless, good, checker.Options{MaxMemory: 1}, "memory", 3, checker.Inconclusive},
		{"enough time and memory", small, good, checker.Options{MaxTime: time.Hour, MaxMemory: 1 << 40}, "", all, checker.Holds},
		{"states: those of the last state that has room for all its successors", small, good, checker.Options{MaxStates: known[700]}, "states", known[700], checker.Inconclusive},
		{"states: not even the initial ones have room", small, good, checker.Options{MaxStates: 2}, "states", 2, checker.Inconclusive},
		{"states: those left out are not judged, and nothing is complete without them", points, notTwo, checker.Options{MaxStates: 2}, "states", 2, checker.Inconclusive},
		{"states: there is just enough room", points, notTwo, checker.Options{MaxStates: 3}, "", 3, checker.Violated},
		{"depth: a step that is disabled anyway is not cut", blocked, good, checker.Options{MaxDepth: 1}, "hops", 3, checker.Inconclusive},
		{"depth: initial states and their successors", small, good, checker.Options{MaxDepth: 1}, "depth", known[2], checker.Inconclusive},
		{"stop: an initial state is violated, so the first level is the last", small, bad(2), checker.Options{StopFirst: true}, "stop", 3, checker.Violated},
		{"stop: a state of the second level is violated", small, bad(3), checker.Options{StopFirst: true}, "stop", known[2], checker.Violated},
		{"stop: a step out of the last state is violated, and nothing is left to leave out", small, badStep(all - 1), checker.Options{StopFirst: true}, "", all, checker.Violated},
		{"stop: a witness is no violation", small, checker.Reachable("witness", anything), checker.Options{StopFirst: true}, "", all, checker.Holds},
		{"stop: nothing is violated", small, good, checker.Options{StopFirst: true}, "", all, checker.Holds},
	} {
		t.Run(test.why, func(t *testing.T) {
			report, err := checker.Check(t.Context(), test.system, []checker.Property{test.property}, test.options)
			if err != nil {
				t.Fatal(err)
			}
			if report.Bound != test.bound || report.Complete != (test.bound == "") {
				t.Errorf("complete %v, bound %q, want %q", report.Complete, report.Bound, test.bound)
			}
			if test.states != 0 && report.States != test.states {
				t.Errorf("%d states, want %d", report.States, test.states)
			}
			if got := report.Results[0].Verdict; got != test.verdict {
				t.Errorf("%v, want %v", got, test.verdict)
			}
		})
	}
}

func TestProgressIsMonotone(t *testing.T) {
	var last checker.Progress
	calls := 0
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	options := checker.Options{Progress: func(p checker.Progress) {
		if calls++; calls == 3 {
			cancel()
		}
		if p.States < last.States || p.Steps < last.Steps || p.Depth < last.Depth || p.Expanded < last.Expanded ||
			p.Elapsed < last.Elapsed || last.Liveness && !p.Liveness {
			t.Errorf("from %+v back to %+v", last, p)
		}
		if p.Expanded > p.States || p.Bytes == 0 || p.Frontier <= 0 || p.Frontier > p.States {
			t.Errorf("this cannot be: %+v", p)
		}
		last = p
	}}
	report, err := checker.Check(ctx, maze{size: 1 << 31}, nil, options)
	if err != nil {
		t.Fatal(err)
	}
	if last.States > report.States || last.Steps > report.Steps || last.Depth > report.Depth {
		t.Errorf("%d calls, the last %+v, and then %+v", calls, last, report)
	}
}

// If the bound on depth cuts a level, no violation in it counts: neither of a state at rest nor of a step.
func TestViolationsInACutLevel(t *testing.T) {
	d := &drawing{initial: []int{0}, out: [][]arrow{{{to: 1}}, {{to: 2}, {to: 3}, {to: 4}}, {}, {{to: 0}}, {{to: 5}}, {}}}
	ask := []question{{kind: atRest}, {kind: stepInvariant, p: only(3), q: only(0)}}
	bounded := checker.Options{Workers: 1, MaxDepth: 2}
	want := facts(d, check(t, d, ask, bounded))
	if strings.Contains(want, checker.Violated.String()) {
		t.Fatalf("violated is\n%s", want)
	}
}

// The report names all bounds that were hit, in the order of Bounds.
func TestBoundsAreNamed(t *testing.T) {
	d := &drawing{initial: []int{0}, out: [][]arrow{{{bound: 2, off: true}, {to: 1}}, {{bound: 1, off: true}}}}
	if got := check(t, d, nil, checker.Options{}).Bound; got != "hops, weight" {
		t.Errorf("got %q", got)
	}
}

// TestUnasked: the violation of an unasked property is found, does not stop an exploration with StopFirst, and is left out of
// the progress.
func TestUnasked(t *testing.T) {
	g := graph("a>p p>b b>c c>q q>d! d>e")
	never := func(name string) checker.Property {
		return checker.Invariant(name, func(s checker.State) bool { return !is(g, name)(s) })
	}
	var shown []string
	options := checker.Options{Workers: 1, StopFirst: true, Progress: func(p checker.Progress) {
		for _, v := range p.Violations {
			shown = append(shown, v.Property.Name)
		}
	}}
	for _, test := range []struct {
		why   string
		asked []checker.Property
		bound string
	}{
		{"nothing asked is violated", []checker.Property{never("p").Unasked(), never("x")}, ""},
		{"q is asked", []checker.Property{never("p").Unasked(), never("q")}, "stop"},
	} {
		shown = nil
		report, err := checker.Check(t.Context(), g, test.asked, options)
		if err != nil {
			t.Fatal(err)
		}
		if r := report.Results[0]; r.Verdict != checker.Violated || len(r.Path.Stem) != 1 || report.Bound != test.bound {
			t.Errorf("%s: the unasked property is %v, and the bound is %q, want %q", test.why, r.Verdict, report.Bound, test.bound)
		}
		if slices.Contains(shown, "p") {
			t.Errorf("%s: the progress shows %v", test.why, shown)
		}
	}
}

// TestViolationsAreThoseOfTheReport: progress names the properties that the report finds violated, by runs of as many steps.
func TestViolationsAreThoseOfTheReport(t *testing.T) {
	safety, liveness := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawDrawing(t, shape{most: 10})
		questions := drawQuestions(t, len(d.out))
		workers := rapid.IntRange(1, 2).Draw(t, "workers")
		report, violations, err := checker.CheckAndViolations(t.Context(), d, properties(questions), checker.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, v := range violations {
			got = append(got, fmt.Sprint(v.Property.Name, " after ", v.Steps))
		}
		for i, q := range questions {
			if r := report.Results[i]; r.Path != nil && !q.isSought() {
				want = append(want, fmt.Sprint(r.Property.Name, " after ", len(r.Path.Stem)))
				if safety++; r.Path.Lasso {
					safety, liveness = safety-1, liveness+1
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v: progress says %q, and the report %q", d, got, want)
		}
	})
	if safety < 20 || liveness < 20 {
		t.Errorf("only %d and %d violations were seen", safety, liveness)
	}
}

// TestViolationBeforeTheEnd: progress reports a violation long before the last state, for any number of workers. It reports no witness.
func TestViolationBeforeTheEnd(t *testing.T) {
	s := checker.Values([]int{0}, func(v int, emit func(string, checker.FairnessClass, int)) {
		for next := 10*v + 1; next <= 10*v+10 && next < 20_000; next++ {
			emit("", checker.None, next)
		}
	})
	asked := []checker.Property{checker.Reachable("seven", s.On(func(v int) bool { return v == 7 })), checker.Invariant("not seven", s.On(func(v int) bool { return v != 7 }))}
	for _, workers := range []int{1, 3} {
		var calls []checker.Progress
		report, err := checker.Check(t.Context(), s, asked, checker.Options{Workers: workers, Progress: func(p checker.Progress) { calls = append(calls, p) }})
		if err != nil {
			t.Fatal(err)
		}
		if len(calls) == 0 {
			t.Fatalf("%d workers: no progress is reported", workers)
		}
		first := calls[0]
		if first.States >= report.States || len(first.Violations) != 1 || first.Violations[0].Property.Name != "not seven" || first.Violations[0].Steps != 1 {
			t.Errorf("%d workers: when %d of %d states are known, the violations are %v", workers, first.States, report.States, first.Violations)
		}
	}
}
