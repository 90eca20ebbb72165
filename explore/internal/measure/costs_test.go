package measure

import (
	"math"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

func of(t *testing.T, q Question) *Point {
	t.Helper()
	m := newPoint(q.World, q.Delays)
	if err := m.measure(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	m.finish()
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
	m := of(t, Question{World: c, Draw: Draw{Seed: 1, Runs: 4000, Steps: 1_000_000}})
	drawn := m.Until[Over].Cost(Messages).Drawn
	if allowed := mean / 20; drawn.Runs != 4000 || math.Abs(drawn.Mean-mean) > allowed {
		t.Errorf("a mean of %.3f messages in %d runs, want %.3f, and %.3f more or less are allowed", drawn.Mean, drawn.Runs, mean, allowed)
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
	m := of(t, Question{World: c})
	over, whole := m.Until[Over].Cost(Messages), m.Until[Ended].Cost(Messages)
	if !whole.Exact || *whole.Least.Cost != 16 || *whole.Greatest.Cost != 16 || *over.Least.Cost != 8 {
		t.Errorf("%+v, and until an election is over %+v", whole, over)
	}
	c.Starts = 1
	if m := of(t, Question{World: c}); len(m.Until) > int(Ended) {
		t.Errorf("of one start: %v", m.Until[Ended])
	}
}

// TestPhases counts by hand what four processes do who all start, on the ring 1, 3, 2, 4: each asks its two
// neighbours, with four messages; 3 and 4 win, and ask two places further on, eight; 4 alone goes on, and
// its own probes come round: eight again.
func TestPhases(t *testing.T) {
	a, _ := model.Find("hirschberg-sinclair")
	m := of(t, Question{World: world.Faulty(a, []model.ID{1, 3, 2, 4})})
	for k, want := range []Phase{{"phase 0", Most{Cost: 4}, Most{Cost: 4}}, {"phase 1", Most{Cost: 2}, Most{Cost: 8}}, {"phase 2", Most{Cost: 1}, Most{Cost: 8}}} {
		if k >= len(m.Phases) || m.Phases[k] != want {
			t.Errorf("phase %d: %+v, want %+v", k, m.Phases, want)
		}
	}
	b, _ := model.Find("chang-roberts")
	if m := of(t, Question{World: world.Faulty(b, []model.ID{1, 2, 3})}); len(m.Phases) > 0 {
		t.Errorf("chang-roberts goes in phases: %+v", m.Phases)
	}
}
