package measure

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/bits"
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
		carrying := q // in another world, where messages carry their delays
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

// A Phase is the greatest cost of one phase, for elections that proceed in phases, up to their end. An unreached
// phase costs 0.
type Phase struct {
	Name     string `json:"name"`
	Starters Most   `json:"starters"` // how many processes begin it: the winners of the phase before
	OfOne    Most   `json:"of_one"`   // messages of one of them in this phase, there and back
}

// A Most is a greatest cost, which may not exist.
type Most struct {
	Cost      int
	Unbounded bool
}

// MarshalJSON is the cost; null: unbounded.
func (m Most) MarshalJSON() ([]byte, error) {
	if m.Unbounded {
		return []byte("null"), nil
	}
	return json.Marshal(m.Cost)
}

// raise makes m the greater of the two.
func (m *Most) raise(more measure.Extreme) {
	m.Cost, m.Unbounded = max(m.Cost, more.Cost), m.Unbounded || more.Unbounded
}

// phases measures each phase of the elections, if they have any. The costs of a phase are the number of processes
// that begin it and then the messages of each process.
func (m *Point) phases(ctx context.Context, w *world.World, g *checker.Graph) error {
	last := w.LastPhase()
	if last < 0 {
		return nil
	}
	group, n := w.Config().Group(), m.N
	last = max(last, bits.Len(uint(n-1))) // the phases of doubled distances needed to get round
	weighing, err := measure.Weigh(ctx, g, (last+1)*(n+1), func(from checker.State, step checker.Step, spent []int) {
		w.Sent(from, step, func(message model.Message, _ bool) {
			phased, is := message.(model.Phased)
			if !is {
				return
			}
			of, phase, begins := phased.InPhase()
			spent[phase*(n+1)+1+group.Index(of)]++
			if begins {
				spent[phase*(n+1)]++
			}
		})
	})
	if err != nil {
		return err
	}
	runs := weighing.Until(func(s checker.State) bool { return Over.isTrue(w.View(s)) })
	for k := len(m.Phases); k <= last; k++ {
		m.Phases = append(m.Phases, Phase{Name: fmt.Sprint("phase ", k)})
	}
	for respect := range (last + 1) * (n + 1) {
		found, k := runs.Greatest(measure.Cost{Respect: respect}), respect/(n+1)
		if respect%(n+1) == 0 {
			m.Phases[k].Starters.raise(found)
		} else if m.Phases[k].OfOne.raise(found); (found.Unbounded || found.Cost > 0) && (m.LastPhase == nil || k > *m.LastPhase) {
			m.LastPhase = &k
		}
	}
	return nil
}
