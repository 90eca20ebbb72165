package knowledge

import (
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

// TestWords: what a bully does is told in sentences.
func TestWords(t *testing.T) {
	for _, part := range []Part{Itself, Higher, Larger} {
		for _, d := range find(t, "bully", part, 1).Differ {
			if d.Whole == d.Part || goes.MatchString(d.Situation+d.Whole+d.Part) {
				t.Errorf("%s: %s; %s", d.Situation, d.Whole, d.Part)
			}
		}
	}
	want := Difference{"P1 (mode idle, elected ⊥) starts an election", "waits for OK, sends ELECTION(1) to P2, P3", "becomes the leader"}
	if !slices.Contains(find(t, "bully", Itself, 1).Differ, want) {
		t.Errorf("no %+v", want)
	}
}

// goes is what only Go prints so, or what nobody can read.
var goes = regexp.MustCompile(`\{[A-Za-z]+:|map\[|<nil>|0x|%!|no variable shows|\(\)`)
