package checker_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"interrex/checker"
	"interrex/internal/testlevel"
)

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
			"inconclusive after 1 states, since a bound has acted (hops): i"},
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

// queues are two queues that grow forever. Grown reports their length.
type queues struct{ longest atomic.Uint32 }

func (*queues) Width() int                    { return 2 }
func (*queues) Init(emit func(checker.State)) { emit(checker.State{0, 0}) }
func (q *queues) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	for was := q.longest.Load(); was < uint32(max(s[0], s[1])); was = q.longest.Load() {
		q.longest.CompareAndSwap(was, uint32(max(s[0], s[1])))
	}
	emit(checker.Step{Code: 1, Owed: checker.Weak(0)}, checker.State{s[0] + 1, s[1]})
	emit(checker.Step{Code: 2, Owed: checker.Weak(1)}, checker.State{s[0], s[1] + 1})
}
func (q *queues) Grown() string { return fmt.Sprintf("a queue to %d messages", q.longest.Load()) }

// overdue is a T with a deadline.
type overdue struct {
	reporter
	left time.Duration
}

func (o *overdue) Deadline() (time.Time, bool) { return time.Now().Add(o.left), true }

// TestRequireEnds: a bound ends an endless exploration. The message has the violations, the properties that are inconclusive, and what
// has grown.
func TestRequireEnds(t *testing.T) {
	testlevel.Alone(t)
	short := checker.Invariant("short", func(s checker.State) bool { return s[0] != 2 })
	empty := checker.Eventually("empty", func(s checker.State) bool { return false })
	const path = "short is violated:\n     [0 0]\n  1. step 1\n     [1 0]\n  2. step 1\n     [2 0]\n\n"
	one := checker.Options{Workers: 1, MaxStates: 100}
	r := new(reporter)
	checker.RequireWithin(r, one, new(queues), short, empty)
	want := path + "inconclusive after 100 states, as many as are allowed (MaxStates); there may be no end of them: empty\n" +
		"what has grown: a queue to 12 messages"
	if got := strings.Join(r.said, "|"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	late := &overdue{left: -time.Second}
	checker.Require(late, new(queues), empty)
	if got := strings.Join(late.said, "|"); !strings.Contains(got, "when the time was over") {
		t.Errorf("got\n%s", got)
	}
	many := new(reporter)
	if report := checker.Require(many, new(queues), empty); report.States > checker.RequiredStates || len(many.said) != 1 {
		t.Errorf("%d states; said %q", report.States, many.said)
	}
}
