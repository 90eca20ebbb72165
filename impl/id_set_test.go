package impl

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestIDSet compares with a map; and no set that has been seen is ever changed.
func TestIDSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s idSet
		twin := map[ID]bool{}
		for range rapid.IntRange(1, 30).Draw(t, "changes") {
			before, original := s, slices.Clone(s)
			id := ID(rapid.IntRange(1, 5).Draw(t, "id"))
			if rapid.Bool().Draw(t, "with") {
				s, twin[id] = s.with(id), true
			} else {
				s = s.without(id)
				delete(twin, id)
			}
			if want := idSet(slices.Sorted(maps.Keys(twin))); !reflect.DeepEqual(s, want) {
				t.Fatalf("%v, want %v", s, want)
			}
			if !slices.Equal(before, original) {
				t.Fatalf("%v has become %v", original, before)
			}
			if s.has(id) != twin[id] {
				t.Fatalf("%v has %v: %t", s, id, s.has(id))
			}
		}
	})
}
