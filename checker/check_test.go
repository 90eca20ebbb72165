package checker_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// TestGraph: Explore keeps the graph that Check counts.
func TestGraph(t *testing.T) {
	next := func(v int, emit func(string, checker.FairnessClass, int)) {
		for _, to := range []int{2*v + 1, v / 2} {
			if to < 1000 {
				emit("", checker.None, to)
			}
		}
	}
	system := checker.Values([]int{7}, next)
	report, err := checker.Check(context.Background(), system, nil, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3} {
		g, explored, err := checker.Explore(context.Background(), system, checker.Options{Workers: workers})
		if err != nil || explored.States != report.States || explored.Steps != report.Steps || !explored.Complete {
			t.Fatalf("Explore reports %+v (%v), Check %+v", explored, err, report)
		}
		steps := 0
		for rank := range uint32(g.States()) {
			all, to := g.StepsFrom(rank)
			for i, step := range all {
				if v := system.Value(g.State(rank)); system.Value(g.State(to[i])) != []int{2*v + 1, v / 2}[step.Code+uint64(2-len(all))] {
					t.Fatalf("step %d of %d leads to %d", step.Code, v, system.Value(g.State(to[i])))
				}
				steps++
			}
		}
		if steps != report.Steps || g.States() != report.States {
			t.Errorf("%d states and %d steps, want %d and %d", g.States(), steps, report.States, report.Steps)
		}
		if roots := g.Initial(); len(roots) != 1 || system.Value(g.State(roots[0])) != 7 {
			t.Errorf("initial states %v", roots)
		}
	}
}

// TestUndecidedAndUnasked: liveness that is not decided makes a report of stored states incomplete, unless the property is unasked.
func TestUndecidedAndUnasked(t *testing.T) {
	system := checker.Values([]int{0}, func(int, func(string, checker.FairnessClass, int)) {})
	never := checker.Eventually("never", system.On(func(int) bool { return false }))
	for _, test := range []struct {
		property checker.Property
		complete bool
	}{{never, false}, {never.Unasked(), true}} {
		stored := &checker.Explored{Part: checker.NewPart(system, []checker.Property{test.property}), Widths: []int{1}, Stopped: "time"}
		report, err := stored.Report(t.Context(), checker.Options{MaxMemory: 1})
		if err != nil || report.Complete != test.complete || report.Results[0].Verdict != checker.Inconclusive {
			t.Errorf("unasked is %v: the report is %+v; %v", test.property.IsUnasked(), report, err)
		}
	}
}

// A reporter is a T that keeps its messages.
type reporter struct {
	said []string
}

func (*reporter) Helper()                  {}
func (*reporter) Context() context.Context { return context.Background() }
func (r *reporter) Fatalf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

func TestRequire(t *testing.T) {
	g := graph("a>b b>c c>b! c>d")
	bounded := &drawing{initial: []int{3}, out: [][]arrow{3: {{bound: 1, off: true}}}}
	for _, test := range []struct {
		why        string
		system     checker.System
		properties []checker.Property
		want       string
	}{
		{"what holds needs no words", g, []checker.Property{checker.Invariant("i", anything), checker.Reachable("r", is(g, "d"))}, ""},
		{"a finite counterexample", g, []checker.Property{checker.Invariant("i", anything), checker.Invariant("no c", not(is(g, "c")))}, `no c is violated:
     a
  1. a>b
     b
  2. b>c
     c
`},
		{"an initial state is violated", g, []checker.Property{checker.Invariant("no a", not(is(g, "a")))}, `no a is violated:
     a
`},
		{"a lasso that rests", g, []checker.Property{checker.AlwaysEventually("not d", not(is(g, "d")))}, `not d is violated:
     a
  1. a>b
     b
  2. b>c
     c
  3. c>d
     d
     for ever
`},
		{"a lasso that goes round", graph("a>b b>c c>b"), []checker.Property{checker.Eventually("d", is(g, "d"))}, `d is violated:
     a
  1. a>b
     b
     for ever:
  2. b>c
     c
  3. c>b
     b
`},
		{"no witness", g, []checker.Property{checker.Reachable("e", is(g, "e"))}, "e is violated: it is true in none of 4 states"},
		{"inconclusive is not good enough, and the bound is named", bounded, []checker.Property{checker.Invariant("i", anything)},
			"i is inconclusive after 1 states, for this bound: hops"},
		{"without words of its own a system shows its cells", bounded, []checker.Property{checker.Invariant("not 3", func(s checker.State) bool { return s[0] != 3 })},
			"not 3 is violated:\n     [3]\n"},
		{"steps without words of their own show their code", counter(2), []checker.Property{checker.Invariant("not 2", func(s checker.State) bool { return s[0] != 2 })},
			"not 2 is violated:\n     [0]\n  1. step 2\n     [2]\n"},
		{"a model that panics", stumbles(counter(5), 3), []checker.Property{checker.Invariant("i", anything)}, "Steps panicked: cannot step"},
		{"an empty question never holds", g, nil, "no property is asked, so there is nothing that could fail"},
		{"all that is violated", g, []checker.Property{checker.Invariant("no c", not(is(g, "c"))), checker.Invariant("i", anything), checker.Invariant("no a", not(is(g, "a")))}, `no c is violated:
     a
  1. a>b
     b
  2. b>c
     c

no a is violated:
     a
`},
	} {
		t.Run(test.why, func(t *testing.T) {
			r := &reporter{}
			report := checker.Require(r, test.system, test.properties...)
			if got := strings.Join(r.said, "\n"); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			if test.want == "" && report.States != 4 {
				t.Errorf("the report counts %d states", report.States)
			}
		})
	}
}

// overdue is a T with a deadline.
type overdue struct{ reporter }

func (*overdue) Deadline() (time.Time, bool) { return time.Now().Add(-time.Second), true }

// TestRequireEnds: the deadline of the test, or else the number of states, ends an endless exploration.
func TestRequireEnds(t *testing.T) {
	testlevel.Alone(t)
	endless := checker.Values([]int{0}, func(v int, emit func(string, checker.FairnessClass, int)) { emit("count", checker.Weak(0), v+1) })
	negative := checker.Eventually("negative", endless.On(func(v int) bool { return v < 0 }))
	late := new(overdue)
	checker.Require(late, endless, negative)
	many := new(reporter)
	checker.Require(many, endless, negative)
	for bound, said := range map[string][]string{"time": late.said, "states": many.said} {
		if len(said) != 1 || !strings.Contains(said[0], "negative is inconclusive after ") || !strings.HasSuffix(said[0], bound) {
			t.Errorf("%s: %q", bound, said)
		}
	}
}
