package runs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

func worldOf(t *testing.T, name string, n int) world.Config {
	t.Helper()
	a, found := model.Find(name)
	if !found {
		t.Fatalf("there is no %s", name)
	}
	ids := make([]model.ID, n)
	for i := range ids {
		ids[i] = model.ID(i + 1)
	}
	return world.Default(a, ids)
}

// Of every default election there is a run to watch, and each step of it is one of the world.
func TestEveryElectionHasRuns(t *testing.T) {
	for _, a := range model.Catalogue() {
		c := worldOf(t, a.Name, 3)
		for _, kind := range []Kind{Election, Crash, Random} {
			found, err := Find(t.Context(), c, Wish{Kind: kind, Seed: 7})
			if err != nil || found.Note == "" {
				t.Fatalf("%s, %s: %v, %q", a.Name, kind, err, found.Note)
			}
			if kind == Crash && c.Crashes == 0 {
				if found.Path != nil || !strings.Contains(found.Note, "-crashes=0") {
					t.Errorf("%s: a crash where there is none: %s", a.Name, found.Note)
				}
				continue
			}
			if found.Path == nil || len(found.Path.Stem) == 0 {
				t.Fatalf("%s, %s: no step: %s", a.Name, kind, found.Note)
			}
			verify(t, found.World, found.Path)
			last := found.Path.Stem[len(found.Path.Stem)-1].To
			if kind != Random && a.Name != "anonymous" && !Over(found.World.View(last)) {
				t.Errorf("%s, %s: the election is not over: %s", a.Name, kind, found.Note)
			}
			dies := slices.ContainsFunc(found.Path.Stem, func(s checker.Transition) bool { return found.World.Dies(s.Step) != model.Nobody })
			if kind != Random && dies != (kind == Crash) {
				t.Errorf("%s, %s: a process dies: %v", a.Name, kind, dies)
			}
		}
	}
}

// verify checks that a path is one of the world.
func verify(t *testing.T, w *world.World, p *checker.Path) {
	t.Helper()
	at := p.Initial
	for i, step := range slices.Concat(p.Stem, p.Cycle) {
		is := false
		w.Steps(at, func(s checker.Step, to checker.State) {
			is = is || to != nil && s.Code == step.Step.Code && slices.Equal(to, step.To)
		})
		if !is {
			t.Fatalf("step %d is none of the world", i+1)
		}
		at = step.To
	}
	if len(p.Cycle) > 0 && len(p.Stem) > 0 && !slices.Equal(at, p.Stem[len(p.Stem)-1].To) {
		t.Fatal("the cycle does not lead back")
	}
}

// The lecture's ring of four sends 2N messages at least, and 3N-1 at most.
func TestFewestAndMost(t *testing.T) {
	for kind, steps := range map[Kind]int{Fewest: 9, Most: 12} {
		found, err := Find(t.Context(), worldOf(t, "ring", 4), Wish{Kind: kind})
		if err != nil || len(found.Path.Stem) != steps {
			t.Errorf("%s: %d steps, want %d: %s %v", kind, len(found.Path.Stem), steps, found.Note, err)
		}
		verify(t, found.World, found.Path)
	}
	found, err := Find(t.Context(), worldOf(t, "itai-rodeh", 3), Wish{Kind: Most})
	if err != nil || !found.Path.Lasso || !strings.Contains(found.Note, "no greatest number") {
		t.Errorf("%v %s", err, found.Note)
	}
	found, err = Find(t.Context(), worldOf(t, "bully", 4), Wish{Kind: Most, Options: checker.Options{MaxStates: 100}})
	if err != nil || found.Path != nil || !strings.Contains(found.Note, "bound on states") {
		t.Errorf("a bound: %v %s", err, found.Note)
	}
}

// Where the search stops before an election, a random run is shown.
func TestElectionBeyondTheBound(t *testing.T) {
	found, err := Find(t.Context(), worldOf(t, "ring", 4), Wish{Kind: Election, Options: checker.Options{MaxStates: 3}})
	if err != nil || found.Path == nil || !strings.Contains(found.Note, "The bound on states was hit") {
		t.Errorf("%v %s", err, found.Note)
	}
}

func TestRandomIsDeterministic(t *testing.T) {
	draw := func(seed uint64) string {
		found, err := Find(t.Context(), worldOf(t, "bully", 4), Wish{Kind: Random, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return found.Path.Text(found.World)
	}
	different := map[string]bool{}
	for seed := range uint64(5) {
		first := draw(seed)
		if different[first] = true; draw(seed) != first {
			t.Errorf("seed %d draws two runs", seed)
		}
	}
	if len(different) == 1 {
		t.Error("five seeds draw one run")
	}
}

// Paths that Several finds differ in their actions, the first is as short as that of To, and the last answer says that there are no more.
func TestSeveral(t *testing.T) {
	w := world.New(worldOf(t, "bully", 3))
	goal := func(s checker.State) bool { return w.View(s).Trusted() != spec.Nobody }
	one, err := Search{World: w}.To(t.Context(), goal)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Search{World: w}.Several(t.Context(), goal, 1000)
	if err != nil || len(all) < 4 || len(all[0].Path.Stem) != len(one.Path.Stem) {
		t.Fatalf("%v, %d answers", err, len(all))
	}
	last := len(all) - 1
	if end := all[last]; end.Path != nil || end.Bound != "" || end.States == 0 {
		t.Errorf("the last answer is %+v", end)
	}
	seen, length := map[string]bool{}, 0
	for i, answer := range all[:last] {
		verify(t, w, answer.Path)
		var actions []string
		for _, step := range answer.Path.Stem {
			actions = append(actions, fmt.Sprint(step.Step.Action))
		}
		slices.Sort(actions)
		set := strings.Join(slices.Compact(actions), ", ")
		if seen[set] || len(answer.Path.Stem) < length {
			t.Errorf("path %d: the actions %s again, or a shorter path", i, set)
		}
		seen[set], length = true, len(answer.Path.Stem)
	}
}
