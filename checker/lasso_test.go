package checker_test

import (
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
)

// The state z exists in none of these graphs: each fair run violates "z again and again".
func TestLassos(t *testing.T) {
	type system = *checker.ValueSystem[string]
	again := func(q string) func(system) checker.Property {
		return func(g system) checker.Property { return checker.AlwaysEventually("again and again "+q, is(g, q)) }
	}
	once := func(q string) func(system) checker.Property {
		return func(g system) checker.Property { return checker.Eventually("once "+q, is(g, q)) }
	}
	always := func(p string) func(system) checker.Property {
		return func(g system) checker.Property { return checker.EventuallyAlways("in the end "+p, is(g, p)) }
	}
	leads := func(p, q string) func(system) checker.Property {
		return func(g system) checker.Property { return checker.LeadsTo(p+" to "+q, is(g, p), is(g, q)) }
	}
	recurs := func(p, q string) func(system) checker.Property {
		return func(g system) checker.Property {
			return checker.Recurs(p+", then again and again "+q, is(g, p), is(g, q))
		}
	}
	settles := func(values string) func(system) checker.Property { // "a=1 b=2"
		return func(g system) checker.Property {
			return checker.Settles("settles "+values, func(s checker.State) int {
				_, after, _ := strings.Cut(values, g.Value(s)+"=")
				return int(after[0] - '0')
			})
		}
	}
	for _, test := range []struct {
		why, graph string
		property   func(system) checker.Property
		want       string // the counterexample, "" if the property holds
	}{
		{"a loop is a cycle of one step", "a>a", again("z"), "a (a)"},
		{"a run that may rest is simpler than one that goes round", "a>a! a>b!", again("z"), "a ()"},
		{"the nearer of two initial states", "a b a>c c>d d>d b>d", again("z"), "b d (d)"},
		{"the first of two initial states that are equally near", "a b a>c b>c c>c", again("z"), "a c (c)"},
		{"an initial state named twice is one state", "a a a>a", again("z"), "a (a)"},
		{"one initial state reaches it and the other does not", "a b a>a=b b>a", once("a"), ""},
		{"one initial state reaches it and the other never does", "a b b>b", once("a"), "b (b)"},

		{"both classes are owed in both states: one cycle discharges both", "a>b=a a>a=b b>a=a b>b=b", again("z"), "a (b a a)"},
		{"b is owed in a only, so passing b is enough", "a>b a>x=b b>a", again("x"), "a (b a)"},
		{"b is owed everywhere and discharged only outside", "a>b a>x=b b>a b>x=b", again("x"), ""},
		{"left for one class, right for the other, and c twice", "c>l=a l>c=a c>r=b r>c=b l>x=b r>x=a", again("x"), "c (l c r c)"},
		{"the strong class B must be discharged, out of the way as it is", "a>b b>c=B c>b b>a", again("z"), "a (b c b a)"},
		{"a strong class in another component obliges nobody here", "a>b! b>a! a>c! c>d=A d>c=A", always("acd"), "a (b a)"},
		{"nor does it where there is more to pass than one state", "a>b! b>a! a>c! c>d=A d>c=A", settles("a=1 b=2 c=1 d=1"), "a (b a)"},
		{"a weak and a strong class of one number are two classes", "a>b=b b>a c>a c>c=B a>c", again("z"), "a (b a c c a)"},

		{"the shortest round by a bad state, not the one by the nearest", "a>b b>d d>f f>g g>a b>c c>e e>a", always("abcfg"), "a (b c e a)"},
		{"the bad state is where the cycle starts", "a>b b>a", always("b"), "a (b a)"},
		{"the run rests in a good state after a bad one", "a>b b>a b>c", always("c"), "a (b a)"},
		{"no run comes back to the bad state", "a>b b>b", always("b"), ""},

		{"the value changes for ever", "a>b b>a", settles("a=1 b=2"), "a (b a)"},
		{"different states, one value", "a>b b>a", settles("a=1 b=1"), ""},
		{"no value now and then", "a>b b>c c>b", settles("a=1 b=1 c=0"), "a b (c b)"},
		{"the run rests without a value", "a>b", settles("a=1 b=0"), "a b ()"},
		{"the run rests with another value than it had", "a>b", settles("a=1 b=2"), ""},
		{"no value is worse than two", "a>b b>c c>a c>b", settles("a=1 b=2 c=0"), "a (b c a)"},
		{"two components, each with one value", "a>b b>b b>c c>c", settles("a=0 b=1 c=2"), ""},

		{"the premise is true only within the cycle", "a>b b>c c>b", leads("c", "z"), "a b (c b)"},
		{"it is true on the way, and not any more in the cycle", "a>p p>b b>c c>b", leads("p", "z"), "a p b (c b)"},
		{"the answer comes in the state of the premise", "a>p p>p", leads("p", "p"), ""},
		{"the answer came before the premise", "a>q q>p p>p", leads("p", "q"), "a q p (p)"},
		{"the shorter way to the cycle misses the premise", "a>b b>c c>b a>p p>d d>b", leads("p", "z"), "a p d b (c b)"},
		{"the shorter way from the premise passes the answer", "a>p p>q q>b p>c c>d d>b b>b", leads("p", "q"), "a p c d b (b)"},
		{"a run may rest in a without ever coming to p, but it can also go round by p", "a>p! p>a!", leads("p", "z"), "a (p a)"},
		{"every way round answers", "a>p p>q q>a", leads("p", "q"), ""},

		{"the answer came, and never comes again", "a>p p>q q>b b>b", recurs("p", "q"), "a p q b (b)"},
		{"the premise itself was the last answer", "a>p p>b", recurs("p", "p"), "a p b ()"},
		{"the shorter way to the rest misses the premise", "a>b a>p p>d d>b", recurs("p", "p"), "a p d b ()"},
		{"no run comes to the premise", "a>b b>b p>b", recurs("p", "p"), ""},
		{"a run may avoid the answer in a component that has it", "a>p p>q q>b b>c c>b c>q!", recurs("p", "q"), "a p q b (c b)"},
		{"the answer comes again and again", "a>p p>q q>b b>q", recurs("p", "q"), ""},

		{"B starves at c; without c, C starves at d; a and b are left", "a>b b>a b>c c>a=C c>x=B b>d d>a d>y=C", again("xy"), "a (b a)"},
		{"the same, but a owes C as well, and nothing is left", "a>b b>a b>c c>a=C c>x=B b>d d>a d>y=C a>y=C", again("xy"), ""},
		{"what is left falls into two parts, of which the nearer counts", "a>c c>b b>c c>x=B b>d d>e e>d e>c b>b", again("x"), "a c b (b)"},
		{"weakly owed all along in what is left", "a>b b>a b>c c>a=b c>x=B a>y=b b>y=b", again("xy"), ""},
	} {
		t.Run(test.why, func(t *testing.T) {
			g := graph(test.graph)
			report, err := checker.Check(t.Context(), g, []checker.Property{test.property(g)}, checker.Options{})
			if err != nil {
				t.Fatal(err)
			}
			result := report.Results[0]
			if got := lasso(g, result.Path); got != test.want {
				t.Errorf("%s, %s: got %q, want %q", test.graph, result.Property.Name, got, test.want)
			}
			if (result.Verdict == checker.Violated) != (test.want != "") || result.Verdict == checker.Inconclusive {
				t.Errorf("%s: %v", test.graph, result.Verdict)
			}
		})
	}
}

// graph makes a System of a literal: "a>b b>a!" has the initial state a (the first one named)
// and two edges. "!" marks an edge without a class. "=x" names a weak class, "=X" a strong one.
// Without a mark the class is the weak one a. "a b a>c" has the initial states a and b.
func graph(literal string) *checker.ValueSystem[string] {
	type edge struct {
		to       string
		fairness checker.FairnessClass
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
		e := edge{to: to, fairness: checker.Weak(0)}
		if name, class, ok := strings.Cut(to, "="); ok {
			e.to = name
			if class[0] < 'a' {
				e.fairness = checker.Strong(int(class[0] - 'A'))
			} else {
				e.fairness = checker.Weak(int(class[0] - 'a'))
			}
		}
		if name, ok := strings.CutSuffix(to, "!"); ok {
			e.to, e.fairness = name, checker.None
		}
		edges[from] = append(edges[from], e)
	}
	return checker.Values(initial, func(s string, emit func(string, checker.FairnessClass, string)) {
		for _, e := range edges[s] {
			emit(s+">"+e.to, e.fairness, e.to)
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

func not(p checker.Predicate) checker.Predicate {
	return func(s checker.State) bool { return !p(s) }
}

// TestSparseClasses: the memory that liveness takes for a state does not depend on the numbers of classes.
func TestSparseClasses(t *testing.T) {
	const states = 3000
	bytes := func(class int) uint64 {
		system := loose{width: 1, init: from(0), steps: func(s checker.State, emit func(checker.Step, checker.State)) {
			emit(checker.Step{Fairness: checker.Weak(class)}, checker.State{(s[0] + 1) % states})
		}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		report, err := checker.Check(t.Context(), system, []checker.Property{checker.AlwaysEventually("never", not(anything))}, checker.Options{Workers: 1})
		runtime.ReadMemStats(&after)
		if err != nil || len(report.Results[0].Path.Cycle) != states {
			t.Fatal(err)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := bytes(0), bytes(32766); many > few+1000*states {
		t.Errorf("%d bytes are allocated with class 0, and %d with class 32766", few, many)
	}
}

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
		if got := report.Results[1].Verdict; (got == checker.Violated) != (test.want != "") || got == checker.Holds {
			t.Errorf("%s: %v, and the search may miss runs", test.why, got)
		}
		if !report.Complete {
			t.Errorf("%s: a question aside says that the exploration is not complete", test.why)
		}
	}
}

// A run that is found aside violates the property.
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
