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
			ask := func(w *world.World) []checker.Property { return w.Ask([]spec.Property{p}) }
			_, report, err := world.Explore(t.Context(), c, ask, checker.Options{MaxStates: 100})
			if report != nil || err == nil || err.Error() != means.Error() {
				t.Errorf("%s of %s: %v, want %v", p.Name, a.Name, err, means)
			}
		}
	}
	bully, _ := model.Find("bully")
	want := "leader-per-term has no meaning for bully: its leaders have no terms"
	if err := bully.Means(spec.LeaderPerTerm); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
