package museum_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/museum"
	"interrex/model/world"
	"interrex/spec"
)

func properties() []spec.Property { return slices.Concat(spec.Default(), spec.Named()) }

// explore explores a world to its end and returns the names of the properties that it violates.
func explore(t *testing.T, c world.Config) (violated []string) {
	t.Helper()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	w := world.New(c)
	report, err := checker.Check(t.Context(), w, w.Properties(properties()), checker.Options{MaxStates: 40_000})
	if err != nil {
		t.Fatal(err)
	}
	if !report.Complete {
		t.Fatalf("%s is not explored to the end: %s", c.Algorithm.Name, report.Bound)
	}
	for _, r := range report.Results {
		if r.Verdict == checker.Violated {
			violated = append(violated, r.Property.Name)
		}
	}
	return violated
}

// alsoBroken documents what else a wound breaks that is whole without it. Much of it follows: of
// one-leader, agreement, elected-is-max and strict-pmax each implies those before it, and
// strict-agreement implies agreement, ends implies not-stuck.
var alsoBroken = map[string]string{
	"everyone wins":     "elected-is-max agreement decides strict-pmax strict-agreement irrevocable",
	"no id comparison":  "strict-pmax",
	"premature belief":  "elected-is-max strict-pmax strict-agreement",
	"ghost":             "decides strict-agreement irrevocable",
	"greedy swallower":  "decides ends",
	"nobody on watch":   "decides ends",
	"silent winner":     "",
	"endless triumph":   "",
	"unheeded detector": "",
	"usurper":           "",
	"resignation":       "",
	"short memory":      "irrevocable",
	"no answer":         "elected-is-max agreement decides strict-pmax irrevocable",
	"no rival called":   "decides strict-pmax",
	"hasty acclaim":     "elected-is-max decides strict-pmax irrevocable",
	"ghost coordinator": "decides",
	"stopped clock":     "decides ends",
	"no comeback":       "eventual-leadership",
	"no crown":          "decides",
	"triumphant return": "one-leader elected-is-max agreement decides strict-agreement irrevocable",
	"yielding leader":   "one-leader elected-is-max agreement decides strict-pmax strict-agreement eventual-leadership",
	"blind loyalty":     "decides",
}

// TestMutants: each wound breaks the property that it names, which holds without the wound.
func TestMutants(t *testing.T) {
	for _, m := range museum.Mutants() {
		t.Run(m.Name, func(t *testing.T) {
			healthy, wounded := explore(t, m.Healthy()), explore(t, m.Wounded())
			if slices.Contains(healthy, m.Breaks) {
				t.Errorf("%s violates %s without the wound", m.Of, m.Breaks)
			}
			if !slices.Contains(wounded, m.Breaks) {
				t.Errorf("%s keeps %s although it %s", m.Of, m.Breaks, m.Wound)
			}
			also := slices.DeleteFunc(wounded, func(name string) bool {
				return name == m.Breaks || slices.Contains(healthy, name)
			})
			want, documented := alsoBroken[m.Name]
			if got := strings.Join(also, " "); got != want || !documented {
				t.Errorf("also broken: got %q, want %q", got, want)
			}
		})
	}
}

// TestEveryPropertyHasMutants: each property has a wound that breaks it, each algorithm has one,
// and no two go by the same name.
func TestEveryPropertyHasMutants(t *testing.T) {
	broken, wounded, names := map[string]int{}, map[string]int{}, map[string]int{}
	for _, m := range museum.Mutants() {
		broken[m.Breaks]++
		wounded[m.Of]++
		names[m.Name]++
	}
	for _, p := range properties() {
		if broken[p.Name] == 0 {
			t.Errorf("no mutant breaks %s", p.Name)
		}
		delete(broken, p.Name)
	}
	if len(broken) > 0 {
		t.Errorf("there are no such properties: %v", broken)
	}
	for _, a := range model.Catalogue() {
		if wounded[a.Name] == 0 {
			t.Errorf("no mutant of %s", a.Name)
		}
	}
	for name, n := range names {
		if n > 1 {
			t.Errorf("%d mutants are called %q", n, name)
		}
	}
	if len(alsoBroken) != len(names) {
		t.Errorf("%d mutants documented, %d in the museum", len(alsoBroken), len(names))
	}
}
