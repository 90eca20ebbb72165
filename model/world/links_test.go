package world_test

import (
	"slices"
	"testing"

	"interrex/model"
)

// Suffices implements Property 1 of spec/omega-minimal.md. A link 12 leads from 1 to 2.
func TestSufficientLinks(t *testing.T) {
	for _, test := range []struct {
		links   []model.ID
		crashes int
		want    bool
	}{
		{idsOf(12, 23), 0, true}, {idsOf(12, 23), 1, false}, {idsOf(12, 13), 0, true}, {idsOf(12, 32), 0, false},
		{idsOf(12, 23, 31), 1, true}, {idsOf(12, 23, 31), 2, true}, {nil, 1, false}, {nil, 2, false},
	} {
		timely := func(from, to model.ID) bool { return slices.Contains(test.links, 10*from+to) }
		if got := (model.OmegaMinimal{}).Suffices(ids(3), test.crashes, timely); got != test.want {
			t.Errorf("%v, %d crashes: got %v, want %v", test.links, test.crashes, got, test.want)
		}
	}
}
