package world_test

import (
	"fmt"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
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

// TestJudgeForgets: where no two states look the same, as with many dead, what is remembered of them has a bound and is counted,
// and what is said is still what is seen.
func TestJudgeForgets(t *testing.T) {
	const states, most = 100_000, 6 << 20
	w := world.New(config(t, "chang-roberts", ids(22), nil))
	say, examine := w.Judge(everyProperty(w.Config()))
	var first checker.State
	w.Init(func(s checker.State) { first = slices.Clone(s) })
	before, s := w.Bytes(), slices.Clone(first)
	for mask := range uint64(states) {
		copy(s, first)
		world.Fell(s, mask)
		if said := say(s); mask%64 == 0 && (said != examine(s) || said != say(s)) {
			t.Fatalf("of those of %b it is said %b, and seen %b", mask, said, examine(s))
		}
	}
	if grown := w.Bytes() - before; grown < 1<<10 || grown > most {
		t.Errorf("of %d states there are %d bytes remembered, want some and no more than %d", states, grown, most)
	}
}

// TestAcrossSeesBothEnds: what is shown of a step's ends, in room that is used again, is what who looks at each sees.
func TestAcrossSeesBothEnds(t *testing.T) {
	w := world.New(config(t, "bully", ids(3), func(c *world.Config) { c.Suspicions = true }))
	var want string
	shown := w.Across(func(before, after spec.View) bool { return fmt.Sprint(before, after) == want })
	agree := checker.StepInvariant("what is shown is what is seen", func(before, after checker.State) bool {
		want = fmt.Sprint(w.View(before), w.View(after))
		return shown(before, after)
	})
	report, err := checker.Check(t.Context(), w, []checker.Property{agree}, checker.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if report.Results[0].Verdict != checker.Holds || report.Steps < 1000 {
		t.Errorf("%v in %d steps", report.Results[0].Verdict, report.Steps)
	}
}
