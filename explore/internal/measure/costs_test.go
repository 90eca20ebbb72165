package measure

import (
	"math"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// TestWalks: runs that are walked through a world, and runs drawn from its explored graph, have the
// same means, as far as chance lets them, of messages, of delays and of ticks: by the clock, with crashes.
func TestWalks(t *testing.T) {
	for _, test := range []struct {
		name   string
		delays bool // where chains come to an end
		change func(*world.Config)
	}{
		{"bully", true, func(c *world.Config) { c.Timeouts = world.ByClock }},
		{"ring-maxid", false, func(c *world.Config) { c.Crashes = 1 }},
		{"chang-roberts", true, func(c *world.Config) { c.Channels = world.Lossy }},
		{"ring", true, func(*world.Config) {}},
	} {
		name := test.name
		a, _ := model.Find(name)
		c := world.Faulty(a, []model.ID{2, 3, 1})
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

func of(t *testing.T, q Question) *Point {
	t.Helper()
	m, err := Of(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestWalksThatDraw: the mean cost of runs in which processes draw lots is what follows from the graph, in which each
// step out of a state is as likely as the others, as far as chance lets it.
func TestWalksThatDraw(t *testing.T) {
	a, _ := model.Find("itai-rodeh")
	c := world.Faulty(a, []model.ID{1, 2, 3})
	w, g, _, err := world.Graph(t.Context(), c, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	mean, likely := 0.0, make([]float64, g.States()) // of the runs that are not over yet, where they are
	likely[g.Initial()[0]] = 1
	for range 5000 {
		next := make([]float64, len(likely))
		for rank, chance := range likely {
			if chance < 1e-15 || Over.isTrue(w.View(g.State(uint32(rank)))) {
				continue
			}
			steps, to := g.StepsFrom(uint32(rank))
			for i, step := range steps {
				w.Sent(g.State(uint32(rank)), step, func(model.Message, bool) { mean += chance / float64(len(steps)) })
				next[to[i]] += chance / float64(len(steps))
			}
		}
		likely = next
	}
	m := of(t, Question{World: c, Explores: true, Delays: true, Draw: Draw{Seed: 1, Runs: 4000, Steps: 1_000_000}})
	drawn, _ := m.Until[Over].Cost(Messages)
	if allowed := 5 * drawn.Random.Deviation / math.Sqrt(4000); drawn.Random.Runs != 4000 || math.Abs(drawn.Random.Mean-mean) > allowed {
		t.Errorf("a mean of %.3f messages in %d runs, want %.3f, and %.3f more or less are allowed", drawn.Random.Mean, drawn.Random.Runs, mean, allowed)
	}
	if delays, _ := m.Until[Over].Cost(Delays); delays.Random.Mean <= float64(delays.Least.Cost) {
		t.Errorf("a mean of %.3f message delays, and at least %d", delays.Random.Mean, delays.Least.Cost)
	}
}

// TestDelaysOfDraws: a draw adds no message delay and begins no new chain. Itai and Rodeh's processes may draw alike
// again and again, so that there is no longest chain; the shortest goes round once, and then the result, which all
// others know one message before the election is over.
func TestDelaysOfDraws(t *testing.T) {
	a, _ := model.Find("itai-rodeh")
	for _, ids := range [][]model.ID{{1, 2}, {1, 2, 3}, {1, 2, 3, 4}} {
		m := of(t, Question{World: world.Faulty(a, ids), Explores: true, Delays: true, Draw: Draw{Seed: 1, Runs: 10, Steps: 100_000}})
		for moment, least := range []int{2*len(ids) - 1, 2 * len(ids)} {
			c, _ := m.Until[moment].Cost(Delays)
			if !c.Exact || c.Least.Cost != least || !c.Greatest.Unbounded {
				t.Errorf("N = %d, until %v: %+v, want at least %d message delays and no bound", len(ids), Moment(moment), c, least)
				continue
			}
			if story := c.Greatest.told().Story; len(story.Cycle) == 0 {
				t.Errorf("N = %d, until %v: no cycle", len(ids), Moment(moment))
			}
			if story := c.Least.told().Story; len(story.Stem) == 0 {
				t.Errorf("N = %d, until %v: no run with the fewest", len(ids), Moment(moment))
			}
		}
	}
}

// A rally is between two. The lower asks, and the higher draws whether it agrees. If it does not, the lower asks
// again: at once, or in a new election.
type rally struct{ anew, agrees bool }

type player struct {
	leader      model.ID
	waits, owes bool
}

// A shout is what the players send.
type shout string

func (rally) Initial(elected model.ID) player { return player{leader: elected} }
func (rally) Status(l player) model.Status {
	return model.Status{Elected: l.leader, TakesPart: l.waits || l.owes, MayStart: l.leader == model.Nobody && !l.waits}
}
func (rally) Start(p *model.Process[player]) {
	p.Local.waits = true
	p.Broadcast(p.Higher(), shout("may I?"))
}
func (rally) Detect(*model.Process[player]) {}
func (r rally) Receive(p *model.Process[player], _ model.ID, m model.Message) {
	switch p.Local.waits = false; {
	case m == shout("may I?"):
		p.Local.owes = true
	case m == shout("yes"):
		p.Local.leader = 1
	case !r.anew:
		r.Start(p)
	}
}
func (r rally) Choices(l player) []int {
	switch {
	case !l.owes:
		return nil
	case r.agrees:
		return []int{2}
	}
	return []int{1, 2}
}
func (rally) Choose(p *model.Process[player], value int) {
	p.Local.owes = false
	if value == 1 {
		p.Send(1, shout("no"))
		return
	}
	p.Local.leader = 1
	p.Send(1, shout("yes"))
}

// measuredRally is the measure of an election of two, which only the lower begins.
func measuredRally(t *testing.T, r rally) *Point {
	a := model.Algorithm{Name: "rally", Topology: model.Complete, Make: func(model.Variant) model.Handler { return model.Handle(r) }}
	c := world.Faulty(a, []model.ID{1, 2})
	c.Crashes, c.Initiators, c.Starts = 0, []model.ID{1}, model.Unlimited
	return of(t, Question{World: c, Explores: true, Delays: true, Rounds: true, Draw: Draw{Seed: 1, Runs: 50, Steps: 100_000}})
}

// TestOneDraw: a draw with one outcome between a call and its answer leaves them a call and its answer.
func TestOneDraw(t *testing.T) {
	m := measuredRally(t, rally{agrees: true})
	for moment := range moments {
		for _, name := range []string{Messages, Delays} {
			c, _ := m.Until[moment].Cost(name)
			if !c.Exact || c.Least.Cost != 2 || c.Greatest.Cost != 2 || c.Greatest.Unbounded || c.Random.Runs != 50 || c.Random.Mean != 2 {
				t.Errorf("until %v: %+v, want 2 %s", moment, c, name)
			}
		}
	}
	if m.Rounds == nil || !slices.Equal(m.Rounds.After, []int{1, 2, 2}) || !m.Rounds.Ended {
		t.Errorf("in rounds %+v", m.Rounds)
	}
}

// TestGrowth: chains grow where each message of a cycle answers the one before, and do not where each begins anew.
func TestGrowth(t *testing.T) {
	for _, anew := range []bool{false, true} {
		m := measuredRally(t, rally{anew: anew})
		messages, _ := m.Until[Over].Cost(Messages)
		delays, _ := m.Until[Over].Cost(Delays)
		if !messages.Greatest.Unbounded || !delays.Exact || delays.Greatest.Unbounded == anew || delays.Least.Cost != 2 {
			t.Errorf("anew: %t: messages %+v, delays %+v", anew, messages.Greatest, delays)
		}
	}
}

// TestEndlessWalks: ELECTION of a dead process goes round for ever (lecture 000); such runs are left
// out, and the others are not.
func TestEndlessWalks(t *testing.T) {
	a, _ := model.Find("ring")
	c := world.Faulty(a, []model.ID{1, 2, 3})
	m := of(t, Question{World: c, Draw: Draw{Seed: 1, Runs: 200, Steps: 200_000}})
	if !m.Cut || m.Runs == 0 || m.Runs == 200 {
		t.Errorf("of 200 runs %d came to their end, cut: %t", m.Runs, m.Cut)
	}
}

// TestToTheEndOfAllStarts: P1 of three starts twice on the ring 1, 2, 3, by hand 2 + 3 + 3 messages each time,
// and nothing is stopped on the way. An election may be over after the first; nothing more can happen after both.
func TestToTheEndOfAllStarts(t *testing.T) {
	a, _ := model.Find("ring")
	c := world.Faulty(a, []model.ID{1, 2, 3})
	c.Crashes, c.Starts, c.Initiators = 0, 2, []model.ID{1}
	m := of(t, Question{World: c, Explores: true})
	over, _ := m.Until[Over].Cost(Messages)
	whole, measured := m.Until[Ended].Cost(Messages)
	if !measured || !whole.Exact || whole.Least.Cost != 16 || whole.Greatest.Cost != 16 || over.Least.Cost != 8 {
		t.Errorf("%d to %d messages to the end, and %d until an election is over", whole.Least.Cost, whole.Greatest.Cost, over.Least.Cost)
	}
	c.Starts = 1
	if m := of(t, Question{World: c, Explores: true}); len(m.Until) > int(Ended) {
		t.Errorf("of one start: %v", m.Until[Ended])
	}
}

// TestPhases counts by hand what four processes do who all start, on the ring 1, 3, 2, 4: each asks its two
// neighbours, with four messages; 3 and 4 win, and ask two places further on, eight; 4 alone goes on, and
// its own probes come round: eight again.
func TestPhases(t *testing.T) {
	a, _ := model.Find("hirschberg-sinclair")
	m := of(t, Question{World: world.Faulty(a, []model.ID{1, 3, 2, 4}), Explores: true})
	for k, want := range []Phase{{"", Most{Cost: 4}, Most{Cost: 4}}, {"", Most{Cost: 2}, Most{Cost: 8}}, {"", Most{Cost: 1}, Most{Cost: 8}}} {
		if k >= len(m.Phases) || m.Phases[k] != want {
			t.Errorf("phase %d: %+v, want %+v", k, m.Phases, want)
		}
	}
	b, _ := model.Find("chang-roberts")
	if m := of(t, Question{World: world.Faulty(b, []model.ID{1, 2, 3}), Explores: true}); len(m.Phases) > 0 {
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
