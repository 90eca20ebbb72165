package checker

import (
	"sync"
	"sync/atomic"

	"interrex/checker/component"
	digraph "interrex/checker/internal/graph"
)

// A judge evaluates properties, and keeps what it finds. Only one goroutine may use it.
type judge struct {
	sandbox
	properties []Property
	groups     []*predicateGroup // of properties of states and of liveness
	tally      Tally             // of what was found and counted
}

// reset forgets what was found.
func (j *judge) reset() {
	j.groups, j.tally = predicateGroups(j.properties), Tally{Counts: make([]int, len(j.properties))}
}

// has reports whether a property of a kind is still to be evaluated: it is not judged elsewhere, and has no violation or witness yet.
func (j *judge) has(k kind) bool {
	for n := range j.properties {
		if j.isOpen(n, k) {
			return true
		}
	}
	return false
}

func (j *judge) isOpen(n int, k kind) bool {
	p := &j.properties[n]
	return p.kind == k && (k == stepInvariant || !p.isJudged) && j.tally.first(n) == nil
}

// takeWord notes what the predicates of a group are in a state.
func (j *judge) takeWord(q *predicateGroup, rank int, word uint64) {
	for _, n := range q.members {
		p := &j.properties[n]
		is := word&p.bit != 0
		if is == (p.kind == reachable) {
			j.tally.find(Found{n, rank, -1})
		}
		if is && p.counted {
			j.tally.Counts[n]++
		}
	}
}

// takeStep evaluates the properties of steps across the step at a place.
func (j *judge) takeStep(rank, place int, isKept func(n int, p *Property) bool) {
	for n := range j.properties {
		if j.isOpen(n, stepInvariant) && !isKept(n, &j.properties[n]) {
			j.tally.find(Found{n, rank, place})
		}
	}
}

// isKept evaluates a property of steps across a step.
func (j *judge) isKept(p *Property, before, after State) bool {
	return evaluate(&j.sandbox, p.title(), func(after State) bool { return p.between(before, after) }, after)
}

// takeRest evaluates the properties of states at rest in such a state.
func (j *judge) takeRest(rank int, s State) {
	for n := range j.properties {
		if j.isOpen(n, atRest) && !j.holds(&j.properties[n], s) {
			j.tally.find(Found{n, rank, -1})
		}
	}
}

// holds evaluates the predicate of a property in a state.
func (j *judge) holds(p *Property, s State) bool {
	return evaluate(&j.sandbox, p.title(), p.facts.tell, s)&p.bit != 0
}

// A scan lets the judge of a search follow the exploration, in the order of ids.
type scan struct {
	*search
	found      uint32        // the first state in which the groups have not been evaluated
	left       uint32        // the first state with steps that have not been evaluated
	stuttering int           // states that may stutter that have been looked at, if there are properties of states at rest
	known      map[pair]bool // of properties of steps of components
	steps      []digraph.Step
}

func newScan(s *search) *scan {
	s.reset()
	return &scan{search: s, known: map[pair]bool{}}
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
		if c.has(atRest) {
			c.scanStuttering()
		}
		for ; c.has(stepInvariant) && int(c.left) < c.Expanded(); c.left++ {
			c.scanSteps(c.left)
		}
		c.left = uint32(c.Expanded())
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
	if !together(c.options.Workers, n, func(from, to int) { evaluateAll(new(sandbox), from, to) }) {
		evaluateAll(&c.sandbox, 0, n) // once more, to fail on this goroutine and as one worker does
	}
	for i := range states {
		for g, q := range c.groups {
			word := words[i*len(c.groups)+g]
			if c.takeWord(q, int(c.found), word); q.isKept {
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
		if id := all[c.stuttering]; c.has(atRest) && len(c.Steps(id, nil)) == 0 {
			c.takeRest(int(id), c.state(id))
		}
	}
}

// scanSteps evaluates the properties of steps across the steps out of a state.
func (c *scan) scanSteps(id uint32) {
	c.steps = c.Steps(id, c.steps[:0])
	place := 0
	for _, step := range c.steps {
		if step.To != digraph.Nowhere {
			c.takeStep(int(id), place, func(n int, p *Property) bool {
				if p.isJudged {
					return c.isKeptByViews(n, c.composed.Shown(id), c.composed.Shown(step.To))
				}
				return c.isKept(p, c.state(id), c.state(step.To))
			})
			place++
		}
	}
}

// A pair is a property with numbers of what two states show.
type pair struct {
	property      int
	before, after uint32
}

// isKeptByViews evaluates a property of steps once for all steps between states that show the same.
func (c *scan) isKeptByViews(n int, before, after uint32) bool {
	p, ends := &c.properties[n], pair{n, before, after}
	isKept, isKnown := c.known[ends]
	if !isKnown {
		from := c.composed.ViewOf(before)
		isKept = evaluate(&c.sandbox, p.title(), func(to component.View) bool { return p.across(from, to) }, c.composed.ViewOf(after))
		c.known[ends] = isKept
	}
	return isKept
}

// A predicateGroup is the properties of the same Facts that are evaluated in each state.
type predicateGroup struct {
	*Facts
	title   string   // of the first property, for messages
	members []int    // those of states
	isKept  bool     // liveness needs the words
	words   []uint64 // by state, if they are kept
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
			q = &predicateGroup{Facts: p.facts, title: p.title()}
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
