package world

import (
	"maps"
	"slices"

	"interrex/checker"
)

// Overdue tells of a step of a duty that the cycle of a lasso never discharges though it must: one that
// is enabled in each of its states or, under strong fairness, in any. Then the lasso is not fair, and
// violates nothing. ok is false if there is none.
func (w *World) Overdue(p *checker.Path) (o Occurrence, ok bool) {
	if !p.Lasso {
		return o, false
	}
	at := p.Initial
	if n := len(p.Stem); n > 0 {
		at = p.Stem[n-1].To
	}
	states, met := []checker.State{at}, map[checker.Duty]bool{}
	for i, t := range p.Cycle {
		met[t.Step.Owed] = true
		if i < len(p.Cycle)-1 { // the last leads back to the first
			states = append(states, t.To)
		}
	}
	enabled, last := map[checker.Duty]int{}, map[checker.Duty]*checker.Path{}
	for _, s := range states {
		here := map[checker.Duty]bool{}
		w.Steps(s, func(step checker.Step, to checker.State) {
			if to == nil || step.Owed == checker.None || met[step.Owed] || here[step.Owed] {
				return
			}
			here[step.Owed] = true
			enabled[step.Owed]++
			last[step.Owed] = &checker.Path{Initial: s, Stem: []checker.Transition{{Step: step, To: slices.Clone(to)}}}
		})
	}
	for _, duty := range slices.Sorted(maps.Keys(enabled)) {
		if duty.IsStrong() || enabled[duty] == len(states) {
			return w.Tell(last[duty]).Stem[0], true
		}
	}
	return o, false
}
