package world_test

import (
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

// A crash absorbs the steps of its process only if stable storage keeps none of them. If it is the only step that leads back, that is reported.
func TestCrashesAbsorb(t *testing.T) {
	a := model.Algorithm{Name: "diary", Topology: model.Complete, Make: func(model.Variant) model.Handler { return model.Handle(diary{}) }}
	for restarts := range 2 {
		c := world.Faulty(a, ids(2))
		c.Crashes, c.Restarts, c.Starts, c.Initiators = 1, restarts, world.Unlimited, ids(1)
		if d, _ := sleepsUnseen(t, c, ofStates(c, true)); d.slept() == 0 {
			t.Errorf("with %d restarts no step slept", restarts)
		}
	}
}

// Where a ring is repaired, a step in which its process may crash does not sleep, whatever its receiver: the messages passed on to that
// process would have gone elsewhere.
func TestCrashesInsideDoNotSleep(t *testing.T) {
	a := model.Algorithm{Name: "heralding", Topology: model.Cycle, Make: func(model.Variant) model.Handler { return model.Handle(heralding{}) }}
	c := world.Faulty(a, ids(3))
	c.Crashes, c.Starts, c.Repair, c.Capacity = 1, world.Unlimited, world.Lost, world.Unlimited
	if d, _ := sleepsUnseen(t, c, ofStates(c, true)); d.slept() == 0 {
		t.Error("no step slept")
	}
}

// A mistaken report does not sleep behind the crash that would make it true: there it costs nothing.
func TestMistakesDoNotSleep(t *testing.T) {
	a := model.Algorithm{Name: "hearsay", Topology: model.Complete, Make: func(model.Variant) model.Handler { return model.Handle(hearsay{}) }}
	c := world.Faulty(a, ids(3))
	c.Detector, c.Mistakes, c.Crashes, c.Starts = world.InaccurateDetector, 1, 1, 0
	if _, report := sleepsUnseen(t, c, []spec.Property{spec.OneLeader}); !strings.Contains(report, "one-leader violated") {
		t.Errorf("the report is\n%s", report)
	}
}

// A state in which all steps are counted in bundles, and a bound has disabled all of them, is not at rest.
func TestBlockedSteps(t *testing.T) {
	r := &rules{kinds: 1, calls: 1, announces: 1, start: rule{sends: []int{1}}, takes: [][3]rule{{{mode: 1}}}} // the receiver of the message waits forever
	a := model.Algorithm{Name: "one-call", Topology: model.Complete, Make: func(model.Variant) model.Handler { return model.Handle(r) }}
	c := world.Faulty(a, ids(2))
	c.Crashes, c.Starts, c.Elections, c.Initiators = 0, world.Unlimited, 1, ids(1)
	if _, report := sleepsUnseen(t, c, []spec.Property{spec.NotStuck}); !strings.Contains(report, "not-stuck inconclusive") {
		t.Errorf("the report is\n%s", report)
	}
}

// sleepsUnseen compares the report of a world in which steps may sleep with that of its plain steps, and returns it.
func sleepsUnseen(t *testing.T, c world.Config, asked []spec.Property) (drowsy, string) {
	t.Helper()
	d := newDrowsy(c)
	got, want := d.said(t, asked, 1, 0), said(t, d.World, unpacked{d.World}, asked, 1, 0)
	if got != want {
		t.Errorf("packed:\n%s\nas vectors:\n%s", got, want)
	}
	return d, got
}

// ofStates lists the properties that are asked of states only, so that steps may sleep, and perhaps those of infinite runs.
func ofStates(c world.Config, liveness bool) []spec.Property {
	return slices.DeleteFunc(everyProperty(c), func(p spec.Property) bool { return p.Between != nil || p.IsLiveness() && !liveness })
}

// A drowsy world counts the states that are expanded while steps sleep there.
type drowsy struct {
	*world.World
	states *atomic.Int64
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

func (p drowsyPacking) Sleeps() bool { return p.restless.(checker.Sleeping).Sleeps() }

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

// The report of a drawn world, in which steps may sleep, is that of its plain steps, for any number of workers.
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
			most := pick(r, "most states", 3000, 700, 8000)
			got, want := d.said(r, asked, pick(r, "workers", 1, 2, 3), most), said(r, d.World, unpacked{d.World}, asked, 1, most)
			if asleep += d.slept(); got != want {
				r.Fatalf("%s: packed:\n%s\nas vectors:\n%s", told(c), got, want)
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
