package mutants_test

import (
	"testing"

	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/mutants"
	"interrex/model/world"
)

// TestChainsChangeNothing: a world whose messages carry the length of their chain makes the same
// steps as one without, under the same classes, and the properties see the same of both. So what is
// measured of message delays is measured of the algorithm.
func TestChainsChangeNothing(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: one goroutine does it all")
		return
	}
	for i, a := range model.Catalogue() {
		if !testlevel.OneOf(4, i) || a.Clockwork() || a.Draws() {
			continue // its messages or its draws never end, nor do their chains
		}
		c := world.Faulty(a, []model.ID{2, 3, 1})
		for _, c.Crashes = range []int{0, 1} {
			chained := c
			chained.Algorithm.Make = func(v model.Variant) model.Handler { return model.Chain(a.Make(v)) }
			most := 30_000 // with crashes chains may have no end
			if likeness := mutants.Lockstep(world.New(c), world.New(chained), most); !likeness.Alike && likeness.Pairs < most {
				t.Errorf("%s with %d crashes: %s", a.Name, c.Crashes, likeness.Difference)
			} else if c.Crashes == 0 && !likeness.Alike {
				t.Errorf("%s: chains without end", a.Name)
			}
		}
	}
}
