package world_test

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// unguarded lets a process start although it has a leader.
type unguarded struct{ model.Handler }

func (u unguarded) Status(local model.Local) model.Status {
	s := u.Handler.Status(local)
	s.MayStart = s.Idle
	return s
}

// Safety of LeLann's election does not depend on the guard of LL1: on FIFO channels, messages of a new election stay behind those of the
// last one.
func TestLeLannWithoutGuard(t *testing.T) {
	for n := 2; n <= 4; n++ {
		c := config(t, "lelann", ids(n), func(c *world.Config) { c.Starts = 3 })
		whole := c.Algorithm.Make
		guarded := world.New(c)
		c.Algorithm.Make = func(v model.Variant) model.Handler { return unguarded{whole(v)} }
		w := world.New(c)
		report, err := checker.Check(t.Context(), w, w.Properties(spec.Default()), checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range report.Results {
			if r.Verdict != checker.Holds {
				t.Errorf("n=%d: %s is %v", n, r.Property.Name, r.Verdict)
			}
		}
		if usual, err := checker.Check(t.Context(), guarded, nil, checker.Options{}); err != nil || report.States <= usual.States {
			t.Errorf("n=%d: got %d states, want more than the %d with the guard; %v", n, report.States, usual.States, err)
		}
	}
}
