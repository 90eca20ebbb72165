package checker_test

import (
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
)

func TestAside(t *testing.T) {
	for _, test := range []struct{ why, graph, want string }{
		{"the first place to rest after p", "a>p p>b b>c! a>d!", "a p b ()"},
		{"a place to rest before p is none", "a>p! p>q q>q", ""},
		{"q comes again and again", "a>p p>b b>q q>b", ""},
		{"a cycle after p", "a>p p>b b>c c>b", "a p b (c b)"},
		{"the shortest path to the place to rest does not pass p", "a>d a>p p>e e>d", ""},
		{"no run comes to p", "a>b b>b", ""},
	} {
		g := graph(test.graph)
		asked := []checker.Property{checker.Invariant("", func(checker.State) bool { return true }), checker.Recurs("", is(g, "p"), is(g, "q")).Aside()}
		report, err := checker.Check(t.Context(), g, asked, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := lasso(g, report.Results[1].Path); got != test.want {
			t.Errorf("%s, %s: got %q, want %q", test.why, test.graph, got, test.want)
		}
		if !report.Complete {
			t.Errorf("%s: a question aside says that the exploration is not complete", test.why)
		}
	}
}

// What is found aside violates the property, and nothing is found if it holds.
func TestAsideAtRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDrawing(t, shape{most: 6})
		q := drawQuestions(t, len(d.out))[10]
		if q.kind != recurs {
			t.Fatalf("the question is %v", q)
		}
		report, err := checker.Check(t.Context(), d, []checker.Property{q.property(), q.property().Aside()}, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		whole, aside := report.Results[0], report.Results[1].Path
		if aside == nil {
			return
		}
		if err := d.validate(q, aside); err != nil {
			t.Fatal(err)
		}
		if whole.Verdict != checker.Violated {
			t.Fatalf("%v: %v, and aside there is a run that violates it", q, whole.Verdict)
		}
	})
}
