package world_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

func sample[V any](t *rapid.T, what string, values ...V) V {
	return rapid.SampledFrom(values).Draw(t, what)
}

// draw draws a world without a clock. Small worlds are more likely, since the reference skips large ones.
func draw(t *rapid.T) world.Config {
	a := rapid.SampledFrom(model.Catalogue()).Filter(func(a model.Algorithm) bool { return !a.Clockwork() }).Draw(t, "algorithm")
	n := sample(t, "n", 3, 2, 2, 3, 3, 1, 4)
	ids := rapid.SliceOfNDistinct(rapid.IntRange(1, 12), n, n, rapid.ID[int]).Draw(t, "ids")
	c := world.Config{Algorithm: a, Timing: world.Timing{Ties: world.DeliveryFirst}}
	for _, id := range ids {
		c.IDs = append(c.IDs, model.ID(id))
	}
	c.Criterion = sample(t, "criterion", model.ByID, model.ByLoad, model.ByLog)
	for range c.IDs {
		c.Loads = append(c.Loads, sample(t, "load", 1, 2, 3))
		c.Logs = append(c.Logs, model.Log{Term: sample(t, "last term", 0, 1, 2), Length: sample(t, "length", 0, 1, 2)})
	}
	if rapid.IntRange(0, 3).Draw(t, "only some initiate") == 3 {
		c.Initiators = []model.ID{}
		for _, id := range c.IDs {
			if rapid.Bool().Draw(t, "initiates") {
				c.Initiators = append(c.Initiators, id)
			}
		}
	}
	c.Crashes = sample(t, "crashes", 1, 0, 2, world.Unlimited)
	c.Restarts = sample(t, "restarts", 0, 0, 1, world.Unlimited)
	c.CrashPoints = sample(t, "crash points", world.AtSends, world.AtSteps)
	c.Initial = sample(t, "initial", world.NobodyElected, world.LeaderElected)
	c.Starts = sample(t, "starts", 0, 1, 2, world.Unlimited)
	c.Timeouts, c.Firings = sample(t, "timeouts", world.Any, world.Sync, world.Any, world.Perfect), sample(t, "timeouts left", 1, 0, 2, 3, world.Unlimited)
	c.Detector = sample(t, "detector", world.PerfectDetector, world.IncompleteDetector, world.InaccurateDetector, world.EventuallyPerfect)
	c.Mistakes = sample(t, "mistakes", 1, 0, 2, world.Unlimited)
	c.Channels = sample(t, "channels", world.FIFO, world.Bag, world.Lossy, world.Duplicating)
	c.Losses, c.Duplicates = sample(t, "losses", 1, 0, 2, world.Unlimited), sample(t, "duplicates", 1, 0, 2, world.Unlimited)
	c.Repair = sample(t, "repair", world.Lost, world.Resent)
	c.Reading = sample(t, "reading", model.Repaired, model.Printed)
	for _, o := range a.Options {
		c.Options = c.Options.With(o.Name, sample(t, o.Name, o.Values...))
	}
	c.Elections = sample(t, "elections", 1, 0, 2, world.Unlimited)
	c.Capacity = sample(t, "capacity", world.Unlimited, 2, 1, 3)
	if a.Terms() {
		drawTerms(t, &c)
	}
	return c
}

// drawTerms draws logs and cut links. Few starts keep the number of votes small.
func drawTerms(t *rapid.T, c *world.Config) {
	c.Starts, c.Elections = sample(t, "starts in terms", 1, 0), sample(t, "elections in terms", 1, 0, 1)
	if c.Timeouts == world.Any && c.Firings != world.Unlimited { // the budget bounds the terms
		c.Elections = sample(t, "elections with a budget", world.Unlimited, 1)
	}
	if rapid.Bool().Draw(t, "logs") {
		c.Logs = nil
		for range c.IDs {
			c.Logs = append(c.Logs, model.Log{Term: sample(t, "term", 1, 2), Length: sample(t, "length", 1, 2)})
		}
	}
	for _, from := range c.IDs {
		for _, to := range c.IDs {
			if from != to && rapid.IntRange(0, 3).Draw(t, "cut") == 3 {
				c.Cut = append(c.Cut, world.Pair{From: from, To: to})
			}
		}
	}
}

// Random worlds agree with the reference. Large ones are skipped.
func TestReference(t *testing.T) {
	testlevel.Alone(t)
	rapid.Check(t, func(r *rapid.T) {
		c := draw(r)
		compareWithReference(t, r, newReference(c), 1500)
	})
}

// At least half of the random worlds are small enough for the reference.
func TestRandomWorldsAreSmall(t *testing.T) {
	testlevel.Slow(t, "explores the worlds of TestReference again")
	testlevel.Alone(t)
	for _, test := range []struct {
		name string
		draw func(*rapid.T) world.Config
		most int
	}{{"any", draw, 1500}, {"by the clock", drawClocked, 1500}, {"omegas", drawOmega, 1000}} {
		small := 0
		for seed := range 50 {
			if newReference(rapid.Custom(test.draw).Example(seed)).explore(test.most) != nil {
				small++
			}
		}
		if t.Logf("%s: %d of 50", test.name, small); small < 25 {
			t.Errorf("%s: only %d of 50 worlds are small enough", test.name, small)
		}
	}
}

// addedTicks is the time of an omega's timer beyond η: raised in omega-timely, suspect[q] in omega-minimal. It reads the printed variables.
func (w *reference) addedTicks(local model.Local, t model.Timer) int {
	if t.Name == "heartbeat" {
		return 0
	}
	words := map[string]string{}
	for _, v := range model.Variables(w.group, local) {
		words[v.Name] = v.Value
	}
	word := words["raised"]
	if t.Of != model.Nobody {
		ascending := slices.Sorted(slices.Values(w.IDs))
		word = strings.Fields(strings.Trim(words["suspect"], "[]"))[slices.Index(ascending, t.Of)]
	}
	ticks, err := strconv.Atoi(word)
	if err != nil {
		panic("a timer runs whose time is " + word)
	}
	return ticks
}

// drawOmega draws a small world of an omega.
func drawOmega(t *rapid.T) world.Config {
	a, _ := model.Find(sample(t, "algorithm", "omega-timely", "omega-minimal"))
	c := world.Faulty(a, sample(t, "ids", idsOf(1, 2), idsOf(8, 3)))
	c.Clock.Tm, c.Clock.Tp = sample(t, "tm", 0, 0, 0, 1), sample(t, "tp", 0, 0, 1)
	c.Clock.Eta = sample(t, "eta", 1, 2)
	c.Late = sample(t, "late", 0, 0, 0, 1)
	c.GST = sample(t, "gst", 0, 0, 0, 1, 2, world.Unlimited)
	switch rapid.IntRange(0, 3).Draw(t, "timely") {
	case 1:
		c.Timely = []world.Pair{}
	case 2:
		c.Timely = []world.Pair{{From: c.IDs[0], To: c.IDs[1]}}
	}
	c.Ties = sample(t, "ties", world.DeliveryFirst, world.TimerFirst)
	c.Initial = sample(t, "initial", world.NobodyElected, world.LeaderElected)
	c.Crashes, c.CrashPoints = sample(t, "crashes", 1, 0, 0, 2), sample(t, "crash points", world.AtSends, world.AtSteps)
	c.Reading = sample(t, "reading", model.Repaired, model.Printed)
	c.Counters, c.Capacity = sample(t, "counters", 1, 1, 2), sample(t, "capacity", world.Unlimited, 1, 2)
	return c
}

// Random worlds of both omegas agree with the reference.
func TestReferenceOfOmegas(t *testing.T) {
	testlevel.Alone(t)
	rapid.Check(t, func(r *rapid.T) {
		c := drawOmega(r)
		if err := c.Validate(); err != nil {
			r.Fatalf("%v", err)
		}
		compareWithReference(t, r, newReference(c), 1000)
	})
}
