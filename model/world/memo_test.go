package world_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/internal/check"
	"interrex/model"
	"interrex/model/world"
)

// recordedWorlds calls do for each recorded world with at most the given number of states.
func recordedWorlds(t *testing.T, states int, do func(args string, q check.Question)) {
	t.Helper()
	file, err := os.Open("../../explore/testdata/worlds.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for d := json.NewDecoder(file); d.More(); {
		var recorded struct {
			Args   string
			States int
		}
		if err := d.Decode(&recorded); err != nil {
			t.Fatal(err)
		}
		if recorded.States <= states {
			do(recorded.Args, questionOf(t, recorded.Args))
		}
	}
}

// questionOf parses the flags of a world.
func questionOf(t testing.TB, args string) check.Question {
	t.Helper()
	q := check.Question{Elections: append(model.Catalogue(), model.Consensus(algorithm(t, "bully"))), Program: "explore"}
	table := q.Flags()
	line, err := table.Scan(strings.Fields(args))
	if err == nil {
		err = table.Read(line)
	}
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	return q
}

func algorithm(t testing.TB, name string) model.Algorithm {
	t.Helper()
	a, found := model.Find(name)
	if !found {
		t.Fatalf("no algorithm %s", name)
	}
	return a
}

// The memoized steps equal the plain ones in every state.
func TestMemoizedSteps(t *testing.T) {
	states := 0
	recordedWorlds(t, 500, func(args string, q check.Question) {
		e := component.New(component.Options{MaxStates: q.Options.MaxStates})
		err := e.Run(context.Background(), components(q.World))
		if err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		defer e.Free()
		states += e.Len()
		if err := e.Verify(e.Len()); err != nil {
			t.Errorf("%s: %v", args, err)
		}
	})
	if states < 10_000 {
		t.Errorf("only %d states", states)
	}
}

var _ checker.Composed = (*world.World)(nil)

func components(c world.Config) component.System {
	w := world.New(c)
	return w.Components(w)
}
