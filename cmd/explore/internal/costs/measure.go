package costs

import (
	"context"
	"slices"

	"interrex/checker"
	"interrex/checker/measure"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A Question is what is to be measured of the runs of one world.
type Question struct {
	World    world.Config
	Explores bool // all runs are measured; if not, only drawn ones
	Options  checker.Options
	Delays   bool // of messages, for which the graph is larger
	Draw     Draw
}

// A Moment is until when a run is measured.
type Moment int

const (
	Decided Moment = iota // everyone has elected the same live process
	Over                  // moreover nothing is on its way, and nobody takes part any more
	moments
)

func (m Moment) String() string {
	return [...]string{"everyone has decided", "the election is over"}[m]
}

// Word is its name for programs.
func (m Moment) Word() string { return [...]string{"decided", "over"}[m] }

// isTrue reports whether the moment has come.
func (m Moment) isTrue(v spec.View) bool {
	return v.Trusted() != spec.Nobody && (m == Decided || !v.UnderWay())
}

// The names of what a run costs, beside the kinds of messages.
const (
	Messages  = "messages"
	ToTheDead = "of them to the dead"
	Delays    = "message delays"
	Ticks     = "ticks" // of the clock, where there is one
)

// A Measure is what was found.
type Measure struct {
	World  world.Config
	Counts *checker.Report // of the exploration, nil if there was none
	Chains *checker.Report // of the exploration for delays, nil if there was none
	Until  [moments]Stretch
	Draw   Draw
	Sample Sample

	// Lockstep is nil where the world cannot be simulated.
	Lockstep *Lockstep
}

// A Stretch is runs until a moment.
type Stretch struct {
	Costs []Cost // by kind of message, then Messages, ToTheDead, Delays, as far as measured

	// Reached: some run gets there. Dodge is one that cannot any more; nil: none, or not known.
	Reached bool
	Dodge   *world.Story
}

// A Cost is one respect in which runs cost something.
type Cost struct {
	Name            string
	Exact           bool // the graph was explored wholly; if not, Least and Greatest say nothing
	Least, Greatest Extreme
	Random          Spread
}

// An Extreme is a least or greatest cost, with a run that attains it in a world.
type Extreme struct {
	Cost      int
	Unbounded bool // Story goes round for ever, and each time it costs more
	Reached   bool // some run gets there
	World     world.Config
	Story     *world.Story // told where a Point shows it

	tell func() *world.Story
}

// told is the extreme with its run.
func (e Extreme) told() Extreme {
	e.Story, e.tell = e.tell(), nil
	return e
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

// respects names what a step of a world costs.
func respects(c world.Config) []string {
	var names []string
	for _, kind := range c.Algorithm.Kinds {
		names = append(names, kind.String())
	}
	names = append(names, Messages)
	if c.Crashes != 0 {
		names = append(names, ToTheDead)
	}
	if c.IsClocked() {
		names = append(names, Ticks)
	}
	return names
}

// Of explores a world and measures its runs. The error is that of checker.Explore.
func Of(ctx context.Context, q Question) (*Measure, error) {
	m := &Measure{World: q.World, Draw: q.Draw}
	if err := m.count(ctx, q); err != nil {
		return nil, err
	}
	if err := m.chain(ctx, q); err != nil {
		return nil, err
	}
	m.lockstep(q)
	m.draw(q)
	return m, nil
}

// isWhole reports whether the graph was not cut short: a bound of the modeller's is part of what
// was explored wholly.
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
	place := map[model.Kind]int{}
	for i, kind := range q.World.Algorithm.Kinds {
		place[kind] = i
	}
	total, ticks := len(q.World.Algorithm.Kinds), slices.Index(names, Ticks)
	weighing, err := measure.Weigh(ctx, g, len(names), func(from checker.State, step checker.Step, costs []int) {
		if ticks >= 0 && w.IsTick(step) {
			costs[ticks]++
		}
		w.Sent(from, step, func(message model.Message, lost bool) {
			if i, declared := place[message.Kind()]; declared {
				costs[i]++
			}
			costs[total]++
			if lost {
				costs[total+1]++
			}
		})
	})
	if err != nil {
		return err
	}
	var all []measure.Cost
	for i := range names {
		all = append(all, measure.Cost{Respect: i})
	}
	m.weigh(w, weighing, names, all)
	return nil
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
	plain := q.World.Algorithm.Make
	chained := q.World
	chained.Algorithm.Make = func(v model.Variant) model.Handler { return model.Chain(plain(v)) }
	w, g, counts, err := world.Graph(ctx, chained, q.Options)
	if err != nil {
		return err
	}
	m.Chains = counts
	if !isWhole(counts) {
		m.add([]string{Delays})
		return nil
	}
	weighing, err := measure.Weigh(ctx, g, 1, func(from checker.State, step checker.Step, costs []int) {
		if taken, chained := w.Taken(from, step).(model.Chained); chained {
			costs[0] = taken.Length
		}
	})
	if err == nil {
		m.weigh(w, weighing, []string{Delays}, []measure.Cost{{Peak: true}})
	}
	return err
}

// add notes costs of which nothing is known exactly.
func (m *Measure) add(names []string) {
	for moment := range m.Until {
		for _, name := range names {
			m.Until[moment].Costs = append(m.Until[moment].Costs, Cost{Name: name})
		}
	}
}

// weigh measures the runs of a graph.
func (m *Measure) weigh(w *world.World, weighing *measure.Weighing, names []string, all []measure.Cost) {
	tell := func(e measure.Extreme) Extreme {
		found := Extreme{Cost: e.Cost, Unbounded: e.Unbounded, Reached: e.Path != nil, World: m.World}
		found.tell = func() *world.Story {
			story := w.Tell(e.Path())
			return &story
		}
		return found
	}
	for moment := range moments {
		s := &m.Until[moment]
		runs := weighing.Until(func(state checker.State) bool { return moment.isTrue(w.View(state)) })
		if dodge := runs.Dodge(); dodge != nil && s.Dodge == nil {
			story := w.Tell(dodge)
			s.Dodge = &story
		}
		strolls := m.strolls(runs, all)
		for i, name := range names {
			least := tell(runs.Least(all[i]))
			s.Reached = s.Reached || least.Reached
			s.Costs = append(s.Costs, Cost{Name: name, Exact: true, Least: least, Greatest: tell(runs.Greatest(all[i])), Random: strolls[i]})
		}
	}
}
