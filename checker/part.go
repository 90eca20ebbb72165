package checker

import (
	"fmt"
	"slices"

	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
)

// A Part judges and expands states that are kept elsewhere, and counts as Check does. The Tallies of several Parts add up. Only
// one goroutine may use a Part. Its errors are *ModelPanic, Overflow, or those of its arguments.
type Part struct {
	sandbox
	properties []Property
	groups     []*predicateGroup           // of properties of states
	violations []liveness.Violation[State] // by property, of liveness properties
	counts     counts                      // since Begin
	tally      Tally                       // and what else
}

// NewPart makes a Part.
func NewPart(system System, properties []Property) *Part {
	p := &Part{sandbox: sandbox{system: system}, properties: properties, groups: predicateGroups(properties)}
	p.violations = make([]liveness.Violation[State], len(properties))
	for n, property := range properties {
		if property.IsLiveness() {
			p.violations[n] = violationOf(property, property.facts.tell)
		}
	}
	p.Begin()
	return p
}

// Begin begins a new Tally.
func (p *Part) Begin() {
	p.counts.reset()
	p.tally = newTally(p.properties)
}

// Initial lists the initial states, each once, in the order in which the system emits them.
func (p *Part) Initial() (states []State, err error) {
	err = p.guard(func() error {
		for _, s := range p.initialStates() {
			if !slices.ContainsFunc(states, func(t State) bool { return slices.Equal(s, t) }) {
				states = append(states, s)
			}
		}
		return nil
	})
	return states, err
}

// Judge evaluates the properties of states in a state.
func (p *Part) Judge(rank int, s State) error {
	return p.guard(func() error {
		for _, q := range p.groups {
			if len(q.members) > 0 {
				p.tally.judge(q, rank, evaluate(&p.sandbox, q.title, q.tell, s))
			}
		}
		return nil
	})
}

// Expand emits the states to which the steps out of a state lead, with the place of each among them. It counts the steps and
// evaluates the properties of steps and of states at rest. The callee must not keep the State.
func (p *Part) Expand(rank int, s State, emit func(place int, to State) error) error {
	return p.guard(func() (err error) {
		if rank < lawSample {
			p.checkTwice(s)
		}
		place, isBlocked := 0, false
		p.counts.begin()
		p.eachStep(s, func(step Step, to State) {
			p.counts.step(step, to != nil)
			isBlocked = isBlocked || to == nil
			if to != nil && err == nil {
				p.checkStep(Found{Rank: rank, Step: place}, s, to)
				err = emit(place, to)
				place++
			}
		})
		p.counts.end(rank, place)
		p.checkRest(rank, s, place == 0 && !isBlocked)
		return err
	})
}

// checkStep evaluates the properties of steps across a step.
func (p *Part) checkStep(at Found, s, to State) {
	for n := range p.properties {
		of := &p.properties[n]
		if of.kind != stepInvariant || p.tally.first(n) != nil {
			continue
		}
		if isKept := evaluate(&p.sandbox, of.title(), func(to State) bool { return of.between(s, to) }, to); !isKept {
			at.Property = n
			p.tally.find(at)
		}
	}
}

// checkRest evaluates the properties of states at rest, and notes the liveness properties that a run violates that stays in a
// quiet state.
func (p *Part) checkRest(rank int, s State, isAtRest bool) {
	for n := range p.properties {
		of := &p.properties[n]
		switch {
		case of.kind == atRest && isAtRest && evaluate(&p.sandbox, of.title(), of.facts.tell, s)&of.bit == 0:
			p.tally.find(Found{n, rank, -1})
		case of.IsLiveness() && !p.counts.isFair && !slices.Contains(p.tally.Rests, n) && evaluate(&p.sandbox, of.title(), p.violations[n].Rests, s):
			p.tally.Rests = append(p.tally.Rests, n)
		}
	}
}

// Tally returns what has been counted since Begin.
func (p *Part) Tally() Tally {
	c := &p.counts
	t := Tally{Steps: c.steps, Terminal: c.terminal, Met: c.boundsHit(), Actions: c.byName(p.system)}
	t.Add(p.tally)
	return t
}

// Hop returns the first step of a class from one state to another. No bound has altered it.
func (p *Part) Hop(from, to State, class digraph.Class) (hop Transition, err error) {
	err = p.guard(func() error {
		all := p.emissions(from)
		i := slices.IndexFunc(all, func(t Transition) bool {
			return t.Step.Bound == 0 && digraph.Class(t.Step.Fairness) == class && slices.Equal(t.To, to)
		})
		if i < 0 {
			return fmt.Errorf("there is no such step from %v to %v", from, to)
		}
		hop = all[i]
		return nil
	})
	return hop, err
}

// Onward emits the steps out of a state by their classes. Those that a bound has altered or disabled have no State. Then it emits
// the classes that last in the state.
func (p *Part) Onward(s State, step func(class digraph.Class, to State) error, lasts func(class digraph.Class)) error {
	return p.guard(func() (err error) {
		p.eachStep(s, func(x Step, to State) {
			if x.Bound != 0 {
				to = nil
			}
			if err == nil {
				err = step(digraph.Class(x.Fairness), to)
			}
		})
		if outlasting, ok := p.system.(outlasting); ok {
			p.call("Lasts", func() { outlasting.Lasts(s, func(d FairnessClass) { lasts(digraph.Class(d)) }) })
		}
		return err
	})
}

// Violation describes the runs that violate a liveness property in a graph. state returns the states of the graph.
func (p *Part) Violation(property int, state func(id uint32) State) liveness.Violation[uint32] {
	of, last, word := p.properties[property], ^uint32(0), uint64(0)
	return violationOf(of, func(id uint32) uint64 {
		if id != last {
			last, word = id, of.facts.tell(state(id))
		}
		return word
	})
}

// Guarded calls do, which evaluates a property.
func (p *Part) Guarded(property int, do func() error) error {
	return p.guard(func() error {
		p.during = p.properties[property].title()
		return do()
	})
}
