package measure

import (
	"context"

	"interrex/checker"
	"interrex/checker/measure"
	"interrex/internal/check"
	"interrex/model"
	"interrex/model/world"
)

// A Question is what to measure of the runs of one world.
type Question struct {
	World    world.Config
	Explores bool // measure all runs, not only drawn ones
	Options  checker.Options
	Delays   bool // measure message delays too, which makes the graph larger
	Draw     Draw
}

// Of explores a world and measures its runs, for one order of the ids. Its error is that of checker.Explore.
func Of(ctx context.Context, q Question) (*Point, error) {
	m := newPoint(q)
	if err := m.count(ctx, q); err != nil {
		return nil, err
	}
	if err := m.chain(ctx, q); err != nil {
		return nil, err
	}
	return m, m.walk(ctx, q)
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
	names := respects(q.World)
	if !q.Explores {
		m.addUnknown(names)
		return nil
	}
	w, g, counts, err := world.Graph(ctx, q.World, q.Options)
	if err != nil {
		return err
	}
	m.States, m.Bound = counts.States, orNull(counts.Bound)
	if !isWhole(counts) {
		m.addUnknown(names)
		return nil
	}
	weighing, err := measure.Weigh(ctx, g, len(names), paying(w, q.World, names))
	if err != nil {
		return err
	}
	var all []measure.Cost
	for i := range names {
		all = append(all, measure.Cost{Respect: i})
	}
	m.weigh(w, weighing, names, all)
	return m.phases(ctx, w, g)
}

// chain measures message delays, in a world whose messages carry them.
func (m *Point) chain(ctx context.Context, q Question) error {
	switch {
	case !q.Delays:
		return nil
	case !q.Explores:
		m.addUnknown([]string{Delays})
		return nil
	}
	w, g, counts, err := world.Graph(ctx, chained(q.World), q.Options)
	if err != nil {
		return err
	}
	if m.Chained = orNull(counts.Bound); !isWhole(counts) {
		m.addUnknown([]string{Delays})
		return nil
	}
	weighing, err := measure.Weigh(ctx, g, 1, paying(w, q.World, []string{Delays}))
	if err != nil {
		return err
	}
	m.weigh(w, weighing, []string{Delays}, []measure.Cost{{Peak: true}})
	return nil
}

// chained is the world with messages that carry the length of their chain.
func chained(c world.Config) world.Config {
	plain := c.Algorithm.Make
	c.Algorithm.Make = func(v model.Variant) model.Handler { return model.Chain(plain(v)) }
	return c
}

// addUnknown records costs that are not exact.
func (m *Point) addUnknown(names []string) {
	for _, name := range names {
		for i := range m.Until {
			m.Until[i].Costs = append(m.Until[i].Costs, Cost{Name: name})
		}
	}
}

// weigh measures the runs of a graph.
func (m *Point) weigh(w *world.World, weighing *measure.Weighing, names []string, all []measure.Cost) {
	for i := range m.Until {
		s := &m.Until[i]
		runs := weighing.Until(func(state checker.State) bool {
			if s.Moment == Ended {
				return isTerminal(w, state)
			}
			return s.Moment.isTrue(w.View(state))
		})
		m.extremes(s, w, runs, names, all)
	}
}

// extremes notes the least and the greatest cost of runs up to a moment.
func (m *Point) extremes(s *Stretch, w *world.World, runs *measure.Runs, names []string, all []measure.Cost) {
	tell := func(e measure.Extreme) Extreme {
		found := Extreme{Cost: e.Cost, Unbounded: e.Unbounded, Reached: e.Path != nil, World: m.world}
		found.tell = func() *world.Story {
			story := w.Tell(e.Path())
			return &story
		}
		return found
	}
	if dodge := runs.Dodge(); dodge != nil && s.Dodge == nil {
		story := w.Tell(dodge)
		s.Dodge = check.JSONStory(&story)
	}
	for i, name := range names {
		least := tell(runs.Least(all[i]))
		s.Reached = s.Reached || least.Reached
		s.Costs = append(s.Costs, Cost{Name: name, Exact: true, Least: least, Greatest: tell(runs.Greatest(all[i]))})
	}
}

// isTerminal reports whether a state has no step.
func isTerminal(w *world.World, s checker.State) bool {
	terminal := true
	w.Steps(s, func(checker.Step, checker.State) { terminal = false })
	return terminal
}
