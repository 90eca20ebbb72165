package world_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// What sleeps leads where a state of lower rank leads, and leads back only if that is told or some step that is made does: the law of
// checker.Sleeping, tried in each of the first states of worlds of all kinds. That steps which sleep are counted is part of
// TestPackedReports and TestSleepIsNotReported.
func TestWhatSleepsIsKnown(t *testing.T) {
	testlevel.Alone(t)
	slept := 0
	for _, test := range slices.Concat(packedWorlds, goingRound) {
		t.Run(test.why, func(t *testing.T) {
			w := world.New(config(t, test.algorithm, ids(test.n), test.change))
			if packing := w.Packing(w); packing.(checker.Sleeping).Sleeps() {
				slept += sleepIn(t, w, packing).slept
			}
		})
	}
	if slept < 20_000 {
		t.Errorf("%d steps slept: that proves little", slept)
	}
}

// sleepIn tries the law in the first states of a world.
func sleepIn(t *testing.T, w *world.World, packing checker.Packing) *night {
	n := newNight(t, w, packing)
	for at := 0; at < len(n.states) && at < 5_000 && !n.isOver; at++ {
		n.expand(at)
	}
	if isWhole := !n.isOver && len(n.states) <= 5_000; isWhole && n.dreamt && !n.leadsBack {
		t.Error("some step that slept leads back, and none of those that were made")
	}
	return n
}

// A diary is an election of one step that sends nothing. Its writer keeps a page on stable storage.
type diary struct{}

type page struct {
	elected model.ID
	written bool
}

func (diary) Initial(elected model.ID) page { return page{elected: elected} }

func (diary) Status(l page) model.Status {
	return model.Status{Elected: l.elected, MayStart: !l.written}
}

func (diary) Start(p *model.Process[page]) { p.Local.written = true }

func (diary) Detect(*model.Process[page]) {}

func (diary) Receive(*model.Process[page], model.ID, model.Message) {}

func (diary) Kept(l page) page { return page{written: l.written} }

// A crash absorbs what its process has done only if nothing of it survives. If it is the only step that leads back, that is told.
func TestCrashesAbsorb(t *testing.T) {
	a := model.Algorithm{Name: "diary", Topology: model.Complete, Make: func(model.Variant) model.Handler { return model.Handle(diary{}) }}
	for restarts, slept := range []int{2, 1} {
		c := world.Default(a, ids(2))
		c.Crashes, c.Restarts, c.Starts, c.Initiators = 1, restarts, world.Unlimited, ids(1)
		w := world.New(c)
		packing := w.Packing(w)
		sleepIn(t, w, packing) // all is known then
		if n := sleepIn(t, w, packing); n.slept != slept || n.isOver {
			t.Errorf("with %d restarts %d steps slept, want %d", restarts, n.slept, slept)
		}
	}
}

// A heralding is an election on a ring in which P1 writes to the two others by name, one by one, and whoever else starts passes a message on.
type heralding struct{ diary }

func (heralding) Start(p *model.Process[page]) {
	if p.Local.written = true; p.ID != 1 {
		p.Pass(note{})
		return
	}
	p.Send(2, note{})
	p.Send(3, note{})
}

// Where a ring is repaired, no step sleeps in which its process may crash, whomever it sends to: what others have passed on to it would have
// gone elsewhere.
func TestCrashesInsideDoNotSleep(t *testing.T) {
	a := model.Algorithm{Name: "heralding", Topology: model.Cycle, Make: func(model.Variant) model.Handler { return model.Handle(heralding{}) }}
	c := world.Default(a, ids(3))
	c.Crashes, c.Starts, c.Repair, c.Capacity = 1, world.Unlimited, world.Lost, world.Unlimited
	w := world.New(c)
	packing := w.Packing(w)
	sleepIn(t, w, packing) // all is known then
	if n := sleepIn(t, w, packing); n.slept == 0 || n.isOver {
		t.Errorf("%d steps slept", n.slept)
	}
}

// A night is an exploration in which all steps are made beside those that do not sleep.
type night struct {
	*testing.T
	checker.Packing
	world  *world.World
	states []checker.State
	asleep []uint64 // in each state
	level  []int    // of each state
	rank   map[string]int
	slept  int  // steps
	isOver bool // there are too many views

	leadsBack, dreamt bool // some step that was made leads to a level that is not deeper, or it was told of one; some step at all does
}

func newNight(t *testing.T, w *world.World, packing checker.Packing) *night {
	n := &night{T: t, Packing: packing, world: w, rank: map[string]int{}}
	w.Init(func(s checker.State) { n.find(s, 0, 0) })
	return n
}

// find returns the rank of a state, in which some classes sleep if it is new, and which is on that level then.
func (n *night) find(s checker.State, asleep uint64, level int) int {
	key := fmt.Sprint(s)
	rank, known := n.rank[key]
	if !known {
		rank = len(n.states)
		n.rank[key] = rank
		n.states, n.asleep, n.level = append(n.states, slices.Clone(s)), append(n.asleep, asleep), append(n.level, level)
	}
	return rank
}

// expand makes the steps out of a state, first those that do not sleep, then all.
func (n *night) expand(at int) {
	sleep := checker.Sleep{Classes: n.asleep[at]}
	awake := n.successors(at, &sleep)
	if n.isOver {
		return
	}
	if len(sleep.Of) != len(awake) {
		n.Fatalf("of %d rows it is said what sleeps in %d", len(awake), len(sleep.Of))
	}
	n.leadsBack = n.leadsBack || sleep.LeadsBack
	for i, s := range awake {
		to := n.find(s, sleep.Of[i], n.level[at]+1)
		n.leadsBack = n.leadsBack || n.level[to] <= n.level[at]
	}
	known := len(n.states)
	all := n.successors(at, nil)
	n.slept += len(all) - len(awake)
	for _, s := range all {
		to := n.find(s, 0, 0)
		n.dreamt = n.dreamt || n.level[to] <= n.level[at]
		if len(n.states) > known {
			n.Fatalf("a step sleeps in %s and leads to a state that is not known: %s", n.world.DescribeState(n.states[at]), n.world.DescribeState(s))
		}
	}
}

// successors are the states where steps out of a state lead.
func (n *night) successors(at int, sleep *checker.Sleep) (states []checker.State) {
	for {
		row, out := make(checker.Row, n.Layout().Words), &checker.Successors{}
		if n.Pack(n.states[at], row) {
			out.Clear(len(row))
			if out.Sleep = sleep; n.Expander().Learn(row, out) {
				for i := range len(out.Rows) / len(row) {
					s := make(checker.State, n.world.Width())
					n.Unpack(out.Row(i), s)
					states = append(states, s)
				}
				return states
			}
		}
		n.See(n.states[at])
		if !widen(n) {
			n.isOver = true
			return nil
		}
		if sleep != nil {
			*sleep = checker.Sleep{Classes: sleep.Classes}
		}
	}
}

// A hearsay is an election by reports. P1 leads when it is told that P3 is dead, and says so to P2, which leads when it is then told that P1
// is. So both lead after a single mistake, but only if P3 has crashed before P1 is told.
type hearsay struct{}

type hearer struct {
	elected model.ID
	heard   bool
}

func (hearsay) Initial(elected model.ID) hearer { return hearer{elected: elected} }

func (hearsay) Status(l hearer) model.Status { return model.Status{Elected: l.elected} }

func (hearsay) Start(*model.Process[hearer]) {}

func (hearsay) Detect(*model.Process[hearer]) {}

func (hearsay) Receive(p *model.Process[hearer], _ model.ID, _ model.Message) { p.Local.heard = true }

func (hearsay) Suspects(id model.ID, _ *model.Group, l hearer) (report, withdraw []model.ID) {
	switch {
	case l.elected != model.Nobody:
	case id == 1:
		return []model.ID{3}, nil
	case l.heard:
		return []model.ID{1}, nil
	}
	return nil, nil
}

func (hearsay) Report(p *model.Process[hearer], _ model.ID) {
	p.Local.elected = p.ID
	if p.ID == 1 {
		p.Send(2, note{})
	}
}

func (hearsay) Withdraw(*model.Process[hearer], model.ID) {}

// A report that is a mistake does not sleep behind the crash that would make it true: there it costs nothing.
func TestMistakesDoNotSleep(t *testing.T) {
	a := model.Algorithm{Name: "hearsay", Topology: model.Complete, Make: func(model.Variant) model.Handler { return model.Handle(hearsay{}) }}
	c := world.Default(a, ids(3))
	c.Detector, c.Mistakes, c.Crashes, c.Starts = world.InaccurateDetector, 1, 1, 0
	w, asked := world.New(c), []spec.Property{spec.OneLeader}
	got, want := said(t, w, w, asked, 1, 0), said(t, w, unpacked{w}, asked, 1, 0)
	if got != want || !strings.Contains(want, "one-leader violated") {
		t.Errorf("packed:\n%s\nas vectors:\n%s", got, want)
	}
}

// A state in which all steps are counted in bundles, and a bound has disabled all of them, is no state of rest.
func TestBlockedSteps(t *testing.T) {
	r := &rules{kinds: 1, calls: 1, announces: 1, start: rule{sends: []int{1}}, takes: [][3]rule{{{mode: 1}}}} // who takes the message waits for ever
	a := model.Algorithm{Name: "one call", Topology: model.Complete, Make: func(model.Variant) model.Handler { return model.Handle(r) }}
	c := world.Default(a, ids(2))
	c.Crashes, c.Starts, c.Elections, c.Initiators = 0, world.Unlimited, 1, ids(1)
	w, asked := world.New(c), []spec.Property{spec.NotStuck}
	got, want := said(t, w, w, asked, 1, 0), said(t, w, unpacked{w}, asked, 1, 0)
	if got != want || !strings.Contains(want, "not-stuck inconclusive") {
		t.Errorf("packed:\n%s\nas vectors:\n%s", got, want)
	}
}

// ofStates lists the properties that are asked of states only, so that steps may sleep, and perhaps those of infinite runs.
func ofStates(c world.Config, liveness bool) []spec.Property {
	return slices.DeleteFunc(everyProperty(c), func(p spec.Property) bool { return p.Between != nil || p.IsLiveness() && !liveness })
}

// A drowsy world counts the states that are expanded while steps sleep there, or keeps all of them awake.
type drowsy struct {
	*world.World
	isAwake bool
	states  *atomic.Int64
}

func newDrowsy(c world.Config) drowsy { return drowsy{World: world.New(c), states: new(atomic.Int64)} }

func (d drowsy) slept() int { return int(d.states.Load()) }

// said is what is reported of it.
func (d drowsy) said(f fataler, asked []spec.Property, workers, most int) string {
	f.Helper()
	return said(f, d.World, d, asked, workers, most)
}

func (d drowsy) Packing(checker.System) checker.Packing {
	packing := d.World.Packing(d.World)
	if packing == nil {
		return nil
	}
	return drowsyPacking{packing.(restless), d}
}

// restless is all that a packing of a world is, but for checker.Sleeping.
type restless interface {
	checker.Packing
	checker.Recurring
	checker.Glancing
}

type drowsyPacking struct {
	restless
	of drowsy
}

func (p drowsyPacking) Sleeps() bool { return !p.of.isAwake && p.restless.(checker.Sleeping).Sleeps() }

func (p drowsyPacking) Expander() checker.Expander {
	return drowsyExpander{p.restless.Expander(), p.of.states}
}

type drowsyExpander struct {
	checker.Expander
	states *atomic.Int64
}

func (x drowsyExpander) Expand(row checker.Row, to *checker.Successors) bool {
	if to.Sleep != nil && to.Sleep.Classes != 0 {
		x.states.Add(1)
	}
	return x.Expander.Expand(row, to)
}

// Whether steps sleep shows nowhere in what is reported of drawn worlds, with any number of workers.
func TestSleepIsNotReported(t *testing.T) {
	testlevel.Alone(t)
	worlds, asleep := 1, 0
	switch {
	case testlevel.All():
		worlds = 40
	case testlevel.CI():
		worlds = 4
	}
	rapid.Check(t, func(r *rapid.T) {
		for range worlds {
			c := drawCalm(r)
			d, asked := newDrowsy(c), ofStates(c, rapid.Bool().Draw(r, "liveness"))
			awake := drowsy{World: d.World, isAwake: true}
			most := pick(r, "most states", 3000, 700, 8000)
			got, want := d.said(r, asked, pick(r, "workers", 1, 2, 3), most), awake.said(r, asked, 1, most)
			if asleep += d.slept(); got != want {
				r.Fatalf("%s:\n%s\nwith nothing asleep:\n%s", told(c), got, want)
			}
		}
	})
	if t.Logf("steps slept in %d states", asleep); worlds > 1 && asleep < 200 { // few worlds may be ones in which little sleeps
		t.Errorf("steps slept in %d states: that proves little", asleep)
	}
}

// drawCalm makes a world in which steps sleep, most often.
func drawCalm(t *rapid.T) world.Config {
	c := pick(t, "kind", drawHearing, drawn, draw, drawHearing)(t)
	c.Capacity, c.Repair = world.Unlimited, world.Lost
	c.Starts = pick(t, "starts of all", c.Starts, world.Unlimited)
	if c.Channels == world.Duplicating {
		c.Channels = world.FIFO
	}
	return c
}

// drawHearing makes an election whose processes hear from a detector that may err, and a world for it.
func drawHearing(t *rapid.T) world.Config {
	r, c := drawRules(t)
	if rapid.Bool().Draw(t, "without timers") {
		r.armed = [3][]model.Timer{}
	}
	c.Algorithm.Make = func(model.Variant) model.Handler { return model.Handle(ruledByReports{ruledByTimers{r}}) }
	c.Algorithm.Crashes = 2
	c.Timeouts = pick(t, "timeouts of hearers", world.Any, world.Sync, world.Perfect)
	c.Detector = pick(t, "detector", world.InaccurateDetector, world.EventuallyPerfect, world.IncompleteDetector, world.PerfectDetector)
	c.Mistakes, c.Crashes = pick(t, "mistakes", 1, 2, world.Unlimited), pick(t, "crashes of hearers", 1, 2, 0)
	return c
}

// ruledByReports are rules that hear from a detector: in mode 1 who is dead, and in mode 2 who lives after all.
type ruledByReports struct{ ruledByTimers }

func (r ruledByReports) Suspects(id model.ID, group *model.Group, l ruled) (report, withdraw []model.ID) {
	others := slices.DeleteFunc(slices.Clone(group.Ring), func(k model.ID) bool { return k == id })
	switch l.mode {
	case 1:
		return others, nil
	case 2:
		return nil, others
	}
	return nil, nil
}

func (r ruledByReports) Report(p *model.Process[ruled], of model.ID) {
	r.follow(p, r.fires, 0, of)
}

func (r ruledByReports) Withdraw(p *model.Process[ruled], of model.ID) {
	p.Local = ruled{elected: of}
}
