package world_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// unpacked is a world whose steps are made of vectors, one by one: the slow twin of its packing.
type unpacked struct{ *world.World }

// A packedWorld is one with something that no view decides, or with a kind of step.
type packedWorld struct {
	why       string
	algorithm string
	n         int
	change    func(*world.Config)
}

var packedWorlds = []packedWorld{
	{"crashes inside steps", "bully", 3, nil},
	{"what is dropped is forgotten by who dies, and who is next changes", "chang-roberts", 3, nil},
	{"timers at any moment, starts without end", "bully", 3, func(c *world.Config) {
		c.Timeouts, c.Starts, c.Elections = world.Any, world.Unlimited, 1
	}},
	{"a detection has to wait until the dead are silent", "bully", 3, func(c *world.Config) { c.Initial, c.Starts = world.LeaderElected, 0 }},
	{"processes come back", "bully", 3, func(c *world.Config) { c.Restarts = 1 }},
	{"a recovery", "bully-recovery", 3, func(c *world.Config) { c.Restarts = 1 }},
	{"messages are lost", "bully", 3, func(c *world.Config) { c.Channels, c.Losses = world.Lossy, 1 }},
	{"messages are lost without end", "bully", 2, func(c *world.Config) { c.Channels, c.Losses = world.Lossy, world.Unlimited }},
	{"messages come twice", "bully", 3, func(c *world.Config) { c.Channels, c.Duplicates = world.Duplicating, 1 }},
	{"messages in any order", "bully", 3, func(c *world.Config) { c.Channels = world.Bag }},
	{"channels that are full", "ring", 3, func(c *world.Config) { c.Capacity = 1 }},
	{"who is next depends on who is dead", "ring", 3, nil},
	{"what was on its way to the dead is sent on", "ring", 3, func(c *world.Config) { c.Repair = world.Resent }},
	{"sent on both ways, into channels that may be full", "hirschberg-sinclair", 3, func(c *world.Config) {
		c.Crashes, c.Repair, c.Capacity = 1, world.Resent, 2
	}},
	{"a detector that errs for a while", "ring-detector", 2, func(c *world.Config) {
		c.Detector, c.Mistakes = world.EventuallyPerfect, 1
	}},
	{"a detector that says nothing", "ring-detector", 3, func(c *world.Config) { c.Detector = world.IncompleteDetector }},
	{"watchers", "ring-watch", 3, nil},
	{"lots", "itai-rodeh", 3, nil},
	{"terms, and a history of leaders", "raft", 3, nil},
	{"storage that survives", "raft", 3, func(c *world.Config) { c.Restarts = 1 }},
	{"decisions", "bully", 3, func(c *world.Config) { c.Algorithm = model.Consensus(c.Algorithm) }},
	{"a record of suspicions", "bully", 3, func(c *world.Config) { c.Timeouts, c.Suspicions = world.Any, true }},
	{"a record of whom detectors report", "ring-detector", 2, func(c *world.Config) {
		c.Detector, c.Mistakes, c.Suspicions = world.EventuallyPerfect, 1, true
	}},
	{"a start may be a suspicion", "ring-maxid", 3, func(c *world.Config) {
		c.Timeouts, c.Initial, c.Suspicions = world.Any, world.LeaderElected, true
	}},
	{"a record while what was on its way is sent on", "chang-roberts", 3, func(c *world.Config) {
		c.Crashes, c.Repair, c.Suspicions = 1, world.Resent, true
	}},
	{"by the clock", "bully", 3, func(c *world.Config) { clocked(c, 1, 0, 2, 4) }},
	{"by the clock, handling takes time and timers may come first", "bully", 3, func(c *world.Config) {
		clocked(c, 1, 1, 2, 3)
		c.Ties = world.TimerFirst
	}},
	{"a death is found out in time", "bully", 3, func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Initial, c.Starts, c.Elections = world.LeaderElected, 0, 1
	}},
	{"the bounds hold after some ticks", "bully", 3, func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.GST = 2
	}},
	{"the bounds hold some day, on one link", "bully", 2, func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.GST, c.Timely = world.Unlimited, []world.Pair{{From: 2, To: 1}}
	}},
	{"by the clock, who comes back recovers", "bully-recovery", 3, func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Restarts, c.Elections = 1, 1
	}},
	{"by the clock on a ring that is repaired", "ring-watch", 3, func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Crashes, c.GST, c.Repair = 1, 1, world.Resent
	}},
	{"lots by the clock", "itai-rodeh", 3, func(c *world.Config) { clocked(c, 1, 0, 2, 4) }},
	{"messages that are not sure to arrive", "omega-timely", 3, func(c *world.Config) { c.GST, c.Late = world.Unlimited, 1 }},
	{"numbers outgrow their fields", "chang-roberts", 6, func(c *world.Config) { c.Crashes = 0 }},
}

// manyChannels are more than a word has bits.
var manyChannels = []packedWorld{
	{"views are too many when the exploration ends", "omega-timely", 9, func(c *world.Config) { c.GST, c.Late = world.Unlimited, 1 }},
	{"more facts than a word has bits", "raft", 9, nil},
	{"more than 64 channels", "bully", 9, nil},
	{"more than 64 channels, which lose messages", "bully", 9, func(c *world.Config) { c.Channels, c.Crashes = world.Lossy, 0 }},
	{"more than 128 channels of a ring", "chang-roberts", 12, func(c *world.Config) { c.Crashes, c.Initiators = 11, ids(1) }},
	{"more than 64 channels, of which the dead must be silent", "bully", 9, func(c *world.Config) {
		c.Initial, c.Starts, c.Initiators = world.LeaderElected, 0, ids(1)
	}},
}

// goingRound are worlds in which runs can go round in more ways than in packedWorlds.
var goingRound = []packedWorld{
	{"messages come twice without end", "bully", 2, func(c *world.Config) { c.Channels, c.Duplicates = world.Duplicating, world.Unlimited }},
	{"a detector errs until it is perfect", "ring-detector", 2, func(c *world.Config) { c.Detector = world.EventuallyPerfect }},
	{"the dead come back without end", "bully", 2, func(c *world.Config) { c.Crashes, c.Restarts = world.Unlimited, world.Unlimited }},
	{"all may die", "bully", 3, func(c *world.Config) { c.Crashes = world.Unlimited }},
	{"starts without end", "ring", 2, func(c *world.Config) { c.Crashes, c.Starts, c.Capacity = 0, world.Unlimited, 1 }},
	{"lots, and nobody dies", "itai-rodeh", 2, nil},
	{"terms, and messages are lost without end", "raft", 2, func(c *world.Config) { c.Channels, c.Losses = world.Lossy, world.Unlimited }},
}

// What is reported of a world does not depend on whether it is packed: its counts, verdicts and paths; also where views turn
// out to be too many on the way, and where steps sleep, since nothing is asked of them.
func TestPackedReports(t *testing.T) {
	asleep := 0
	worlds := append(slices.Concat(goingRound, manyChannels[1:], packedWorlds, manyChannels[:1]), packedWorlds[0])
	worlds[len(worlds)-1].why, worlds[len(worlds)-1].algorithm = "views are too many", "ring-detector"
	slices.Reverse(worlds) // the first, whose views are too many, is always tried
	for i, test := range worlds {
		if !testlevel.Raced(t, 8, i) || !testlevel.OneOf(4, i) {
			continue
		}
		t.Run(test.why, func(t *testing.T) {
			c, most := config(t, test.algorithm, ids(test.n), test.change), 30_000
			if test.n > 6 && i > 1 { // many channels, and wide vectors
				most = 2_000
			}
			for _, asked := range [][]spec.Property{everyProperty(c), ofStates(c, i/4%2 == 1)} {
				packed := newDrowsy(c)
				got, want := packed.said(t, asked, 1, most), said(t, packed.World, unpacked{packed.World}, asked, 2, most)
				if asleep += packed.slept(); got != want {
					t.Errorf("packed:\n%s\nas vectors:\n%s", got, want)
				}
			}
		})
	}
	if asleep < 1000 {
		t.Errorf("steps slept in %d states: that proves little", asleep)
	}
}

// drawn is a world of an election that is drawn.
func drawn(t *rapid.T) world.Config {
	_, c := drawRules(t)
	return c
}

// said is what is reported of a world, explored as some system.
func said(f fataler, w *world.World, system checker.System, asked []spec.Property, workers, most int) string {
	f.Helper()
	report, err := checker.Check(context.Background(), system, w.Ask(asked), checker.Options{Workers: workers, MaxStates: most})
	if err != nil {
		f.Fatalf("%s: %v", told(w.Config()), err)
	}
	return factsOf(w, report)
}

// factsOf spells a report, but for times and sizes.
func factsOf(w *world.World, r *checker.Report) string {
	said := fmt.Sprintln(r.States, r.Steps, r.Terminal, r.Widths, r.Complete, r.Bound, r.Actions)
	for _, result := range r.Results {
		said += fmt.Sprintln(result.Property.Name, result.Verdict, result.Count)
		if result.Path != nil {
			said += result.Path.Text(w)
		}
	}
	return said
}

// A system that only embeds a world is not packed: it may have other steps.
func TestNotPacked(t *testing.T) {
	c := config(t, "bully", ids(3), nil)
	if w := world.New(c); w.Packing(unpacked{w}) != nil || w.Packing(w) == nil {
		t.Error("the packing does not go by what is explored")
	}
}

var _ checker.Packable = (*world.World)(nil)
