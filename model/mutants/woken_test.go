package mutants

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// TestWokenAgain is deviation HS-D2: if a lower PROBE wakes a process that knows the leader, an
// election that is over begins anew, without a crash, a mistake or another start.
func TestWokenAgain(t *testing.T) {
	again := supposing(onLower(model.PROBE), "elected", to(0))
	for _, test := range []struct {
		wound wound
		want  checker.Verdict
	}{{nil, checker.Holds}, {again, checker.Violated}} {
		m := Mutant{Of: "hirschberg-sinclair", wound: test.wound, World: ids(1, 3, 2, 4)}
		w := world.New(m.Wounded())
		over := checker.StepInvariant("who knows the leader does not stand again", func(b, a checker.State) bool {
			before, after := w.View(b), w.View(a)
			for i, p := range before.Processes {
				if p.Elected != model.Nobody && after.Processes[i].TakesPart {
					return false
				}
			}
			return true
		})
		report, err := checker.Check(t.Context(), w, []checker.Property{over}, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r := report.Results[0]; r.Verdict != test.want || !report.Complete {
			t.Errorf("woken %v: %v, want %v (%d states)", test.wound != nil, r.Verdict, test.want, report.States)
		} else if r.Path != nil {
			t.Logf("after %d steps", len(r.Path.Stem))
		}
	}
}
