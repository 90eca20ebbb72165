package mutants_test

import (
	"context"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/mutants"
	"interrex/model/world"
)

var ctx = context.Background()

// TestSurvivor: a wound that is neither caught nor equivalent has survived, whatever is claimed of
// it. In a bag the healthy algorithm violates announced-last too, so that nothing is left to break.
func TestSurvivor(t *testing.T) {
	i := slices.IndexFunc(mutants.Mutants(), func(m mutants.Mutant) bool { return m.Name == "raised-again" })
	m := mutants.Mutants()[i]
	m.World = func(c *world.Config) { c.IDs, c.Channels = []model.ID{1, 2}, world.Bag }
	for _, claim := range []string{m.Breaks, ""} {
		m.Breaks = claim
		trial, err := mutants.Try(t.Context(), m, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if trial.Outcome != mutants.Survived || trial.AsClaimed() || trial.Likeness.Difference == "" || trial.Named() != nil {
			t.Errorf("claimed %q: %v, as claimed %v, broken are %v", claim, trial.Outcome, trial.AsClaimed(), names(trial.Broken))
		}
	}
}

// TestInterrupted: nothing is said of a mutant whose trial was cut short.
func TestInterrupted(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	trial, err := mutants.Try(cancelled, mutants.Mutants()[0], checker.Options{})
	if err != nil || trial.Outcome != mutants.Undecided || trial.AsClaimed() {
		t.Errorf("%v, %v", trial.Outcome, err)
	}
}

// TestLockstep: worlds that are alike, and worlds that differ in one step, in what is owed, or in
// what the properties see.
func TestLockstep(t *testing.T) {
	in := func(flags string) *world.World { return world.New(configure(t, flags)) }
	const bully = "-algo=bully -n=3"
	for _, test := range []struct {
		why        string
		one, other *world.World
		alike      bool
	}{
		{"a world is like itself", in(bully), in(bully), true},
		{"with one starter maxID stops nothing", in("-algo=ring -n=3 -initiators=3"), in("-algo=ring-maxid -n=3 -initiators=3"), true},
		{"with several it does", in("-algo=ring -n=3 -starts=2"), in("-algo=ring-maxid -n=3 -starts=2"), false},
		{"where nobody comes back, nothing tells the bullies apart", in(bully + " -crashes=0"), in("-algo=bully-recovery -n=3 -crashes=0 -restarts=0"), true},
		{"a crash more", in(bully), in(bully + " -crashes=0"), false},
		{"a detection that is not owed", in("-algo=ring -n=3 -crashes=1 -initial=leader"),
			in("-algo=ring -n=3 -crashes=1 -initial=leader -detector=incomplete"), false},
		{"another leader at first", in("-algo=ring -n=3 -initial=leader"), in("-algo=ring -n=3"), false},
	} {
		got := mutants.Lockstep(test.one, test.other, 100_000)
		if got.Alike != test.alike || (got.Difference == "") != test.alike || got.Pairs == 0 {
			t.Errorf("%s: %+v", test.why, got)
		}
	}
	if cut := mutants.Lockstep(in(bully), in(bully), 10); cut.Alike || cut.Difference == "" {
		t.Errorf("ten pairs were enough: %+v", cut)
	}
}

// TestPrematureBelief: ring, wounded so that to forward is to believe, is lecture 004's ring: another
// hand has written the same algorithm, and nobody who looks on can tell the two apart.
func TestPrematureBelief(t *testing.T) {
	i := slices.IndexFunc(mutants.Mutants(), func(m mutants.Mutant) bool { return m.Name == "premature-belief" })
	accept, _ := model.Find("ring-accept")
	for _, change := range []func(*world.Config){
		func(c *world.Config) { c.Crashes = 0 }, func(c *world.Config) { c.Starts = 2 },
		func(c *world.Config) { c.Initial = world.LeaderElected }, func(c *world.Config) { c.Repair = world.Resent },
	} {
		wounded := mutants.Mutants()[i].Wounded()
		wounded.Crashes = 1
		change(&wounded)
		printed := wounded
		printed.Algorithm = accept
		if got := mutants.Lockstep(world.New(wounded), world.New(printed), 100_000); !got.Alike || got.Pairs < 10 {
			t.Errorf("%+v", got)
		}
	}
}
