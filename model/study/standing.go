package study

import (
	"interrex/checker"
	"interrex/spec"
)

// A Standing is how a property stands at the present position.
type Standing struct {
	spec.Property
	Premise bool // the property says something about the present state
	Broken  bool // here: by the state, by the step that has led to it, or for ever by the cycle
	Since   int  // the first position, up to this one, at which it is broken, or Unfair; -1 if there is none
	Unfair  bool // of liveness: the cycle would break it if it were fair, and is not, so that it breaks nothing
	Pending bool // of liveness: the premise has come true, and the goal has not been reached since
}

// Standings says how properties stand.
func (w *Walk) Standings(properties []spec.Property) []Standing {
	views := make([]spec.View, len(w.states))
	for i, s := range w.states {
		views[i] = w.world.View(s)
	}
	unfair := w.isUnfair()
	var standings []Standing
	for _, p := range properties {
		s := Standing{Property: p, Premise: p.Witness(views[w.at]), Since: -1}
		for i := w.at; i >= 0; i-- {
			if w.breaks(p, views, i) {
				s.Since = i
			}
		}
		s.Broken = w.breaks(p, views, w.at)
		if unfair && s.Since >= 0 && p.IsLiveness() {
			s.Broken, s.Unfair = false, true
		}
		if p.Goal != nil {
			s.Pending = pending(p, views[:w.at+1])
			s.Premise = s.Premise || s.Pending
		}
		standings = append(standings, s)
	}
	return standings
}

// isUnfair reports whether the walk goes on for ever and leaves out what is owed there.
func (w *Walk) isUnfair() bool {
	if w.cycle == NoCycle {
		return false
	}
	_, unfair := w.world.Overdue(w.Path())
	return unfair
}

// breaks reports whether a property is broken at a position; of a cycle, as if it were fair.
func (w *Walk) breaks(p spec.Property, views []spec.View, at int) bool {
	switch {
	case p.Always != nil:
		return !p.Always(views[at])
	case p.Between != nil:
		return at > 0 && !p.Between(views[at-1], views[at])
	case p.Rest != nil:
		there := *w
		there.at = at
		return !p.Rest(views[at]) && there.isTerminal()
	case w.cycle == NoCycle || at < w.cycle:
		return false
	case p.Goal != nil:
		return w.neverReached(p, views)
	}
	return w.neverSettled(p, views)
}

// pending reports whether the premise was true at some time and the goal never since.
func pending(p spec.Property, views []spec.View) bool {
	for i := len(views) - 1; i >= 0 && !p.Goal(views[i]); i-- {
		if p.Premise(views[i]) {
			return true
		}
	}
	return false
}

// neverReached reports whether the goal is reached nowhere in the cycle, and is pending.
func (w *Walk) neverReached(p spec.Property, views []spec.View) bool {
	for _, v := range views[w.cycle:] {
		if p.Goal(v) {
			return false
		}
	}
	return pending(p, views)
}

// neverSettled reports whether the cycle never settles, or settles on nobody.
func (w *Walk) neverSettled(p spec.Property, views []spec.View) bool {
	first := p.Settles(views[w.cycle])
	for _, v := range views[w.cycle:] {
		if p.Settles(v) != first {
			return true
		}
	}
	return first == spec.Nobody
}

// hasElected is what an election is for: the live processes have elected one of them.
func (w *Walk) hasElected(s checker.State) bool { return w.world.View(s).Trusted() != spec.Nobody }
