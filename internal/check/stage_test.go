package check_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/runs"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// TestStandings: along random runs of each algorithm the document says of each property in each state what its definition says of the views
// up to that state.
func TestStandings(t *testing.T) {
	met := map[string]int{}
	for _, a := range model.Catalogue() {
		c := world.Faulty(a, []model.ID{2, 1, 3})
		w := world.New(c)
		for seed := range uint64(12) {
			var at checker.State
			w.Init(func(s checker.State) { at = slices.Clone(s) })
			path, _ := runs.Draw(t.Context(), w, at, rand.New(rand.NewPCG(seed, 1)), 60)
			path = &checker.Path{Initial: path.Initial, Stem: path.Stem}
			q := check.Question{World: c, Properties: slices.DeleteFunc(spec.All(), func(p spec.Property) bool { return a.Means(p) != nil })}
			run := check.Staged(q, w, path)
			views, now := []spec.View{w.View(path.Initial)}, run.States[0].Properties
			for k, state := range run.States {
				if k > 0 {
					views = append(views, w.View(path.Stem[k-1].To))
				}
				if state.Properties != nil {
					now = state.Properties
				}
				for i, p := range q.Properties {
					want := stands(p, views, run.States[k].Can != nil && len(run.States[k].Can) == 0)
					if met[want]++; now[i] != want {
						t.Errorf("%s, seed %d, state %d: %s is %s, want %s", a.Name, seed, k, p.Name, now[i], want)
					}
				}
			}
		}
	}
	for _, word := range []string{"idle", "true", "pending", "broken"} {
		if met[word] == 0 {
			t.Errorf("no property is ever %s: %v", word, met)
		}
	}
}

// stands is how a property stands at the last of some views, of which nothing comes before the first; terminal: no step is possible there.
func stands(p spec.Property, views []spec.View, terminal bool) string {
	isPending, last := false, views[len(views)-1]
	for k, v := range views {
		switch {
		case p.Always != nil && !p.Always(v),
			p.Between != nil && k > 0 && !p.Between(views[k-1], v),
			p.Rest != nil && k == len(views)-1 && terminal && !p.Rest(v):
			return "broken"
		case p.Goal != nil:
			isPending = !p.Goal(v) && (isPending || p.Premise(v))
		}
	}
	switch {
	case isPending:
		return "pending"
	case p.Witness(last):
		return "true"
	}
	return "idle"
}
