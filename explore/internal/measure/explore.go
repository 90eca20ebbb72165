package measure

import (
	"cmp"
	"context"

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
	if err := m.count(ctx, q); err != nil {
		return err
	}
	if q.Delays {
		if err := m.chain(ctx, q); err != nil {
			return err
		}
	}
	return m.walk(ctx, q)
}

// isWhole reports whether the graph was not cut short. A bound set by the modeller is part of the world.
func isWhole(r *checker.Report) bool {
	switch r.Bound {
	case "", "elections", "capacity", "elections, capacity":
		return true
	}
	return false
}

// count measures messages.
func (m *Point) count(ctx context.Context, q Question) error {
	w, g, counts, err := world.Graph(ctx, q.World, q.Options)
	if err != nil {
		return err
	}
	m.States, m.Bound = m.States+counts.States, cmp.Or(m.Bound, orNull(counts.Bound))
	names := respects(q.World)
	if m.Explored = m.Explored && isWhole(counts); !isWhole(counts) {
		m.unknown(names)
		return nil
	}
	weighing, err := measure.Weigh(ctx, g, len(names), paying(w, q.World, names))
	if err != nil {
		return err
	}
	m.weigh(w, weighing, names)
	return m.phases(ctx, w, g)
}

// chain measures message delays, in a world whose messages carry them.
func (m *Point) chain(ctx context.Context, q Question) error {
	w, g, counts, err := world.Graph(ctx, chained(q.World), q.Options)
	if err != nil {
		return err
	}
	m.Chained = cmp.Or(m.Chained, orNull(counts.Bound))
	if !isWhole(counts) {
		m.unknown([]string{Delays})
		return nil
	}
	weighing, err := measure.Weigh(ctx, g, 1, paying(w, q.World, []string{Delays}))
	if err != nil {
		return err
	}
	m.weigh(w, weighing, []string{Delays})
	return nil
}

// chained is the world with messages that carry the length of their chain.
func chained(c world.Config) world.Config {
	plain := c.Algorithm.Make
	c.Algorithm.Make = func(v model.Variant) model.Handler { return model.Chain(plain(v)) }
	return c
}

// unknown records costs that are not exact.
func (m *Point) unknown(names []string) {
	for i := range m.Until {
		for _, name := range names {
			m.Until[i].Cost(name).Exact = false
		}
	}
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
