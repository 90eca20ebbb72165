package checker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	digraph "interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
	"interrex/checker/internal/trace"
)

// A Part judges and expands states that are kept elsewhere, and counts as Check does. The Tallies of several Parts add up. Only
// one goroutine may use a Part. Its errors are *ModelPanic, Overflow, component.Limit, or those of its arguments.
type Part struct {
	judge
	counts counts // since Begin
}

// NewPart makes a Part.
func NewPart(system System, properties []Property) *Part {
	p := &Part{judge: judge{sandbox: sandbox{system: system}, properties: properties}}
	p.Begin()
	return p
}

// Begin begins a new Tally.
func (p *Part) Begin() {
	p.counts.reset()
	p.judge.reset()
}

// Initial lists the initial states, each once, in the order in which the system emits them. It is called first: the error may be the
// reason why a property is Refused.
func (p *Part) Initial() (states []State, err error) {
	if err := validate(p.system, p.properties, Options{}); err != nil {
		return nil, err
	}
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
				p.takeWord(q, rank, evaluate(&p.sandbox, q.title, q.tell, s))
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
				p.takeStep(rank, place, func(_ int, of *Property) bool { return p.isKept(of, s, to) })
				err = emit(place, to)
				place++
			}
		})
		p.counts.end(rank, place)
		if place == 0 && !isBlocked {
			p.takeRest(rank, s)
		}
		if !p.counts.isFair {
			p.takeStuttering(s)
		}
		return err
	})
}

// takeStuttering notes the liveness properties that a run violates that stays in a state that may stutter.
func (p *Part) takeStuttering(s State) {
	for n, of := range p.properties {
		if !of.IsLiveness() || slices.Contains(p.tally.Rests, n) {
			continue
		}
		if v := violationOf(of, of.facts.tell); evaluate(&p.sandbox, of.title(), v.Rests, s) {
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

// An Explored is an exploration whose states are kept elsewhere.
type Explored struct {
	Part *Part // of the same check
	Tally
	Widths []int  // states of each level
	Bound  string // what has ended it; "" if nothing

	// Lassos has, by property, a run that violates a liveness property that is decided; nil if there is none.
	Lassos  map[int]*Path
	Left    int    // states that may be part of a cycle, if there is no room for them
	Stopped string // what has ended the decision of liveness, if it was something else

	known map[int]Result // by property, what Check has found; nil before it was called

	// Trail returns the states on the canonical shortest path to the state of a rank: from an initial one, each the
	// first from which the next was reached.
	Trail func(rank int) ([]State, error)
}

// CheckInMemory checks the system again, in memory. It reports whether there is room. If there is, the report has the results.
func (e *Explored) CheckInMemory(ctx context.Context, options Options) (fits bool, err error) {
	s, err := newSearch(ctx, e.Part.system, e.Part.properties, options)
	defer s.free()
	if err != nil {
		return false, err
	}
	s.room = options.MaxMemory // it is an attempt: the exploration may leave liveness no memory
	report, err := s.check()
	if err != nil || s.hit == "memory" || report.Bound == "memory" {
		return false, err
	}
	e.known = map[int]Result{}
	for n, r := range report.Results {
		if r.Path != nil || r.Property.IsLiveness() {
			e.known[n] = r
		}
	}
	return true, nil
}

// Report reports an exploration as Check would. It calls Check for paths near the initial states. Liveness that is not decided is
// inconclusive.
func (e *Explored) Report(ctx context.Context, options Options) (*Report, error) {
	report := newReport(e.Part.system, e.Tally, e.Widths, e.Bound)
	if e.known == nil {
		if err := e.checkNear(ctx, options); err != nil {
			return nil, err
		}
	}
	isExplored := report.Complete
	for n, property := range e.Part.properties {
		result, err := e.result(n, isExplored)
		if err != nil {
			return nil, err
		}
		report.Results = append(report.Results, result)
		if property.IsLiveness() && !property.unasked && !property.aside && result.Verdict == Inconclusive {
			report.Left, report.Complete, report.Bound = e.Left, false, cmp.Or(report.Bound, e.Stopped, "memory")
		}
	}
	if last := report.States - 1; options.Deepest && !report.Complete && last > 0 {
		path, err := e.path(Found{Rank: last, Step: -1})
		report.Deepest = path
		return report, err
	}
	return report, nil
}

// result is the result of a property, by a check or by what is stored.
func (e *Explored) result(n int, isExplored bool) (r Result, err error) {
	r, isKnown := e.known[n]
	if !isKnown {
		r.Property = e.Part.properties[n]
		lasso, isDecided := e.Lassos[n]
		if r.Path = lasso; !r.Property.IsLiveness() {
			isDecided = true
			if f := e.first(n); f != nil {
				r.Path, err = e.path(*f)
			}
		}
		r.conclude(isExplored && isDecided)
	}
	if n < len(e.Counts) {
		r.Count = e.Counts[n]
	}
	return r, err
}

// checkNear checks the properties with paths near the initial states. Their paths have few changes of the process.
func (e *Explored) checkNear(ctx context.Context, options Options) error {
	if actorOf(e.Part.system) == nil {
		return nil
	}
	options.Progress, options.Deepest = nil, false
	options.MaxDepth, options.MaxMemory, options.StopFirst = 1, 0, false // the paths must not depend on the memory in use
	var places []int
	var asked []Property
	for _, f := range e.Found {
		p, level := e.Part.properties[f.Property], levelOf(e.Widths, f.Rank)
		if total(e.Widths[:level]) <= trace.MostStates {
			places, asked = append(places, f.Property), append(asked, p)
			options.MaxDepth = max(options.MaxDepth, level+btoi(!p.isOfStates()))
		}
	}
	if len(asked) == 0 {
		return nil
	}
	report, err := Check(ctx, e.Part.system, asked, options)
	if err != nil {
		return err
	}
	e.known = map[int]Result{}
	for i, r := range report.Results {
		if r.Path != nil {
			e.known[places[i]] = r
		}
	}
	return nil
}

// path is the canonical path to what was found.
func (e *Explored) path(f Found) (*Path, error) {
	states, err := e.Trail(f.Rank)
	if err != nil {
		return nil, err
	}
	if len(states) == 0 {
		return nil, errors.New("there is no path to a state")
	}
	path, at := &Path{Initial: states[0]}, states[0]
	for _, to := range states[1:] {
		all := e.Part.emissions(at)
		first := slices.IndexFunc(all, func(t Transition) bool { return slices.Equal(t.To, to) })
		if first < 0 {
			panic(notPure("Steps of %v no longer emits %v", at, to))
		}
		path.Stem, at = append(path.Stem, all[first]), to
	}
	if f.Step >= 0 {
		leading := slices.DeleteFunc(e.Part.emissions(at), func(t Transition) bool { return t.To == nil })
		path.Stem = append(path.Stem, leading[f.Step])
	}
	return path, nil
}
