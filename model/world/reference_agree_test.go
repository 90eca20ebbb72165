package world_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"interrex/checker"
	"interrex/model/world"
	"interrex/spec"
)

// A failer is a testing.T or a rapid.T.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// compareWithReference explores the world and its reference model, and compares states, steps, fairness, views, verdicts and counts. It
// returns the graph of the reference, or nil if that has more than the given number of states.
func compareWithReference(t *testing.T, f failer, ref *reference, most int) *referenceGraph {
	f.Helper()
	c := ref.Config
	want := ref.explore(most)
	if want == nil {
		return nil
	}
	w := world.New(c)
	report, states := explored(t, f, w, checker.Options{Workers: 1 + len(want.states)%3, MaxStates: 2 * most})
	got := map[string]checker.State{}
	for _, s := range states {
		plain := w.Plain(s)
		got[ref.spell(&plain)] = s
	}
	pairs := fairnessPairs{names: map[checker.FairnessClass]string{}, classes: map[string]checker.FairnessClass{}}
	for _, at := range want.order {
		if s := got[at]; s != nil {
			compareSteps(f, w, ref, want, s, &pairs)
			compareViews(f, w, ref, want.states[at], s)
		}
	}
	for _, at := range want.order {
		if s := got[at]; s != nil {
			compareLasting(f, w, ref, want.states[at], s, &pairs)
		}
	}
	compareKeys(f, c, got, want.states)
	type counts struct{ states, steps, terminal, depth int }
	if got, want := (counts{report.States, report.Steps, report.Terminal, report.Depth}),
		(counts{len(want.states), want.stepCount, want.terminal, want.depth}); got != want {
		f.Fatalf("%s:\nthe world counts %+v, the reference %+v", configText(c), got, want)
	}
	if got, want := report.Bound, strings.Join(boundsOf(want), ", "); got != want || report.Complete != (want == "") {
		f.Fatalf("%s:\nthe world hits the bound %q (complete: %v), the reference %q", configText(c), got, report.Complete, want)
	}
	compareVerdicts(f, ref, want, report)
	comparePremises(f, w, ref, want, report.Results)
	return want
}

// everyProperty lists the properties that apply to the world, without those that need the record of suspicions.
func everyProperty(c world.Config) []spec.Property {
	all := c.Algorithm.Meant(append(spec.Default(), spec.Named()...))
	return slices.DeleteFunc(all, func(p spec.Property) bool { return p.Recalls })
}

// explored checks the world. It returns the report and all states.
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

// fairnessPairs maps the reference's names of fairness classes to those of the world: one to one, and strong ones to strong ones.
type fairnessPairs struct {
	names   map[checker.FairnessClass]string
	classes map[string]checker.FairnessClass
}

func (o *fairnessPairs) pair(name string, class checker.FairnessClass) bool {
	if name == "" || class == checker.None {
		return name == "" && class == checker.None
	}
	if _, known := o.names[class]; !known && o.classes[name] == checker.None {
		o.names[class], o.classes[name] = name, class
	}
	isStrong := class.IsStrong()
	return o.names[class] == name && o.classes[name] == class && isStrong == strings.HasPrefix(name, "strong")
}

// compareSteps compares the steps of a state: texts, targets and fairness.
func compareSteps(f failer, w *world.World, ref *reference, want *referenceGraph, s checker.State, pairs *fairnessPairs) {
	f.Helper()
	plain := w.Plain(s)
	at := ref.spell(&plain)
	var got []string
	w.Steps(s, func(step checker.Step, to checker.State) {
		bound, target := "", "nowhere"
		if step.Bound != 0 {
			bound = w.Bounds()[step.Bound-1]
		}
		if to != nil {
			plain := w.Plain(to)
			target = ref.spell(&plain)
		}
		words := stepText(w.DescribeStep(s, step), bound, target)
		got = append(got, words)
		if name, known := want.fairness[at+"\n"+words]; known && !pairs.pair(name, step.Fairness) {
			f.Fatalf("%s:\nin %s\n  %s\ndischarges %q (class %d, so far %q)",
				configText(w.Config()), at, words, name, step.Fairness, pairs.names[step.Fairness])
		}
	})
	slices.Sort(got)
	wanted := slices.Sorted(slices.Values(want.stepTexts[at]))
	if !slices.Equal(got, wanted) {
		f.Fatalf("%s:\nin %s\nonly the world: %s\nonly the reference: %s",
			configText(w.Config()), at, difference(got, wanted), difference(wanted, got))
	}
}

// compareLasting compares the fairness classes that last in a state.
func compareLasting(f failer, w *world.World, ref *reference, plain *world.Plain, s checker.State, pairs *fairnessPairs) {
	f.Helper()
	var got, want []string
	w.Lasts(s, func(class checker.FairnessClass) {
		if name, known := pairs.names[class]; known {
			got = append(got, name)
		}
	})
	for _, name := range ref.lasting(plain) {
		if pairs.classes[name] != checker.None {
			want = append(want, name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		f.Fatalf("%s:\nin %s\nlasting: the world has %v, the reference %v", configText(w.Config()), ref.spell(plain), got, want)
	}
}

// difference lists the elements of a that are not in b.
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

// compareKeys compares two sets of states.
func compareKeys[A, B any](f failer, c world.Config, got map[string]A, want map[string]B) {
	f.Helper()
	a, b := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want))
	few := func(s string) string { return s[:min(len(s), 2000)] }
	if !slices.Equal(a, b) {
		f.Fatalf("%s:\nstates: %d of the world, %d of the reference\nonly the world: %s\nonly the reference: %s",
			configText(c), len(a), len(b), few(difference(a, b)), few(difference(b, a)))
	}
}

// boundsOf lists the bounds that were hit, in the order of a report.
func boundsOf(a *referenceGraph) []string {
	var names []string
	for _, name := range []string{"elections", "capacity", "counters"} {
		if a.bounds[name] {
			names = append(names, name)
		}
	}
	return names
}

// configText is a config in one line.
func configText(c world.Config) string {
	text := fmt.Sprintf("%+v", c)
	_, rest, _ := strings.Cut(text, " IDs:")
	return c.Algorithm.Name + " ids:" + strings.TrimSuffix(rest, "}")
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
