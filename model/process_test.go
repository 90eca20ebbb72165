package model

import (
	"slices"
	"testing"
)

// TestGroupIsItsOwn: a group does not share its ring with whoever made it.
func TestGroupIsItsOwn(t *testing.T) {
	ids := []ID{2, 1}
	group := NewGroup(ids)
	ids[0] = 7
	if !slices.Equal(group.Ring, []ID{2, 1}) || group.Highest() != 2 {
		t.Errorf("ring %v, highest %d", group.Ring, group.Highest())
	}
}
