package knowledge_test

import (
	"testing"

	"interrex/checker"
	"interrex/explore/internal/knowledge"
	"interrex/model"
	"interrex/model/world"
)

// TestFindValidates: an election without rules is an error, although the rules are put into others before they are asked.
func TestFindValidates(t *testing.T) {
	bully, _ := model.Find("bully")
	bully.Make = nil
	c := world.Faulty(bully, []model.ID{1, 2})
	if _, err := knowledge.Find(t.Context(), c, knowledge.Larger, checker.Options{}); err == nil || err.Error() != c.Validate().Error() {
		t.Errorf("says %v, want %v", err, c.Validate())
	}
}
