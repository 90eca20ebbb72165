package checker_test

import (
	"context"
	"strings"
	"testing"

	"interrex/checker"
)

// graph makes a System of a literal: "a>b b>a!" has the initial state a (the first one named)
// and two edges; "!" changes an edge that nobody owes, "=x" names its duty (weak), "=X" strong;
// without a mark the duty is weak and called a. "a b a>c" has the initial states a and b.
func graph(literal string) *checker.ValueSystem[string] {
	type edge struct {
		to   string
		owed checker.Duty
	}
	edges := map[string][]edge{}
	var initial []string
	for _, word := range strings.Fields(literal) {
		from, to, isEdge := strings.Cut(word, ">")
		if !isEdge || len(initial) == 0 {
			initial = append(initial, from)
		}
		if !isEdge {
			continue
		}
		e := edge{to: to, owed: checker.Weak(0)}
		if name, duty, ok := strings.Cut(to, "="); ok {
			e.to = name
			if duty[0] < 'a' {
				e.owed = checker.Strong(int(duty[0] - 'A'))
			} else {
				e.owed = checker.Weak(int(duty[0] - 'a'))
			}
		}
		if name, ok := strings.CutSuffix(to, "!"); ok {
			e.to, e.owed = name, checker.None
		}
		edges[from] = append(edges[from], e)
	}
	return checker.Values(initial, func(s string, emit func(string, checker.Duty, string)) {
		for _, e := range edges[s] {
			emit(s+">"+e.to, e.owed, e.to)
		}
	})
}

func is(g *checker.ValueSystem[string], names string) checker.Predicate {
	return g.On(func(s string) bool { return strings.Contains(names, s) })
}

// lasso writes a path as "a b c (b c)".
func lasso(g *checker.ValueSystem[string], p *checker.Path) string {
	if p == nil {
		return ""
	}
	words := []string{g.Value(p.Initial)}
	for _, t := range p.Stem {
		words = append(words, g.Value(t.To))
	}
	text := strings.Join(words, " ")
	if p.Lasso {
		words = nil
		for _, t := range p.Cycle {
			words = append(words, g.Value(t.To))
		}
		text += " (" + strings.Join(words, " ") + ")"
	}
	return text
}

func TestLiteralGraphs(t *testing.T) {
	for _, test := range []struct {
		why, graph string
		property   func(g *checker.ValueSystem[string]) checker.Property
		want       string // the counterexample, "" if the property holds
	}{
		{"a shortest path is found", "a>b a>c b>d c>d d>e c>e",
			func(g *checker.ValueSystem[string]) checker.Property { return checker.Invariant("", not(is(g, "e"))) },
			"a c e"},
		{"a run may go round b and c for ever instead of taking the other way out", "a>b b>c c>b=b c>d",
			func(g *checker.ValueSystem[string]) checker.Property { return checker.Eventually("", is(g, "d")) },
			"a b (c b)"},
		{"weak fairness: c>d is enabled only now and then, so that nothing is owed for ever", "a>b b>c c>b c>d=b",
			func(g *checker.ValueSystem[string]) checker.Property { return checker.Eventually("", is(g, "d")) },
			"a b (c b)"},
		{"strong fairness takes the way out", "a>b b>c c>b c>d=B",
			func(g *checker.ValueSystem[string]) checker.Property { return checker.Eventually("", is(g, "d")) },
			""},
		{"weak fairness takes a way out that is always there", "a>b b>c c>b c>d=b b>d=b",
			func(g *checker.ValueSystem[string]) checker.Property { return checker.Eventually("", is(g, "d")) },
			""},
		{"nobody owes the way out", "a>b b>c c>b c>d! b>d!",
			func(g *checker.ValueSystem[string]) checker.Property { return checker.Eventually("", is(g, "d")) },
			"a b (c b)"},
		{"a run may rest where nothing is owed", "a>b b>c!",
			func(g *checker.ValueSystem[string]) checker.Property { return checker.Eventually("", is(g, "c")) },
			"a b ()"},
		{"a run rests at the end", "a>b b>c",
			func(g *checker.ValueSystem[string]) checker.Property { return checker.AlwaysEventually("", is(g, "b")) },
			"a b c ()"},
		{"the goal is left again and again", "a>b b>a",
			func(g *checker.ValueSystem[string]) checker.Property {
				return checker.EventuallyAlways("", is(g, "b"))
			}, "a (b a)"},
		{"the premise in b is not answered", "a>b b>c c>d d>c b>q",
			func(g *checker.ValueSystem[string]) checker.Property {
				return checker.LeadsTo("", is(g, "b"), is(g, "q"))
			}, "a b c (d c)"},
		{"the premise was answered before the cycle", "a>b b>q q>c c>d d>c",
			func(g *checker.ValueSystem[string]) checker.Property {
				return checker.LeadsTo("", is(g, "b"), is(g, "q"))
			}, ""},
	} {
		t.Run(test.why, func(t *testing.T) {
			g := graph(test.graph)
			report, err := checker.Check(context.Background(), g, []checker.Property{test.property(g)}, checker.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := lasso(g, report.Results[0].Path); got != test.want {
				t.Errorf("%s: got %q, want %q", test.graph, got, test.want)
			}
		})
	}
}

func not(p checker.Predicate) checker.Predicate {
	return func(s checker.State) bool { return !p(s) }
}
