package costs

import (
	"context"
	"math"
	"testing"

	"interrex/checker"
	"interrex/checker/measure"
	"interrex/model"
	"interrex/model/world"
)

// TestBothWaysToDraw: runs drawn from the explored graph and runs that are simulated take each
// possible step with the same probability, so that their means agree as far as chance lets them: the
// bound is five standard errors.
func TestBothWaysToDraw(t *testing.T) {
	for _, name := range []string{"chang-roberts", "ring", "bully"} {
		a, _ := model.Find(name)
		c := world.Default(a, []model.ID{2, 3, 1})
		c.Crashes = 0
		w, g, _, err := world.Graph(context.Background(), c, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		weighing, err := measure.Weigh(context.Background(), g, 1, func(from checker.State, step checker.Step, costs []int) {
			w.Sent(from, step, func(model.Message, bool) { costs[0]++ })
		})
		if err != nil {
			t.Fatal(err)
		}
		runs := weighing.Until(func(s checker.State) bool { return Over.isTrue(w.View(s)) })
		var strolls, simulated Spread
		e, one, other := election(t.Context(), c), Draw{Seed: 1}, Draw{Seed: 2}
		for i := range 3000 {
			stroll := runs.Stroll(one.generator(3, i).IntN, 10_000, []measure.Cost{{}})
			if run := e.Random(other.generator(3, i), 10_000); stroll.Reached && run.Over.Reached {
				strolls.add(stroll.Spent[0])
				simulated.add(run.Over.Messages)
			}
		}
		if strolls.Runs < 2000 {
			t.Fatalf("%s: only %d runs come to their end", name, strolls.Runs)
		}
		allowed := 5 * math.Hypot(strolls.Deviation, simulated.Deviation) / math.Sqrt(float64(strolls.Runs))
		if apart := math.Abs(strolls.Mean - simulated.Mean); apart > allowed {
			t.Errorf("%s: means %.3f and %.3f are %.3f apart, and %.3f are allowed", name, strolls.Mean, simulated.Mean, apart, allowed)
		}
	}
}

// TestWalks: runs that are walked through a world, and runs drawn from its explored graph, have the
// same means, as far as chance lets them, of messages, of delays and of ticks: with lots, by the
// clock, with crashes.
func TestWalks(t *testing.T) {
	for _, test := range []struct {
		name   string
		delays bool // where chains come to an end
		change func(*world.Config)
	}{
		{"itai-rodeh", false, func(*world.Config) {}},
		{"bully", true, func(c *world.Config) { c.Timeouts = world.ByClock }},
		{"omega-timely", true, func(*world.Config) {}},
		{"ring-maxid", false, func(c *world.Config) { c.Crashes = 1 }},
		{"chang-roberts", true, func(c *world.Config) { c.Channels = world.Lossy }},
	} {
		name := test.name
		a, _ := model.Find(name)
		c := world.Default(a, []model.ID{2, 3, 1})
		c.Crashes = 0
		test.change(&c)
		q := Question{World: c, Delays: test.delays, Draw: Draw{Seed: 1, Runs: 1000, Steps: 1_000_000}}
		walked := of(t, q)
		q.Explores = true
		strolled := of(t, q)
		for moment := range moments {
			for i, w := range walked.Until[moment].Costs {
				s := strolled.Until[moment].Costs[i]
				if w.Name != s.Name || w.Exact || !s.Exact || s.Random.Runs == 0 || w.Random.Runs == 0 {
					t.Errorf("%s until %v: %s of %d runs walked, %s of %d strolled", name, moment, w.Name, w.Random.Runs, s.Name, s.Random.Runs)
				}
				if !s.Greatest.Unbounded && (w.Random.Least < s.Least.Cost || w.Random.Greatest > s.Greatest.Cost) {
					t.Errorf("%s until %v: %d to %d %s walked, of all runs %d to %d",
						name, moment, w.Random.Least, w.Random.Greatest, w.Name, s.Least.Cost, s.Greatest.Cost)
				}
				allowed := 5 * math.Hypot(w.Random.Deviation, s.Random.Deviation) / math.Sqrt(float64(min(w.Random.Runs, s.Random.Runs)))
				if apart := math.Abs(w.Random.Mean - s.Random.Mean); apart > allowed {
					t.Errorf("%s until %v: means of %s %.3f and %.3f are %.3f apart, and %.3f are allowed",
						name, moment, w.Name, w.Random.Mean, s.Random.Mean, apart, allowed)
				}
			}
		}
	}
}

func of(t *testing.T, q Question) *Measure {
	t.Helper()
	m, err := Of(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestEndlessWalks: ELECTION of a dead process goes round for ever (lecture 000); such runs are left
// out, and the others are not.
func TestEndlessWalks(t *testing.T) {
	a, _ := model.Find("ring")
	c := world.Default(a, []model.ID{1, 2, 3})
	m := of(t, Question{World: c, Draw: Draw{Seed: 1, Runs: 200, Steps: 200_000}})
	if !m.Sample.Cut || m.Sample.Runs == 0 || m.Sample.Runs == 200 {
		t.Errorf("of 200 runs %d came to their end, cut: %t", m.Sample.Runs, m.Sample.Cut)
	}
}

// TestToTheEndOfAllStarts: P1 of three starts twice on the ring 1, 2, 3, by hand 2 + 3 + 3 messages each time,
// and nothing is stopped on the way. An election may be over after the first; nothing more can happen after both.
func TestToTheEndOfAllStarts(t *testing.T) {
	a, _ := model.Find("ring")
	c := world.Default(a, []model.ID{1, 2, 3})
	c.Crashes, c.Starts, c.Initiators = 0, 2, []model.ID{1}
	m := of(t, Question{World: c, Explores: true})
	over, _ := m.Until[Over].Cost(Messages)
	whole, measured := m.Whole.Cost(Messages)
	if !measured || !whole.Exact || whole.Least.Cost != 16 || whole.Greatest.Cost != 16 || over.Least.Cost != 8 {
		t.Errorf("%d to %d messages to the end, and %d until an election is over", whole.Least.Cost, whole.Greatest.Cost, over.Least.Cost)
	}
	c.Starts = 1
	if m := of(t, Question{World: c, Explores: true}); len(m.Whole.Costs) > 0 {
		t.Errorf("of one start: %v", m.Whole.Costs)
	}
}

// TestPhases counts by hand what four processes do who all start, on the ring 1, 3, 2, 4: each asks its two
// neighbours, with four messages; 3 and 4 win, and ask two places further on, eight; 4 alone goes on, and
// its own probes come round: eight again.
func TestPhases(t *testing.T) {
	a, _ := model.Find("hirschberg-sinclair")
	m := of(t, Question{World: world.Default(a, []model.ID{1, 3, 2, 4}), Explores: true})
	for k, want := range []Phase{{Most{Cost: 4}, Most{Cost: 4}}, {Most{Cost: 2}, Most{Cost: 8}}, {Most{Cost: 1}, Most{Cost: 8}}} {
		if k >= len(m.Phases) || m.Phases[k] != want {
			t.Errorf("phase %d: %+v, want %+v", k, m.Phases, want)
		}
	}
	b, _ := model.Find("chang-roberts")
	if m := of(t, Question{World: world.Default(b, []model.ID{1, 2, 3}), Explores: true}); len(m.Phases) > 0 {
		t.Errorf("chang-roberts goes in phases: %+v", m.Phases)
	}
}

// TestSpread compares mean and deviation with their definitions, added one by one and joined.
func TestSpread(t *testing.T) {
	values := []int{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5}
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum += float64(v)
	}
	mean := sum / float64(len(values))
	for _, v := range values {
		squares += (float64(v) - mean) * (float64(v) - mean)
	}
	deviation := math.Sqrt(squares / float64(len(values)-1))
	for split := range len(values) + 1 {
		var one, other Spread
		for i, v := range values {
			if i < split {
				one.add(v)
			} else {
				other.add(v)
			}
		}
		one.join(other)
		if one.Runs != len(values) || math.Abs(one.Mean-mean) > 1e-9 || math.Abs(one.Deviation-deviation) > 1e-9 || one.Least != 1 || one.Greatest != 9 {
			t.Errorf("split at %d: %+v, want mean %f and deviation %f", split, one, mean, deviation)
		}
	}
}

// TestCanSimulate: where something befalls anyone, nothing is simulated.
func TestCanSimulate(t *testing.T) {
	a, _ := model.Find("bully")
	calm := world.Default(a, []model.ID{1, 2, 3})
	calm.Crashes = 0
	if !CanSimulate(calm) {
		t.Error("a calm world cannot be simulated")
	}
	for _, disturb := range []func(*world.Config){
		func(c *world.Config) { c.Crashes = 1 }, func(c *world.Config) { c.Restarts = 1 },
		func(c *world.Config) { c.Channels = world.Bag }, func(c *world.Config) { c.Timeouts = world.Any },
		func(c *world.Config) { c.Capacity = 1 },
		func(c *world.Config) { c.Algorithm.Most = 2 },
		func(c *world.Config) {
			c.Algorithm, _ = model.Find("ring-detector")
			c.Detector = world.InaccurateDetector
		},
	} {
		c := calm
		disturb(&c)
		if CanSimulate(c) {
			t.Errorf("%+v can be simulated", c)
		}
	}
}
