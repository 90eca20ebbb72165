package world_test

import (
	"maps"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model/world"
)

// actionOf derives the action of a step from its text.
func actionOf(step string) string {
	words, _, _ := strings.Cut(step, "\n")
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

// actions counts how often each action is enabled and taken.
func (a *referenceGraph) actions() map[string]checker.Activity {
	all := map[string]checker.Activity{}
	for _, steps := range a.stepTexts {
		enabled := map[string]int{}
		for _, step := range steps {
			name := actionOf(step)
			enabled[name] = 1
			sum := all[name]
			if !strings.HasSuffix(step, "leads to nowhere") {
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

// compareActions compares the counts of actions.
func compareActions(f failer, c world.Config, want *referenceGraph, got []checker.Activity) {
	f.Helper()
	rest := want.actions()
	for _, a := range got {
		if ref := rest[a.Action]; a.Enabled != ref.Enabled || a.Taken != ref.Taken {
			f.Fatalf("%s:\nthe world counts %+v, the reference %+v", configText(c), a, ref)
		}
		delete(rest, a.Action)
	}
	if len(rest) > 0 {
		f.Fatalf("%s:\nno actions of the world: %q", configText(c), slices.Sorted(maps.Keys(rest)))
	}
}

// comparePremises compares the numbers of states in which the premises are true.
func comparePremises(f failer, w *world.World, ref *reference, want *referenceGraph, got []checker.Result) {
	f.Helper()
	asked := everyProperty(w.Config())
	for i, p := range asked {
		n := 0
		for _, s := range want.states {
			if p.Witness(ref.view(s)) {
				n++
			}
		}
		if count := got[len(asked)+i].Count; count != n {
			f.Fatalf("%s:\nthe premise of %s is true in %d states, and the reference finds %d", configText(w.Config()), p.Name, count, n)
		}
	}
}
