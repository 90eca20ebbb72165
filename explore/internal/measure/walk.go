package measure

import (
	"context"
	"math/rand/v2"
	"slices"

	"interrex/checker"
	"interrex/internal/runs"
	"interrex/model"
	"interrex/model/world"
)

// A Draw is the number of random runs. In each state, all enabled steps are equally likely. Equal seeds draw
// equal runs.
type Draw struct {
	Seed  uint64
	Runs  int
	Steps int // at most this many in all runs together
}

// generator makes the random numbers of one run. They are independent for each number of processes, each order of
// the ids and each run.
func (d Draw) generator(n, order, run int) *rand.Rand {
	return rand.New(rand.NewPCG(d.Seed, uint64(n)<<48^uint64(order)<<24^uint64(run)))
}

// shuffled is a random order of the ids.
func (d Draw) shuffled(ids []model.ID, order int) []model.ID {
	ring := slices.Clone(ids)
	d.generator(len(ids), order, -1).Shuffle(len(ring), func(a, b int) { ring[a], ring[b] = ring[b], ring[a] })
	return ring
}

// A walk is one run of a world, step by step, that keeps only its cost. It needs no graph, so the world may be too large for one.
type walk struct {
	world *world.World
	pay   payment
	at    checker.State
	next  checker.State
	spent []int // as in Stretch.Costs
	steps int

	begun [moments]bool // moments that did not hold in the initial state
	until [moments][]int
}

// setOut begins a walk in the initial state.
func setOut(c world.Config, delays bool) *walk {
	names := respects(c)
	walked := c
	if c.Capacity == world.Usual || c.Capacity == c.DefaultCapacity() { // it keeps graphs finite, and one run is
		walked.Capacity = world.Unlimited
	}
	if delays {
		walked, names = chained(walked), append(names, Delays)
	}
	w := &walk{world: world.New(walked), spent: make([]int, len(names))}
	w.pay = paying(w.world, c, names)
	w.world.Init(func(s checker.State) { w.at, w.next = slices.Clone(s), slices.Clone(s) })
	w.mark()
	return w
}

// goOn takes at most this many random steps, until the election is over or no step is left. It reports whether the
// run ended. Otherwise it ran out of steps, or the world out of numbers for its cells.
func (w *walk) goOn(ctx context.Context, draw *rand.Rand, most int) (ended bool) {
	defer func() {
		reason := recover()
		if _, full := reason.(checker.Overflow); reason != nil && !full {
			panic(reason)
		}
	}()
	for w.steps < most && ctx.Err() == nil {
		if w.until[Over] != nil {
			return true
		}
		step, found := runs.Choose(w.world, w.at, w.next, draw)
		if !found {
			return true
		}
		w.do(step)
	}
	return w.until[Over] != nil
}

// do takes the chosen step.
func (w *walk) do(step checker.Step) {
	w.pay(w.at, step, w.spent)
	w.at, w.next = w.next, w.at
	w.mark()
	w.steps++
}

// mark notes the moments that have been reached.
func (w *walk) mark() {
	view := w.world.View(w.at)
	for moment := range moments {
		now := moment.isTrue(view)
		if now && w.begun[moment] && w.until[moment] == nil {
			w.until[moment] = slices.Clone(w.spent)
		}
		w.begun[moment] = w.begun[moment] || !now
	}
}

// walk draws runs and adds what they cost. A run may never end, so each may use its share of the steps that are left.
// Runs that do not end within it are left out.
func (m *Point) walk(ctx context.Context, q Question) error {
	left := q.Draw.Steps
	for run := range q.Draw.Runs {
		w := setOut(q.World, q.Delays)
		ended := w.goOn(ctx, q.Draw.generator(m.N, m.Orders-1, run), left/(q.Draw.Runs-run))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		left -= w.steps
		if !ended {
			m.Cut = true
			continue
		}
		m.Runs++
		for moment, spent := range w.until {
			for i, cost := range spent {
				m.Until[moment].Costs[i].draw(cost)
			}
		}
	}
	return nil
}
