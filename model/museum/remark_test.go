package museum_test

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// A remark is what a page of spec/ says of a world, as a question to the machine.
type remark struct {
	page     string // and number, or section
	of       string
	change   func(*world.Config)
	property string
	want     checker.Verdict
}

// only lets one process start, and so many die.
func only(starter model.ID, crashes int) func(*world.Config) {
	return func(c *world.Config) { c.Initiators, c.Crashes = []model.ID{starter}, crashes }
}

func with(changes ...func(*world.Config)) func(*world.Config) {
	return func(c *world.Config) {
		for _, change := range changes {
			change(c)
		}
	}
}

func twoStarts(c *world.Config) { c.Starts = 2 }
func crashFree(c *world.Config) { c.Crashes = 0 }
func resent(c *world.Config)    { c.Repair = world.Resent }
func printed(c *world.Config)   { c.Reading = model.Printed }
func known(c *world.Config)     { c.Initial = world.LeaderElected }
func back(c *world.Config)      { c.Restarts = 1 }

func mistaken(n int) func(*world.Config) {
	return func(c *world.Config) { c.Detector, c.Mistakes = world.InaccurateDetector, n }
}

func incomplete(c *world.Config) { c.Detector = world.IncompleteDetector }

func timeouts(t world.Timeouts) func(*world.Config) {
	return func(c *world.Config) { c.Timeouts = t }
}

func asking(c *world.Config)  { c.PreVote = true }
func unheard(c *world.Config) { c.Cut = []world.Pair{{From: 3, To: 1}} }

// logs are of these lengths, for as many processes, and all of one term.
func logs(lengths ...int) func(*world.Config) {
	return func(c *world.Config) {
		c.IDs, c.Logs = nil, nil
		for i, length := range lengths {
			c.IDs = append(c.IDs, model.ID(i+1))
			c.Logs = append(c.Logs, model.Log{Term: 1, Length: length})
		}
	}
}

var remarks = []remark{
	{"ring 1", "ring", only(3, 1), "ends", checker.Violated},
	{"ring 4", "ring", with(crashFree, twoStarts), "one-leader", checker.Holds},
	{"ring 4", "ring", with(crashFree, twoStarts), "ends", checker.Holds},
	{"election 1.10", "ring", with(known, incomplete), "eventual-leadership", checker.Violated},
	{"election 1.10", "ring", with(known, crashFree, mistaken(1)), "irrevocable", checker.Violated},
	{"election 1.10", "chang-roberts", with(known, mistaken(1)), "irrevocable", checker.Violated},
	{"ring-watch 1", "ring-watch", with(crashFree, twoStarts), "ends", checker.Holds},
	{"ring-watch 1", "ring-watch", with(only(3, 0), twoStarts), "ends", checker.Holds},
	{"ring-watch 2", "ring-watch", only(2, 1), "not-stuck", checker.Violated},
	{"ring-watch 2", "ring-watch", resent, "not-stuck", checker.Holds},
	{"ring-watch 2", "ring-watch", resent, "decides", checker.Holds},
	{"ring-watch 2", "ring-watch", resent, "ends", checker.Holds},
	{"ring-watch 3", "ring-watch", with(only(2, 2), resent), "ends", checker.Violated},
	{"ring-watch 4", "ring-watch", with(printed, only(1, 0)), "not-stuck", checker.Violated},
	{"ring-watch 5", "ring-watch", with(printed, crashFree, twoStarts), "not-stuck", checker.Inconclusive},
	{"ring-watch 5", "ring-watch", with(only(2, 0), timeouts(world.Any)), "not-stuck", checker.Inconclusive},
	{"ring-detector RD-D1", "ring-detector", with(printed, only(3, 1)), "ends", checker.Violated},
	{"ring-detector RD-D1", "ring-detector", only(3, 1), "ends", checker.Holds},
	{"ring-detector promises", "ring-detector", with(incomplete, only(3, 1)), "ends", checker.Violated},
	{"ring-detector promises", "ring-detector", with(only(3, 0), mistaken(world.Unlimited)), "ends", checker.Violated},
	{"ring-detector 3", "ring-detector", with(only(3, 0), mistaken(1)), "decides", checker.Violated},
	{"ring-detector 4", "ring-detector", only(3, 1), "decides", checker.Violated},
	{"ring-detector 4", "ring-detector", with(resent, only(3, 1)), "decides", checker.Holds},
	{"chang-roberts promises", "chang-roberts", nil, "irrevocable", checker.Holds},
	{"chang-roberts promises", "chang-roberts", nil, "decides", checker.Holds},
	{"chang-roberts 2", "chang-roberts", func(c *world.Config) { c.Crashes = 1 }, "not-stuck", checker.Violated},
	{"bully promises", "bully", nil, "one-leader", checker.Holds},
	{"bully promises", "bully", nil, "decides", checker.Holds},
	{"bully 1", "bully", timeouts(world.Any), "one-leader", checker.Violated},
	{"bully 5", "bully", back, "one-leader", checker.Violated},
	{"bully-recovery 1", "bully-recovery", back, "one-leader", checker.Violated},
	{"bully-recovery 2", "bully-recovery", with(printed, known, crashFree), "one-leader", checker.Violated},
	{"bully-recovery 2", "bully-recovery", with(known, crashFree), "one-leader", checker.Holds},
	{"raft promises", "raft", nil, "leader-per-term", checker.Holds},
	{"raft promises", "raft", nil, "one-leader", checker.Holds},
	{"raft promises", "raft", nil, "elected-is-max", checker.Violated},
	{"raft promises", "raft", nil, "agreement", checker.Violated},
	{"raft promises", "raft", nil, "stability", checker.Holds},
	{"raft promises", "raft", nil, "decides", checker.Holds},
	{"raft promises", "raft", nil, "ends", checker.Holds},
	{"raft promises", "raft", nil, "eventual-leadership", checker.Violated},
	{"raft promises", "raft", timeouts(world.Perfect), "leader-per-term", checker.Holds},
	{"raft promises", "raft", timeouts(world.Perfect), "one-leader", checker.Holds},
	{"raft promises", "raft", timeouts(world.Perfect), "ends", checker.Holds},
	{"raft promises", "raft", timeouts(world.Any), "leader-per-term", checker.Inconclusive},
	{"raft promises", "raft", with(timeouts(world.Any), crashFree), "stability", checker.Violated},
	{"raft 1", "raft", with(crashFree, asking, logs(1, 2)), "elected-is-max", checker.Holds},
	{"raft 1", "raft", with(crashFree, asking, logs(1, 2, 3)), "elected-is-max", checker.Violated},
	{"raft 3", "raft", with(timeouts(world.Any), crashFree), "one-leader", checker.Violated},
	{"raft cut", "raft", with(crashFree, known, unheard), "stability", checker.Violated},
	{"raft cut", "raft", with(crashFree, known, unheard), "one-leader", checker.Violated},
	{"raft cut", "raft", with(crashFree, known, unheard, asking), "stability", checker.Holds},
	{"raft cut", "raft", with(crashFree, known, unheard, asking), "ends", checker.Violated},
	{"raft cut", "raft", with(crashFree, known, unheard, asking), "decides", checker.Violated},
	{"election 2.3", "bully", nil, "strict-decides", checker.Holds},
	{"election 2.3", "bully", with(known, func(c *world.Config) { c.Crashes = 3 }), "strict-decides", checker.Holds},
	{"election 2.3", "ring", only(3, 1), "strict-decides", checker.Violated},
	{"mutants", "ring", with(crashFree, twoStarts), "strict-decides", checker.Holds},
	{"mutants", "ring-maxid", with(crashFree, twoStarts), "strict-decides", checker.Holds},
	{"mutants", "ring-watch", with(crashFree, twoStarts), "strict-decides", checker.Holds},
	{"mutants", "ring-detector", with(crashFree, twoStarts), "strict-decides", checker.Holds},
	{"mutants", "chang-roberts", nil, "strict-decides", checker.Holds},
	{"election 2.2", "bully", back, "strict-pmax", checker.Violated},
	{"election 2.3", "bully", known, "strict-agreement", checker.Violated},
	{"election 2.3", "bully-recovery", with(known, back), "irrevocable", checker.Violated},
	{"election 2.3", "ring", crashFree, "announced-last", checker.Holds},
	{"election 2.3", "ring", with(crashFree, twoStarts), "announced-last", checker.Violated},
	{"election 2.3", "bully", crashFree, "announced-last", checker.Violated},
	{"election 2.3", "chang-roberts", func(c *world.Config) { c.Crashes = 1 }, "announced-last", checker.Violated},
	{"election 2.3", "chang-roberts", mistaken(1), "announced-last", checker.Violated},
	{"chang-roberts promises", "chang-roberts", nil, "announced-last", checker.Holds},
	{"chang-roberts 1", "chang-roberts", func(c *world.Config) { c.Channels = world.Bag }, "announced-last", checker.Violated},
	{"election 2.3", "bully", nil, "eventual-leadership", checker.Violated},
	{"election 2.3", "bully", with(known, func(c *world.Config) { c.Crashes = 3 }), "eventual-leadership", checker.Holds},
}

// TestRemarks: what the pages say of runs is so, for three processes.
func TestRemarks(t *testing.T) {
	for _, r := range remarks {
		a, ok := model.Find(r.of)
		if !ok {
			t.Fatalf("%s: no algorithm %s", r.page, r.of)
		}
		w := world.New(configure(t, a, r.change))
		report, err := checker.Check(t.Context(), w, w.Properties(properties()), checker.Options{MaxStates: 40_000})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, got := range report.Results {
			if got.Property.Name == r.property {
				found = true
				if got.Verdict != r.want {
					t.Errorf("%s: %s of %s is %v, and not %v (%d states, bound %q)",
						r.page, r.property, r.of, got.Verdict, r.want, report.States, report.Bound)
				}
			}
		}
		if !found {
			t.Errorf("%s: no property %s", r.page, r.property)
		}
	}
}
