package checker

import (
	digraph "interrex/checker/internal/graph"
)

// A scan evaluates what an exploration leaves to it: of a Composed system, properties that are closures on states, and properties of
// steps. It follows the exploration in the order of ids. Of another system, examiners do most of that while states are expanded.
type scan struct {
	*search
	groups        []*predicateGroup // of properties of states
	rest, between []int             // properties
	first         []*finding        // by property
	counts        []int             // by property
	examiner      *examiner
	found         uint32        // the first state in which the groups have not been evaluated
	left          uint32        // the first state of which the steps have not been looked at
	known         map[pair]bool // of properties of what components show
	steps         []digraph.Step
}

// A finding is a state, or a step out of it, that violates a property or is its witness.
type finding struct {
	id    uint32
	place int // of the step, among those of the state; -1: the state
}

func newScan(s *search) *scan {
	c := &scan{search: s, known: map[pair]bool{}, first: make([]*finding, len(s.properties)), counts: make([]int, len(s.properties))}
	var closures []Property
	for n, p := range s.properties {
		switch {
		case p.kind == stepInvariant:
			c.between = append(c.between, n)
		case p.kind == atRest && p.judge == nil:
			c.rest = append(c.rest, n)
		}
		if p.judge != nil {
			p.kind = settles // no group evaluates it
		}
		closures = append(closures, p)
	}
	c.groups = predicateGroups(closures)
	c.examiner = newExaminer(c, &s.busy)
	return c
}

// proceed evaluates everything in the states found since the last call.
func (c *scan) proceed() error {
	isLeft := c.composed != nil
	return c.guard(func() error {
		for ; (isLeft || c.options.StopFirst) && len(c.groups) > 0 && int(c.found) < c.Len(); c.found++ {
			c.examiner.examine(c.found, c.state(c.found))
		}
		for ; isLeft && len(c.rest)+len(c.between) > 0 && int(c.left) < c.Expanded(); c.left++ {
			c.scanSteps(c.left)
		}
		c.examiner.keep()
		return nil
	})
}

// scanSteps evaluates the properties of steps across the steps out of a state, and those of states at rest.
func (c *scan) scanSteps(id uint32) {
	c.steps = c.Steps(id, c.steps[:0])
	if len(c.steps) == 0 && len(c.rest) > 0 {
		state := c.state(id)
		for _, n := range c.rest {
			if c.first[n] == nil && !evaluate(c.search, c.properties[n].title(), c.properties[n].p, state) {
				c.first[n] = &finding{id, -1}
			}
		}
	}
	for i := range c.steps {
		if c.steps[i].To == digraph.Nowhere {
			continue
		}
		for _, n := range c.between {
			if c.first[n] == nil && !c.isKept(n, id, c.steps[i].To) {
				c.first[n] = &finding{id, i}
			}
		}
	}
}

// A pair is a property with numbers of what two states show.
type pair struct {
	property      int
	before, after uint32
}

// isKept evaluates a property of steps across a step.
func (c *scan) isKept(n int, from, to uint32) (holds bool) {
	p := &c.properties[n]
	if p.judge == nil {
		before := c.state(from)
		return evaluate(c.search, p.title(), func(after State) bool { return p.between(before, after) }, c.state(to))
	}
	ends := pair{n, c.composed.Shown(from), c.composed.Shown(to)}
	holds, isKnown := c.known[ends]
	if !isKnown {
		before, after := c.composed.ViewOf(ends.before), c.composed.ViewOf(ends.after)
		c.busy = p.title()
		holds = p.across(before, after)
		c.busy = ""
		c.known[ends] = holds
	}
	return holds
}

// evaluate calls a function of a user, marked as foreign code while it runs.
func evaluate[S, T any, F ~func(S) T](s *search, title string, f F, of S) T {
	s.busy = title
	value := f(of)
	s.busy = ""
	return value
}

// kept is a predicate that is a closure, asked of states by their ids. It is evaluated once for each state.
func (s *search) kept(p Property, of Predicate) func(uint32) bool {
	known := &memo{}
	return func(id uint32) bool {
		return known.of(id, func() int { return int(evaluate(s, p.title(), of.word, s.state(id))) }) == 1
	}
}

// word is what Facts that are evaluated once say of a state.
func (s *search) word(f *Facts, title string, id uint32) uint64 {
	return s.words[f].of(id, func() uint64 { return evaluate(s, title, f.tell, s.state(id)) })
}

// A memo keeps the values of a closure for states.
type memo struct {
	isKnown []bool
	values  []int
}

func (m *memo) of(id uint32, evaluate func() int) int {
	if more := int(id) + 1 - len(m.values); more > 0 {
		m.isKnown, m.values = append(m.isKnown, make([]bool, more)...), append(m.values, make([]int, more)...)
	}
	if !m.isKnown[id] {
		m.values[id] = evaluate()
		m.isKnown[id] = true
	}
	return m.values[id]
}
