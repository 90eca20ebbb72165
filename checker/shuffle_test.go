package checker_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// TestShuffled: the report of a world does not depend on the order in which values, questions and messages are numbered.
func TestShuffled(t *testing.T) {
	for _, a := range model.Catalogue() {
		c := world.Faulty(a, []model.ID{2, 1})
		c.Suspicions = true
		report := func(seed uint64) []string {
			defer checker.Shuffle(seed)()
			w, r, err := world.Explore(t.Context(), c, func(w *world.World) []checker.Property { return w.Ask(a.Meaningful(), spec.LeaderForEver) }, checker.Options{Workers: 2})
			if err != nil {
				t.Fatal(a.Name, err)
			}
			told := []string{fmt.Sprint(r.States, r.Steps, r.Terminal, r.Widths, r.Bound, r.Actions)}
			for _, result := range r.Results {
				told = append(told, fmt.Sprint(result.Property.Name, result.Verdict, result.Count))
				if result.Path != nil {
					told = append(told, fmt.Sprintf("%+v", w.Tell(result.Path)))
				}
			}
			return told
		}
		want := report(0)
		for seed := range uint64(3) {
			if d := cmp.Diff(want, report(seed+1)); d != "" {
				t.Errorf("%s, seed %d:\n%s", a.Name, seed+1, d)
			}
		}
	}
}
