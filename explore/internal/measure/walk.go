package measure

import (
	"context"
	"math/rand/v2"
	"slices"

	"interrex/checker"
	"interrex/internal/runs"
	"interrex/model/world"
)

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
		walked, names = chained(walked, 0), append(names, Delays)
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
		step, found := runs.Choose(w.world, w.at, w.next, draw, nil)
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

// walk draws runs of a world that was not explored wholly, or in which processes draw lots, and adds what they cost. A run may never end, so each may use its share of the steps that are left. Runs that do not
// end within it are left out.
func (m *Point) walk(ctx context.Context, q Question) error {
	left := q.Draw.Steps
	for run := range q.Draw.Runs {
		w := setOut(q.World, q.Delays)
		ended := w.goOn(ctx, q.Draw.generator(len(q.World.IDs), run), left/(q.Draw.Runs-run))
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
			if spent != nil {
				m.Until[moment].walked(spent, draws(q.World))
			}
		}
	}
	return nil
}

// walked adds the cost of one walk, to all costs or to those that the explored graph left open.
func (s *Stretch) walked(spent []int, all bool) {
	for i := range s.Costs {
		if all || !s.Costs[i].Exact {
			s.Costs[i].Random.add(spent[i])
		}
	}
}
