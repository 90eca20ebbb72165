package checker_test

import (
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// dutyRolls are the ways to owe the edges of a digraph of n vertices.
var dutyRolls = []struct {
	why  string
	owed func(from, to, n int) checker.Duty
}{
	{"everything is the adversary's: a run may rest anywhere",
		func(from, to, n int) checker.Duty { return checker.None }},
	{"one weak duty for all: a run must go on, and that is all",
		func(from, to, n int) checker.Duty { return checker.Weak(0) }},
	{"each vertex owes its own steps weakly: only one that a run stays in can starve",
		func(from, to, n int) checker.Duty { return checker.Weak(70 * from) }},
	{"each vertex is owed weakly as a goal: met by passing a vertex from which it cannot be reached at once",
		func(from, to, n int) checker.Duty { return checker.Weak(to) }},
	{"each vertex is owed strongly as a goal: a run that neglects one must keep away from all that lead there",
		func(from, to, n int) checker.Duty { return checker.Strong(to) }},
	{"each edge has a strong duty of its own, of a number far from the others: a run stays only where it can take every edge",
		func(from, to, n int) checker.Duty { return checker.Strong(37 * (from*n + to)) }},
	{"up is owed strongly, down by nobody, loops weakly",
		func(from, to, n int) checker.Duty {
			switch {
			case from < to:
				return checker.Strong(from)
			case from > to:
				return checker.None
			}
			return checker.Weak(n)
		}},
}

// outlasting is one more way: each vertex is owed weakly as a goal, and the duty lasts in all vertices but the one after it.
func outlasting(n, code int) *drawing {
	d := digraph(n, code, 0, func(from, to, n int) checker.Duty { return checker.Weak(to) })
	d.lasting = map[checker.Duty]set{}
	for v := range n {
		d.lasting[checker.Weak(v)] = everything(n) &^ only((v+1)%n)
	}
	return d
}

// digraph is number code of the digraphs of n vertices: bit from*n+to is the edge. Its initial
// vertices are 0 and, for half of the numbers below, the last.
func digraph(n, code, initial int, owed func(from, to, n int) checker.Duty) *drawing {
	d := &drawing{initial: []int{0}, out: make([][]arrow, n)}
	if initial > 0 {
		d.initial = []int{n - 1, 0}
	}
	for e := range n * n {
		if code>>e&1 != 0 {
			from, to := e/n, e%n
			d.out[from] = append(d.out[from], arrow{to: to, owed: owed(from, to, n)})
		}
	}
	return d
}

// allQuestions of a digraph of n vertices: each kind of property with each set of vertices.
func allQuestions(n int) []question {
	var all []question
	for p := set(0); p <= everything(n); p++ {
		for _, k := range []kind{invariant, atRest, reachable, eventually, eventuallyAlways, alwaysEventually} {
			all = append(all, question{kind: k, p: p})
		}
		for q := set(0); q <= everything(n); q++ {
			all = append(all, question{kind: leadsTo, p: p, q: q}, question{kind: recurs, p: p, q: q}, question{kind: stepInvariant, p: p, q: q})
		}
	}
	for code, end := 0, power(3, n); code < end; code++ {
		q := question{kind: settles}
		for v := range n {
			q.value = append(q.value, code/power(3, v)%3)
		}
		all = append(all, q)
	}
	return all
}

func power(base, n int) int {
	if n == 0 {
		return 1
	}
	return base * power(base, n-1)
}

// Up to three vertices: every digraph, every roll of duties, every question; in short every
// eleventh digraph.
func TestAllDigraphsOfThree(t *testing.T) {
	step := 1
	if testlevel.Short() || testlevel.Quick() {
		step = 11
	}
	seen := map[checker.Verdict]int{}
	for n := 1; n <= 3; n++ {
		questions := allQuestions(n)
		for code := 0; code < 1<<(n*n); code += step {
			for _, roll := range dutyRolls {
				agree(t, digraph(n, code, 0, roll.owed), questions, seen)
			}
			agree(t, outlasting(n, code), questions, seen)
		}
	}
	isMixed(t, seen)
}

// Four vertices: every digraph, one of the rolls in turn, and some of the questions in turn.
// The strides have no divisor in common with the numbers of rolls and of digraphs.
func TestAllDigraphsOfFour(t *testing.T) {
	const few, stride = 12, 101
	step := 1
	switch {
	case testlevel.Short() || testlevel.Quick():
		step = 31
	case !testlevel.All():
		step = 7
	}
	seen := map[checker.Verdict]int{}
	questions := allQuestions(4)
	for code := 0; code < 1<<16; code += step {
		var asked []question
		for i := range few {
			asked = append(asked, questions[(code*few+i)*stride%len(questions)])
		}
		roll := dutyRolls[code%len(dutyRolls)]
		agree(t, digraph(4, code, code/len(dutyRolls)%2, roll.owed), asked, seen)
	}
	isMixed(t, seen)
}
