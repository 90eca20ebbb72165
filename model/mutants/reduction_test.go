package mutants_test

import (
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model/world"
	"interrex/spec"
)

// TestReducedTrials: on each mutant and on its healthy twin a reduced check decides each property as the whole one does,
// asked together with the others, and one of them alone, in turn; INTERREX_TESTS=all asks each alone.
func TestReducedTrials(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: other worlds are explored by as many workers, and these are many")
		return
	}
	smaller := 0
	for i, trial := range tried(t) {
		if !testlevel.OneOf(6, i) {
			continue
		}
		m := trial.Mutant
		for _, side := range []struct {
			c     world.Config
			whole *checker.Report
		}{{m.Healthy(), trial.Healthy}, {m.Wounded(), trial.Report}} {
			if !side.whole.Complete {
				continue
			}
			var safe []spec.Property
			var verdicts []checker.Verdict
			for i, p := range m.Asked() {
				if p.Between == nil {
					safe, verdicts = append(safe, p), append(verdicts, side.whole.Results[i].Verdict)
				}
			}
			w := world.New(side.c)
			for first := -1; first < len(safe); first++ { // all together, then each alone
				if first >= 0 && first != i%len(safe) && !testlevel.All() {
					continue
				}
				asked := [2]int{first, first + 1}
				if first < 0 {
					asked = [2]int{0, len(safe)}
				}
				for _, by := range []checker.Reduction{checker.PartialOrder, checker.ByConfluence} {
					report, err := checker.Check(ctx, w, w.Properties(safe[asked[0]:asked[1]]), checker.Options{Reduce: by})
					if err != nil {
						t.Fatal(err)
					}
					if report.States < side.whole.States {
						smaller++
					}
					for i, result := range report.Results {
						if want := verdicts[asked[0]+i]; result.Verdict != want {
							t.Errorf("%s, %s: %s: %v, and by %s %v", m.Of, m.Name, result.Property.Name, want, by, result.Verdict)
						}
					}
				}
			}
		}
	}
	if smaller == 0 {
		t.Error("nothing was made smaller")
	}
}
