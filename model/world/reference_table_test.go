package world_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// A row is a world of the table, with its subject.
type row struct {
	why       string
	algorithm string
	ids       []model.ID
	change    func(*world.Config)
}

func idsOf(ids ...model.ID) []model.ID { return ids }

var rings = []row{
	{"the ring of lecture 000 without crashes",
		"chang-roberts", idsOf(4, 8, 9, 3), func(c *world.Config) {}},
	{"participants wait for a dead process",
		"chang-roberts", idsOf(2, 7, 5), func(c *world.Config) { c.Crashes = 1 }},
	{"a death is detected, in channels that reorder", "chang-roberts", idsOf(5, 2), func(c *world.Config) {
		c.Initial, c.Crashes, c.Restarts, c.Channels = world.LeaderElected, 1, 1, world.Bag
	}},
	{"guarded starts with a budget",
		"chang-roberts", idsOf(3, 1, 6), func(c *world.Config) { c.Starts, c.Elections = 2, 1 }},
	{"messages to a dead process are lost",
		"ring", idsOf(6, 2, 4), func(c *world.Config) { c.Elections = 1 }},
	{"messages to a dead process are sent on",
		"ring", idsOf(6, 2, 4), func(c *world.Config) { c.Elections, c.Repair = 1, world.Resent }},
	{"two crashes and a restart", "ring", idsOf(1, 3, 2), func(c *world.Config) {
		c.Crashes, c.Restarts, c.Starts, c.Repair, c.Elections, c.Capacity = 2, 1, 0, world.Resent, 1, 2
	}},
	{"two channels into a process that crashes", "ring", idsOf(2, 4, 1, 3), func(c *world.Config) {
		c.Crashes, c.Starts, c.Repair, c.Elections, c.Initiators = 2, 2, world.Resent, 1, idsOf(2, 4)
	}},
	{"one process that sends to itself, and a full channel",
		"ring", idsOf(4), func(c *world.Config) { c.Starts, c.Capacity, c.Restarts = 2, 1, 1 }},
	{"losses",
		"ring", idsOf(3, 8), func(c *world.Config) { c.Channels, c.Losses, c.Starts = world.Lossy, 2, 2 }},
	{"duplicates", "ring", idsOf(3, 8), func(c *world.Config) {
		c.Channels, c.Duplicates, c.Crashes, c.Repair = world.Duplicating, 2, 1, world.Resent
	}},
	{"a wrong suspicion of the leader", "ring", idsOf(1, 2, 3), func(c *world.Config) {
		c.Initial, c.Starts, c.Detector, c.Mistakes = world.LeaderElected, 0, world.InaccurateDetector, 1
	}},
	{"a remembered process is dead",
		"ring-maxid", idsOf(1, 2, 3), func(c *world.Config) { c.Starts, c.Elections = 2, 1 }},
	{"remembered ids in bags",
		"ring-maxid", idsOf(4, 1), func(c *world.Config) { c.Channels, c.Starts = world.Bag, world.Unlimited }},
	{"repeated ids hit a bound",
		"ring-watch", idsOf(1, 2, 3), func(c *world.Config) { c.Elections, c.Capacity = 1, 2 }},
	{"as published, with early timeouts", "ring-watch", idsOf(2, 5), func(c *world.Config) {
		c.Reading, c.Timeouts, c.Elections, c.Capacity = model.Printed, world.Any, 1, 2
	}},
	{"only the successor watches, and it restarts", "ring-watch", idsOf(9, 4), func(c *world.Config) {
		c.Options, c.Timeouts, c.Restarts, c.Elections = model.Options{"watchers": "successor"}, world.Perfect, 1, 2
	}},
	{"correct reports", "ring-detector", idsOf(7, 1, 3), func(c *world.Config) { c.Elections, c.Capacity = 1, 2 }},
	{"wrong reports, withdrawn", "ring-detector", idsOf(1, 2), func(c *world.Config) {
		c.Detector, c.Mistakes, c.Elections, c.Crashes = world.InaccurateDetector, 2, 1, 0
	}},
	{"wrong reports until mistakes end", "ring-detector", idsOf(1, 2), func(c *world.Config) {
		c.Detector, c.Mistakes, c.Elections, c.Crashes = world.EventuallyPerfect, 2, 1, 0
	}},
	{"unlimited wrong reports until mistakes end", "ring-detector", idsOf(2, 1), func(c *world.Config) {
		c.Detector, c.Elections, c.Capacity, c.Restarts = world.EventuallyPerfect, 1, 1, 1
	}},
	{"unlimited wrong suspicions until mistakes end", "chang-roberts", idsOf(1, 3, 2), func(c *world.Config) {
		c.Initial, c.Starts, c.Detector, c.Elections = world.LeaderElected, 0, world.EventuallyPerfect, 2
	}},
	{"the fair withdrawal of a report after a restart",
		"ring-detector", idsOf(2, 1), func(c *world.Config) {
			c.Crashes, c.Restarts, c.Elections, c.Capacity = 1, 1, 1, 1
		}},
	{"reports without fairness", "ring-detector", idsOf(2, 4, 1), func(c *world.Config) {
		c.Detector, c.Reading, c.Elections, c.Capacity = world.IncompleteDetector, model.Printed, 1, 2
	}},
}

var bothWays = []row{
	{"two processes with one channel in each direction",
		"hirschberg-sinclair", idsOf(5, 2), func(c *world.Config) {}},
	{"one process sends to itself in both directions", "hirschberg-sinclair", idsOf(3), func(c *world.Config) { c.Crashes = 1 }},
	{"messages to a dead process are lost on both sides", "hirschberg-sinclair", idsOf(4, 9, 3), func(c *world.Config) {
		c.Crashes, c.Initiators = 1, idsOf(3)
	}},
	{"messages are sent on in their directions", "hirschberg-sinclair", idsOf(2, 3, 1), func(c *world.Config) {
		c.Crashes, c.Repair, c.Initiators = 2, world.Resent, idsOf(3)
	}},
	{"a channel is too full for sent-on messages", "hirschberg-sinclair", idsOf(2, 3, 1, 4), func(c *world.Config) {
		c.Crashes, c.Repair, c.Capacity, c.Initiators = 1, world.Resent, 1, idsOf(4)
	}},
	{"a restart after the ring was repaired", "hirschberg-sinclair", idsOf(1, 2), func(c *world.Config) {
		c.Crashes, c.Restarts, c.Repair, c.Initiators = 1, 1, world.Resent, idsOf(2)
	}},
	{"bags", "hirschberg-sinclair", idsOf(1, 3, 2), func(c *world.Config) { c.Channels = world.Bag }},
	{"duplicates: a repeated reply counts once", "hirschberg-sinclair", idsOf(1, 3, 2), func(c *world.Config) {
		c.Channels = world.Duplicating
	}},
}

var bullies = []row{
	{"crashes inside a broadcast", "bully", idsOf(7, 2, 5), func(c *world.Config) {}},
	{"two crashes, between steps",
		"bully", idsOf(1, 2, 3), func(c *world.Config) { c.Crashes, c.CrashPoints = 2, world.AtSteps }},
	{"a message of a dead process after the detection", "bully", idsOf(3, 1, 2), func(c *world.Config) {
		c.Timeouts, c.Initial, c.Starts = world.Perfect, world.LeaderElected, 1
	}},
	{"all processes but one crash",
		"bully", idsOf(6, 8, 1, 3), func(c *world.Config) { c.Initial, c.Starts, c.Crashes = world.LeaderElected, 0, 3 }},
	{"early timeouts and wrong suspicions", "bully", idsOf(1, 3), func(c *world.Config) {
		c.Timeouts, c.Initial, c.Elections = world.Any, world.LeaderElected, 2
	}},
	{"a start stands for a detection",
		"bully", idsOf(1, 3), func(c *world.Config) { c.Starts, c.Elections = world.Unlimited, 2 }},
	{"one initiator",
		"bully", idsOf(1, 2, 3), func(c *world.Config) { c.Initiators, c.Initial, c.Crashes = idsOf(2), world.LeaderElected, 2 }},
	{"losses",
		"bully", idsOf(2, 6, 3), func(c *world.Config) { c.Channels, c.Crashes = world.Lossy, 0 }},
	{"duplicates",
		"bully", idsOf(2, 6), func(c *world.Config) { c.Channels, c.Starts, c.Restarts = world.Duplicating, 2, 1 }},
	{"bags",
		"bully", idsOf(6, 2), func(c *world.Config) { c.Channels, c.Restarts, c.Elections = world.Bag, 1, 2 }},
	{"one process", "bully", idsOf(5), func(c *world.Config) { c.Restarts = 1 }},
	{"the leader restarts", "bully-recovery", idsOf(1, 2, 3), func(c *world.Config) {
		c.Restarts, c.Initial, c.Starts, c.Elections = 1, world.LeaderElected, 0, 2
	}},
	{"as published the leader ignores messages",
		"bully-recovery", idsOf(4, 1, 3), func(c *world.Config) { c.Reading, c.Elections = model.Printed, 1 }},
	{"late announcements", "bully-recovery", idsOf(2, 5), func(c *world.Config) {
		c.Timeouts, c.Restarts, c.Channels, c.Elections = world.Perfect, 1, world.Bag, 2
	}},
}

var terms = []row{
	{"crashes inside a broadcast, and a persisted vote", "raft", idsOf(2, 1), func(c *world.Config) {}},
	{"three processes and a restart", "raft", idsOf(3, 1, 2), func(c *world.Config) { c.Starts = 1 }},
	{"early timeouts", "raft", idsOf(1, 3), func(c *world.Config) { c.Timeouts, c.Elections = world.Any, 1 }},
	{"a cut link, with pre-votes", "raft", idsOf(1, 2, 3), func(c *world.Config) {
		c.Crashes, c.Initial, c.Options, c.Cut = 0, world.LeaderElected, model.Options{"pre-vote": "true"}, []world.Pair{{From: 3, To: 1}}
	}},
	{"cut links, without pre-votes", "raft", idsOf(1, 2, 3), func(c *world.Config) {
		c.Crashes, c.Initial, c.Cut, c.Elections = 0, world.LeaderElected, []world.Pair{{From: 3, To: 1}, {From: 1, To: 3}}, 2
	}},
	{"a leader without a majority", "raft", idsOf(1, 2), func(c *world.Config) {
		c.Crashes, c.Initial, c.Options, c.Cut = 0, world.LeaderElected, model.Options{"pre-vote": "true", "check-quorum": "true"}, []world.Pair{{From: 1, To: 2}}
	}},
	{"different logs, and duplicates", "raft", idsOf(1, 2), func(c *world.Config) {
		c.Logs, c.Channels, c.Elections = []model.Log{{Term: 1, Length: 2}, {Term: 2, Length: 1}}, world.Duplicating, 1
	}},
}

// clocked sets a clock: tm, tp, T and T'.
func clocked(c *world.Config, tm, tp, t, t2 int) {
	c.Timeouts, c.Clock = world.ByClock, model.Clock{Tm: tm, Tp: tp, T: t, T2: t2, Eta: 1}
}

var clocks = []row{
	{"a clock with the shortest correct timers",
		"bully", idsOf(1, 2, 3), func(c *world.Config) { clocked(c, 1, 0, 2, 4) }},
	{"ticks of handling, and T one tick too short", "bully", idsOf(1, 2, 3), func(c *world.Config) {
		clocked(c, 1, 1, 2, 4)
		c.Crashes, c.Elections, c.Initiators = 0, 1, idsOf(1, 2)
	}},
	{"detections of a death", "bully", idsOf(1, 2, 3), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Initial, c.Starts = world.LeaderElected, 0
	}},
	{"a message is due to a process with a pending draw", "itai-rodeh", idsOf(1, 2), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Crashes = 0
	}},
	{"timers before deliveries, and bounds that hold later", "bully", idsOf(1, 3, 2), func(c *world.Config) {
		clocked(c, 1, 0, 2, 2)
		c.Ties, c.GST, c.Crashes, c.Elections = world.TimerFirst, 2, 0, 1
	}},
	{"bounds that hold eventually, on one link", "bully", idsOf(1, 2), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.GST, c.Timely, c.Elections = world.Unlimited, []world.Pair{{From: 2, To: 1}}, 1
	}},
	{"recovery before the next tick", "bully-recovery", idsOf(1, 2, 3), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Restarts, c.Initial, c.Starts, c.Elections = 1, world.LeaderElected, 0, 1
	}},
	{"watchers with a clock", "ring-watch", idsOf(1, 2, 3), func(c *world.Config) {
		clocked(c, 1, 0, 6, 1)
		c.Repair = world.Resent
	}},
	{"messages without deadlines", "bully", idsOf(1, 2), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Algorithm, c.Late, c.GST = toleratesLoss(c.Algorithm), 1, 2
	}},
}

// The worlds of the table agree with the reference. Each kind of step, a crash inside a step, and each bound occurs in them.
func TestReferenceTable(t *testing.T) {
	testlevel.Slow(t, "each rule; TestReference draws random worlds")
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
		for _, steps := range a.stepTexts {
			text := strings.Join(steps, "\n")
			for word := range unseen {
				if strings.Contains(text, word) {
					delete(unseen, word)
				}
			}
		}
	}
	for word := range unseen {
		t.Errorf("not in the table: %q", word)
	}
}
