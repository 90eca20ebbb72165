package checker_test

import (
	"strings"

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

func not(p checker.Predicate) checker.Predicate {
	return func(s checker.State) bool { return !p(s) }
}
