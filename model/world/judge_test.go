package world_test

import (
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// TestJudge: what a judge remembers of a state is what it would see, for groups whose view fits
// one word and for groups whose view does not.
func TestJudge(t *testing.T) {
	most := 20_000
	if testlevel.Race {
		most = 2_000
	}
	overtaking := func(c *world.Config) { // the highest and the lowest stand
		c.Channels, c.Initiators = world.Bag, []model.ID{1, c.IDs[len(c.IDs)-1]}
	}
	for _, test := range []struct {
		algorithm string
		ids       []model.ID
		change    func(*world.Config)
	}{
		{"bully", ids(3), nil},
		{"chang-roberts", ids(4), overtaking},
		{"chang-roberts", ids(10), overtaking},
		{"chang-roberts", ids(11), overtaking},
		{"bully-recovery", ids(12), nil},
	} {
		w := world.New(config(t, test.algorithm, test.ids, test.change))
		say, examine := w.Judge(everyProperty(w.Config()))
		said := map[uint64]bool{}
		agree := checker.Invariant("what is said is what is seen", func(s checker.State) bool {
			said[say(s)] = true
			return say(s) == examine(s)
		})
		report, err := checker.Check(t.Context(), w, []checker.Property{agree}, checker.Options{MaxStates: most, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if report.Results[0].Verdict == checker.Violated || len(said) < 4 {
			t.Errorf("%s, %d processes: %v, and %d different verdicts", test.algorithm, len(test.ids), report.Results[0].Verdict, len(said))
		}
	}
}
