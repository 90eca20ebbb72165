package checker

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// Where a run may stay for ever, of states that are kept elsewhere: in a state of rest, where nothing is owed, or in a fair component.
// A liveness property holds if no run that violates it gets to such a place. Where one might, a pursuit finds out.

// Foresee says that there are so many states, of which the Part will be shown any, in any order.
func (p *Part) Foresee(states int) {
	if packing, ok := p.run.store.packing.(Foreseeing); ok {
		packing.Foresee(states)
	}
}

// Survey expands the states held. It notes in open of which liveness properties violating runs may end in one of them, a state of rest, and
// lists those that teach: a new Part that surveys what others have listed, since they were new, can tell by them as much of cycles as if it had expanded all
// that the others have. It reports false if nothing can be told, whatever is expanded.
func (p *Part) Survey(open []bool) (teach []int, canTell bool, err error) {
	r, g := p.run, newGraph(p.run)
	defer g.recoverPanic(&err)
	p.Begin()
	r.dormitory.isOpen = false // all steps are needed to say what is owed, and which may recur
	err = p.rounds(0, r.store.log.len, func() error {
		for n, property := range r.properties {
			if property.IsLiveness() {
				open[n] = open[n] || slices.ContainsFunc(r.quiet, g.automaton(property).rests)
			}
		}
		return nil
	})
	recurring, canTell := r.store.packing.(Recurring)
	if err != nil || !canTell {
		return nil, false, err
	}
	if p.sights == nil {
		p.sights = recurring.Sights()
	}
	for _, rank := range r.pool[0].learnt {
		teach = append(teach, int(rank))
	}
	for n := range r.store.log.len {
		isNew, ok := p.sights(p.Held(n))
		if canTell = canTell && ok; isNew {
			teach = append(teach, n)
		}
	}
	slices.Sort(teach)
	return slices.Compact(teach), canTell, nil
}

// Recurrence tells which steps may be part of a cycle, if the Part has surveyed all states that teach, and holds them; or, unless anything can be
// told, that each may.
func (p *Part) Recurrence(canTell bool) Recurrence {
	if recurring, ok := p.run.store.packing.(Recurring); ok && canTell {
		rows := func(yield func(Row) bool) {
			for n := 0; n < p.run.store.log.len && yield(p.Held(n)); n++ {
			}
		}
		if r := recurring.Recurrence(rows, math.MaxInt); r != nil {
			return r
		}
	}
	return anyStep{}
}

// anyStep is what there is to say of systems of which nothing is known: each step may be part of a cycle.
type anyStep struct{}

func (anyStep) IsEmpty() bool        { return false }
func (anyStep) Leaves(Row) bool      { return true }
func (anyStep) Turns(Row) bool       { return true }
func (anyStep) Recurs(_, _ Row) bool { return true }

// Duties is how many duties there may be: their numbers are below that, even ones of those under weak fairness.
func (p *Part) Duties() int { return p.run.duties + 1 }

// Owe says that there are so many duties, of which the Part may not have met all.
func (p *Part) Owe(duties int) { p.run.duties = max(p.run.duties, duties-1) }

// Onward emits the real steps out of a state that may be part of a cycle, by the numbers of their duties, -1 if nobody owes them; and those of
// other steps that are owed, with no Row. The callee must not keep the Row.
func (p *Part) Onward(cycles Recurrence, state int, emit func(duty int, to Row) error) (err error) {
	g, w := newGraph(p.run), p.run.pool[0]
	defer g.recoverPanic(&err)
	w.again(uint32(state))
	row := p.Held(state)
	for _, step := range w.out.Blocked {
		if step.Owed != None {
			err = cmp.Or(err, emit(step.Owed.number(), nil))
		}
	}
	for i, step := range w.out.Steps {
		duty, to := -1, w.out.Row(i)
		if step.Owed != None {
			duty = step.Owed.number()
		}
		switch {
		case step.Bound == 0 && cycles.Recurs(row, to):
			err = cmp.Or(err, emit(duty, to))
		case duty >= 0:
			err = cmp.Or(err, emit(duty, nil))
		}
	}
	return err
}

// Lasting emits the numbers of the duties that the system says last in a state.
func (p *Part) Lasting(state int, emit func(duty int)) (err error) {
	g := newGraph(p.run)
	system, ok := g.system.(Outlasting)
	if !ok {
		return nil
	}
	defer g.recoverPanic(&err)
	g.eachLasting(system, uint32(state), func(n int) {
		if n < p.Duties() {
			emit(n)
		}
	})
	return nil
}

// MayStay says of a state whether it may be in a component in which runs stay that violate a property, inside, and whether it may be one of
// which each such component has some, again.
func (p *Part) MayStay(property, state int) (inside, again bool, err error) {
	g, w := newGraph(p.run), p.run.pool[0]
	defer g.recoverPanic(&err)
	h := violations(g.watched(p.run.properties[property]))
	s := g.look(uint32(state))
	if inside = h.lasts(s); !inside || h.again == nil {
		return inside, true, nil
	}
	w.again(uint32(state))
	return true, h.again(s, func(yield func(State) bool) {
		for i := range w.out.Steps {
			if p.run.store.packing.Unpack(w.out.Row(i), w.two); !yield(w.two) {
				return
			}
		}
	}), nil
}

// Stays are where runs may stay for ever, and what it takes to find a lasso.
type Stays struct {
	part  *Part
	graph *graph
	rests []bool   // of each property, whether violating runs may end in a state of rest
	goals []*goals // and the fair components in which they may
}

// Stay looks for fair components. The Part holds all states that steps leave that may be part of a cycle, and no others until the Stays are
// needed no more; it has expanded all that there are. rests is what Survey has noted.
func (p *Part) Stay(ctx context.Context, cycles Recurrence, rests []bool) (stays *Stays, err error) {
	r, g := p.run, newGraph(p.run)
	defer g.recoverPanic(&err)
	s := r.store
	s.bare, r.expanded = false, s.log.len
	s.index(s.log.len)
	g.cyclic = &cyclicPart{words: r.duties/64 + 1}
	g.collectRecurring(ctx, g.cyclic, cycles)
	g.cyclic.end()
	stays = &Stays{p, g, rests, make([]*goals, len(r.properties))}
	for n, property := range r.properties {
		if property.IsLiveness() {
			stays.goals[n] = g.goals(ctx, g.automaton(property))
		}
	}
	return stays, ctx.Err()
}

// IsAnywhere reports whether there is a place where a run that violates a property may stay.
func (s *Stays) IsAnywhere(property int) bool { return s.rests[property] || s.goals[property].any }

// IsChosen reports whether the lasso that Check shows depends on more than where runs may stay: then there is no telling it from here.
func (s *Stays) IsChosen(property int) bool {
	return slices.ContainsFunc(s.goals[property].fair, s.graph.isChosen)
}

// Pursuit is a System, and a property that is violated in it by runs that come to a place where they may stay and violate the property in
// question. Only one goroutine may use them.
func (s *Stays) Pursuit(property int) (System, Property) {
	h := s.graph.properties[property].automaton()
	arrives := Invariant("", func(at State) bool {
		_, ok := s.endAt(property, h, at)
		return !ok
	})
	arrives.alike = func(at, first State) bool {
		end, _ := s.endAt(property, h, at)
		same, _ := s.endAt(property, h, first)
		return end == same && isArmed(at) == isArmed(first)
	}
	return pursue(s.graph.system, h), arrives
}

// endAt says in which goal a run ends in a state of the pursuit, if it does.
func (s *Stays) endAt(property int, h automaton[State], at State) (end *goal, ok bool) {
	armed, state := isArmed(at), at[:len(at)-1]
	_, fair := s.goalAt(property, state)
	quiet := s.rests[property] && armed && s.isRest(h, state)
	return endOf(quiet, fair, armed)
}

// goalAt returns the rank of a state in the Part, and the fair component that it is part of, or nil.
func (s *Stays) goalAt(property int, state State) (rank uint32, fair *goal) {
	store, row := s.graph.store, s.graph.pool[0].row
	if !store.packing.Pack(state, row) {
		return 0, nil
	}
	rank, known := store.lookUp(row)
	if !known {
		return 0, nil
	}
	_, fair = s.graph.goalsAt(s.goals[property], rank)
	return rank, fair
}

// isRest reports whether a run may rest in a state, and violate the property by that.
func (s *Stays) isRest(h automaton[State], state State) bool {
	if !h.rests(state) {
		return false
	}
	owed := false
	s.graph.system.Steps(state, func(step Step, _ State) { owed = owed || step.Owed != None })
	return !owed
}

// Lasso makes a lasso of a run of the pursuit that comes to a place where it may stay.
func (s *Stays) Lasso(property int, run *Path) (lasso *Path, err error) {
	g := s.graph
	defer g.recoverPanic(&err)
	h, last := violations(g.watched(g.properties[property])), run.last()
	width := len(last) - 1
	found := &entry{path: &Path{Initial: run.Initial[:width]}, armed: isArmed(last)}
	for _, t := range run.Stem {
		found.path.Stem = append(found.path.Stem, Transition{t.Step, t.To[:width]})
	}
	found.goal, _ = s.endAt(property, h, last)
	found.rank, _ = s.goalAt(property, last[:width])
	g.goRound(g.automaton(g.properties[property]), found)
	return found.path, nil
}
