package costs

import (
	"context"
	"math/bits"

	"interrex/checker"
	"interrex/checker/measure"
	"interrex/model"
	"interrex/model/world"
)

// A Phase is what runs cost at most in one phase, of elections that go in phases, until they are over. One
// to which no run comes costs nothing.
type Phase struct {
	Starters Most // how many processes begin it: who has won the phase before
	OfOne    Most // messages of one of them in it, there and back
}

// A Most is a greatest cost, unless there is none.
type Most struct {
	Cost      int
	Unbounded bool
}

// raise makes it the greater of two.
func (m *Most) raise(more Most) {
	m.Cost, m.Unbounded = max(m.Cost, more.Cost), m.Unbounded || more.Unbounded
}

// phases measures what goes on in each phase, if there are any. The respects of a phase are who begins
// it, and then the messages of each process.
func (m *Measure) phases(ctx context.Context, w *world.World, g *checker.Graph) error {
	last := w.LastPhase()
	if last < 0 {
		return nil
	}
	group, n := m.World.Group(), len(m.World.IDs)
	last = max(last, bits.Len(uint(n-1))) // so many phases of doubled distances it takes to get round
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
	m.Phases = make([]Phase, last+1)
	for respect := range (last + 1) * (n + 1) {
		found := runs.Greatest(measure.Cost{Respect: respect})
		most := Most{found.Cost, found.Unbounded}
		if phase := &m.Phases[respect/(n+1)]; respect%(n+1) == 0 {
			phase.Starters.raise(most)
		} else {
			phase.OfOne.raise(most)
		}
	}
	return nil
}

// addPhases takes what is greater of two orders of the ids.
func (p *Point) addPhases(more []Phase) {
	for k, phase := range more {
		if k == len(p.Phases) {
			p.Phases = append(p.Phases, Phase{})
		}
		p.Phases[k].Starters.raise(phase.Starters)
		p.Phases[k].OfOne.raise(phase.OfOne)
	}
}
