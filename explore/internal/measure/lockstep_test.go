package measure

import (
	"math/rand/v2"
	"slices"
	"testing"

	"interrex/model"
	"interrex/model/world"
)

// TestLockstep: the lecture's sums for Chang and Roberts with five processes, all starting, ids descending; and those of
// the ring and the bully, by hand.
func TestLockstep(t *testing.T) {
	for _, c := range []struct {
		algorithm string
		ids       []model.ID
		want      []int
	}{
		{"chang-roberts", []model.ID{5, 4, 3, 2, 1}, []int{5, 9, 12, 14, 15, 16, 17, 18, 19, 20, 20}},
		{"lelann", []model.ID{1, 2, 3, 4}, []int{4, 8, 12, 16, 16}},
		{"bully", []model.ID{1, 2, 3}, []int{2, 7, 10, 10}},
	} {
		a, _ := model.Find(c.algorithm)
		w := world.Faulty(a, c.ids)
		w.Crashes = 0
		if !hasRounds(w) {
			t.Fatalf("%s has no rounds", c.algorithm)
		}
		if got := lockstep(w, rand.New(rand.NewPCG(1, 1)), 10_000); !slices.Equal(got.After, c.want) || !got.Ended {
			t.Errorf("%s: %+v, want %v", c.algorithm, got, c.want)
		}
		if got := lockstep(w, rand.New(rand.NewPCG(1, 1)), 3); got.Ended {
			t.Errorf("%s ends after three steps: %+v", c.algorithm, got)
		}
		w.Channels = world.Bag
		if hasRounds(w) {
			t.Errorf("%s over a bag has rounds", c.algorithm)
		}
	}
}
