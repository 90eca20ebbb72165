package crosscheck

import (
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model/world"
	"interrex/spec"
)

// smallerHalf are the most states of the smaller half of the instances, which are always compared. INTERREX_TESTS=all
// compares those that can be explored in a minute or so.
const smallerHalf, largest = 3_000, 10_000_000

// TestReducedInstances: on the worlds that are always checked, a reduced check decides as the whole one
// does, and finds as many states of rest.
func TestReducedInstances(t *testing.T) {
	most := smallerHalf
	if testlevel.All() {
		most = largest
	}
	instances, err := Instances()
	if err != nil {
		t.Fatal(err)
	}
	compared, smaller, tried := 0, 0, 0
	for i, instance := range instances {
		if !testlevel.OneOf(8, i) || !testlevel.Sample(t, 4, i) {
			continue
		}
		tried++
		for _, asked := range [][]spec.Property{spec.Default(), spec.Default()[:5]} {
			asked := instance.World.Algorithm.Meant(asked)
			check := func(reduce checker.Reduction) *checker.Report {
				_, report, err := world.Explore(t.Context(), instance.World, func(w *world.World) []checker.Property { return w.Properties(asked) },
					checker.Options{Reduce: reduce, MaxStates: most})
				if err != nil {
					t.Fatal(err)
				}
				return report
			}
			whole := check(checker.Whole)
			if whole.Bound == "states" {
				break
			}
			compared++
			for _, by := range []checker.Reduction{checker.PartialOrder, checker.ByConfluence} {
				reduced := check(by)
				if reduced.States < whole.States {
					smaller++
				}
				if whole.Terminal != reduced.Terminal || whole.Bound != reduced.Bound || whole.States < reduced.States {
					t.Errorf("%s: %+v, and by %s %+v", instance.File, whole, by, reduced)
				}
				for i, result := range whole.Results {
					if got := reduced.Results[i].Verdict; got != result.Verdict {
						t.Errorf("%s: %s: %v, and by %s %v", instance.File, result.Property.Name, result.Verdict, by, got)
					}
				}
			}
		}
	}
	t.Logf("%d compared, %d made smaller", compared, smaller)
	if 2*compared < tried || smaller == 0 {
		t.Errorf("only %d of %d instances compared twice, %d made smaller", compared/2, tried, smaller)
	}
}
