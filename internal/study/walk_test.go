package study_test

import (
	"slices"
	"testing"

	"interrex/checker"
	"interrex/internal/study"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// config is a world of an algorithm; the bounds are those without which it would be infinite.
func config(t testing.TB, name string, ids []model.ID, change func(*world.Config)) world.Config {
	t.Helper()
	a, ok := model.Find(name)
	if !ok {
		t.Fatalf("no algorithm %q", name)
	}
	c := world.Faulty(a, ids)
	if change != nil {
		change(&c)
	}
	c.Elections, c.Capacity = c.DefaultElections(), c.DefaultCapacity()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}

// nine is a ring in which ELECTION(9) circulates for ever, as in lecture 000.
func nine(t testing.TB) world.Config {
	return config(t, "ring", []model.ID{4, 9, 3}, func(c *world.Config) { c.Crashes = 1 })
}

// bully is a world of three.
func bully(t testing.TB) world.Config { return config(t, "bully", []model.ID{1, 2, 3}, nil) }

// take takes the steps that are spelt so, from the end of a walk.
func take(t testing.TB, w *study.Walk, texts ...string) *study.Walk {
	t.Helper()
	for _, text := range texts {
		steps := w.Steps()
		i := slices.IndexFunc(steps, func(s study.Step) bool { return s.Text == text })
		if i < 0 {
			t.Fatalf("no step %q among %v", text, spelt(steps))
		}
		next, err := w.Take(steps[i].Number)
		if err != nil {
			t.Fatal(err)
		}
		w = next
	}
	return w
}

func spelt(steps []study.Step) (all []string) {
	for _, s := range steps {
		all = append(all, s.Text)
	}
	return all
}

func goTo(t testing.TB, w *study.Walk, at int) *study.Walk {
	t.Helper()
	w, err := w.Go(at)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestBranchingOff: going back and taking the same step leaves the path as it is; another one cuts it
// off. The old walk stays what it was.
func TestBranchingOff(t *testing.T) {
	whole := take(t, study.Begin(world.New(bully(t))), "P2 starts an election", "P3 dies", "P2 times out on T")
	if whole.At() != 3 || whole.Length() != 3 {
		t.Fatalf("at %d of %d", whole.At(), whole.Length())
	}
	back := goTo(t, whole, 1)
	if same := take(t, back, "P3 dies"); same.At() != 2 || same.Length() != 3 {
		t.Errorf("the step of the path leads to %d of %d", same.At(), same.Length())
	}
	other := take(t, back, "P3 takes ELECTION(2) from P2")
	if other.At() != 2 || other.Length() != 2 {
		t.Errorf("another step leads to %d of %d", other.At(), other.Length())
	}
	if whole.String() == other.String() || !slices.Equal(goTo(t, whole, 1).State(), back.State()) {
		t.Error("the old walk has changed")
	}
	if _, err := whole.Go(4); err == nil || err.Error() != "position 4: the path has positions 0 to 3" {
		t.Error(err)
	}
}

// found explores a world and returns what violates a property.
func found(t *testing.T, c world.Config, properties ...spec.Property) (*world.World, *checker.Report) {
	t.Helper()
	c.Suspicions = slices.ContainsFunc(properties, func(p spec.Property) bool { return p.Recalls })
	ask := func(w *world.World) []checker.Property { return w.Properties(properties) }
	w, report, err := world.Explore(t.Context(), c, ask, checker.Options{MaxStates: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	return w, report
}

// TestAlongACycle: ELECTION(9) goes round for ever; a walk along it comes from the last step to the
// first of the cycle, and another step leaves it.
func TestAlongACycle(t *testing.T) {
	w, report := found(t, nine(t), spec.Ends)
	walk := study.Along(w, report.Results[0].Path)
	if walk.At() != 0 || walk.Cycle() != 3 || walk.Length() != 5 {
		t.Fatalf("at %d of %d, cycle at %d", walk.At(), walk.Length(), walk.Cycle())
	}
	var way []int
	for range 9 {
		to, ok := walk.Next()
		if !ok {
			t.Fatalf("no way on from %d", walk.At())
		}
		walk, way = goTo(t, walk, to), append(way, to)
	}
	if want := []int{1, 2, 3, 4, 5, 4, 5, 4, 5}; !slices.Equal(way, want) {
		t.Errorf("the way is %v, want %v", way, want)
	}
	i := slices.IndexFunc(walk.Steps(), func(s study.Step) bool { return s.Next })
	if i < 0 || walk.Steps()[i].Text != "P4 takes ELECTION(9) from P3" {
		t.Errorf("the step that the cycle takes is number %d of %v", i, spelt(walk.Steps()))
	}
	again, err := walk.Take(i)
	if err != nil || again.At() != 4 || again.Cycle() != 3 {
		t.Errorf("the step of the cycle leads to %v, %v", again, err)
	}
	left := take(t, goTo(t, walk, 1), "P4 dies")
	if left.Length() != 2 || left.Cycle() != study.NoCycle {
		t.Errorf("another step leads to a walk of %d with a cycle at %d", left.Length(), left.Cycle())
	}
	if p := again.Path(); len(p.Stem) != 3 || len(p.Cycle) != 2 || !p.Lasso {
		t.Errorf("the path has %d and %d steps", len(p.Stem), len(p.Cycle))
	}
}
