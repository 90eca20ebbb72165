package world_test

import (
	"testing"

	"interrex/model"
	"interrex/model/world"
)

// TestManyProcesses: an algorithm that allows MaxProcesses processes has a world of as many.
func TestManyProcesses(t *testing.T) {
	for _, a := range model.Catalogue() {
		c := world.Faulty(a, ids(world.MaxProcesses))
		if c.Validate() != nil {
			continue
		}
		if w := world.New(c); w.Width() < world.MaxProcesses {
			t.Errorf("%s: its states have %d cells for %d processes", a.Name, w.Width(), world.MaxProcesses)
		}
	}
}
