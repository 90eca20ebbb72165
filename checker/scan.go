package checker

import (
	"sync"
	"sync/atomic"

	"interrex/checker/component"
	digraph "interrex/checker/internal/graph"
)

// A scan evaluates properties that are closures on states, and properties of steps. It follows the exploration in the order of ids.
type scan struct {
	*search
	groups        []*predicateGroup // of properties of states
	rest, between []int             // properties
	tally         Tally             // what was found and counted
	found         uint32            // the first state in which the groups have not been evaluated
	left          uint32            // the first state with steps that have not been evaluated
	stuttering int               // states without a step of a class that have been looked at, if there are properties of states at rest
	known         map[pair]bool     // of properties of steps of components
	steps         []digraph.Step
}

func newScan(s *search) *scan {
	c := &scan{search: s, groups: predicateGroups(s.properties), tally: newTally(s.properties), known: map[pair]bool{}}
	for n, p := range s.properties {
		switch {
		case p.kind == stepInvariant:
			c.between = append(c.between, n)
		case p.kind == atRest && !p.isJudged:
			c.rest = append(c.rest, n)
		}
	}
	return c
}

// proceed evaluates everything in the states found since the last call.
func (c *scan) proceed() error {
	return c.guard(func() error {
		if len(c.groups) == 0 {
			c.found = uint32(c.Len())
		}
		for int(c.found) < c.Len() {
			c.scanStates(min(c.Len()-int(c.found), mostScanned))
		}
		if len(c.rest) > 0 {
			c.scanStuttering()
		}
		for ; int(c.left) < c.Expanded(); c.left++ {
			if len(c.between) > 0 {
				c.scanSteps(c.left)
			}
		}
		return nil
	})
}

// The numbers of states that workers evaluate together.
const (
	mostScanned  = 4096
	leastScanned = 256
)

// proceedByMany is proceed once there are many states. It is called often.
func (c *scan) proceedByMany() error {
	if c.found == 0 || c.Len()-int(c.found) >= mostScanned || c.Expanded()-int(c.left) >= mostScanned {
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
	evaluateAll := func(b *sandbox, from, to int) {
		for i := from; i < to; i++ {
			for g, q := range c.groups {
				words[i*len(c.groups)+g] = evaluate(b, q.title, q.tell, states[i])
			}
		}
	}
	if !together(c.options.workers(), n, func(from, to int) { evaluateAll(new(sandbox), from, to) }) {
		evaluateAll(&c.sandbox, 0, n) // once more, to fail on this goroutine and as one worker does
	}
	for i := range states {
		for g, q := range c.groups {
			word := words[i*len(c.groups)+g]
			if c.tally.judge(q, int(c.found), word); q.isKept {
				q.words = append(q.words, word)
			}
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

// scanStuttering evaluates the properties of states at rest in those found since the last call.
func (c *scan) scanStuttering() {
	for all := c.MayStutter(); c.stuttering < len(all) && int(all[c.stuttering]) < c.Expanded(); c.stuttering++ {
		id := all[c.stuttering]
		for _, n := range c.rest {
			if c.tally.first(n) == nil && c.isAtRest(id) && !c.is(c.properties[n], id) {
				c.tally.find(Found{n, int(id), -1})
			}
		}
	}
}

// scanSteps evaluates the properties of steps across the steps out of a state.
func (c *scan) scanSteps(id uint32) {
	c.steps = c.Steps(id, c.steps[:0])
	place := 0
	for _, step := range c.steps {
		if step.To == digraph.Nowhere {
			continue
		}
		for _, n := range c.between {
			if c.tally.first(n) == nil && !c.isKept(n, id, step.To) {
				c.tally.find(Found{n, int(id), place})
			}
		}
		place++
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
	if !p.isJudged {
		before := c.state(from)
		return evaluate(&c.sandbox, p.title(), func(after State) bool { return p.between(before, after) }, c.state(to))
	}
	ends := pair{n, c.composed.Shown(from), c.composed.Shown(to)}
	holds, isKnown := c.known[ends]
	if !isKnown {
		before := c.composed.ViewOf(ends.before)
		holds = evaluate(&c.sandbox, p.title(), func(after component.View) bool { return p.across(before, after) }, c.composed.ViewOf(ends.after))
		c.known[ends] = holds
	}
	return holds
}

// A predicateGroup is the properties of the same Facts that are evaluated in each state.
type predicateGroup struct {
	*Facts
	title      string // of the first property, for messages
	properties []Property
	members    []int    // those of states
	isKept     bool     // liveness needs the words
	words      []uint64 // by state, if they are kept
}

// predicateGroups groups the properties of states, and those of liveness.
func predicateGroups(properties []Property) (all []*predicateGroup) {
	for n := range properties {
		p := &properties[n]
		if p.isJudged || !p.isOfStates() && !p.IsLiveness() {
			continue
		}
		q := groupOf(all, p.facts)
		if q == nil {
			q = &predicateGroup{Facts: p.facts, title: p.title(), properties: properties}
			all = append(all, q)
		}
		if p.isOfStates() {
			q.members = append(q.members, n)
		} else {
			q.isKept = true
		}
	}
	return all
}

// groupOf returns the group of some Facts.
func groupOf(all []*predicateGroup, f *Facts) *predicateGroup {
	for _, q := range all {
		if q.Facts == f {
			return q
		}
	}
	return nil
}
