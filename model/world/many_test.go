package world_test

import (
	"testing"

	"interrex/model"
	"interrex/model/world"
)

// TestManyProcesses: a world of the most processes that there may be can be made, whatever the
// algorithm, also where it has more channels than a reduction can number.
func TestManyProcesses(t *testing.T) {
	ids := make([]model.ID, world.MaxProcesses)
	for i := range ids {
		ids[i] = model.ID(i + 1)
	}
	for _, a := range model.Catalogue() {
		c := world.Default(a, ids)
		if c.Validate() != nil {
			continue
		}
		if w := world.New(c); w.Width() < len(ids) {
			t.Errorf("%s: its states have %d cells for %d processes", a.Name, w.Width(), len(ids))
		}
	}
}
