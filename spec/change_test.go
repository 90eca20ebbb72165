package spec_test

import (
	"slices"
	"testing"

	"interrex/spec"
)

// TestChanges tries, for three processes, all views now and all that can be later, when others have elected
// anew or died: no change that a property does not mind takes its violation back.
func TestChanges(t *testing.T) {
	mindless := map[string]bool{}
	for _, p := range properties() {
		if p.Always == nil || p.Minds&spec.InTraffic != 0 {
			continue
		}
		takenBack := spec.Changes(0)
		for now := range views() {
			if !p.Always(now) {
				continue // violated now, so that it has been seen
			}
			for later := range laterThan(now) {
				if p.Always(later) {
					continue
				}
				for _, elected := range candidates {
					after := later
					after.Processes = slices.Clone(later.Processes)
					after.Processes[0].Elected = elected
					if p.Always(after) {
						takenBack |= change(later, elected)
					}
				}
			}
		}
		if unminded := takenBack &^ p.Minds; unminded != 0 {
			t.Errorf("%s: changes %b take its violation back, and it does not mind them", p.Name, unminded)
		}
		if idle := p.Minds &^ takenBack &^ spec.InDecision; idle != 0 {
			t.Errorf("%s minds changes %b, which never take its violation back", p.Name, idle)
		}
		mindless[p.Name] = p.Minds == 0
	}
	if !mindless["elected-is-max"] || mindless["agreement"] {
		t.Errorf("which properties mind nothing: %v", mindless)
	}
}

// candidates are whom one can have elected: 9 is no process of the group.
var candidates = []spec.ID{spec.Nobody, 1, 2, 3, 9}

// views are all of three processes of which the first lives, and nobody is fresh.
func views() func(func(spec.View) bool) {
	return func(yield func(spec.View) bool) {
		for code := range 4 * 125 {
			v := spec.View{}
			for i, rank := range []int{1, 0, 2} { // the second is the lowest
				live := i == 0 || code>>(i-1)&1 == 1
				v.Processes = append(v.Processes, spec.Process{ID: spec.ID(i + 1), Rank: rank, Live: live})
			}
			choice := code / 4
			for i := range v.Processes {
				v.Processes[i].Elected = candidates[choice%5]
				choice /= 5
			}
			if !yield(v) {
				return
			}
		}
	}
}

// laterThan are the views in which the first process is as it is now, and no one lives who is dead now.
func laterThan(now spec.View) func(func(spec.View) bool) {
	return func(yield func(spec.View) bool) {
		for later := range views() {
			possible := later.Processes[0] == now.Processes[0]
			for i, p := range later.Processes {
				possible = possible && (now.Processes[i].Live || !p.Live)
			}
			if possible && !yield(later) {
				return
			}
		}
	}
}

// change is what it is of the first process to elect someone.
func change(v spec.View, elected spec.ID) spec.Changes {
	was := v.Processes[0].Elected
	switch {
	case was == elected || was == spec.Nobody:
		return 0
	case was == 1:
		return spec.FromItself
	case was <= 3 && v.Processes[was-1].Live:
		return spec.FromLive
	}
	return spec.FromDead
}
