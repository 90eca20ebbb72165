package knowledge

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

func find(t *testing.T, algorithm string, part Part) *Finding {
	t.Helper()
	a, ok := model.Find(algorithm)
	if !ok {
		t.Fatalf("no %s", algorithm)
	}
	f, err := Find(t.Context(), world.Faulty(a, []model.ID{1, 3, 2}), part, checker.Options{})
	if err != nil || !f.Counts.Complete || f.Situations < 5 {
		t.Fatalf("%s: %v, %+v", algorithm, err, f)
	}
	return f
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
		for part, enough := range map[Part]bool{Itself: c.itself, Higher: c.higher} {
			f := find(t, c.algorithm, part)
			if (f.Differ == 0) != enough {
				t.Errorf("%s that knows %s: %v", c.algorithm, part, f.Differ)
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
		if f := find(t, algorithm, Larger); (f.Differ == 0) != uniform {
			t.Errorf("%s in a larger group: %v", algorithm, f.Differ)
		}
	}
}
