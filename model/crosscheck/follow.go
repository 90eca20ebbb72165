package crosscheck

import (
	"fmt"
	"slices"

	"interrex/checker"
	"interrex/model/crosscheck/tla"
	"interrex/model/world"
	"interrex/spec"
)

// A run is a counterexample: the states it goes through and, if it never ends, where it goes
// back to.
type run struct {
	states []tla.State // canonical
	lasso  bool        // it never ends
	back   int         // the place, from 0, to which the last state goes back; -1: it lasts for ever
}

// follow looks for a run in our world: each state must be reached from the one before by a step
// of ours. The path returned is that run.
func follow(w *world.World, r run) (*checker.Path, error) {
	path := &checker.Path{Lasso: r.lasso}
	w.Init(func(s checker.State) {
		if stateOf(w, s).String() == r.states[0].String() {
			path.Initial = append(checker.State(nil), s...)
		}
	})
	if path.Initial == nil {
		return nil, fmt.Errorf("the first state is no initial state of ours:\n%v", r.states[0])
	}
	at := path.Initial
	walk := func(to tla.State, place int) (checker.Transition, error) {
		t, found := stepTo(w, at, to)
		if !found {
			return t, fmt.Errorf("no step of ours leads from state %d of the run to the next one:\n%v\n\n%v",
				place, stateOf(w, at), to)
		}
		at = t.To
		return t, nil
	}
	for i, to := range r.states[1:] {
		t, err := walk(to, i+1)
		if err != nil {
			return nil, err
		}
		if r.lasso && r.back >= 0 && i >= r.back {
			path.Cycle = append(path.Cycle, t)
		} else {
			path.Stem = append(path.Stem, t)
		}
	}
	if r.lasso && r.back >= 0 {
		t, err := walk(r.states[r.back], len(r.states))
		if err != nil {
			return nil, err
		}
		path.Cycle = append(path.Cycle, t)
	}
	return path, nil
}

// stepTo finds the first step from a state to another.
func stepTo(w *world.World, from checker.State, to tla.State) (found checker.Transition, ok bool) {
	text := to.String()
	w.Steps(from, func(step checker.Step, s checker.State) {
		if !ok && s != nil && stateOf(w, s).String() == text {
			found, ok = checker.Transition{Step: step, To: append(checker.State(nil), s...)}, true
		}
	})
	return found, ok
}

// refutes says why a path is no counterexample of a property, or nil if it is one. It judges by
// the property's own predicates, and asks the checker nothing.
func refutes(w *world.World, f formula, path *checker.Path) error {
	switch {
	case f.kind == lasting:
		return refutesForEver(w, f.Property, path)
	case f.Between != nil:
		n := len(path.Stem)
		if n == 0 || f.Between(w.View(before(path, n-1)), w.View(path.Stem[n-1].To)) {
			return fmt.Errorf("the last step does not violate %s", f.Name)
		}
		return nil
	}
	last := before(path, len(path.Stem))
	switch {
	case f.Rest != nil && (f.Rest(w.View(last)) || !atRest(w, last)):
		return fmt.Errorf("the last state is not one at rest that violates %s", f.Name)
	case f.Always != nil && f.Always(w.View(last)):
		return fmt.Errorf("the last state does not violate %s", f.Name)
	}
	return nil
}

// before is the state before the transition of that number in the stem.
func before(path *checker.Path, n int) checker.State {
	if n == 0 {
		return path.Initial
	}
	return path.Stem[n-1].To
}

func atRest(w *world.World, s checker.State) bool {
	rest := true
	w.Steps(s, func(_ checker.Step, to checker.State) { rest = rest && to == nil })
	return rest
}

// refutesForEver: what the property leads to never comes after its premise, and the run is fair.
func refutesForEver(w *world.World, p spec.Property, path *checker.Path) error {
	if err := fair(w, path); err != nil {
		return err
	}
	end := before(path, len(path.Stem))
	views := []spec.View{w.View(end)} // those that come again for ever
	for _, t := range path.Cycle {
		views = append(views, w.View(t.To))
	}
	if p.Settles != nil {
		for _, v := range views {
			if p.Settles(v) == spec.Nobody || p.Settles(v) != p.Settles(views[0]) {
				return nil
			}
		}
		return fmt.Errorf("the run settles, and does not violate %s", p.Name)
	}
	open := false
	visit := func(v spec.View) { open = (open || p.Premise(v)) && !p.Goal(v) }
	for n := range path.Stem {
		visit(w.View(before(path, n)))
	}
	for range 2 { // what is open after the cycle must stay so in the next
		for _, v := range views {
			visit(v)
		}
	}
	for _, v := range views {
		open = open && !p.Goal(v)
	}
	if !open {
		return fmt.Errorf("the run does not violate %s", p.Name)
	}
	return nil
}

// fair says which obligation a lasso never meets although it is owed, or nil. Weak fairness: a
// duty that is enabled in every state of the cycle is discharged in it. Strong: one that is in any.
// A step that changes nothing, such as a message that goes round a ring of one, is none in TLA+:
// TLC shows it as stuttering, and so it counts for nothing here.
func fair(w *world.World, path *checker.Path) error {
	states := []checker.State{before(path, len(path.Stem))}
	for _, t := range path.Cycle {
		states = append(states, t.To)
	}
	if len(path.Cycle) > 0 {
		states = states[1:] // the first is the last one too
	}
	enabledIn, met := map[checker.Duty]int{}, map[checker.Duty]bool{}
	for i, s := range states {
		enabled := map[checker.Duty]bool{}
		next := states[(i+1)%len(states)]
		w.Steps(s, func(step checker.Step, to checker.State) {
			if to == nil || step.Owed == checker.None || slices.Equal(to, s) {
				return
			}
			enabled[step.Owed] = true
			if len(path.Cycle) > 0 && slices.Equal(to, next) {
				met[step.Owed] = true
			}
		})
		for duty := range enabled {
			enabledIn[duty]++
		}
	}
	for duty, n := range enabledIn {
		if !met[duty] && (n == len(states) || duty.IsStrong()) {
			return fmt.Errorf("the run is not fair: duty %d is never discharged", duty)
		}
	}
	return nil
}
