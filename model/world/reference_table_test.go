package world_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// A row is a world that the twin always looks at, and why.
type row struct {
	why       string
	algorithm string
	ids       []model.ID
	change    func(*world.Config)
}

func idsOf(ids ...model.ID) []model.ID { return ids }

var rings = []row{
	{"the ring of lecture 000, all may start, nobody dies",
		"chang-roberts", idsOf(4, 8, 9, 3), func(c *world.Config) {}},
	{"participants wait for a dead process",
		"chang-roberts", idsOf(2, 7, 5), func(c *world.Config) { c.Crashes = 1 }},
	{"a death is detected, in channels that reorder", "chang-roberts", idsOf(5, 2), func(c *world.Config) {
		c.Initial, c.Crashes, c.Restarts, c.Channels = world.LeaderElected, 1, 1, world.Bag
	}},
	{"starts that guard themselves, and a budget all the same",
		"chang-roberts", idsOf(3, 1, 6), func(c *world.Config) { c.Starts, c.Elections = 2, 1 }},
	{"what was on its way to the dead is lost",
		"ring", idsOf(6, 2, 4), func(c *world.Config) { c.Elections = 1 }},
	{"what was on its way to the dead is sent on",
		"ring", idsOf(6, 2, 4), func(c *world.Config) { c.Elections, c.Repair = 1, world.Resent }},
	{"two die, and one takes its old place again", "ring", idsOf(1, 3, 2), func(c *world.Config) {
		c.Crashes, c.Restarts, c.Starts, c.Repair, c.Elections, c.Capacity = 2, 1, 0, world.Resent, 1, 2
	}},
	{"two channels lead into one that dies", "ring", idsOf(2, 4, 1, 3), func(c *world.Config) {
		c.Crashes, c.Starts, c.Repair, c.Elections, c.Initiators = 2, 2, world.Resent, 1, idsOf(2, 4)
	}},
	{"alone, it sends to itself, and a channel is full",
		"ring", idsOf(4), func(c *world.Config) { c.Starts, c.Capacity, c.Restarts = 2, 1, 1 }},
	{"messages are lost",
		"ring", idsOf(3, 8), func(c *world.Config) { c.Channels, c.Losses, c.Starts = world.Lossy, 2, 2 }},
	{"messages come twice", "ring", idsOf(3, 8), func(c *world.Config) {
		c.Channels, c.Duplicates, c.Crashes, c.Repair = world.Duplicating, 2, 1, world.Resent
	}},
	{"a leader is suspected by mistake", "ring", idsOf(1, 2, 3), func(c *world.Config) {
		c.Initial, c.Starts, c.Detector, c.Mistakes = world.LeaderElected, 0, world.InaccurateDetector, 1
	}},
	{"the memory outlives its subject",
		"ring-maxid", idsOf(1, 2, 3), func(c *world.Config) { c.Starts, c.Elections = 2, 1 }},
	{"memories, and messages that overtake one another",
		"ring-maxid", idsOf(4, 1), func(c *world.Config) { c.Channels, c.Starts = world.Bag, world.Unlimited }},
	{"second sights end in a bound",
		"ring-watch", idsOf(1, 2, 3), func(c *world.Config) { c.Elections, c.Capacity = 1, 2 }},
	{"as printed, and timers that fire early", "ring-watch", idsOf(2, 5), func(c *world.Config) {
		c.Reading, c.Timeouts, c.Elections, c.Capacity = model.Printed, world.Any, 1, 2
	}},
	{"only the successor watches, and it comes back", "ring-watch", idsOf(9, 4), func(c *world.Config) {
		c.Options, c.Timeouts, c.Restarts, c.Elections = model.Options{"watchers": "successor"}, world.Perfect, 1, 2
	}},
	{"true reports", "ring-detector", idsOf(7, 1, 3), func(c *world.Config) { c.Elections, c.Capacity = 1, 2 }},
	{"false reports, withdrawn", "ring-detector", idsOf(1, 2), func(c *world.Config) {
		c.Detector, c.Mistakes, c.Elections, c.Crashes = world.InaccurateDetector, 2, 1, 0
	}},
	{"false reports, until mistakes end", "ring-detector", idsOf(1, 2), func(c *world.Config) {
		c.Detector, c.Mistakes, c.Elections, c.Crashes = world.EventuallyPerfect, 2, 1, 0
	}},
	{"false reports without limit, until mistakes end", "ring-detector", idsOf(2, 1), func(c *world.Config) {
		c.Detector, c.Elections, c.Capacity, c.Restarts = world.EventuallyPerfect, 1, 1, 1
	}},
	{"a leader is suspected as often as one likes, until mistakes end", "chang-roberts", idsOf(1, 3, 2), func(c *world.Config) {
		c.Initial, c.Starts, c.Detector, c.Elections = world.LeaderElected, 0, world.EventuallyPerfect, 2
	}},
	{"a true report that has become false is withdrawn, which is owed",
		"ring-detector", idsOf(2, 1), func(c *world.Config) {
			c.Crashes, c.Restarts, c.Elections, c.Capacity = 1, 1, 1, 1
		}},
	{"no report is owed", "ring-detector", idsOf(2, 4, 1), func(c *world.Config) {
		c.Detector, c.Reading, c.Elections, c.Capacity = world.IncompleteDetector, model.Printed, 1, 2
	}},
}

var bothWays = []row{
	{"two share one channel each way, and all may start",
		"hirschberg-sinclair", idsOf(5, 2), func(c *world.Config) {}},
	{"alone, it sends to itself both ways", "hirschberg-sinclair", idsOf(3), func(c *world.Config) { c.Crashes = 1 }},
	{"what was on its way to the dead is lost, on either side", "hirschberg-sinclair", idsOf(4, 9, 3), func(c *world.Config) {
		c.Crashes, c.Initiators = 1, idsOf(3)
	}},
	{"each message is sent on in its own direction", "hirschberg-sinclair", idsOf(2, 3, 1), func(c *world.Config) {
		c.Crashes, c.Repair, c.Initiators = 2, world.Resent, idsOf(3)
	}},
	{"a channel has no room for what is sent on", "hirschberg-sinclair", idsOf(2, 3, 1, 4), func(c *world.Config) {
		c.Crashes, c.Repair, c.Capacity, c.Initiators = 1, world.Resent, 1, idsOf(4)
	}},
	{"one comes back to its old place, passed over meanwhile", "hirschberg-sinclair", idsOf(1, 2), func(c *world.Config) {
		c.Crashes, c.Restarts, c.Repair, c.Initiators = 1, 1, world.Resent, idsOf(2)
	}},
	{"messages overtake one another", "hirschberg-sinclair", idsOf(1, 3, 2), func(c *world.Config) { c.Channels = world.Bag }},
	{"messages come twice, and one reply is no two", "hirschberg-sinclair", idsOf(1, 3, 2), func(c *world.Config) {
		c.Channels = world.Duplicating
	}},
}

var bullies = []row{
	{"crashes inside a broadcast", "bully", idsOf(7, 2, 5), func(c *world.Config) {}},
	{"two crashes, between steps",
		"bully", idsOf(1, 2, 3), func(c *world.Config) { c.Crashes, c.CrashPoints = 2, world.AtSteps }},
	{"a message of a dead process after its death is known", "bully", idsOf(3, 1, 2), func(c *world.Config) {
		c.Timeouts, c.Initial, c.Starts = world.Perfect, world.LeaderElected, 1
	}},
	{"all but one may die",
		"bully", idsOf(6, 8, 1, 3), func(c *world.Config) { c.Initial, c.Starts, c.Crashes = world.LeaderElected, 0, 3 }},
	{"timers fire early, live leaders are suspected", "bully", idsOf(1, 3), func(c *world.Config) {
		c.Timeouts, c.Initial, c.Elections = world.Any, world.LeaderElected, 2
	}},
	{"a start stands for a detection",
		"bully", idsOf(1, 3), func(c *world.Config) { c.Starts, c.Elections = world.Unlimited, 2 }},
	{"only one may start or detect",
		"bully", idsOf(1, 2, 3), func(c *world.Config) { c.Initiators, c.Initial, c.Crashes = idsOf(2), world.LeaderElected, 2 }},
	{"messages are lost",
		"bully", idsOf(2, 6, 3), func(c *world.Config) { c.Channels, c.Crashes = world.Lossy, 0 }},
	{"messages come twice",
		"bully", idsOf(2, 6), func(c *world.Config) { c.Channels, c.Starts, c.Restarts = world.Duplicating, 2, 1 }},
	{"messages overtake one another",
		"bully", idsOf(6, 2), func(c *world.Config) { c.Channels, c.Restarts, c.Elections = world.Bag, 1, 2 }},
	{"one alone has nobody to send to", "bully", idsOf(5), func(c *world.Config) { c.Restarts = 1 }},
	{"the leader comes back", "bully-recovery", idsOf(1, 2, 3), func(c *world.Config) {
		c.Restarts, c.Initial, c.Starts, c.Elections = 1, world.LeaderElected, 0, 2
	}},
	{"as printed the boss is deaf",
		"bully-recovery", idsOf(4, 1, 3), func(c *world.Config) { c.Reading, c.Elections = model.Printed, 1 }},
	{"late announcements", "bully-recovery", idsOf(2, 5), func(c *world.Config) {
		c.Timeouts, c.Restarts, c.Channels, c.Elections = world.Perfect, 1, world.Bag, 2
	}},
}

var terms = []row{
	{"crashes inside a broadcast, and a vote that survives", "raft", idsOf(2, 1), func(c *world.Config) {}},
	{"three, and one comes back", "raft", idsOf(3, 1, 2), func(c *world.Config) { c.Starts = 1 }},
	{"timers fire early", "raft", idsOf(1, 3), func(c *world.Config) { c.Timeouts, c.Elections = world.Any, 1 }},
	{"one is not heard, and asks first", "raft", idsOf(1, 2, 3), func(c *world.Config) {
		c.Crashes, c.Initial, c.Options, c.Cut = 0, world.LeaderElected, model.Options{"pre-vote": "true"}, []world.Pair{{From: 3, To: 1}}
	}},
	{"one is not heard, and does not ask", "raft", idsOf(1, 2, 3), func(c *world.Config) {
		c.Crashes, c.Initial, c.Cut, c.Elections = 0, world.LeaderElected, []world.Pair{{From: 3, To: 1}, {From: 1, To: 3}}, 2
	}},
	{"a leader has no majority", "raft", idsOf(1, 2), func(c *world.Config) {
		c.Crashes, c.Initial, c.Options, c.Cut = 0, world.LeaderElected, model.Options{"pre-vote": "true", "check-quorum": "true"}, []world.Pair{{From: 1, To: 2}}
	}},
	{"logs that are not alike, and messages that come twice", "raft", idsOf(1, 2), func(c *world.Config) {
		c.Logs, c.Channels, c.Elections = []model.Log{{Term: 1, Length: 2}, {Term: 2, Length: 1}}, world.Duplicating, 1
	}},
}

// clocked sets a clock: tm, tp, T and T'.
func clocked(c *world.Config, tm, tp, t, t2 int) {
	c.Timeouts, c.Clock = world.ByClock, model.Clock{Tm: tm, Tp: tp, T: t, T2: t2, Eta: 1}
}

var clocks = []row{
	{"by the clock, with the shortest timers that are safe",
		"bully", idsOf(1, 2, 3), func(c *world.Config) { clocked(c, 1, 0, 2, 4) }},
	{"handling takes time, and T is one tick too short", "bully", idsOf(1, 2, 3), func(c *world.Config) {
		clocked(c, 1, 1, 2, 4)
		c.Crashes, c.Elections, c.Initiators = 0, 1, idsOf(1, 2)
	}},
	{"a death is found out, by one or both", "bully", idsOf(1, 2, 3), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Initial, c.Starts = world.LeaderElected, 0
	}},
	{"a message is due to who must draw first", "itai-rodeh", idsOf(1, 2), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Crashes = 0
	}},
	{"timers may come first, the bounds late", "bully", idsOf(1, 3, 2), func(c *world.Config) {
		clocked(c, 1, 0, 2, 2)
		c.Ties, c.GST, c.Crashes, c.Elections = world.TimerFirst, 2, 0, 1
	}},
	{"the bounds hold some day, on some links", "bully", idsOf(1, 2), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.GST, c.Timely, c.Elections = world.Unlimited, []world.Pair{{From: 2, To: 1}}, 1
	}},
	{"who comes back recovers before time passes", "bully-recovery", idsOf(1, 2, 3), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Restarts, c.Initial, c.Starts, c.Elections = 1, world.LeaderElected, 0, 1
	}},
	{"watchers run by the clock", "ring-watch", idsOf(1, 2, 3), func(c *world.Config) {
		clocked(c, 1, 0, 6, 1)
		c.Repair = world.Resent
	}},
	{"messages that nobody promises", "bully", idsOf(1, 2), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Algorithm, c.Late, c.GST = toleratesLoss(c.Algorithm), 1, 2
	}},
}

// TestTwinTable compares the worlds of the table, and looks whether each kind of step, a crash
// inside a step, and each bound occurs in them.
func TestTwinTable(t *testing.T) {
	testlevel.Slow(t, "every rule; TestTwin draws some worlds")
	testlevel.Alone(t)
	unseen := map[string]bool{}
	for _, word := range []string{
		"takes", "takes and keeps", "timeout T\n", "timeout T'", "timeout watch", "recover", "report", "withdraw", "detect",
		"timeout H", "timeout Q", " led in ", "suspect", "start", "crash", "restart", "lost:", "dead after 1", "dead after 2", "[elections]", "[capacity]", "nowhere",
		"tick\n", "bounds hold", "mistakes end", "timeout heartbeat", "timeout timer\n", "timeout timer(", "[counters]",
	} {
		unseen[word] = true
	}
	for _, row := range slices.Concat(rings, bothWays, bullies, terms, clocks, omegas) {
		c := config(t, row.algorithm, row.ids, row.change)
		a := compareWithReference(t, t, newReference(c), 6000)
		if a == nil {
			t.Errorf("%s: too large", row.why)
			continue
		}
		t.Logf("%5d states: %s, %s", len(a.states), row.algorithm, row.why)
		for _, deeds := range a.steps {
			text := strings.Join(deeds, "\n")
			for word := range unseen {
				if strings.Contains(text, word) {
					delete(unseen, word)
				}
			}
		}
	}
	for word := range unseen {
		t.Errorf("nowhere in the table: %q", word)
	}
}
