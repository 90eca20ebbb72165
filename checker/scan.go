package checker

import (
	mathbits "math/bits"
	"sync"
	"sync/atomic"

	digraph "interrex/checker/internal/graph"
)

// A scan evaluates properties that are closures on states, and properties of steps. It follows the exploration in the order of ids.
type scan struct {
	*search
	groups        []*predicateGroup // of properties of states
	rest, between []int             // properties
	first         []*finding        // by property
	counts        []int             // by property
	found         uint32            // the first state in which the groups have not been evaluated
	left          uint32            // the first state with steps that have not been evaluated
	rests         int               // states at rest that have been evaluated, if they are known
	known         map[pair]bool     // of properties of what components show
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
	return c
}

// proceed evaluates everything in the states found since the last call.
func (c *scan) proceed() error {
	return c.guard(func() error {
		for len(c.groups) > 0 && int(c.found) < c.Len() {
			c.scanStates(min(c.Len()-int(c.found), mostScanned))
		}
		ids, isKnown := c.rested()
		for ; len(c.rest) > 0 && c.rests < len(ids); c.rests++ {
			c.scanRest(ids[c.rests])
		}
		for ; c.scansSteps(isKnown) && int(c.left) < c.Expanded(); c.left++ {
			c.scanSteps(c.left, isKnown)
		}
		return nil
	})
}

// The numbers of states that workers evaluate together.
const (
	mostScanned  = 4096
	leastScanned = 256
)

// scansSteps reports whether the scan looks at all steps. knowsRest: the states at rest are known.
func (c *scan) scansSteps(knowsRest bool) bool {
	return len(c.between) > 0 || len(c.rest) > 0 && !knowsRest
}

// proceedByMany is proceed once there are many states. It is called often.
func (c *scan) proceedByMany() error {
	_, isKnown := c.rested()
	if len(c.groups) > 0 && (c.found == 0 || c.Len()-int(c.found) >= mostScanned) || c.scansSteps(isKnown) && c.Expanded()-int(c.left) >= mostScanned {
		return c.proceed()
	}
	return nil
}

// scanStates evaluates the properties of states in the next states.
func (c *scan) scanStates(n int) {
	states := make([]State, n)
	for i := range states {
		states[i] = c.state(c.found + uint32(i))
	}
	words := make([]uint64, n*len(c.groups))
	evaluateAll := func(from, to int) {
		for i := from; i < to; i++ {
			for g, q := range c.groups {
				words[i*len(c.groups)+g] = q.tell(states[i])
			}
		}
	}
	if !together(c.options.workers(), n, evaluateAll) { // once more, to fail on this goroutine and as one worker does
		for i, state := range states {
			for g, q := range c.groups {
				words[i*len(c.groups)+g] = evaluate(c.search, q.title, q.tell, state)
			}
		}
	}
	for i := range states {
		for g, q := range c.groups {
			c.note(q, c.found, words[i*len(c.groups)+g])
		}
		c.found++
	}
}

// together lets workers do all of [0, n) in parts. It reports false if there is too little to do, or if one of them has failed.
func together(workers, n int, do func(from, to int)) bool {
	if workers == 1 || n < leastScanned {
		return false
	}
	var group sync.WaitGroup
	var done atomic.Int64
	for w := range workers {
		group.Go(func() {
			defer func() { _ = recover() }()
			do(w*n/workers, (w+1)*n/workers)
			done.Add(1)
		})
	}
	group.Wait()
	return int(done.Load()) == workers
}

// note notes what a group of predicates says of a state.
func (c *scan) note(q *predicateGroup, id uint32, word uint64) {
	if q.facts != nil && q.facts.once {
		c.wordsOf(q.facts).set(id, int(word))
	}
	for _, n := range q.members {
		p := &c.properties[n]
		if c.first[n] == nil && (word&p.bit != 0) == (p.kind == reachable) {
			c.first[n] = &finding{id, -1}
		}
	}
	for left := word & q.counted; left != 0; left &= left - 1 {
		c.counts[q.counts[mathbits.TrailingZeros64(left)]]++
	}
}

// scanRest evaluates the properties of states at rest in one.
func (c *scan) scanRest(id uint32) {
	state := c.state(id)
	for _, n := range c.rest {
		if c.first[n] == nil && !evaluate(c.search, c.properties[n].title(), c.properties[n].p, state) {
			c.first[n] = &finding{id, -1}
		}
	}
}

// scanSteps evaluates the properties of steps across the steps out of a state and, unless that is done elsewhere, those of states at rest.
func (c *scan) scanSteps(id uint32, knowsRest bool) {
	c.steps = c.Steps(id, c.steps[:0])
	if len(c.steps) == 0 && !knowsRest {
		c.scanRest(id)
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
		return known.of(id, func() int {
			s.tick()
			return int(evaluate(s, p.title(), of.word, s.state(id)))
		}) == 1
	}
}

// word is what Facts say of a state. They are evaluated once for each state.
func (s *search) word(f *Facts, title string, id uint32) uint64 {
	return uint64(s.wordsOf(f).of(id, func() int { return int(evaluate(s, title, f.tell, s.state(id))) }))
}

func (s *search) wordsOf(f *Facts) *memo {
	if s.words[f] == nil {
		s.words[f] = &memo{}
	}
	return s.words[f]
}

// A memo keeps the values of a closure for states.
type memo struct {
	isKnown []bool
	values  []int
}

func (m *memo) of(id uint32, evaluate func() int) int {
	if int(id) >= len(m.values) || !m.isKnown[id] {
		m.set(id, evaluate())
	}
	return m.values[id]
}

func (m *memo) set(id uint32, value int) {
	if more := int(id) + 1 - len(m.values); more > 0 {
		m.isKnown, m.values = append(m.isKnown, make([]bool, more)...), append(m.values, make([]int, more)...)
	}
	m.isKnown[id], m.values[id] = true, value
}
