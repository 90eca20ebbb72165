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
