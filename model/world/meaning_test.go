package world_test

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A property that does not apply to the algorithm is an error.
func TestInapplicableProperties(t *testing.T) {
	for _, a := range model.Catalogue() {
		c := world.Faulty(a, []model.ID{1, 2})
		for _, p := range spec.All() {
			means := a.Means(p)
			if means == nil {
				continue
			}
			for name, ask := range map[string]func(*world.World) []checker.Property{
				"Ask":        func(w *world.World) []checker.Property { return w.Ask([]spec.Property{p}) },
				"Properties": func(w *world.World) []checker.Property { return w.Properties([]spec.Property{p}) },
			} {
				_, report, err := world.Explore(t.Context(), c, ask, checker.Options{MaxStates: 100})
				if report != nil || err == nil || err.Error() != means.Error() {
					t.Errorf("%s of %s by %s: %v, want %v", p.Name, a.Name, name, err, means)
				}
			}
		}
	}
	bully, _ := model.Find("bully")
	want := "leader-per-term has no meaning for bully: its leaders have no terms"
	if err := bully.Means(spec.LeaderPerTerm); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// No view has the facts that an inapplicable property depends on.
func TestViewsOfInapplicableProperties(t *testing.T) {
	for _, a := range model.Catalogue() {
		c := world.Faulty(a, []model.ID{1, 2})
		if c.Crashes = 1; !a.Clockwork() {
			c.Restarts = 1
		}
		c.Elections, c.Capacity = c.DefaultElections(), c.DefaultCapacity()
		w := world.New(c)
		var silent []string
		var asked []checker.Property
		see := func(name string, seen func(spec.View) bool) {
			silent = append(silent, name)
			asked = append(asked, checker.Reachable(name, func(s checker.State) bool { return seen(w.View(s)) }))
		}
		if a.Means(spec.AnnouncedLast) != nil {
			see("an announcement", func(v spec.View) bool { return v.Announcement })
		}
		if a.Means(spec.LeaderPerTerm) != nil {
			see("a shared term", func(v spec.View) bool { return v.SharedTerm })
		}
		if a.Means(spec.ElectedIsMax) != nil {
			see("a higher rank", func(v spec.View) bool { return v.Processes[0].Rank != v.Processes[1].Rank })
		}
		if a.Means(spec.Ends) != nil {
			see("one that takes part", func(v spec.View) bool { return v.Processes[0].TakesPart || v.Processes[1].TakesPart })
		}
		report, err := checker.Check(t.Context(), w, asked, checker.Options{MaxStates: 5000})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range report.Results {
			if r.Verdict == checker.Holds {
				t.Errorf("%s: views have %s, and the property that needs it does not apply", a.Name, silent[i])
			}
		}
	}
}
