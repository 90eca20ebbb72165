package impl_test

import (
	"testing"

	"interrex/impl"
	"pgregory.net/rapid"
)

// byCriterion lists the algorithms that hold an election when they are asked to, which the criterion
// decides: whose members do not wait for time to pass from the beginning, and have no terms.
func byCriterion(t testing.TB) (list []impl.Algorithm) {
	for _, a := range impl.Algorithms() {
		_, out := a.Boot(&impl.Config{Self: 1, Members: []impl.ID{1, 2}}, nil, false)
		if len(out.Set) == 0 && !a.Terms {
			list = append(list, a)
		}
	}
	if len(list) == 0 {
		t.Fatal("there is nothing to try")
	}
	return list
}

// drawn is a world of one to seven members in any order, perhaps with loads, in which things happen
// in any order.
func drawn(t *rapid.T, a impl.Algorithm) *world {
	members := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) impl.ID {
		return impl.ID(rapid.IntRange(1, 99).Draw(t, "id"))
	}), 1, 7, rapid.ID).Draw(t, "ring")
	var loads []int
	if rapid.Bool().Draw(t, "by load") {
		loads = rapid.SliceOfN(rapid.IntRange(0, 2), len(members), len(members)).Draw(t, "loads")
	}
	w := newWorld(t, a, loads, members...)
	w.choose = func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "next") }
	w.callers = rapid.SliceOfNDistinct(rapid.SampledFrom(members), 1, len(members), rapid.ID).Draw(t, "starters")
	return w
}

// forEach runs a property of worlds for each algorithm that the criterion decides.
func forEach(t *testing.T, property func(t *rapid.T, w *world)) {
	for _, a := range byCriterion(t) {
		t.Run(a.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { property(t, drawn(t, a)) })
		})
	}
}

// TestElects: whoever starts, and in whatever order things happen, the best is elected by all.
func TestElects(t *testing.T) {
	forEach(t, func(t *rapid.T, w *world) {
		w.run()
		w.mustHaveElected(w.best())
	})
}

// TestFollows: the leader dies, and the next best follows; and so on to the last.
func TestFollows(t *testing.T) {
	forEach(t, func(t *rapid.T, w *world) {
		for w.run(); len(w.nodes) > 1; w.run() {
			w.kill(w.best())
		}
		w.mustHaveElected(w.best())
	})
}

// TestReturns: the best dies, another is elected, the best comes back. Where its algorithm has it
// ask rather than start (LL7), it is told of the one elected, and that is all it can be.
func TestReturns(t *testing.T) {
	forEach(t, func(t *rapid.T, w *world) {
		w.run()
		best := w.best()
		w.kill(best)
		w.run()
		leader := w.best()
		w.callers = nil
		w.boot(best, nil, true)
		w.run() // the others trust it again
		if !w.algorithm.Recovers {
			w.callers = []impl.ID{best}
		}
		asks := w.algorithm.Recovers && w.algorithm.Topology == impl.Ring && leader != impl.Nobody
		if !asks {
			leader = best
		}
		w.run()
		w.mustHaveElected(leader)
	})
}

// TestSurvives: on the complete graph members may die at any time, also between two messages of one
// step. No lecture promises that of a ring.
func TestSurvives(t *testing.T) {
	for _, a := range byCriterion(t) {
		if a.Topology != impl.Complete {
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				w := drawn(t, a)
				for deaths := rapid.IntRange(0, len(w.members)-1).Draw(t, "deaths"); deaths > 0; deaths-- {
					for n := rapid.IntRange(0, 30).Draw(t, "steps before"); n > 0 && w.step(); n-- {
					}
					w.dying, w.prefix = rapid.SampledFrom(w.live()).Draw(t, "dying"), rapid.IntRange(0, 6).Draw(t, "messages sent")
					for w.nodes[w.dying] != nil && w.step() {
					}
					if w.nodes[w.dying] != nil {
						w.kill(w.dying)
					}
				}
				w.callers = w.live()
				w.run()
				w.mustHaveElected(w.best())
			})
		})
	}
}

// TestDetects: on the ring 1, 2, 3 that sends on what was on its way to the dead, ring-detector keeps
// its promise, whoever dies and whenever (spec/ring-detector.md, remark 4).
func TestDetects(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, _ := impl.Find("ring-detector")
		w := newWorld(t, a, nil, ring(3)...)
		w.choose = func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "next") }
		w.callers = []impl.ID{rapid.SampledFrom(w.members).Draw(t, "starter")}
		for n := rapid.IntRange(1, 12).Draw(t, "steps before"); n > 0 && w.step(); n-- {
		}
		w.kill(rapid.SampledFrom(w.members).Draw(t, "dying"))
		w.run()
		w.mustHaveElected(w.best())
	})
}
