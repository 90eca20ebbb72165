package checker_test

import (
	"fmt"

	"interrex/checker"
)

// Threads are a small system whose steps commute where one can see it: a few automata that read and
// write variables. Each thread is an operation, each duty that of a thread.
type threads struct {
	lines     [][]line // of each thread
	variables int
	flawed    flaw
}

// A line is an edge of a thread's automaton: taken where the thread is at from and the variable that
// it reads has the value. It may set a variable.
type line struct {
	from, to    int
	reads, sets int // variables, -1 for none
	value, set  checker.Cell
	owed        bool
	bound       checker.Bound
	off         bool
}

// A flaw is an argument wrongly made.
type flaw int

const (
	none         flaw = iota
	independent       // steps that touch the same variable are said to commute
	invisible         // a key is said to take nothing back
	forOneReader      // who reads is said not to mind who writes
	unrevised         // what is assumed not to happen is never found to happen
	hiding            // a confluent step may prevent what is assumed not to happen
)

func (t *threads) Width() int { return len(t.lines) + t.variables }

func (t *threads) Init(emit func(checker.State)) { emit(make(checker.State, t.Width())) }

func (t *threads) enabled(s checker.State, thread int, l line) bool {
	return int(s[thread]) == l.from && (l.reads < 0 || s[len(t.lines)+l.reads] == l.value)
}

func (t *threads) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	to := make(checker.State, len(s))
	for thread, lines := range t.lines {
		for i, l := range lines {
			if !t.enabled(s, thread, l) {
				continue
			}
			step := checker.Step{Code: uint64(thread)<<8 | uint64(i), Bound: l.bound}
			if l.owed {
				step.Owed = checker.Weak(thread)
			}
			if l.off {
				emit(step, nil)
				continue
			}
			copy(to, s)
			to[thread] = checker.Cell(l.to)
			if l.sets >= 0 {
				to[len(t.lines)+l.sets] = l.set
			}
			emit(step, to)
		}
	}
}

func (t *threads) Bounds() []string { return []string{"hops", "weight"} }

func (t *threads) Operations() int { return len(t.lines) }

func (t *threads) Operation(step checker.Step) checker.Operation {
	return checker.Operation(step.Code >> 8)
}

func (t *threads) HasKeyTransitions() bool { return true }

// clash reports whether some line of one thread writes what one of the other touches.
func (t *threads) clash(a, b int) bool {
	writes := func(x, y int) bool {
		for _, l := range t.lines[x] {
			for _, m := range t.lines[y] {
				if l.sets >= 0 && (l.sets == m.reads && t.flawed != forOneReader || l.sets == m.sets) {
					return true
				}
			}
		}
		return false
	}
	return a != b && (writes(a, b) || writes(b, a))
}

func (t *threads) Dependencies(_ checker.State, op checker.Operation, _ checker.Operations) (set checker.Operations) {
	for other := range t.lines {
		if t.flawed != independent && t.clash(int(op), other) {
			set = set.With(checker.Operation(other))
		}
	}
	return set
}

// Key: a step takes back what its thread's place, and the variable that it sets, have made true: bits 0 to
// 7 and 8 to 15. What a later step of the thread sets is what this one does.
func (t *threads) KeyTransition(s checker.State, op checker.Operation) (with checker.Operations, visible checker.Visible, ok bool) {
	for _, l := range t.lines[op] {
		if !t.enabled(s, int(op), l) || l.off {
			continue
		}
		if t.flawed == invisible {
			return with, 0, true
		}
		visible = 1 << op
		if l.sets >= 0 {
			visible |= 1 << (8 + l.sets)
		}
		return with, visible, true
	}
	panic("not enabled")
}

func (t *threads) String() string {
	text := ""
	for i, lines := range t.lines {
		text += fmt.Sprintf("thread %d:", i)
		for _, l := range lines {
			text += fmt.Sprintf(" %d>%d", l.from, l.to)
			if l.reads >= 0 {
				text += fmt.Sprintf(" if v%d=%d", l.reads, l.value)
			}
			if l.sets >= 0 {
				text += fmt.Sprintf(" v%d:=%d", l.sets, l.set)
			}
			if l.owed {
				text += " owed"
			}
			if l.bound != 0 {
				text += fmt.Sprintf(" bound %d off %v", l.bound, l.off)
			}
		}
		text += "\n"
	}
	return text
}

// A place is a predicate: one cell has a value, or another has one of its own.
type place struct {
	cell, other   int
	value, second checker.Cell
	both          bool
}

func (p place) holds(s checker.State) bool {
	if p.both {
		return s[p.cell] == p.value && s[p.other] == p.second
	}
	return s[p.cell] == p.value || s[p.other] == p.second
}

// sees are the changes of the cells that the predicate reads.
func (p place) sees(threads int) (m checker.Visible) {
	for _, cell := range []int{p.cell, p.other} {
		if cell < threads {
			m |= 1 << cell
		} else {
			m |= 1 << (8 + cell - threads)
		}
	}
	return m
}

// questions asks everything of two predicates.
func (t *threads) questions(p, q place) []checker.Property {
	return []checker.Property{
		checker.Invariant("invariant", func(s checker.State) bool { return !p.holds(s) }).Seeing(p.sees(len(t.lines))),
		checker.Invariant("one that minds everything", func(s checker.State) bool { return !q.holds(s) }),
		checker.Reachable("reachable", q.holds).Seeing(q.sees(len(t.lines))),
		checker.AtRest("at rest", p.holds),
		checker.Eventually("eventually", p.holds),
		checker.EventuallyAlways("eventually always", p.holds),
		checker.AlwaysEventually("always eventually", p.holds),
		checker.LeadsTo("leads to", p.holds, q.holds),
		checker.Recurs("recurs", p.holds, q.holds),
		checker.Settles("settles", func(s checker.State) int { return int(s[p.cell]) }),
	}
}
