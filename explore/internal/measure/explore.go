package measure

import (
	"context"
	"slices"

	"interrex/checker"
	"interrex/checker/measure"
	"interrex/model"
	"interrex/model/world"
)

// A Question is what to measure of the runs of one world.
type Question struct {
	World    world.Config
	Explores bool // measure all runs, not only drawn ones
	Options  checker.Options
	Delays   bool // measure message delays too, which makes the graph larger
	Rounds   bool // make the run in rounds, if the world has rounds
	Draw     Draw
}

// A Measure is what was found.
type Measure struct {
	World  world.Config
	Counts *checker.Report // of the exploration; nil: none
	Chains *checker.Report // of the exploration for delays, or nil
	Until  [moments]Stretch
	Whole  Stretch // until Ended: only of all runs, and only if there are several starts
	Phases []Phase // of all runs, if the election has phases
	Draw   Draw
	Sample Sample
	Rounds *Lockstep // nil: it was not asked for, or the world has no rounds

	strolled []int // for each moment, how many runs drawn from the graph ended
}

// A Stretch is the part of runs up to a moment.
type Stretch struct {
	Costs []Cost // by kind of message, then Messages, ToTheDead, Delays, as far as measured

	// Reached: in each order of the ids some run gets there. Dodge is the first run that can no longer get
	// there; nil: none found.
	Reached bool
	Dodge   *world.Story
}

// Cost returns the cost of that name, and whether it was measured.
func (s Stretch) Cost(name string) (Cost, bool) {
	for _, c := range s.Costs {
		if c.Name == name {
			return c, true
		}
	}
	return Cost{}, false
}

// Of explores a world and measures its runs. Its error is that of checker.Explore.
func Of(ctx context.Context, q Question) (*Measure, error) {
	m := &Measure{World: q.World, Draw: q.Draw}
	if q.Rounds && hasRounds(q.World) {
		m.Rounds = lockstep(q.World, q.Draw.generator(len(q.World.IDs), 0), q.Draw.Steps)
	}
	if err := m.count(ctx, q); err != nil {
		return nil, err
	}
	if err := m.chain(ctx, q); err != nil {
		return nil, err
	}
	if isExact(m.Until[Over]) && !draws(q.World) {
		m.Sample.Runs = slices.Min(m.strolled)
		return m, nil
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
func (m *Measure) count(ctx context.Context, q Question) error {
	names := respects(q.World)
	if !q.Explores {
		m.add(names)
		return nil
	}
	w, g, counts, err := world.Graph(ctx, q.World, q.Options)
	if err != nil {
		return err
	}
	m.Counts = counts
	if !isWhole(counts) {
		m.add(names)
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
	m.weigh(ctx, w, weighing, names, all)
	return m.phases(ctx, w, g)
}

// chain measures message delays, in a world whose messages carry them.
func (m *Measure) chain(ctx context.Context, q Question) error {
	switch {
	case !q.Delays:
		return nil
	case !q.Explores:
		m.add([]string{Delays})
		return nil
	}
	endless, most := m.growing(q.World)
	for ; most <= mostLength; most *= 2 {
		w, g, counts, err := world.Graph(ctx, chained(q.World, most), q.Options)
		if err != nil {
			return err
		}
		if m.Chains = counts; !isWhole(counts) {
			break
		}
		weighing, err := measure.Weigh(ctx, g, 1, paying(w, q.World, []string{Delays}))
		if err != nil {
			return err
		}
		trial := *m
		trial.weigh(ctx, w, weighing, []string{Delays}, []measure.Cost{{Peak: true}})
		if trial.settle(endless, most) {
			*m = trial
			return nil
		}
	}
	m.add([]string{Delays})
	return nil
}

// chained is the world with messages that carry the length of their chain, or most if that is less; 0: any length.
func chained(c world.Config, most int) world.Config {
	plain := c.Algorithm.Make
	c.Algorithm.Make = func(v model.Variant) model.Handler { return model.Chain(plain(v), most) }
	return c
}

// add records costs that are not exact.
func (m *Measure) add(names []string) {
	for _, name := range names {
		for moment := range m.Until {
			m.Until[moment].Costs = append(m.Until[moment].Costs, Cost{Name: name})
		}
		if m.World.Starts > 1 {
			m.Whole.Costs = append(m.Whole.Costs, Cost{Name: name})
		}
	}
}

// weigh measures the runs of a graph.
func (m *Measure) weigh(ctx context.Context, w *world.World, weighing *measure.Weighing, names []string, all []measure.Cost) {
	for moment := range moments {
		runs := weighing.Until(func(state checker.State) bool { return moment.isTrue(w.View(state)) })
		m.extremes(&m.Until[moment], w, runs, names, all)
		for i, spread := range m.strolls(ctx, runs, all) {
			costs := m.Until[moment].Costs
			costs[len(costs)-len(names)+i].Random = spread
		}
	}
	if m.World.Starts > 1 {
		runs := weighing.Until(func(state checker.State) bool { return isTerminal(w, state) })
		m.extremes(&m.Whole, w, runs, names, all)
	}
}

// extremes notes the least and the greatest cost of runs up to a moment.
func (m *Measure) extremes(s *Stretch, w *world.World, runs *measure.Runs, names []string, all []measure.Cost) {
	tell := func(e measure.Extreme) Extreme {
		found := Extreme{Cost: e.Cost, Unbounded: e.Unbounded, Reached: e.Path != nil, World: m.World, path: e.Path}
		found.tell = func() *world.Story {
			story := w.Tell(e.Path())
			return &story
		}
		return found
	}
	if dodge := runs.Dodge(); dodge != nil && s.Dodge == nil {
		story := w.Tell(dodge)
		s.Dodge = &story
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
