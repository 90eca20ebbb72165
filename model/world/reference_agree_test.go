package world_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"interrex/checker"
	"interrex/model/world"
	"interrex/spec"
)

// failer is what testing.T and rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// compareWithReference explores the world and its twin, and compares all that they say. It returns what the
// twin says, or nil if it gave up, beyond most states.
func compareWithReference(t *testing.T, f failer, twin *reference, most int) *referenceGraph {
	f.Helper()
	c := twin.Config
	want := twin.explore(most)
	if want == nil {
		return nil
	}
	w := world.New(c)
	report, states := explored(t, f, w, checker.Options{Workers: 1 + len(want.states)%3, MaxStates: 2 * most})
	got := map[string]checker.State{}
	for _, s := range states {
		plain := w.Plain(s)
		got[twin.spell(&plain)] = s
	}
	owed := fairnessPairs{names: map[checker.Duty]string{}, duties: map[string]checker.Duty{}}
	for _, at := range want.order {
		if s := got[at]; s != nil {
			compareSteps(f, w, twin, want, s, &owed)
			compareViews(f, w, twin, want.states[at], s)
		}
	}
	for _, at := range want.order {
		if s := got[at]; s != nil {
			compareLasting(f, w, twin, want.states[at], s, &owed)
		}
	}
	compareKeys(f, c, "states", got, want.states)
	type counts struct{ states, steps, terminal, depth int }
	if got, want := (counts{report.States, report.Steps, report.Terminal, report.Depth}),
		(counts{len(want.states), want.stepCount, want.terminal, want.depth}); got != want {
		f.Fatalf("%s:\nthe world counts %+v, the twin %+v", configText(c), got, want)
	}
	if got, want := report.Bound, strings.Join(boundsOf(want), ", "); got != want || report.Complete != (want == "") {
		f.Fatalf("%s:\nthe world meets the bound %q (complete: %v), the twin %q", configText(c), got, report.Complete, want)
	}
	compareVerdicts(f, twin, want, report)
	compareActions(f, c, want, report.Actions)
	comparePremises(f, w, twin, want, report.Results)
	return want
}

// everyProperty lists those that have a meaning in the world and need no record of it: that has a twin of its own.
func everyProperty(c world.Config) []spec.Property {
	all := c.Algorithm.Meant(append(spec.Default(), spec.Named()...))
	return slices.DeleteFunc(all, func(p spec.Property) bool { return p.Recalls })
}

// explored checks the world and returns every state that the checker has seen.
func explored(t *testing.T, f failer, w *world.World, o checker.Options) (*checker.Report, []checker.State) {
	f.Helper()
	var mu sync.Mutex
	var states []checker.State
	collect := checker.Invariant("collect", func(s checker.State) bool {
		mu.Lock()
		defer mu.Unlock()
		states = append(states, slices.Clone(s))
		return true
	})
	asked := append(w.Ask(everyProperty(w.Config())), collect)
	report, err := checker.Check(t.Context(), w, asked, o)
	if err != nil {
		f.Fatalf("%s: %v", configText(w.Config()), err)
	}
	return report, states
}

// fairnessPairs pairs the twin's names of what is owed with the world's duties: one to one, and
// strong with strong.
type fairnessPairs struct {
	names  map[checker.Duty]string
	duties map[string]checker.Duty
}

func (o *fairnessPairs) pair(name string, duty checker.Duty) bool {
	if name == "" || duty == checker.None {
		return name == "" && duty == checker.None
	}
	if _, known := o.names[duty]; !known && o.duties[name] == checker.None {
		o.names[duty], o.duties[name] = name, duty
	}
	isStrong := duty >= checker.Strong(0)
	return o.names[duty] == name && o.duties[name] == duty && isStrong == strings.HasPrefix(name, "strong")
}

// compareSteps compares the steps out of one state: words, where they lead, what they discharge.
func compareSteps(f failer, w *world.World, twin *reference, want *referenceGraph, s checker.State, owed *fairnessPairs) {
	f.Helper()
	plain := w.Plain(s)
	at := twin.spell(&plain)
	var got []string
	w.Steps(s, func(step checker.Step, to checker.State) {
		bound, target := "", "nowhere"
		if step.Bound != 0 {
			bound = w.Bounds()[step.Bound-1]
		}
		if to != nil {
			plain := w.Plain(to)
			target = twin.spell(&plain)
		}
		words := stepText(w.PlainStep(s, step), bound, target)
		got = append(got, words)
		if name, known := want.fairness[at+"\n"+words]; known && !owed.pair(name, step.Owed) {
			f.Fatalf("%s:\nin %s\n  %s\ndischarges %q (duty %d, so far %q)",
				configText(w.Config()), at, words, name, step.Owed, owed.names[step.Owed])
		}
	})
	slices.Sort(got)
	wanted := slices.Sorted(slices.Values(want.steps[at]))
	if !slices.Equal(got, wanted) {
		f.Fatalf("%s:\nin %s\nonly the world: %s\nonly the twin: %s",
			configText(w.Config()), at, difference(got, wanted), difference(wanted, got))
	}
}

// compareLasting compares what lasts in one state, of all that some step discharges.
func compareLasting(f failer, w *world.World, twin *reference, plain *world.Plain, s checker.State, owed *fairnessPairs) {
	f.Helper()
	var got, want []string
	w.Lasts(s, func(duty checker.Duty) {
		if name, known := owed.names[duty]; known {
			got = append(got, name)
		}
	})
	for _, name := range twin.lasting(plain) {
		if owed.duties[name] != checker.None {
			want = append(want, name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		f.Fatalf("%s:\nin %s\nthere lasts of the world %v\nand of the twin %v", configText(w.Config()), twin.spell(plain), got, want)
	}
}

// difference lists what is in a and not in b.
func difference(a, b []string) string {
	b = slices.Clone(b)
	var rest []string
	for _, s := range a {
		if i := slices.Index(b, s); i >= 0 {
			b = slices.Delete(b, i, i+1)
			continue
		}
		rest = append(rest, "\n  "+s)
	}
	return strings.Join(rest, "")
}

// compareKeys compares sets of states.
func compareKeys[A, B any](f failer, c world.Config, what string, got map[string]A, want map[string]B) bool {
	f.Helper()
	a, b := sorted(got), sorted(want)
	if slices.Equal(a, b) {
		return true
	}
	few := func(s string) string { return s[:min(len(s), 2000)] }
	f.Fatalf("%s:\n%s: %d of the world, %d of the twin\nonly the world: %s\nonly the twin: %s",
		configText(c), what, len(a), len(b), few(difference(a, b)), few(difference(b, a)))
	return false
}

func sorted[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// boundsOf names the bounds in the order in which a report names them.
func boundsOf(a *referenceGraph) []string {
	var names []string
	for _, name := range []string{"elections", "capacity", "counters"} {
		if a.bounds[name] {
			names = append(names, name)
		}
	}
	return names
}

// configText is a config in a line, without what it leaves at rest.
func configText(c world.Config) string {
	text := fmt.Sprintf("%+v", c)
	_, rest, _ := strings.Cut(text, " IDs:")
	return c.Algorithm.Name + " ids:" + strings.TrimSuffix(rest, "}")
}
