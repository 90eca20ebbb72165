package step_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world/step"
	"interrex/spec"
)

// recordedWorlds has what the old engine, TLC and older revisions have found in each world.
const recordedWorlds = "../../../explore/testdata/worlds.jsonl"

// A recorded world is what must not change about its exploration.
type recorded struct {
	Args     string
	States   int
	Steps    int
	Terminal int
	Depth    int
	Bound    string
	Verdicts map[string]verdict
}

type verdict struct {
	Verdict     string
	Stem, Cycle int
}

// readRecorded reads the recorded worlds.
func readRecorded(t testing.TB) (worlds []recorded) {
	t.Helper()
	file, err := os.Open(recordedWorlds)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for d := json.NewDecoder(file); d.More(); {
		var w recorded
		if err := d.Decode(&w); err != nil {
			t.Fatal(err)
		}
		worlds = append(worlds, w)
	}
	return worlds
}

// question reads the flags of a world.
func question(t testing.TB, args string) check.Question {
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

// explored explores a world, and puts the report into the form of the record.
func explored(t testing.TB, args string, workers int) (recorded, *checker.Report) {
	t.Helper()
	q := question(t, args)
	q.World.Suspicions = slices.ContainsFunc(q.Properties, func(p spec.Property) bool { return p.Recalls })
	s := step.New(q.World)
	properties, err := s.Properties(q.Properties)
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	o := q.Options
	o.Workers, o.Progress = workers, nil
	r, err := checker.Check(context.Background(), compose(s), properties, o)
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	return inForm(args, r), r
}

func inForm(args string, r *checker.Report) recorded {
	w := recorded{Args: args, States: r.States, Steps: r.Steps, Terminal: r.Terminal, Depth: r.Depth, Bound: r.Bound, Verdicts: map[string]verdict{}}
	for _, result := range r.Results {
		v := verdict{Verdict: result.Verdict.String()}
		if p := result.Path; p != nil {
			v.Stem, v.Cycle = len(p.Stem), len(p.Cycle)
		}
		w.Verdicts[result.Property.Name] = v
	}
	return w
}

// difference tells how two records differ; "" if they do not.
func difference(want, got recorded) string {
	counts := func(w recorded) string {
		return fmt.Sprintf("%d states, %d steps, %d terminal, depth %d, bound %q", w.States, w.Steps, w.Terminal, w.Depth, w.Bound)
	}
	var all []string
	if counts(want) != counts(got) {
		all = append(all, "want "+counts(want)+"\n got "+counts(got))
	}
	for _, name := range slices.Sorted(maps.Keys(want.Verdicts)) {
		if want, got := want.Verdicts[name], got.Verdicts[name]; want != got {
			all = append(all, fmt.Sprintf("%s: want %v, got %v", name, want, got))
		}
	}
	return strings.Join(all, "\n")
}

// mostStates bounds the recorded worlds that are explored again.
func mostStates() int {
	switch {
	case testlevel.Short():
		return 500
	case testlevel.Quick():
		return 5_000
	case testlevel.CI() && !testlevel.All():
		return 50_000
	}
	return math.MaxInt
}

// Each recorded world has the states, steps, verdicts and lengths of runs that it had.
func TestRecordedWorlds(t *testing.T) {
	compared := 0
	for _, want := range readRecorded(t) {
		if want.States > mostStates() {
			continue
		}
		compared++
		got, _ := explored(t, want.Args, 1)
		if d := difference(want, got); d != "" {
			t.Errorf("%s\n%s", want.Args, d)
		}
	}
	t.Logf("%d worlds", compared)
}
