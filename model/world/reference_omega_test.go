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

// omegas are worlds for the table: three processes, and one in which a bound acts.
var omegas = []row{
	{"the lowest is trusted, and dies", "omega-timely", idsOf(2, 3, 1), func(c *world.Config) { c.Clock.Tm, c.Late = 0, 0 }},
	{"as printed nobody trusts itself", "omega-timely", idsOf(1, 2, 3), func(c *world.Config) {
		c.Reading, c.Crashes, c.Clock.Tm, c.Late = model.Printed, 0, 0, 0
	}},
	{"as printed each suspects itself for ever", "omega-minimal", idsOf(8, 3), func(c *world.Config) { c.Reading = model.Printed }},
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
