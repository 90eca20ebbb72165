package mutants_test

import (
	"slices"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/mutants"
	"interrex/model/world"
)

// hourless are the mutants that are none by the clock: it does not ask what a timer waits for.
var hourless = []string{"bully hasty-t", "bully-recovery hasty-t"}

// TestMutantsByTheClock: a wounded rule of a bully that breaks a property under sync breaks it by
// the clock too, where the healthy one keeps it.
func TestMutantsByTheClock(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: other worlds are explored by as many workers, and these are many")
		return
	}
	tried := 0
	for _, m := range mutants.Mutants() {
		c := m.Healthy()
		if !c.Algorithm.Timed() || c.Algorithm.Terms() || c.Algorithm.Topology != model.Complete || c.Timeouts != world.Sync || m.Breaks == "" || m.OfWorld() {
			continue
		}
		tried++
		before := m.World
		m.World = func(c *world.Config) {
			if before != nil {
				before(c)
			}
			c.Timeouts = world.ByClock
		}
		trial, err := mutants.Try(t.Context(), m, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := !slices.Contains(hourless, m.Of+" "+m.Name)
		if got := trial.Named() != nil; got != want {
			t.Errorf("%s, %s: %s is broken: %v, want %v; broken are %v", m.Of, m.Name, m.Breaks, got, want, names(trial.Broken))
		}
	}
	if tried < 15 {
		t.Errorf("only %d mutants were tried", tried)
	}
}
