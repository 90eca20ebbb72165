package world_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"interrex/checker/component"
	"interrex/internal/prose"
	"interrex/internal/testlevel"
)

// docs/notes/engine.md has the sizes of the tables of two worlds.
func TestEnginePage(t *testing.T) {
	testlevel.Alone(t)
	page, err := os.ReadFile("../../docs/notes/engine.md")
	if err != nil {
		t.Fatal(err)
	}
	check := func(phrase string, numbers ...int) {
		t.Helper()
		var texts []any
		for _, n := range numbers {
			texts = append(texts, prose.Grouped(n))
		}
		if want := fmt.Sprintf(phrase, texts...); !strings.Contains(strings.Join(strings.Fields(string(page)), " "), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	sum, m := sizes(t, "-algo=bully -n=4", 0)
	check("With four processes the bully has %s states, and its components have %s values", sum.States, m.Values)
	check("it runs %s times, for %s nodes and %s steps, and the exploration makes %s steps", m.Runs, m.Nodes, m.Steps, sum.Steps)
	if !testlevel.Short() {
		_, m = sizes(t, "-algo=ring -n=3 -crashes=2", 500_000)
		check("there are %s values, and", m.Values)
		check("the plain code runs %s times", m.Runs)
	}
}

// sizes explores a world without properties.
func sizes(t *testing.T, args string, states int) (component.Summary, component.Memory) {
	t.Helper()
	e := component.New(component.Options{MaxStates: states})
	if err := e.Run(context.Background(), components(questionOf(t, args).World)); err != nil {
		t.Fatal(err)
	}
	defer e.Free()
	return e.Summary(), e.Memory()
}
