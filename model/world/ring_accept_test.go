package world_test

import (
	"slices"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// unannounced sends no announcements.
type unannounced struct{ model.Handler }

func (q unannounced) Handle(self model.Self, e model.Event) model.Outcome {
	out := q.Handler.Handle(self, e)
	out.Sends = slices.DeleteFunc(slices.Clone(out.Sends), func(s model.Send) bool { return model.KindOf(s.Message) == model.ELECTED })
	return out
}

// The promises of ring-accept hold without ELECTED: the ELECTION of the highest process passes all others, and each of them accepts it.
func TestRingAcceptWithoutAnnouncements(t *testing.T) {
	for _, ring := range [][]model.ID{idsOf(1, 2, 3), idsOf(2, 1, 3), idsOf(1, 2, 4, 3), idsOf(1, 4, 3, 2)} {
		c := config(t, "ring-accept", ring, func(c *world.Config) { c.Crashes, c.Starts = 0, 3 })
		promised, err := c.Promised()
		if err != nil {
			t.Fatal(err)
		}
		whole := c.Algorithm.Make
		c.Algorithm.Make = func(v model.Variant) model.Handler { return unannounced{whole(v)} }
		_, report, err := world.Explore(t.Context(), c, func(w *world.World) []checker.Property { return w.Properties(promised) }, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range report.Results {
			if r.Verdict != checker.Holds {
				t.Errorf("ring %v: %s is %v", ring, r.Property.Name, r.Verdict)
			}
		}
	}
}
