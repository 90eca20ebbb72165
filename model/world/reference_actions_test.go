package world_test

import (
	"maps"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model/world"
)

// actionOf is the action of a deed, by its words alone.
func actionOf(deed string) string {
	words, _, _ := strings.Cut(deed, "\n")
	fields := strings.Fields(words)
	switch {
	case words == "tick" || words == "bounds hold" || words == "mistakes end":
		return words
	case strings.Contains(words, ", dead after "):
		return world.CrashInside
	case fields[0] == "lost:":
		return "lose"
	case fields[1] == "takes" && fields[2] == "and":
		return "deliver and keep"
	case fields[1] == "takes":
		kind, _, _ := strings.Cut(fields[2], "(")
		return "deliver " + kind
	case fields[1] == "timeout":
		timer, _, _ := strings.Cut(fields[2], "(")
		return "timeout " + timer
	}
	return fields[1]
}

// actions are how often each action was enabled and taken.
func (a *referenceGraph) actions() map[string]checker.Activity {
	all := map[string]checker.Activity{}
	for _, deeds := range a.steps {
		enabled := map[string]int{}
		for _, deed := range deeds {
			name := actionOf(deed)
			enabled[name] = 1
			sum := all[name]
			if !strings.HasSuffix(deed, "leads to nowhere") {
				sum.Taken++
			}
			all[name] = sum
		}
		for name := range enabled {
			sum := all[name]
			sum.Action = name
			sum.Enabled++
			all[name] = sum
		}
	}
	return all
}

// sameActions: what happens, happens as often, and has a name in the world's table of actions.
func compareActions(f failer, c world.Config, want *referenceGraph, got []checker.Activity) {
	f.Helper()
	rest := want.actions()
	for _, a := range got {
		if twin := rest[a.Action]; a.Enabled != twin.Enabled || a.Taken != twin.Taken {
			f.Fatalf("%s:\nthe world counts %+v, the twin %+v", configText(c), a, twin)
		}
		delete(rest, a.Action)
	}
	if len(rest) > 0 {
		f.Fatalf("%s:\nof these the world knows nothing: %q", configText(c), slices.Sorted(maps.Keys(rest)))
	}
}

// samePremises: the premise of each property is true in as many states.
func comparePremises(f failer, w *world.World, twin *reference, want *referenceGraph, got []checker.Result) {
	f.Helper()
	asked := everyProperty(w.Config())
	for i, p := range asked {
		n := 0
		for _, s := range want.states {
			if p.Witness(twin.view(s)) {
				n++
			}
		}
		if count := got[len(asked)+i].Count; count != n {
			f.Fatalf("%s:\nthe premise of %s is true in %d states, and the twin says in %d", configText(w.Config()), p.Name, count, n)
		}
	}
}
