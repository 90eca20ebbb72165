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

// fataler is what testing.T and rapid.T have in common.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// agree explores the world and its twin, and compares all that they say. It returns what the
// twin says, or nil if it gave up, beyond most states.
func agree(t *testing.T, f fataler, twin *twin, most int) *account {
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
		got[twin.spelt(&plain)] = s
	}
	owed := obligations{names: map[checker.Duty]string{}, duties: map[string]checker.Duty{}}
	for _, at := range want.order {
		if s := got[at]; s != nil {
			sameSteps(f, w, twin, want, s, &owed)
			sameView(f, w, twin, want.states[at], s)
		}
	}
	for _, at := range want.order {
		if s := got[at]; s != nil {
			sameLasting(f, w, twin, want.states[at], s, &owed)
		}
	}
	sameKeys(f, c, "states", got, want.states)
	type counts struct{ states, steps, terminal, depth int }
	if got, want := (counts{report.States, report.Steps, report.Terminal, report.Depth}),
		(counts{len(want.states), want.steps, want.resting, want.depth}); got != want {
		f.Fatalf("%s:\nthe world counts %+v, the twin %+v", told(c), got, want)
	}
	if got, want := report.Bound, strings.Join(boundsOf(want), ", "); got != want || report.Complete != (want == "") {
		f.Fatalf("%s:\nthe world meets the bound %q (complete: %v), the twin %q", told(c), got, report.Complete, want)
	}
	sameVerdicts(f, twin, want, report)
	sameActions(f, c, want, report.Actions)
	samePremises(f, w, twin, want, report.Results)
	return want
}

// everyProperty lists those that have a meaning in the world and need no record of it: that has a twin of its own.
func everyProperty(c world.Config) []spec.Property {
	all := c.Algorithm.Meant(append(spec.Default(), spec.Named()...))
	return slices.DeleteFunc(all, func(p spec.Property) bool { return p.Recalls })
}

// explored checks the world and returns every state that the checker has seen.
func explored(t *testing.T, f fataler, w *world.World, o checker.Options) (*checker.Report, []checker.State) {
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
		f.Fatalf("%s: %v", told(w.Config()), err)
	}
	return report, states
}

// obligations pairs the twin's names of what is owed with the world's duties: one to one, and
// strong with strong.
type obligations struct {
	names  map[checker.Duty]string
	duties map[string]checker.Duty
}

func (o *obligations) pair(name string, duty checker.Duty) bool {
	if name == "" || duty == checker.None {
		return name == "" && duty == checker.None
	}
	if _, known := o.names[duty]; !known && o.duties[name] == checker.None {
		o.names[duty], o.duties[name] = name, duty
	}
	isStrong := duty >= checker.Strong(0)
	return o.names[duty] == name && o.duties[name] == duty && isStrong == strings.HasPrefix(name, "strong")
}

// sameSteps compares the steps out of one state: words, where they lead, what they discharge.
func sameSteps(f fataler, w *world.World, twin *twin, want *account, s checker.State, owed *obligations) {
	f.Helper()
	plain := w.Plain(s)
	at := twin.spelt(&plain)
	var got []string
	w.Steps(s, func(step checker.Step, to checker.State) {
		bound, target := "", "nowhere"
		if step.Bound != 0 {
			bound = w.Bounds()[step.Bound-1]
		}
		if to != nil {
			plain := w.Plain(to)
			target = twin.spelt(&plain)
		}
		words := deedText(w.PlainStep(s, step), bound, target)
		got = append(got, words)
		if name, known := want.owed[at+"\n"+words]; known && !owed.pair(name, step.Owed) {
			f.Fatalf("%s:\nin %s\n  %s\ndischarges %q (duty %d, so far %q)",
				told(w.Config()), at, words, name, step.Owed, owed.names[step.Owed])
		}
	})
	slices.Sort(got)
	wanted := slices.Sorted(slices.Values(want.deeds[at]))
	if !slices.Equal(got, wanted) {
		f.Fatalf("%s:\nin %s\nonly the world: %s\nonly the twin: %s",
			told(w.Config()), at, less(got, wanted), less(wanted, got))
	}
}

// sameLasting compares what lasts in one state, of all that some step discharges.
func sameLasting(f fataler, w *world.World, twin *twin, plain *world.Plain, s checker.State, owed *obligations) {
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
		f.Fatalf("%s:\nin %s\nthere lasts of the world %v\nand of the twin %v", told(w.Config()), twin.spelt(plain), got, want)
	}
}

// less lists what is in a and not in b.
func less(a, b []string) string {
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

// sameKeys compares sets of states.
func sameKeys[A, B any](f fataler, c world.Config, what string, got map[string]A, want map[string]B) bool {
	f.Helper()
	a, b := sorted(got), sorted(want)
	if slices.Equal(a, b) {
		return true
	}
	few := func(s string) string { return s[:min(len(s), 2000)] }
	f.Fatalf("%s:\n%s: %d of the world, %d of the twin\nonly the world: %s\nonly the twin: %s",
		told(c), what, len(a), len(b), few(less(a, b)), few(less(b, a)))
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
func boundsOf(a *account) []string {
	var names []string
	for _, name := range []string{"elections", "capacity", "counters"} {
		if a.bounds[name] {
			names = append(names, name)
		}
	}
	return names
}

// told is a config in a line, without what it leaves at rest.
func told(c world.Config) string {
	text := fmt.Sprintf("%+v", c)
	_, rest, _ := strings.Cut(text, " IDs:")
	return c.Algorithm.Name + " ids:" + strings.TrimSuffix(rest, "}")
}
