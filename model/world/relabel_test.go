package world_test

import (
	"fmt"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// TestRelabelled: the ids only matter by their order. A ring may be told from any of its places.
func TestRelabelled(t *testing.T) {
	for _, row := range sample {
		ids := row.ids
		same := [][]model.ID{mapped(ids, func(id model.ID) model.ID { return 10*id*id + 3 })}
		if a, _ := model.Find(row.algorithm); a.Topology == model.Complete {
			same = append(same, reversed(same[0]))
		}
		same = append(same, append(same[0][1:len(ids):len(ids)], same[0][0]))
		want := asked(t, world.New(config(t, row.algorithm, ids, row.change)), checker.Options{MaxStates: enough})
		for _, other := range same {
			c := config(t, row.algorithm, other, row.change)
			got := asked(t, world.New(c), checker.Options{MaxStates: enough})
			if got, want := summed(got), summed(want); got != want {
				t.Errorf("%s: got\n%s\nwant as for %v\n%s", told(c), got, ids, want)
			}
		}
	}
}

// summed is what isomorphic worlds have in common: the order of steps is by places on the ring,
// so of counterexamples only the length of the stem is.
func summed(a *checker.Report) string {
	text := fmt.Sprint(a.States, a.Steps, a.Terminal, a.Depth, a.Complete, a.Bound)
	for _, r := range a.Results {
		text += fmt.Sprintf("\n%s %v", r.Property.Name, r.Verdict)
		if r.Path != nil {
			text += fmt.Sprintf(" after %d", len(r.Path.Stem))
		}
	}
	return text
}

func mapped(ids []model.ID, f func(model.ID) model.ID) []model.ID {
	var other []model.ID
	for _, id := range ids {
		other = append(other, f(id))
	}
	return other
}

func reversed(ids []model.ID) []model.ID {
	var other []model.ID
	for _, id := range ids {
		other = append([]model.ID{id}, other...)
	}
	return other
}
