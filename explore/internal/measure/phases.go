package measure

import (
	"context"
	"encoding/json"
	"fmt"
	"math/bits"

	"interrex/checker"
	"interrex/checker/measure"
	"interrex/model"
	"interrex/model/world"
)

// A Phase is the greatest cost of one phase, for elections that proceed in phases, up to their end. An
// unreached phase costs 0.
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
func (m *Most) raise(more Most) {
	m.Cost, m.Unbounded = max(m.Cost, more.Cost), m.Unbounded || more.Unbounded
}

// phases measures each phase of the elections, if they have any. The costs of a phase are the number of processes
// that begin it and then the messages of each process.
func (m *Point) phases(ctx context.Context, w *world.World, g *checker.Graph) error {
	last := w.LastPhase()
	if last < 0 {
		return nil
	}
	group, n := m.world.Group(), m.N
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

// addPhases takes the greater cost of two orders of the ids.
func (p *Point) addPhases(more []Phase) {
	for k, phase := range more {
		if k == len(p.Phases) {
			p.Phases = append(p.Phases, Phase{Name: fmt.Sprint("phase ", k)})
		}
		p.Phases[k].Starters.raise(phase.Starters)
		p.Phases[k].OfOne.raise(phase.OfOne)
		if phase.OfOne.Unbounded || phase.OfOne.Cost > 0 {
			p.LastPhase = &k
		}
	}
}
