package mutants_test

import (
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
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

func solitary(c *world.Config) { c.IDs = []model.ID{1} }
func bag(c *world.Config)      { c.Channels = world.Bag }
func oneDies(c *world.Config)  { c.Crashes = 1 }
func pair(c *world.Config)     { c.IDs = []model.ID{1, 2} }

// falling: the successor of 2 is lower.
func falling(c *world.Config) { c.IDs = []model.ID{2, 1, 3} }

func mistaken(n int) func(*world.Config) {
	return func(c *world.Config) { c.Detector, c.Mistakes = world.InaccurateDetector, n }
}

func fourOfThem(c *world.Config) { c.IDs = []model.ID{1, 2, 3, 4} }

func incomplete(c *world.Config) { c.Detector = world.IncompleteDetector }

func timeouts(t world.Timeouts) func(*world.Config) {
	return func(c *world.Config) { c.Timeouts = t }
}

func asking(c *world.Config)  { c.Options = c.Options.With("pre-vote", "true") }
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
	{"chang-roberts 2", "chang-roberts", oneDies, "not-stuck", checker.Violated},
	{"lelann 2", "lelann", bag, "elected-is-max", checker.Violated},
	{"lelann 2", "lelann", bag, "one-leader", checker.Violated},
	{"lelann 2", "lelann", bag, "ends", checker.Violated},
	{"lelann 3", "lelann", printed, "elected-is-max", checker.Violated},
	{"lelann LL-D2", "lelann", with(printed, solitary), "ends", checker.Violated},
	{"lelann 3", "lelann", with(pair, printed, oneDies), "validity", checker.Inconclusive},
	{"lelann 4", "lelann", with(known, oneDies), "decides", checker.Holds},
	{"lelann 4", "lelann", with(known, oneDies), "elected-is-max", checker.Holds},
	{"lelann 4", "lelann", oneDies, "not-stuck", checker.Violated},
	{"lelann 4", "lelann", oneDies, "one-leader", checker.Violated},
	{"lelann 5", "lelann", with(pair, known, oneDies, back), "decides", checker.Holds},
	{"lelann 5", "lelann", with(pair, known, oneDies, back), "elected-is-max", checker.Violated},
	{"lelann 5", "lelann", with(known, oneDies, back), "decides", checker.Violated},
	{"lelann 7", "lelann", func(c *world.Config) { c.Channels = world.Duplicating }, "elected-is-max", checker.Holds},
	{"lelann 7", "lelann", func(c *world.Config) { c.Channels = world.Duplicating }, "ends", checker.Holds},
	{"ring-accept promises", "ring-accept", with(crashFree, twoStarts, falling), "one-leader", checker.Holds},
	{"ring-accept promises", "ring-accept", with(crashFree, twoStarts, falling), "decides", checker.Holds},
	{"ring-accept promises", "ring-accept", with(crashFree, twoStarts, falling), "ends", checker.Holds},
	{"ring-accept 1", "ring-accept", with(crashFree, falling), "elected-is-max", checker.Violated},
	{"ring-accept 1", "ring-accept", with(crashFree, falling), "agreement", checker.Violated},
	{"ring-accept 1", "ring-accept", crashFree, "agreement", checker.Holds},
	{"ring-accept 4", "ring-accept", with(crashFree, falling, known), "irrevocable", checker.Violated},
	{"ring-accept 5", "ring-accept", nil, "ends", checker.Violated},
	{"hirschberg-sinclair 2", "hirschberg-sinclair", bag, "irrevocable", checker.Holds},
	{"hirschberg-sinclair 2", "hirschberg-sinclair", bag, "decides", checker.Holds},
	{"hirschberg-sinclair 2", "hirschberg-sinclair", with(bag, fourOfThem), "elected-is-max", checker.Holds},
	{"hirschberg-sinclair 2", "hirschberg-sinclair", with(bag, fourOfThem), "ends", checker.Holds},
	{"hirschberg-sinclair 3", "hirschberg-sinclair", solitary, "announced-last", checker.Violated},
	{"hirschberg-sinclair 4", "hirschberg-sinclair", only(3, 1), "not-stuck", checker.Violated},
	{"hirschberg-sinclair 4", "hirschberg-sinclair", with(only(3, 1), resent), "not-stuck", checker.Holds},
	{"hirschberg-sinclair 4", "hirschberg-sinclair", with(only(3, 1), resent), "ends", checker.Violated},
	{"hirschberg-sinclair 5", "hirschberg-sinclair", with(known, mistaken(1)), "not-stuck", checker.Violated},
	{"hirschberg-sinclair 5", "hirschberg-sinclair", with(leaderDies, untold), "ends", checker.Violated},
	{"hirschberg-sinclair 5", "chang-roberts", with(leaderDies, untold), "ends", checker.Holds},
	{"hirschberg-sinclair 5", "hirschberg-sinclair", leaderDies, "decides", checker.Holds},
	{"anonymous 1", "anonymous", nil, "one-leader", checker.Violated},
	{"anonymous 2", "anonymous", only(1, 0), "not-stuck", checker.Violated},
	{"anonymous 3", "anonymous", solitary, "one-leader", checker.Holds},
	{"anonymous 3", "anonymous", solitary, "decides", checker.Holds},
	{"anonymous 3", "anonymous", solitary, "ends", checker.Holds},
	{"itai-rodeh 1", "itai-rodeh", nil, "decides", checker.Violated},
	{"itai-rodeh 1", "itai-rodeh", nil, "ends", checker.Violated},
	{"itai-rodeh 1", "itai-rodeh", only(1, 0), "ends", checker.Holds},
	{"itai-rodeh 4", "itai-rodeh", bag, "not-stuck", checker.Holds},
	{"itai-rodeh 4", "itai-rodeh", bag, "announced-last", checker.Violated},
	{"bully 1", "bully", timeouts(world.Any), "one-leader", checker.Violated},
	{"bully 5", "bully", back, "one-leader", checker.Violated},
	{"bully-recovery 1", "bully-recovery", back, "one-leader", checker.Violated},
	{"bully-recovery 2", "bully-recovery", with(printed, known, crashFree), "one-leader", checker.Violated},
	{"bully-recovery 2", "bully-recovery", with(known, crashFree), "one-leader", checker.Holds},
	{"raft promises", "raft", nil, "elected-is-max", checker.Violated},
	{"raft promises", "raft", nil, "agreement", checker.Violated},
	{"raft promises", "raft", nil, "eventual-leadership", checker.Violated},
	{"raft promises", "raft", timeouts(world.Perfect), "leader-per-term", checker.Holds},
	{"raft promises", "raft", timeouts(world.Perfect), "one-leader", checker.Holds},
	{"raft promises", "raft", timeouts(world.Perfect), "ends", checker.Holds},
	{"raft promises", "raft", timeouts(world.Any), "leader-per-term", checker.Inconclusive},
	{"raft promises", "raft", with(timeouts(world.Any), crashFree), "strict-stability", checker.Violated},
	{"raft 1", "raft", with(crashFree, asking, logs(1, 2)), "elected-is-max", checker.Holds},
	{"raft 1", "raft", with(crashFree, asking, logs(1, 2, 3)), "elected-is-max", checker.Violated},
	{"raft 3", "raft", with(timeouts(world.Any), crashFree), "one-leader", checker.Violated},
	{"raft cut", "raft", with(crashFree, known, unheard), "strict-stability", checker.Violated},
	{"raft cut", "raft", with(crashFree, known, unheard), "one-leader", checker.Violated},
	{"raft cut", "raft", with(crashFree, known, unheard, asking), "strict-stability", checker.Holds},
	{"raft cut", "raft", with(crashFree, known, unheard, asking), "ends", checker.Violated},
	{"raft cut", "raft", with(crashFree, known, unheard, asking), "decides", checker.Violated},
	{"election 2.3", "bully", nil, "strict-decides", checker.Holds},
	{"election 2.3", "bully", with(known, func(c *world.Config) { c.Crashes = 3 }), "strict-decides", checker.Holds},
	{"election 2.3", "ring", only(3, 1), "strict-decides", checker.Violated},
	{"election 2.2", "bully", back, "strict-pmax", checker.Violated},
	{"election 2.3", "bully", known, "strict-agreement", checker.Violated},
	{"election 2.3", "bully-recovery", with(known, back), "irrevocable", checker.Violated},
	{"election 2.3", "ring", crashFree, "announced-last", checker.Holds},
	{"election 2.3", "ring", with(crashFree, twoStarts), "announced-last", checker.Violated},
	{"election 2.3", "bully", crashFree, "announced-last", checker.Violated},
	{"election 2.3", "chang-roberts", oneDies, "announced-last", checker.Violated},
	{"election 2.3", "chang-roberts", mistaken(1), "announced-last", checker.Violated},
	{"chang-roberts 1", "chang-roberts", bag, "announced-last", checker.Violated},
	{"election 2.3", "bully", nil, "eventual-leadership", checker.Violated},
	{"election 2.3", "bully", with(known, func(c *world.Config) { c.Crashes = 3 }), "eventual-leadership", checker.Holds},
}

// leaderDies: all have elected the leader, who alone may die; nothing is lost with it. A process is told
// of that, or need not be if it is untold.
func leaderDies(c *world.Config) {
	with(known, resent)(c)
	c.Crashes, c.Starts = 1, 0
}
func untold(c *world.Config) { c.Detector = world.IncompleteDetector }

// TestRemarks: what the pages say of runs is so, for three processes.
func TestRemarks(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: one goroutine does it all")
		return
	}
	for i, r := range remarks {
		if !testlevel.OneOf(4, i) {
			continue
		}
		a, ok := model.Find(r.of)
		if !ok {
			t.Fatalf("%s: no algorithm %s", r.page, r.of)
		}
		w := world.New(configure(t, a, r.change))
		report, err := checker.Check(t.Context(), w, w.Properties(recordless(a)), checker.Options{MaxStates: 40_000})
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
