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

// A packing makes of every row the steps that the world makes of its state, in the same order, and a row is one to one with
// its state. The checker itself compares them in the first few hundred states only.
func TestRowsStepAsStatesDo(t *testing.T) {
	testlevel.Alone(t)
	for _, test := range slices.Concat(packedWorlds, manyChannels) {
		t.Run(test.why, func(t *testing.T) {
			w := world.New(config(t, test.algorithm, ids(test.n), test.change))
			packing := w.Packing(w)
			if packing == nil {
				t.Fatal("it is not packed")
			}
			walk := walkOfRows{TB: t, world: w, packing: packing}
			most := min(8_000, 200_000/w.Width())
			if testlevel.All() {
				most = 20_000
			}
			compared := walk.compareFirst(most)
			if t.Logf("%d states are compared", compared); walk.many && compared < 500 {
				t.Errorf("views were too many after %d states", compared)
			}
		})
	}
}

// The same in worlds that are drawn.
func TestDrawnRowsStepAsStatesDo(t *testing.T) {
	testlevel.Alone(t)
	rapid.Check(t, func(r *rapid.T) {
		c := pick(r, "kind", draw, drawn, drawClocked, drawOmega)(r)
		c.Suspicions = rapid.Bool().Draw(r, "suspicions")
		w := world.New(c)
		walk := walkOfRows{TB: r, world: w, packing: w.Packing(w)}
		if walk.packing != nil {
			walk.compareFirst(1000)
		}
	})
}

// drawn is a world of an election that is drawn.
func drawn(t *rapid.T) world.Config {
	_, c := drawRules(t)
	return c
}

// A walkOfRows goes over the states of a world, and compares.
type walkOfRows struct {
	rapid.TB
	world   *world.World
	packing checker.Packing
	seen    map[string]bool
	queue   []checker.State
	many    bool // there are too many views, and nothing is left to compare
}

// compareFirst compares the first states there are, and tells how many.
func (k *walkOfRows) compareFirst(most int) (compared int) {
	k.world.Init(func(s checker.State) { k.reach(s) })
	for ; compared < len(k.queue) && compared < most && !k.many; compared++ {
		k.compare(k.queue[compared])
	}
	return compared
}

func (k *walkOfRows) reach(s checker.State) {
	if k.seen == nil {
		k.seen = map[string]bool{}
	}
	if key := fmt.Sprint(s); !k.seen[key] {
		k.seen[key] = true
		k.queue = append(k.queue, slices.Clone(s))
	}
}

// widen makes room in rows.
func widen(p checker.Packing) bool {
	layout, will := p.Widen(0, nil)
	if will {
		p.Lay(layout)
	}
	return will
}

// row packs a state, and widens the packing as often as that takes.
func (k *walkOfRows) row(s checker.State) checker.Row {
	for range 3 {
		row := make(checker.Row, k.packing.Layout().Words)
		if k.packing.Pack(s, row) {
			return row
		}
		k.packing.See(s)
		if k.many = !widen(k.packing); k.many {
			return nil
		}
	}
	k.Fatalf("there is no room for %v", s)
	return nil
}

func (k *walkOfRows) compare(s checker.State) {
	var want checker.Successors
	var states []checker.State
	k.world.Steps(s, func(step checker.Step, to checker.State) {
		if to == nil {
			want.Blocked = append(want.Blocked, step)
			return
		}
		want.Steps, states = append(want.Steps, step), append(states, slices.Clone(to))
		k.reach(to)
	})
	got, row := k.expanded(s)
	if k.many {
		return
	}
	if !slices.Equal(got.Steps, want.Steps) || !slices.Equal(got.Blocked, want.Blocked) {
		k.Fatalf("of %v are made\n%+v\n%+v\nwant\n%+v\n%+v", k.world.DescribeState(s), got.Steps, got.Blocked, want.Steps, want.Blocked)
	}
	to := make(checker.State, len(s))
	for i := range got.Steps {
		if k.packing.Unpack(got.Row(i), to); !slices.Equal(to, states[i]) {
			k.Fatalf("step %d of %s leads to %v, want %v", i, k.world.DescribeState(s), to, states[i])
		}
		if again := k.row(states[i]); !k.many && !slices.Equal(again, got.Row(i)) {
			k.Fatalf("the row of %v is %x, and as a successor %x", states[i], again, got.Row(i))
		}
	}
	if k.packing.Unpack(row, to); !slices.Equal(to, s) {
		k.Fatalf("the row of %v is the row of %v", s, to)
	}
}

// expanded makes the steps out of a state by its row: twice, the second time with nothing to learn.
func (k *walkOfRows) expanded(s checker.State) (*checker.Successors, checker.Row) {
	for {
		row, expander := k.row(s), k.packing.Expander()
		if k.many {
			return nil, nil
		}
		var first, second checker.Successors
		first.Clear(len(row))
		second.Clear(len(row))
		if !expander.Learn(row, &first) {
			if k.many = !widen(k.packing); k.many {
				return nil, nil
			}
			continue
		}
		if !expander.Expand(row, &second) || !slices.Equal(first.Rows, second.Rows) || !slices.Equal(first.Steps, second.Steps) {
			k.Fatalf("the steps of %v are others when nothing is to be learnt", s)
		}
		return &first, row
	}
}

// What is reported of a world does not depend on whether it is packed: its counts, verdicts and paths; also where views turn
// out to be too many on the way, and where steps sleep, since nothing is asked of them.
func TestPackedReports(t *testing.T) {
	asleep := 0
	worlds := append(slices.Concat(goingRound, packedWorlds, manyChannels[:1]), packedWorlds[0])
	worlds[len(worlds)-1].why, worlds[len(worlds)-1].algorithm = "views are too many", "ring-detector"
	slices.Reverse(worlds) // the first, whose views are too many, is always tried
	for i, test := range worlds {
		if !testlevel.Raced(t, 8, i) || !testlevel.OneOf(4, i) {
			continue
		}
		t.Run(test.why, func(t *testing.T) {
			c := config(t, test.algorithm, ids(test.n), test.change)
			for _, asked := range [][]spec.Property{everyProperty(c), ofStates(c, i/4%2 == 1)} {
				packed := newDrowsy(c)
				got, want := packed.said(t, asked, 1, 30_000), said(t, packed.World, unpacked{packed.World}, asked, 2, 30_000)
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
