package request

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"interrex/model"
)

func field(t *testing.T, algorithm, name string) (Field, bool) {
	t.Helper()
	fields, err := Fields(algorithm)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

// TestFields: what a form would ask for is what the command line takes.
func TestFields(t *testing.T) {
	for _, c := range []struct {
		algorithm, name string
		has             bool
		choices         []string
	}{
		{"ring", "detector", true, []string{"perfect", "incomplete", "inaccurate", "eventually-perfect"}},
		{"ring", "timeouts", false, nil},
		{"ring", "tm", false, nil},
		{"bully", "tm", true, nil},
		{"bully", "detector", false, nil},
		{"raft", "timeouts", true, []string{"sync", "perfect", "any"}},
		{"raft", "tm", false, nil},
		{"raft", "pre-vote", true, []string{"true"}},
		{"bully", "pre-vote", false, nil},
		{"consensus", "on", true, nil},
		{"bully", "on", false, nil},
		{"bully", "counterexample", false, nil},
		{"bully", "addr", false, nil},
		{"bully", "ids", true, nil},
		{"anonymous", "ids", false, nil},
	} {
		got, has := field(t, c.algorithm, c.name)
		if has != c.has || !slices.Equal(got.Choices, c.choices) {
			t.Errorf("%s: %+v, %v; want %v, %v", c.algorithm, got, has, c.choices, c.has)
		}
	}
}

// TestFieldsAreTaken: whatever has choices takes each of them, and what a field says is not what was
// wrong with the question mark.
func TestFieldsAreTaken(t *testing.T) {
	for _, a := range model.Catalogue() {
		fields, err := Fields(a.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range fields {
			if strings.Contains(f.Rule, "?") || strings.Contains(f.Rule, "has no meaning") {
				t.Errorf("%s: the rule of -%s is %q", a.Name, f.Name, f.Rule)
			}
			for _, choice := range f.Choices {
				_, err := Parse(probe(a.Name, f.Name, choice))
				if err != nil && strings.HasPrefix(err.Error(), "-"+f.Name) && !strings.Contains(err.Error(), " needs ") {
					t.Errorf("%s: -%s=%s is a choice, and: %v", a.Name, f.Name, choice, err)
				}
			}
		}
	}
}

// TestEveryFlagIsSomewhere: no flag of a check is in no form.
func TestEveryFlagIsSomewhere(t *testing.T) {
	shown := map[string]bool{}
	for _, a := range append(model.Catalogue(), model.Algorithm{Name: model.ConsensusName}) {
		fields, _ := Fields(a.Name)
		for _, f := range fields {
			shown[f.Name] = true
		}
	}
	(&values{}).flagSet().VisitAll(func(f *flag.Flag) {
		refused := isIdle("bully", f.Name, "1") || isIdle("bully", f.Name, "true")
		if !shown[f.Name] && !refused {
			t.Errorf("no form has -%s, which means something to bully", f.Name)
		}
	})
}

func TestServe(t *testing.T) {
	r, err := Parse([]string{"serve", "-addr=127.0.0.1:0", "-jobs=3", "-max-states=5"})
	if err != nil || r.Serve.Address != "127.0.0.1:0" || r.Serve.Jobs != 3 || r.Serve.Bounds.MaxStates != 5 || r.Serve.Bounds.MaxTime != servedTime {
		t.Errorf("%+v, %v", r.Serve, err)
	}
	for _, args := range [][]string{{"serve", "-algo=bully"}, {"serve", "-jobs=0"}, {"serve", "-addr="}, {"serve", "-o=x"}, {"-algo=bully", "-n=2", "-addr=:1"}} {
		if _, err := Parse(args); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
}
