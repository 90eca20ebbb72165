package ledger

import (
	"maps"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

func watchOne(t *testing.T, algorithm string, v view, workers int) *witness {
	t.Helper()
	a, ok := model.Find(algorithm)
	if !ok {
		t.Fatalf("no %s", algorithm)
	}
	w, counts, err := watch(t.Context(), world.Faulty(a, []model.ID{1, 3, 2}), v, checker.Options{Workers: workers})
	if err != nil || !counts.Complete || len(w.seen) < 5 {
		t.Fatalf("%s: %v, %d situations", algorithm, err, len(w.seen))
	}
	return w
}

// TestWhoKnowsWhat: by the pages in spec/, whose rules say whom they speak of. The rings pass on to
// a successor whom they need not know; the watchers of ring-watch are told by their places.
func TestWhoKnowsWhat(t *testing.T) {
	for _, c := range []struct {
		algorithm      string
		itself, higher bool // is enough
	}{
		{"ring", true, true}, {"ring-maxid", true, true}, {"chang-roberts", true, true},
		{"ring-watch", false, false}, {"bully", false, false}, {"bully-recovery", false, false},
	} {
		for part, enough := range map[view]bool{itself: c.itself, higher: c.higher} {
			f := watchOne(t, c.algorithm, part, 1)
			if (f.different() == 0) != enough {
				t.Errorf("%s that knows %s: %v", c.algorithm, part, f.different())
			}
		}
	}
}

// TestWhoUsesHowManyThereAre: LeLann lists whom it has met, and needs nobody's number; a bully tells
// all. That ring-watch speaks of the neighbours is no use of the number, but where the group ends
// there is another one.
func TestWhoUsesHowManyThereAre(t *testing.T) {
	for algorithm, uniform := range map[string]bool{
		"lelann": true, "chang-roberts": true, "hirschberg-sinclair": true, "ring": true, "bully": false, "ring-watch": false, "itai-rodeh": false,
	} {
		if f := watchOne(t, algorithm, larger, 1); (f.different() == 0) != uniform {
			t.Errorf("%s in a larger group: %v", algorithm, f.different())
		}
	}
}

// TestAnyNumberOfWorkers finds the same.
func TestAnyNumberOfWorkers(t *testing.T) {
	one, many := watchOne(t, "bully", itself, 1), watchOne(t, "bully", itself, 4)
	if !maps.Equal(one.seen, many.seen) {
		t.Errorf("%d situations, %d with four workers", len(one.seen), len(many.seen))
	}
}
