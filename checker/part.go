package checker

import (
	"cmp"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"

	"interrex/checker/component"
	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
)

// A Part judges and expands states that are kept elsewhere, and counts as Check does. The Tallies of several Parts add up. Only
// one goroutine may use a Part.
type Part struct {
	system     System
	properties []Property
	groups     []*predicateGroup           // of properties of states
	violations []liveness.Violation[State] // by property, of liveness properties
	busy       string                      // foreign code that is running; "" if ours
	tally      Tally
	names      actionNames
	enabled    map[Action]bool // in the present state
}

// NewPart makes a Part.
func NewPart(system System, properties []Property) *Part {
	p := &Part{system: system, properties: properties, groups: predicateGroups(properties), names: newActionNames(system), enabled: map[Action]bool{}}
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
	p.tally = Tally{Counts: make([]int, len(p.properties)), Actions: map[string]component.Activity{}}
}

// guard makes an error in the words of Check of a panic.
func (p *Part) guard(err *error) {
	if v := recover(); v != nil {
		*err = explain(p.busy, v, debug.Stack())
	}
	p.busy = ""
}

// Judge evaluates the properties of states in a state. The error is a *ModelPanic or an Overflow.
func (p *Part) Judge(rank int, s State) (err error) {
	defer p.guard(&err)
	for _, q := range p.groups {
		if len(q.members) == 0 {
			continue
		}
		p.busy = q.title
		word := q.tell(s)
		p.busy = ""
		for _, n := range q.members {
			of := &p.properties[n]
			is := word&of.bit != 0
			if is == (of.kind == reachable) {
				p.tally.find(Found{n, rank, -1})
			}
			if is && of.counted {
				p.tally.Counts[n]++
			}
		}
	}
	return nil
}

// Expand emits the states to which the steps out of a state lead, with the place of each among them. It counts the steps and
// evaluates the properties of steps and of states at rest. The callee must not keep the State. The error is a *ModelPanic, an
// Overflow or emit's.
func (p *Part) Expand(rank int, s State, emit func(place int, to State) error) (err error) {
	defer p.guard(&err)
	if rank < lawSample {
		p.busy = "Steps"
		checkTwice(p.system, s)
	}
	clear(p.enabled)
	place, isBlocked, isOwed := 0, false, false
	p.busy = "Steps"
	p.system.Steps(s, func(step Step, to State) {
		p.busy = ""
		isOwed = isOwed || step.Fairness != None
		p.count(step, to != nil)
		if isBlocked = isBlocked || to == nil; to != nil && err == nil {
			p.checkStep(Found{Rank: rank, Step: place}, s, to)
			err = emit(place, to)
			place++
		}
		p.busy = "Steps"
	})
	p.busy = ""
	p.tally.Steps += place
	if place == 0 {
		p.tally.Terminal++
	}
	p.checkRest(rank, s, place == 0 && !isBlocked, !isOwed)
	return err
}

// checkStep evaluates the properties of steps across a step.
func (p *Part) checkStep(at Found, s, to State) {
	for n := range p.properties {
		at.Property = n
		of := &p.properties[n]
		if of.kind != stepInvariant || p.tally.has(n) {
			continue
		}
		p.busy = of.title()
		if !of.between(s, to) {
			p.tally.find(at)
		}
		p.busy = ""
	}
}

// checkRest evaluates the properties of states at rest, and notes the liveness properties that a run violates that stays in a
// quiet state.
func (p *Part) checkRest(rank int, s State, isAtRest, isQuiet bool) {
	for n := range p.properties {
		of := &p.properties[n]
		p.busy = of.title()
		switch {
		case of.kind == atRest && isAtRest && !p.tally.has(n) && of.facts.tell(s)&of.bit == 0:
			p.tally.find(Found{n, rank, -1})
		case of.IsLiveness() && isQuiet && !slices.Contains(p.tally.Rests, n) && p.violations[n].Rests(s):
			p.tally.Rests = append(p.tally.Rests, n)
		}
		p.busy = ""
	}
}

// count counts a step.
func (p *Part) count(step Step, isTaken bool) {
	if b := int(step.Bound); b != 0 && !slices.Contains(p.tally.Met, b) {
		p.tally.Met = append(p.tally.Met, b)
	}
	if step.Action == 0 {
		return
	}
	if step.Action == 0 {
		return
	}
	name := p.names.of(step.Action)
	a := p.tally.Actions[name]
	a.Enabled += btoi(!p.enabled[step.Action])
	a.Taken += btoi(isTaken)
	p.enabled[step.Action], p.tally.Actions[name] = true, a
}

// Tally returns what has been counted since Begin.
func (p *Part) Tally() (t Tally) {
	t.Add(p.tally)
	return t
}

// A Tally is what was counted of some states.
type Tally struct {
	Steps    int                           `json:",omitempty"`
	Terminal int                           `json:",omitempty"`
	Met      []int                         `json:",omitempty"` // bounds that altered or disabled a step, in their order
	Actions  map[string]component.Activity `json:",omitempty"` // that were enabled, by name
	Counts   []int                         `json:",omitempty"` // of each property that is Counted, the states in which it is true
	Found    []Found                       `json:",omitempty"` // of each property that has one, the first violation or witness
	Rests    []int                         `json:",omitempty"` // the liveness properties that a run violates that stays in a quiet state
}

// A Found is the place of the first violation of a property, or of its witness: a state or, if Step is not -1, a step out of it,
// by its place among those that lead somewhere.
type Found struct{ Property, Rank, Step int }

func (t *Tally) has(property int) bool {
	return slices.ContainsFunc(t.Found, func(f Found) bool { return f.Property == property })
}

// find notes the first violation of a property. Ranks are ascending.
func (t *Tally) find(f Found) {
	if !t.has(f.Property) {
		t.Found = append(t.Found, f)
	}
}

// Add adds what was counted of other states. Of a property, what was found first is what has the least rank.
func (t *Tally) Add(other Tally) {
	sum := Tally{Steps: t.Steps + other.Steps, Terminal: t.Terminal + other.Terminal, Met: unite(t.Met, other.Met),
		Actions: map[string]component.Activity{}, Rests: unite(t.Rests, other.Rests)}
	maps.Copy(sum.Actions, t.Actions)
	for name, a := range other.Actions {
		before := sum.Actions[name]
		sum.Actions[name] = component.Activity{Enabled: before.Enabled + a.Enabled, Taken: before.Taken + a.Taken}
	}
	sum.Counts = make([]int, max(len(t.Counts), len(other.Counts)))
	for _, counts := range [][]int{t.Counts, other.Counts} {
		for i, n := range counts {
			sum.Counts[i] += n
		}
	}
	all := slices.Concat(t.Found, other.Found)
	slices.SortStableFunc(all, func(a, b Found) int { return cmp.Or(a.Property-b.Property, a.Rank-b.Rank) })
	sum.Found = slices.CompactFunc(all, func(a, b Found) bool { return a.Property == b.Property })
	*t = sum
}

func unite(a, b []int) []int {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
}

// Violates reports whether a safety property that stops the exploration is violated.
func (t *Tally) Violates(properties []Property) bool {
	return slices.ContainsFunc(t.Found, func(f Found) bool { return properties[f.Property].stops() })
}

// Violations lists the safety properties that are violated. The ranks are those of states in levels of such widths.
func (t *Tally) Violations(properties []Property, widths []int) (all []Violation) {
	for _, f := range t.Found {
		if properties[f.Property].stops() {
			all = append(all, Violation{properties[f.Property], levelOf(widths, f.Rank) + btoi(f.Step >= 0)})
		}
	}
	return all
}

// levelOf is the level of a rank.
func levelOf(widths []int, rank int) (level int) {
	for begin := 0; level < len(widths)-1 && rank >= begin+widths[level]; level++ {
		begin += widths[level]
	}
	return level
}

// Hop returns the first step of a class from one state to another. No bound has altered it.
func (p *Part) Hop(from, to State, class digraph.Class) (hop Transition, err error) {
	defer p.guard(&err)
	p.busy = "Steps"
	err = fmt.Errorf("there is no such step from %v to %v", from, to)
	p.system.Steps(from, func(step Step, next State) {
		if err != nil && step.Bound == 0 && digraph.Class(step.Fairness) == class && slices.Equal(next, to) {
			hop, err = Transition{step, to}, nil
		}
	})
	return hop, err
}

// Onward emits the steps out of a state by their classes. Those that a bound has altered or disabled have no State. Then it emits
// the classes that last in the state.
func (p *Part) Onward(s State, step func(class digraph.Class, to State) error, lasts func(class digraph.Class)) (err error) {
	defer p.guard(&err)
	p.busy = "Steps"
	p.system.Steps(s, func(x Step, to State) {
		p.busy = ""
		if x.Bound != 0 {
			to = nil
		}
		if err == nil {
			err = step(digraph.Class(x.Fairness), to)
		}
		p.busy = "Steps"
	})
	if outlasting, ok := p.system.(outlasting); ok {
		p.busy = "Lasts"
		outlasting.Lasts(s, func(d FairnessClass) { lasts(digraph.Class(d)) })
	}
	return err
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

// Ended is what code that a Part calls panics with to end the call. Its error is that of the call.
type Ended struct{ Err error }

// Guarded calls do, which evaluates a property. A panic is a *ModelPanic.
func (p *Part) Guarded(property int, do func() error) (err error) {
	defer p.guard(&err)
	p.busy = p.properties[property].title()
	return do()
}
