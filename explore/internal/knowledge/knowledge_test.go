package knowledge

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

func find(t *testing.T, algorithm string, part Part, workers int) *Finding {
	t.Helper()
	a, ok := model.Find(algorithm)
	if !ok {
		t.Fatalf("no %s", algorithm)
	}
	f, err := Find(t.Context(), world.Faulty(a, []model.ID{1, 3, 2}), part, checker.Options{Workers: workers})
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
			f := find(t, c.algorithm, part, 1)
			if (len(f.Differ) == 0) != enough {
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
		if f := find(t, algorithm, Larger, 1); (len(f.Differ) == 0) != uniform {
			t.Errorf("%s in a larger group: %v", algorithm, f.Differ)
		}
	}
}

// TestOnlyTheAnnouncementNeedsTheLower: a bully that knows the higher ids does all but tell the
// lower that it leads.
func TestOnlyTheAnnouncementNeedsTheLower(t *testing.T) {
	for _, d := range find(t, "bully", Higher, 1).Differ {
		if !strings.Contains(d.Whole, "COORDINATOR(") || !strings.Contains(d.Whole, ") to P1") {
			t.Errorf("%+v", d)
		}
	}
}

// TestAnyNumberOfWorkers finds the same.
func TestAnyNumberOfWorkers(t *testing.T) {
	one, many := find(t, "bully", Itself, 1), find(t, "bully", Itself, 4)
	if one.Situations != many.Situations || len(one.Differ) != len(many.Differ) || one.Differ[0] != many.Differ[0] {
		t.Errorf("%d situations and %d, %v and %v", one.Situations, many.Situations, one.Differ, many.Differ)
	}
}

// TestWords: what a process does is told in sentences, of every algorithm, and what is different reads so.
func TestWords(t *testing.T) {
	algorithms := append(model.Catalogue(), func() model.Algorithm { a, _ := model.Find("bully"); return model.Consensus(a) }())
	for _, a := range algorithms {
		for _, part := range []Part{Itself, Higher, Larger} {
			c := world.Faulty(a, []model.ID{1, 3, 2}[:min(3, cmp.Or(a.Most, 3))])
			f, err := Find(t.Context(), c, part, checker.Options{Workers: 1, MaxStates: 1000})
			if err != nil || f.Situations == 0 {
				t.Fatalf("%s: %v, %d situations", a.Name, err, f.Situations)
			}
			for _, d := range f.Differ {
				if d.Whole == d.Part || goes.MatchString(d.Situation+d.Whole+d.Part) {
					t.Errorf("%s: %s: %s; %s", a.Name, d.Situation, d.Whole, d.Part)
				}
			}
		}
	}
	for want, of := range map[Difference]string{
		{"P1 (mode idle, elected ⊥) starts an election", "waits for OK, sends ELECTION(1) to P2, P3", "becomes the leader"}:                                                                                  "bully",
		{"P1 (elected ⊥, list {}, heard no, recovering no) takes ELECT(2) of P2", "list {} → {1,2}, sends ELECT(1) to the next on the ring, then ELECT(2) to the next on the ring", "it cannot be followed"}: "lelann",
	} {
		if !slices.Contains(find(t, of, Itself, 1).Differ, want) {
			t.Errorf("%s: no %+v among\n%+v", of, want, find(t, of, Itself, 1).Differ)
		}
	}
}

// goes is what only Go prints so, or what nobody can read.
var goes = regexp.MustCompile(`\{[A-Za-z]+:|map\[|<nil>|0x|%!|no variable shows|\(\)`)
