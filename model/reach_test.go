package model

import (
	"maps"
	"slices"
	"testing"
)

// TestReach: every algorithm has been measured, and nothing else.
func TestReach(t *testing.T) {
	for _, a := range Catalogue() {
		if a.Reach() < 2 {
			t.Errorf("%s: how many processes are exhausted in a minute is not known", a.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(reach)) {
		if _, known := Find(name); !known {
			t.Errorf("%s is measured, and no algorithm", name)
		}
	}
}
