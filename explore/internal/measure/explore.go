package measure

import (
	"cmp"
	"context"
	"slices"

	"interrex/checker"
	"interrex/checker/measure"
	"interrex/internal/check"
	"interrex/model"
	"interrex/model/world"
)

// A Question is what to measure of the runs of one world.
type Question struct {
	World   world.Config
	Options checker.Options
	Delays  bool // measure message delays too, which makes the graph larger
	Draw    Draw
}

// measure adds the runs of one more order of the ids. The error is that of checker.Explore.
func (m *Point) measure(ctx context.Context, q Question) error {
	m.Orders++
	w, g, counts, err := m.explore(ctx, q, respects(q.World))
	if err != nil {
		return err
	}
	m.States, m.Bound, m.Explored = m.States+counts.States, cmp.Or(m.Bound, orNull(counts.Bound)), m.Explored && g != nil
	if g != nil {
		if err := m.phases(ctx, w, g); err != nil {
			return err
		}
	}
	if q.Delays {
		carrying := q // in a world of its own, whose messages carry their delays
		carrying.World = chained(q.World)
		_, _, counts, err := m.explore(ctx, carrying, []string{Delays})
		if err != nil {
			return err
		}
		m.Chained = cmp.Or(m.Chained, orNull(counts.Bound))
	}
	return m.walk(ctx, q)
}

// explore measures the named costs of all runs. The graph is nil if it was cut short: then they are unknown.
func (m *Point) explore(ctx context.Context, q Question, names []string) (*world.World, *checker.Graph, *checker.Report, error) {
	w, g, counts, err := world.Graph(ctx, q.World, q.Options)
	if err != nil {
		return nil, nil, nil, err
	}
	if !isWhole(counts) {
		for i := range m.Until {
			for _, name := range names {
				m.Until[i].Cost(name).Exact = false
			}
		}
		return w, nil, counts, nil
	}
	weighing, err := measure.Weigh(ctx, g, len(names), paying(w, q.World, names))
	if err == nil {
		m.weigh(w, weighing, names)
	}
	return w, g, counts, err
}

// isWhole reports whether the graph was not cut short. A bound set by the modeller is part of the world.
func isWhole(r *checker.Report) bool {
	return slices.Contains([]string{"", "elections", "capacity", "elections, capacity"}, r.Bound)
}

// chained is the world with messages that carry the length of their chain.
func chained(c world.Config) world.Config {
	plain := c.Algorithm.Make
	c.Algorithm.Make = func(v model.Variant) model.Handler { return model.Chain(plain(v)) }
	return c
}

// weigh adds the least and the greatest cost of the runs of a graph up to each moment.
func (m *Point) weigh(w *world.World, weighing *measure.Weighing, names []string) {
	for i := range m.Until {
		s := &m.Until[i]
		runs := weighing.Until(func(state checker.State) bool {
			if s.Moment == Ended {
				return isTerminal(w, state)
			}
			return s.Moment.isTrue(w.View(state))
		})
		if dodge := runs.Dodge(); dodge != nil && s.Dodge == nil {
			story := w.Tell(dodge)
			s.Dodge = check.JSONStory(&story)
		}
		for respect, name := range names {
			cost := measure.Cost{Respect: respect, Peak: name == Delays}
			s.Cost(name).add(w, runs.Least(cost), runs.Greatest(cost))
		}
	}
}

// isTerminal reports whether a state has no step.
func isTerminal(w *world.World, s checker.State) bool {
	terminal := true
	w.Steps(s, func(checker.Step, checker.State) { terminal = false })
	return terminal
}
